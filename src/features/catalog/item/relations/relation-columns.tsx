import { ArrowDownRight, ArrowUpLeft, CloudOff, Trash2, Unlink } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { isHard } from '#sync/read/relation-edges.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import type { ListColumn } from '#src/views/list/list-spec.ts';
import { catalogColumns } from '../../list/catalog-columns.tsx';
import type { CatalogItem } from '../../list/catalog-row.ts';
import { isGone, relationName, relationType, type Relation } from './relation-row.ts';

/** A column of the catalog, of the item that a link leads to; without the ways to filter by it, which take its room. */
function ofItem(id: string, compare?: (a: CatalogItem, b: CatalogItem) => number): ListColumn<Relation> {
  const found = catalogColumns.find((column) => column.id === id);
  if (found === undefined) throw new Error(`the catalog has no column ${id}`);
  const { cell, text, width, align, hideBelow, header } = found;
  return {
    id,
    header,
    isSortable: compare !== undefined,
    ...(width !== undefined && { width }),
    ...(align !== undefined && { align }),
    ...(hideBelow !== undefined && { hideBelow }),
    cell: ({ item }) => (item ? cell(item) : <span className="text-muted">–</span>),
    text: ({ item }) => (item ? text(item) : ''),
    ...(compare !== undefined && {
      compare: (a, b) => (a.item && b.item ? compare(a.item, b.item) : Number(!a.item) - Number(!b.item)),
    }),
  };
}

const byText = (a: string | null, b: string | null): number => (a ?? '').localeCompare(b ?? '');

/** Spec 3: "id, name, type, status, health, tags, changes"; how far away, and which way, is ours. */
export const relationColumns: readonly ListColumn<Relation>[] = [
  {
    id: 'name',
    header: 'Name',
    isName: true,
    isSortable: true,
    cell: (row) => <Name row={row} />,
    text: relationName,
    compare: (a, b) => byText(relationName(a), relationName(b)),
  },
  {
    id: 'type',
    header: 'Type',
    width: '168px',
    isSortable: true,
    hideBelow: 'narrow',
    cell: (row) => <span title={relationType(row) ?? undefined}>{relationType(row) ?? '–'}</span>,
    text: (row) => relationType(row) ?? '',
    compare: (a, b) => byText(relationType(a), relationType(b)),
  },
  {
    id: 'steps',
    header: 'Direction',
    width: '168px',
    isSortable: true,
    cell: (row) => <Way row={row} />,
    text: wayWords,
    compare: (a, b) => a.steps - b.steps,
  },
  ofItem('status', (a, b) => byText(a.status ?? a.health, b.status ?? b.health)),
  ofItem('changes'),
  ofItem('tags'),
  // Its header has the mark of the order beside it.
  { ...ofItem('updated_at', (a, b) => byText(a.updated_at, b.updated_at)), width: '104px' },
];

/** Where seven columns have no room (ux 4.3). */
export const narrowColumns: readonly Column<Relation>[] = [
  {
    id: 'name',
    header: 'Name',
    isName: true,
    isSortable: true,
    cell: (row) => (
      // As high as the row, so that the whole of it is the link under a finger.
      <span className="flex h-[calc(var(--row-height)-1px)] flex-col justify-center">
        <span className="block truncate leading-5">
          <Name row={row} />
        </span>
        <span className="flex items-center gap-x-3 overflow-hidden text-caption leading-4 font-normal text-muted">
          {statusOf(row)}
          <span className="truncate">{relationType(row)}</span>
        </span>
      </span>
    ),
  },
  { id: 'steps', header: 'Direction', width: '112px', cell: (row) => <Way row={row} /> },
];

function statusOf({ item }: Relation): ReactNode {
  return item ? catalogColumns.find(({ id }) => id === 'status')?.cell(item) : null;
}

function Name({ row }: { row: Relation }): ReactElement {
  const { item, unlinkedAt } = row;
  if (item === undefined && row.end === undefined) return <span className="text-muted">…</span>;
  if (!isGone(row)) return <>{relationName(row)}</>;
  // What leaves this device may be deleted, or not for this role.
  const isAway = unlinkedAt === null && item === null;
  const isItem = (item?.deleted_at ?? row.end?.deleted_at ?? null) !== null;
  const word = isAway ? 'not on this device' : isItem ? 'deleted' : 'link deleted';
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <Icon className="shrink-0" icon={isAway ? CloudOff : isItem ? Trash2 : Unlink} size={14} />
      <span className="truncate">{relationName(row)}</span>
      <span className="shrink-0 font-normal">{word}</span>
    </span>
  );
}

/** The way of the links, and how many there are between. */
function Way({ row }: { row: Relation }): ReactElement {
  const { direction, steps, relation } = row;
  const kind = isHard(row) ? '' : ` (soft: ${relation ?? 'without a name'})`;
  return (
    <span className="inline-flex items-center gap-1.5 align-middle" title={`${wayWords(row)}${kind}`}>
      <Icon
        className="shrink-0 text-muted"
        icon={direction === 'outgoing' ? ArrowDownRight : ArrowUpLeft}
        size={14}
      />
      <span>{direction === 'outgoing' ? 'Outgoing' : 'Incoming'}</span>
      {steps > 1 && <span className="tabular text-muted">{steps} steps</span>}
    </span>
  );
}

function wayWords({ direction, steps }: Relation): string {
  const way = direction === 'outgoing' ? 'Outgoing' : 'Incoming';
  return steps === 1 ? way : `${way}, ${steps} steps`;
}
