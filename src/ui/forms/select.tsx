import { ChevronsUpDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { cx } from '../class-names.ts';
import { CONTROL_STYLE } from './control-style.ts';
import { defined } from '../defined.ts';
import { FieldLabel, FieldNotes, type FieldTexts } from './field-parts.tsx';
import { Icon } from '../marks/icon.tsx';
import { OptionList, type Option } from './option-list.tsx';
import { SelectPopover } from './select-popover.tsx';
import { TextField } from './text-field.tsx';

export type { Option } from './option-list.tsx';

export interface SelectProps extends FieldTexts {
  options: readonly Option[];
  value: string | null;
  onChange: (id: string) => void;
  placeholder?: string;
  name?: string | undefined;
  disabledReason?: string | undefined;
  size?: 'small' | 'medium';
  className?: string | undefined;
}

/** One of a short list (up to ~20). For longer lists use Combobox. */
export function Select(props: SelectProps): ReactElement {
  const { label, isLabelHidden, help, error, isRequired, options, value, onChange, name, disabledReason } =
    props;
  const { placeholder = 'Choose…', size = 'medium', className } = props;
  const chosen = options.find((option) => option.id === value);
  if (disabledReason !== undefined) {
    return <TextField {...{ label, isLabelHidden, disabledReason, className }} value={chosen?.label ?? ''} />;
  }
  return (
    <AriaSelect
      {...defined({ name, isRequired })}
      className={cx('group flex min-w-0 flex-col gap-1.5', className)}
      isInvalid={error !== undefined}
      placeholder={placeholder}
      validationBehavior="aria"
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      <FieldLabel isLabelHidden={isLabelHidden} isRequired={isRequired} label={label} />
      <AriaButton
        className={cx(
          CONTROL_STYLE,
          'flex items-center gap-2 text-start text-table group-data-invalid:border-danger',
          size === 'small' ? 'h-control-small' : 'h-control',
        )}
      >
        <SelectValue className="min-w-0 flex-1 truncate data-placeholder:text-muted">
          {chosen === undefined ? (
            placeholder
          ) : (
            <span className="flex min-w-0 items-center gap-2">
              {chosen.glyph}
              <span className="truncate">{chosen.label}</span>
            </span>
          )}
        </SelectValue>
        <Icon className="text-muted" icon={ChevronsUpDown} size={14} />
      </AriaButton>
      <FieldNotes error={error} help={help} />
      <SelectPopover className="min-w-(--trigger-width)">
        <OptionList options={options} />
      </SelectPopover>
    </AriaSelect>
  );
}
