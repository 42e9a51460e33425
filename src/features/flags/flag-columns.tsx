import type { Flag } from '#sync/protocol/flags.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import type { ListColumn } from '#src/views/list/list-spec.ts';

type FlagRow = Flag & { readonly id: string };

const byText = (textOf: (row: FlagRow) => string) => (a: FlagRow, b: FlagRow) =>
  textOf(a).localeCompare(textOf(b));

const NAME: ListColumn<FlagRow> = {
  id: 'name',
  header: 'Name',
  isName: true,
  isSortable: true,
  cell: ({ name }) => <span title={name}>{name}</span>,
  text: ({ name }) => name,
  compare: byText(({ name }) => name),
};

const VALUE: ListColumn<FlagRow> = {
  id: 'value',
  header: 'Value',
  width: '224px',
  isSortable: true,
  cell: ({ value }) => (
    <code className="font-mono text-code" title={value}>
      {value}
    </code>
  ),
  text: ({ value }) => value,
  compare: byText(({ value }) => value),
};

/** Spec 3: "name, value, description, source". */
export const flagColumns: readonly ListColumn<FlagRow>[] = [
  NAME,
  VALUE,
  {
    id: 'description',
    header: 'Description',
    isSortable: true,
    hideBelow: 'narrow',
    cell: ({ description }) =>
      description === '' ? (
        <span className="text-muted">–</span>
      ) : (
        <span title={description}>{description}</span>
      ),
    text: ({ description }) => description,
    compare: byText(({ description }) => description),
  },
  {
    id: 'source',
    header: 'Source',
    width: '120px',
    isSortable: true,
    cell: ({ source }) => (source === '' ? <span className="text-muted">–</span> : source),
    text: ({ source }) => source,
    compare: byText(({ source }) => source),
  },
];

/** Where the columns have no room beside each other (ux 4.3). */
export const narrowColumns: readonly Column<FlagRow>[] = [NAME, { ...VALUE, width: '112px' }];
