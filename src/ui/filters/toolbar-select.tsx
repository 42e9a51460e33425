import { ChevronsUpDown, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { buttonStyle } from '../button-style.ts';
import { cx } from '../class-names.ts';
import { Icon } from '../marks/icon.tsx';
import { OptionList, type Option } from '../forms/option-list.tsx';
import { SelectPopover } from '../forms/select-popover.tsx';

export interface ToolbarSelectProps {
  /** Stands inside the button before the choice: "Group By:". */
  label: string;
  options: readonly Option[];
  value: string;
  onChange: (id: string) => void;
  icon?: LucideIcon | undefined;
  className?: string | undefined;
}

/** One choice of a toolbar, its name and its value in one button. In forms use Select. */
export function ToolbarSelect(props: ToolbarSelectProps): ReactElement {
  const { label, options, value, onChange, icon, className } = props;
  const chosen = options.find((option) => option.id === value);
  return (
    <AriaSelect
      aria-label={label.replace(/:$/u, '')}
      className={cx('flex min-w-0', className)}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      <AriaButton
        className={cx(
          buttonStyle({ variant: 'secondary', size: 'medium' }),
          'w-full min-w-0 shrink! font-normal!',
        )}
      >
        {icon && <Icon className="text-muted" icon={icon} />}
        {/* The value names the button, so its words stand in it as they are read: name first. */}
        <SelectValue className="min-w-0 truncate">
          <span className="text-muted">{label}</span>{' '}
          {/* A link may hold a choice that the list does not have (any more): it is shown as it is. */}
          <span className="font-medium">{chosen?.label ?? value}</span>
        </SelectValue>
        <Icon className="ms-auto text-muted" icon={ChevronsUpDown} size={14} />
      </AriaButton>
      <SelectPopover className="min-w-[max(var(--trigger-width),11rem)]">
        <OptionList options={options} />
      </SelectPopover>
    </AriaSelect>
  );
}
