import type { ReactElement, RefObject } from 'react';
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog';
import { RootMenuTriggerStateContext } from 'react-aria-components/Menu';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import type { RootMenuTriggerState } from 'react-stately/useMenuTriggerState';
import { cx } from '../class-names.ts';
import { defined } from '../defined.ts';
import { POPOVER_STYLE } from './popover-style.ts';
import type { PopoverProps } from './popover-types.ts';

export interface PopoverOverlayProps extends Pick<PopoverProps, 'label' | 'children' | 'className'> {
  placement: NonNullable<PopoverProps['placement']>;
  state: RootMenuTriggerState;
  triggerRef: RefObject<HTMLButtonElement | null>;
  /** The id that the trigger names as what it controls. */
  id: string | undefined;
  labelId: string;
}

/** The open panel of a trigger. */
export function PopoverOverlay(props: PopoverOverlayProps): ReactElement {
  const { state, triggerRef, id, labelId, label, children, placement, className } = props;
  return (
    <OverlayTriggerStateContext value={state}>
      <RootMenuTriggerStateContext value={state}>
        {/* The panel itself is the dialog: one inside it would leave React Aria's dismiss button outside. */}
        <AriaPopover
          {...defined({ id })}
          aria-labelledby={labelId}
          className={cx(POPOVER_STYLE, 'outline-none')}
          offset={4}
          placement={placement}
          trigger="DialogTrigger"
          triggerRef={triggerRef}
        >
          <span hidden id={labelId}>
            {label}
          </span>
          <div className={cx('p-3', className)}>
            {typeof children === 'function' ? children(() => state.close()) : children}
          </div>
        </AriaPopover>
      </RootMenuTriggerStateContext>
    </OverlayTriggerStateContext>
  );
}
