import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { cx } from '../class-names.ts';
import { defined } from '../defined.ts';
import { Icon } from '../marks/icon.tsx';

export interface Option {
  id: string;
  label: string;
  /** A second line in muted text. */
  description?: string | undefined;
  /** A glyph before the label (status shape, avatar). */
  glyph?: ReactNode;
  /** The option can be read but not chosen; replaces the description. */
  disabledReason?: string | undefined;
  /** Options of one section stand together under this heading; those without one come first. */
  section?: string | undefined;
}

export interface OptionListProps {
  /** Absent inside a combo box, which hands its filtered items down itself. */
  options?: readonly Option[] | undefined;
  empty?: string;
}

const LIST_STYLE = 'max-h-80 overflow-auto p-1 outline-none';

/** The list inside Select and Combobox. */
export function OptionList({ options, empty }: OptionListProps): ReactElement {
  const sections = [...new Set(options?.flatMap(({ section }) => section ?? []))];
  if (options !== undefined && sections.length > 0) {
    return <SectionedList options={options} sections={sections} />;
  }
  return (
    <ListBox<Option>
      {...defined({ items: options })}
      className={LIST_STYLE}
      {...(empty === undefined
        ? {}
        : { renderEmptyState: () => <p className="px-2 py-1.5 text-table text-muted">{empty}</p> })}
    >
      {(option) => <OptionItem option={option} />}
    </ListBox>
  );
}

interface SectionedListProps {
  options: readonly Option[];
  sections: readonly string[];
}

function SectionedList({ options, sections }: SectionedListProps): ReactElement {
  return (
    <ListBox className={LIST_STYLE}>
      {options
        .filter(({ section }) => section === undefined)
        .map((option) => (
          <OptionItem key={option.id} option={option} />
        ))}
      {sections.map((section) => (
        <ListBoxSection
          className="mt-1 border-t border-line pt-1 first:mt-0 first:border-0 first:pt-0"
          id={section}
          key={section}
        >
          <Header className="px-2 pt-1.5 pb-1 text-table font-medium text-muted">{section}</Header>
          {options
            .filter((option) => option.section === section)
            .map((option) => (
              <OptionItem key={option.id} option={option} />
            ))}
        </ListBoxSection>
      ))}
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
            {second !== undefined && <span className="block max-w-64 text-muted">{second}</span>}
          </span>
          <span className="size-4 shrink-0 text-accent">{isSelected && <Icon icon={Check} />}</span>
        </>
      )}
    </ListBoxItem>
  );
}
