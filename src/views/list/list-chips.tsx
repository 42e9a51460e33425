import type { ReactElement, ReactNode } from 'react';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { FilterChip, FilterRow } from '#src/ui/filters/filter-chip.tsx';
import type { Hidden } from './row-source.ts';
import type { NameOf, Params } from './search-spec.ts';
import type { ListAddress } from './use-list-address.ts';

interface ListChipsProps<P extends Params> {
  address: ListAddress<P>;
  nameOf: NameOf;
  /** How many are listed, and what the filters hide; null for nothing to say. */
  note: ReactNode;
}

/** What is filtered now, a default too, and the way back to it. */
export function ListChips<P extends Params>(props: ListChipsProps<P>): ReactElement | null {
  const { address, nameOf, note } = props;
  const { spec, search, change } = address;
  const hasFilters = spec.hasFilters(search);
  const clear = (): void => change(spec.clearing(search));
  useShortcut(
    {
      id: 'page-filters-clear',
      keys: ['Shift+F'],
      shown: ['Shift', 'f'],
      label: 'Clear all filters',
      group: 'This page',
      run: clear,
    },
    hasFilters,
  );
  const chips = spec.chips(search, nameOf);
  if (chips.length === 0 && note === null) return null;
  return (
    <FilterRow note={note ?? undefined} onClearAll={hasFilters ? clear : undefined}>
      {chips.map(({ field, text, isExcluded, part }) => (
        <FilterChip
          field={field}
          isExcluded={isExcluded}
          key={`${field} ${String(isExcluded)} ${text}`}
          value={text}
          onRemove={() => change(part)}
        />
      ))}
    </FilterRow>
  );
}

/** A chip where it cannot be pressed. */
export function chipText({
  field,
  text,
  isExcluded,
}: {
  field: string;
  text: string;
  isExcluded?: boolean;
}): string {
  return `${field}${isExcluded === true ? ' not' : ''}: ${text}`;
}

interface HiddenNoteProps<P extends Params> {
  /** "Showing 4 open"; empty for nothing to say. */
  counted: string;
  hidden: Hidden<P> | null;
  address: ListAddress<P>;
}

/** "Showing 4 open · 7 more active · Show": what a filter hides is said (ux need 6). */
export function HiddenNote<P extends Params>({ counted, hidden, address }: HiddenNoteProps<P>): ReactElement {
  return (
    <output>
      {counted !== '' && <span className="tabular">{counted}</span>}
      {hidden !== null && (
        <>
          {counted !== '' && <span aria-hidden> · </span>}
          <span className="tabular">{hidden.text}</span>
          <span aria-hidden> · </span>
          <button
            aria-label={hidden.label}
            className="min-h-6 rounded-[3px] px-0.5 text-accent underline underline-offset-2 pointer-coarse:-my-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            type="button"
            onClick={() => address.change(hidden.part)}
          >
            Show
          </button>
        </>
      )}
    </output>
  );
}
