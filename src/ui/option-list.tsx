import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { cx } from './class-names.ts';
import { defined } from './defined.ts';
import { Icon } from './icon.tsx';

export interface Option {
  id: string;
  label: string;
  /** A second line in muted text. */
  description?: string | undefined;
  /** A glyph before the label (status shape, avatar). */
  glyph?: ReactNode;
  /** The option can be read but not chosen; replaces the description. */
  disabledReason?: string | undefined;
}

export interface OptionListProps {
  /** Absent inside a combo box, which hands its filtered items down itself. */
  options?: readonly Option[] | undefined;
  empty?: string;
}

/** The list inside Select and Combobox. */
export function OptionList({ options, empty }: OptionListProps): ReactElement {
  return (
    <ListBox<Option>
      {...defined({ items: options })}
      className="max-h-80 overflow-auto p-1 outline-none"
      {...(empty === undefined
        ? {}
        : { renderEmptyState: () => <p className="px-2 py-1.5 text-table text-muted">{empty}</p> })}
    >
      {(option) => <OptionItem option={option} />}
    </ListBox>
  );
}

function OptionItem({ option }: { option: Option }): ReactElement {
  const { id, label, glyph, disabledReason, description } = option;
  const second = disabledReason ?? description;
  return (
    <ListBoxItem
      className={cx(
        'flex min-h-control-small cursor-default items-center gap-2 rounded-control px-2 py-1 text-table outline-none data-focused:bg-hover data-pressed:bg-pressed',
        disabledReason === undefined ? 'text-fg' : 'text-muted',
      )}
      id={id}
      isDisabled={disabledReason !== undefined}
      textValue={label}
    >
      {({ isSelected }) => (
        <>
          {glyph}
          <span className="min-w-0 flex-1">
            <span className="block truncate">{label}</span>
            {second !== undefined && <span className="block text-muted">{second}</span>}
          </span>
          <span className="size-4 shrink-0 text-accent">{isSelected && <Icon icon={Check} />}</span>
        </>
      )}
    </ListBoxItem>
  );
}
