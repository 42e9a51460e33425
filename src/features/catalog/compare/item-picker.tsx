import { useMemo, useState, type ReactElement } from 'react';
import type { IndexFilter, IndexQuery } from '#sync/protocol/index-query.ts';
import { rankedSearch } from '#src/platform/ranked-search.ts';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { SearchField } from '#src/ui/filters/search-field.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { MatchedText } from '#src/views/matched-text.tsx';
import { maybeRow, maybeText } from '#src/views/row-text.ts';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import { compareSearch, type CompareSearch, type Side } from './compare-search.ts';

const SHOWN = 20;
/** Where an item runs: many have one name and one type in every cluster. */
const PLACES = ['cluster', 'namespace', 'account', 'region'] as const;

interface ItemPickerProps {
  search: CompareSearch;
  side: Side;
  /** The item on the other side; absent where none is chosen yet. */
  other: { readonly id: string; readonly type: string | null; readonly name: string } | undefined;
}

/** A search over the items of this device; those of the same type first. */
export function ItemPicker({ search, side, other }: ItemPickerProps): ReactElement {
  const [text, setText] = useState('');
  const type = other?.type ?? null;
  const hrefOf = (id: string): string => compareSearch.href({ ...search, [side]: id });
  return (
    <section aria-label="Choose an item" className="flex max-w-[44rem] flex-col gap-3">
      <h2 className="text-section font-semibold">
        {other === undefined ? 'Choose an item' : `Compare ${other.name} with…`}
      </h2>
      {other !== undefined && (
        <p className="text-table">
          <TextLink className="inline-flex min-h-target items-center" href={hrefOf(other.id)}>
            The same item at an earlier time
          </TextLink>
        </p>
      )}
      <SearchField label="Search the catalog" value={text} onChange={setText} />
      {type !== null && (
        <Found
          filter={{ kind: 'values', column: 'type', include: [type], exclude: [] }}
          hrefOf={hrefOf}
          label={type}
          leftOut={other?.id}
          text={text}
        />
      )}
      {(type === null || text !== '') && (
        <Found
          filter={type === null ? null : { kind: 'values', column: 'type', include: [], exclude: [type] }}
          hrefOf={hrefOf}
          label={type === null ? 'Catalog items' : 'Other types'}
          leftOut={other?.id}
          text={text}
        />
      )}
    </section>
  );
}

interface FoundProps {
  label: string;
  text: string;
  filter: IndexFilter | null;
  leftOut: string | undefined;
  hrefOf: (id: string) => string;
}

function Found({ label, text, filter, leftOut, hrefOf }: FoundProps): ReactElement {
  const query: IndexQuery = {
    filters: filter === null ? [] : [filter],
    ...rankedSearch(text),
    offset: 0,
    limit: SHOWN,
    facets: [],
    groups: null,
  };
  const answer = useIndexQuery('config_items', query);
  const rows = useIndexRows('config_items', answer.value?.ids ?? NO_IDS);
  const found = useMemo(
    () => (rows.value ?? []).filter((row) => row !== null && maybeText(row, 'id') !== leftOut),
    [rows.value, leftOut],
  );
  const error = answer.error ?? rows.error;
  const total = answer.value?.total ?? 0;
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <h3 className="text-caption font-medium text-muted">
        {label}
        {total > SHOWN && `: the first ${SHOWN} of ${total.toLocaleString()}`}
      </h3>
      {error !== undefined && <ReadFailedBar error={error}>The items could not be read</ReadFailedBar>}
      {found.length === 0 && answer.value !== undefined && rows.status === 'ready' && (
        <p className="text-table text-muted">
          {answer.value.state === 'complete'
            ? 'None match'
            : 'No match on this device; not everything has been downloaded yet'}
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {found.map((row) => {
          const id = maybeText(row, 'id') ?? '';
          const tags = maybeRow(row, 'tags');
          const health = maybeText(row, 'health');
          return (
            <li className="flex min-h-row items-center gap-3 text-table" key={id}>
              {health !== null && <HealthMark health={health} isWordHidden />}
              <TextLink
                className="inline-flex min-h-target min-w-12 items-center font-medium"
                href={hrefOf(id)}
                tone="quiet"
              >
                <span className="truncate">
                  <MatchedText sought={text} text={maybeText(row, 'name') ?? id} />
                </span>
              </TextLink>
              <span className="min-w-0 truncate text-muted">
                {[
                  filter?.kind === 'values' && filter.include.length > 0 ? null : maybeText(row, 'type'),
                  ...PLACES.map((key) => maybeText(tags, key)),
                ]
                  .filter((each) => each !== null)
                  .join(' · ')}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const NO_IDS: readonly string[] = [];
