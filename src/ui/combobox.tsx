import { ChevronsUpDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Popover } from 'react-aria-components/Popover';
import { cx } from './class-names.ts';
import { defined } from './defined.ts';
import { CONTROL_STYLE, FieldLabel, FieldNotes, type FieldTexts } from './field-parts.tsx';
import { Icon } from './icon.tsx';
import { OptionList, type Option } from './option-list.tsx';
import { POPOVER_STYLE } from './popover.tsx';

export interface ComboboxProps extends FieldTexts {
  /** At most ~300; longer lists are filtered by the caller through `onInputChange`. */
  options: readonly Option[];
  value: string | null;
  onChange: (id: string | null) => void;
  inputValue?: string | undefined;
  onInputChange?: ((text: string) => void) | undefined;
  placeholder?: string | undefined;
  /** What the list says when nothing matches. */
  empty?: string;
  className?: string | undefined;
}

/** A text field that completes to one of many options. */
export function Combobox(props: ComboboxProps): ReactElement {
  const { label, isLabelHidden, help, error, isRequired, options, value, onChange, className, placeholder } =
    props;
  const { inputValue, onInputChange, empty = 'Nothing matches' } = props;
  return (
    <ComboBox
      {...defined({ inputValue, onInputChange, isRequired })}
      allowsEmptyCollection
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
      // The caller filters when it owns the input; React Aria does otherwise.
      {...(inputValue === undefined ? { defaultItems: options } : { items: options })}
      isInvalid={error !== undefined}
      menuTrigger="focus"
      validationBehavior="aria"
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
    >
      <FieldLabel isLabelHidden={isLabelHidden} isRequired={isRequired} label={label} />
      <Group className="relative flex items-center">
        <Input className={cx(CONTROL_STYLE, 'h-control pe-9 text-table')} {...defined({ placeholder })} />
        <AriaButton className="absolute end-1 grid size-6 place-items-center rounded-control text-muted data-hovered:bg-hover pointer-coarse:size-11">
          <Icon icon={ChevronsUpDown} size={14} />
        </AriaButton>
      </Group>
      <FieldNotes error={error} help={help} />
      <Popover className={cx(POPOVER_STYLE, 'min-w-(--trigger-width)')} offset={4}>
        <OptionList empty={empty} />
      </Popover>
    </ComboBox>
  );
}
