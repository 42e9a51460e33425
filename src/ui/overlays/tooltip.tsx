import { useRef, useState, type ReactElement } from 'react';
// The trigger without the tooltip: React Aria Components has both in one module.
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable';
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger';
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState';
import { defined } from '../defined.ts';
import { late } from '../late.tsx';
import type { TooltipProps } from './tooltip-types.ts';

/** Not in the first bundle: it comes while the pointer rests. */
const TooltipOverlay = late(async () => (await import('./tooltip-overlay.tsx')).TooltipOverlay, 'spared');

const TOOLTIP_DELAY_MS = 500;

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
  const options = { closeDelay: 120, delay: delayMs, ...defined({ isOpen, onOpenChange, isDisabled }) };
  const state = useTooltipTriggerState(options);
  const triggerRef = useRef<HTMLElement>(null);
  const { triggerProps, tooltipProps } = useTooltipTrigger(options, state, triggerRef);
  const [wasOpen, setWasOpen] = useState(state.isOpen);
  if (state.isOpen && !wasOpen) setWasOpen(true);
  return (
    <>
      <FocusableProvider {...triggerProps} ref={triggerRef}>
        {children}
      </FocusableProvider>
      {wasOpen && <TooltipOverlay {...{ content, placement, state, triggerRef, tooltipProps }} />}
    </>
  );
}
