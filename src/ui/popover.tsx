import type { ReactElement, ReactNode } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
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

/** A small non-modal panel beside its trigger: press opens, Escape or a press outside closes. */
export function Popover(props: PopoverProps): ReactElement {
  const { trigger, label, children, placement = 'bottom start', className, isOpen, onOpenChange } = props;
  return (
    <DialogTrigger {...defined({ isOpen, onOpenChange })}>
      {trigger}
      <AriaPopover className={POPOVER_STYLE} offset={4} placement={placement}>
        <Dialog aria-label={label} className={cx('p-3 outline-none', className)}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
