import type { ReactElement, ReactNode } from 'react';
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { defined } from './defined.ts';

const TOOLTIP_DELAY_MS = 500;

/** Id of the element that holds open tooltips; the frame puts it into a landmark, so that their words stand in one. */
export const TOOLTIP_HOST_ID = 'tooltips';

function tooltipHost(): HTMLElement {
  return document.getElementById(TOOLTIP_HOST_ID) ?? document.body;
}

export interface TooltipProps {
  /** What the tooltip says. Never the only place of a name. */
  content: ReactNode;
  /** One focusable React Aria element (button, link). */
  children: ReactNode;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  delayMs?: number;
  isOpen?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
  isDisabled?: boolean;
}

/** Extra words on hover and focus; Escape closes it and the pointer may enter it. */
export function Tooltip(props: TooltipProps): ReactElement {
  const {
    content,
    children,
    placement = 'top',
    delayMs = TOOLTIP_DELAY_MS,
    isOpen,
    onOpenChange,
    isDisabled,
  } = props;
  return (
    <TooltipTrigger closeDelay={120} delay={delayMs} {...defined({ isOpen, onOpenChange, isDisabled })}>
      {children}
      <PortalProvider getContainer={tooltipHost}>
        <AriaTooltip
          className="overlay-motion z-50 max-w-72 rounded-control bg-overlay px-2 py-1 text-table text-fg shadow-overlay wrap-any"
          offset={6}
          placement={placement}
        >
          {content}
        </AriaTooltip>
      </PortalProvider>
    </TooltipTrigger>
  );
}
