import type { ReactElement, ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { cx } from '../class-names.ts';
import { defined } from '../defined.ts';

export interface CheckboxProps {
  children: ReactNode;
  isSelected?: boolean | undefined;
  defaultSelected?: boolean | undefined;
  isIndeterminate?: boolean | undefined;
  onChange?: ((isSelected: boolean) => void) | undefined;
  name?: string | undefined;
  help?: ReactNode;
  disabledReason?: string | undefined;
  className?: string | undefined;
}

/** A box with its words; the whole line is the target. */
export function Checkbox(props: CheckboxProps): ReactElement {
  const {
    children,
    help,
    disabledReason,
    className,
    isSelected,
    defaultSelected,
    isIndeterminate,
    onChange,
    name,
  } = props;
  const isBlocked = disabledReason !== undefined;
  const second = disabledReason ?? help;
  return (
    <AriaCheckbox
      {...defined({ isSelected, defaultSelected, isIndeterminate, onChange, name })}
      className={cx('group inline-flex min-h-target items-start gap-2 py-0.5 text-table', className)}
      isReadOnly={isBlocked}
    >
      {({ isSelected: isOn, isIndeterminate: isPartly }) => (
        <>
          <span
            className={cx(
              'mt-0.5 grid size-4 shrink-0 place-items-center rounded-[4px] border transition-colors duration-(--motion-fast) group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-1 group-data-focus-visible:outline-focus',
              isOn || isPartly
                ? 'border-transparent bg-accent-solid text-on-solid'
                : 'border-line-control bg-control',
              isBlocked && 'border-line bg-chip text-muted',
            )}
          >
            <svg
              aria-hidden
              className="forced-colors:text-[ButtonText]"
              height="12"
              viewBox="0 0 12 12"
              width="12"
            >
              {(isOn || isPartly) && (
                <path
                  d={isPartly ? 'M3 6h6' : 'm2.6 6.3 2.3 2.3 4.5-5'}
                  fill="none"
                  stroke="currentColor"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                  strokeWidth="1.8"
                />
              )}
            </svg>
          </span>
          <span>
            <span className={isBlocked ? 'text-muted' : 'text-fg'}>{children}</span>
            {second !== undefined && <span className="block text-muted">{second}</span>}
          </span>
        </>
      )}
    </AriaCheckbox>
  );
}
