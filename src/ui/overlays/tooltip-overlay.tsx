import type { ReactElement, RefObject } from 'react';
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider';
import {
  Tooltip as AriaTooltip,
  TooltipContext,
  TooltipTriggerStateContext,
} from 'react-aria-components/Tooltip';
import type { TooltipAria } from 'react-aria/useTooltipTrigger';
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState';
import { defined } from '../defined.ts';
import { TOOLTIP_HOST_ID } from './tooltip-host.ts';
import type { TooltipProps } from './tooltip-types.ts';

export interface TooltipOverlayProps extends Pick<TooltipProps, 'content'> {
  placement: NonNullable<TooltipProps['placement']>;
  state: TooltipTriggerState;
  triggerRef: RefObject<HTMLElement | null>;
  /** What the trigger says about its tooltip. */
  tooltipProps: TooltipAria['tooltipProps'];
}

function tooltipHost(): HTMLElement {
  return document.getElementById(TOOLTIP_HOST_ID) ?? document.body;
}

/** The open tooltip of a trigger. */
export function TooltipOverlay(props: TooltipOverlayProps): ReactElement {
  const { content, placement, state, triggerRef, tooltipProps } = props;
  return (
    <TooltipTriggerStateContext value={state}>
      <TooltipContext value={{ ...defined({ id: tooltipProps.id }), triggerRef }}>
        <PortalProvider getContainer={tooltipHost}>
          <AriaTooltip
            className="overlay-motion z-50 max-w-72 rounded-control bg-overlay px-2 py-1 text-table text-fg shadow-overlay wrap-any"
            offset={6}
            placement={placement}
          >
            {content}
          </AriaTooltip>
        </PortalProvider>
      </TooltipContext>
    </TooltipTriggerStateContext>
  );
}
