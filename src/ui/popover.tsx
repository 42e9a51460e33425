import { useContext, useId, type ReactElement, type ReactNode } from 'react';
import { DialogTrigger, OverlayTriggerStateContext } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { cx } from './class-names.ts';
import { defined } from './defined.ts';

/** Look of every floating panel: popovers, menus, list boxes. */
export const POPOVER_STYLE =
  'overlay-motion z-50 max-w-[calc(100vw-1rem)] overflow-auto rounded-panel bg-overlay text-fg shadow-overlay';

export interface PopoverProps {
  /** One Button or IconButton. */
  trigger: ReactElement;
  /** Accessible name of the panel. */
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right' | 'left';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  className?: string;
}

/** A small panel beside its trigger: press opens, Escape or a press outside closes. */
export function Popover(props: PopoverProps): ReactElement {
  const { trigger, label, placement = 'bottom start', isOpen, onOpenChange } = props;
  const labelId = useId();
  return (
    <DialogTrigger {...defined({ isOpen, onOpenChange })}>
      {trigger}
      {/* The panel itself is the dialog: one inside it would leave React Aria's dismiss button outside. */}
      <AriaPopover
        aria-labelledby={labelId}
        className={cx(POPOVER_STYLE, 'outline-none')}
        offset={4}
        placement={placement}
      >
        <span hidden id={labelId}>
          {label}
        </span>
        <PopoverContent {...props} />
      </AriaPopover>
    </DialogTrigger>
  );
}

function PopoverContent({ children, className }: PopoverProps): ReactElement {
  const state = useContext(OverlayTriggerStateContext);
  return (
    <div className={cx('p-3', className)}>
      {typeof children === 'function' ? children(() => state?.close()) : children}
    </div>
  );
}
