import type { ReactElement } from 'react';
import { Age } from '#src/ui/marks/age.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { TypeMark } from '#src/ui/marks/type-mark.tsx';
import type { ListColumn } from '#src/views/list/list-spec.ts';
import { TagCell } from '../tag-cell.tsx';
import { authorOf, changeTitle, repeatWords, type Change } from './change-row.ts';
import { tagValue } from './change-search.ts';
import { usePersonName } from './people-names.ts';

/** So many tags have room in a row; the dialog has all of them. */
const SHOWN_TAGS = 2;

const LAST_SEEN: ListColumn<Change> = {
  id: 'created_at',
  header: 'Last Seen',
  width: '164px',
  isSortable: true,
  cell: (change) => <LastSeen change={change} />,
  text: (change) => [change.created_at, repeatWords(change)].filter(Boolean).join(' '),
};

/** Spec 2: Last Seen, Catalog, Type, Summary, Tags, Created By. The ids are what the server sorts by. */
export const changeColumns: readonly ListColumn<Change>[] = [
  LAST_SEEN,
  {
    id: 'name',
    header: 'Catalog',
    width: '200px',
    isSortable: true,
    cell: (change) => <Item change={change} />,
    text: ({ name, config_id: id }) => name ?? id ?? '',
    filter: ({ config_id: id, name }) =>
      id === null ? undefined : { param: 'id', value: id, label: name ?? id },
  },
  {
    id: 'change_type',
    header: 'Type',
    width: '176px',
    isSortable: true,
    cell: (change) => <ChangeType change={change} />,
    text: ({ change_type: type }) => type ?? '',
    filter: ({ change_type: type }) => filterOf('changeType', type),
  },
  {
    id: 'summary',
    header: 'Summary',
    isName: true,
    isSortable: true,
    cell: changeTitle,
    text: ({ summary }) => summary ?? '',
    filter: ({ summary }) => filterOf('summary', summary),
  },
  {
    id: 'tags',
    header: 'Tags',
    width: '264px',
    hideBelow: 'medium',
    cell: ({ tags }) => <TagCell shown={SHOWN_TAGS} tags={tags} write={tagValue} />,
    text: ({ tags }) => tags.map(({ key, value }) => `${key}=${value}`).join(', '),
  },
  {
    id: 'created_by',
    header: 'Created By',
    width: '152px',
    hideBelow: 'medium',
    cell: (change) => <Author change={change} />,
    text: (change) => authorOf(change)?.value ?? '',
    filter: (change) => {
      const author = authorOf(change);
      if (author === null) return undefined;
      const label = author.param === 'created_by' ? 'this person' : author.value;
      return { ...author, label };
    },
  },
];

/** Where six columns have no room (ux 4.3). */
export const narrowColumns: readonly Column<Change>[] = [
  {
    id: 'summary',
    header: 'Summary',
    isName: true,
    cell: (change) => (
      // As high as the row, so that the whole of it is the link under a finger.
      <span className="flex h-[calc(var(--row-height)-1px)] flex-col justify-center">
        <span className="block truncate leading-5">{changeTitle(change)}</span>
        <span className="flex items-center gap-x-3 overflow-hidden text-caption leading-4 font-normal text-muted">
          <span className="shrink-0">
            <ChangeType change={change} />
          </span>
          <span className="truncate">
            <Item change={change} />
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'created_at',
    header: 'Last Seen',
    width: '92px',
    align: 'end',
    cell: ({ created_at: at }) => <Age at={at} className="text-muted" label="Last seen" />,
  },
];

function filterOf(param: string, value: string | null) {
  return value === null || value === '' ? undefined : { param, value, label: value };
}

/** When it happened last, and how often since when. */
export function LastSeen({ change }: { change: Change }): ReactElement {
  const words = repeatWords(change);
  return (
    <>
      <Age at={change.created_at} label="Last seen" />
      {words !== undefined && <span className="tabular text-muted"> {words}</span>}
    </>
  );
}

function Item({ change: { name, config_id: id, type } }: { change: Change }): ReactElement {
  return (
    <span title={type ?? undefined}>
      <TypeMark type={type} />
      {name ?? id ?? '–'}
    </span>
  );
}

function ChangeType({ change: { change_type: type, severity } }: { change: Change }): ReactElement {
  return (
    <>
      {severity !== null && severity !== '' && <SeverityBars isWordHidden severity={severity} />}{' '}
      {type ?? '–'}
    </>
  );
}

/** Somebody of this product by name, anybody else as the source of the change calls them. */
export function Author({ change }: { change: Change }): ReactElement {
  const author = authorOf(change);
  if (author === null) return <span className="text-muted">–</span>;
  return author.param === 'created_by' ? <Person id={author.value} /> : <>{author.value}</>;
}

function Person({ id }: { id: string }): ReactElement {
  return <>{usePersonName()(id) ?? 'Somebody'}</>;
}
