import { useId, useRef, useState, type ReactElement } from 'react';
// The trigger without the panel: React Aria Components has both in one module.
import { PressResponder } from 'react-aria/private/interactions/PressResponder';
import { useOverlayTrigger } from 'react-aria/useOverlayTrigger';
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState';
import { defined } from '../defined.ts';
import { late } from '../late.tsx';
import type { PopoverProps } from './popover-types.ts';

export { POPOVER_STYLE } from './popover-style.ts';

/** Not in the first bundle: what floats needs places, focus and layers that no first screen has. */
const PopoverOverlay = late(async () => (await import('./popover-overlay.tsx')).PopoverOverlay);

/** A small panel beside its trigger: press opens, Escape or a press outside closes. */
export function Popover(props: PopoverProps): ReactElement {
  const { trigger, label, children, className, placement = 'bottom start', isOpen, onOpenChange } = props;
  // Not the state of an overlay alone: a menu inside the panel looks for the one it hangs on.
  const state = useMenuTriggerState(defined({ isOpen, onOpenChange }));
  const triggerRef = useRef<HTMLButtonElement>(null);
  const { triggerProps, overlayProps } = useOverlayTrigger({ type: 'dialog' }, state, triggerRef);
  const labelId = useId();
  const [wasOpen, setWasOpen] = useState(state.isOpen);
  if (state.isOpen && !wasOpen) setWasOpen(true);
  return (
    <>
      <PressResponder {...triggerProps} isPressed={state.isOpen} ref={triggerRef}>
        {trigger}
      </PressResponder>
      {wasOpen && (
        <PopoverOverlay
          {...{ state, triggerRef, label, labelId, placement, children }}
          {...defined({ className })}
          id={overlayProps.id}
        />
      )}
    </>
  );
}
