import type { ReactElement, ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components/Switch';
import { cx } from '../class-names.ts';
import { defined } from '../defined.ts';

export interface SwitchProps {
  children: ReactNode;
  isSelected?: boolean | undefined;
  defaultSelected?: boolean | undefined;
  onChange?: ((isSelected: boolean) => void) | undefined;
  help?: ReactNode;
  disabledReason?: string | undefined;
  className?: string | undefined;
}

/** On or off, at once. For a choice that is sent with a form use Checkbox. */
export function Switch(props: SwitchProps): ReactElement {
  const { children, isSelected, defaultSelected, onChange, help, disabledReason, className } = props;
  const isBlocked = disabledReason !== undefined;
  const second = disabledReason ?? help;
  return (
    <AriaSwitch
      {...defined({ isSelected, defaultSelected, onChange })}
      className={cx(
        'group inline-flex min-h-target gap-2.5 py-0.5 text-table',
        second === undefined ? 'items-center' : 'items-start',
        className,
      )}
      isReadOnly={isBlocked}
    >
      <span
        className={cx(
          'flex h-4 w-7 shrink-0 items-center rounded-full border border-line-control bg-chip p-px transition-colors duration-(--motion-fast)',
          'group-data-selected:border-transparent group-data-selected:bg-accent-solid group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus',
          second !== undefined && 'mt-0.5',
          isBlocked && 'opacity-60',
        )}
      >
        <span className="size-3 rounded-full bg-line-control transition-transform duration-(--motion-fast) group-data-selected:translate-x-3 group-data-selected:bg-on-solid forced-colors:bg-[ButtonText]" />
      </span>
      <span>
        <span className={isBlocked ? 'text-muted' : 'text-fg'}>{children}</span>
        {second !== undefined && <span className="block text-muted">{second}</span>}
      </span>
    </AriaSwitch>
  );
}
