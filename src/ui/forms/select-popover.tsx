import { use, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { SelectStateContext } from 'react-aria-components/Select';
import { cx } from '../class-names.ts';
import { POPOVER_STYLE } from '../overlays/popover-style.ts';

interface SelectPopoverProps {
  className: string;
  children: ReactNode;
}

/** As a modal one is: what stands outside every landmark has to be a dialog. React Aria needs its own element for it. */
const AS_DIALOG = { role: 'dialog' } as const;

/**
 * The list of a select. Not modal: a modal one makes the page inert and takes that back when something is chosen, and
 * the browser styles every element of the page anew before it shows the choice. A sheet as wide as the window catches
 * the press outside instead, which closes the list and does nothing else.
 */
export function SelectPopover({ className, children }: SelectPopoverProps): ReactElement {
  const state = use(SelectStateContext);
  const handleClick = ({ target, currentTarget }: MouseEvent): void => {
    if (target === currentTarget) state?.close();
  };
  return (
    <Popover
      isNonModal
      // The sheet is part of the popover, so that a dialog around lets it be pressed.
      className={cx(POPOVER_STYLE, "before:fixed before:inset-0 before:-z-10 before:content-['']", className)}
      offset={4}
      render={(props) => <div {...props} {...AS_DIALOG} />}
      onClick={handleClick}
    >
      {children}
    </Popover>
  );
}
