import type { ReactElement } from 'react';
import { own } from '#sync/protocol/own.ts';
import { CountBadge } from '#src/ui/marks/badge.tsx';
import type { Column, TableTree } from '#src/ui/table/data-table.tsx';
import { SkeletonBar } from '#src/ui/marks/skeleton.tsx';
import { FilterableCell, FilterButtons } from './cell-filter.tsx';
import type { ListColumn } from './list-spec.ts';
import type { SortParams } from './list-table.tsx';
import type { Line } from './row-source.ts';

type RowColumn<Row> = Column<Row> & Pick<ListColumn<Row>, 'filter'>;

/** The same columns for as long as there are those they are made of: a table that is opened again does not move. */
const made = new WeakMap<readonly unknown[], readonly unknown[]>();

/** Columns of rows as columns of lines. */
export function columnsOfLines<Row>(columns: readonly RowColumn<Row>[]): readonly Column<Line<Row>>[] {
  const known = made.get(columns);
  if (known !== undefined) return known as readonly Column<Line<Row>>[]; // as: made of these columns below
  const ofLines = columns.map((column): Column<Line<Row>> => {
    const { beside, ...rest } = column;
    return {
      ...rest,
      cell: (line) => <LineCell column={column} line={line} />,
      // The name is a link, and no control can be in one.
      ...(column.isName === true && column.filter !== undefined
        ? { beside: (line: Line<Row>) => <NameFilter column={column} line={line} /> }
        : beside !== undefined && {
            beside: (line: Line<Row>) => (line.kind === 'row' && line.row ? beside(line.row) : null),
          }),
    };
  });
  made.set(columns, ofLines);
  return ofLines;
}

function LineCell<Row>({ column, line }: { column: RowColumn<Row>; line: Line<Row> }): ReactElement | null {
  if (line.kind === 'group') return null;
  if (line.row !== null && line.row !== undefined) {
    const filter = column.filter?.(line.row);
    const cell = column.cell(line.row);
    return filter === undefined || column.isName === true ? (
      <>{cell}</>
    ) : (
      <FilterableCell filter={filter}>{cell}</FilterableCell>
    );
  }
  if (line.row === undefined) return <SkeletonBar className="inline-block w-2/3 align-middle" />;
  return column.isName === true ? <span className="text-muted">Not on this device any more</span> : null;
}

function NameFilter<Row>({ column, line }: { column: RowColumn<Row>; line: Line<Row> }): ReactElement | null {
  const filter = line.kind === 'row' && line.row ? column.filter?.(line.row) : undefined;
  return filter === undefined ? null : <FilterButtons filter={filter} />;
}

/** Groups fold; they stand across the whole width. */
export function treeOf<Row>(
  toggle: ((groupId: string, isOpen: boolean) => void) | null,
): TableTree<Line<Row>> | undefined {
  if (toggle === null) return undefined;
  return {
    level: (line) => (line.kind === 'row' && line.isMember ? 2 : 1),
    isExpanded: (line) => (line.kind === 'group' ? line.isOpen : undefined),
    onToggle: (line, isOpen) => toggle(line.id, isOpen),
    header: (line) =>
      line.kind === 'group' ? (
        <span className="inline-flex max-w-full items-center gap-2 align-top">
          <span className="truncate">{line.values.map((value) => value ?? 'none').join(' / ')}</span>
          <CountBadge count={line.count} label="rows" />
        </span>
      ) : undefined,
  };
}

export function lineId(line: { readonly id: string }): string {
  return line.id;
}

/** Every answer brings its lines anew, and mostly they show the same. */
export function isSameLine<Row>(one: Line<Row>, other: Line<Row>): boolean {
  if (one.kind === 'row')
    return other.kind === 'row' && one.row === other.row && one.isMember === other.isMember;
  return other.kind === 'group' && JSON.stringify(one) === JSON.stringify(other);
}

/** The order an address asks for, in either spelling of the direction; lists without one have no such parameter. */
export function sortOf(view: Readonly<Record<string, unknown>>): SortParams {
  const sortBy = own(view, 'sortBy');
  return {
    sortBy: typeof sortBy === 'string' && sortBy !== '' ? sortBy : undefined,
    sortDesc: own(view, 'sortDesc') === true || own(view, 'sortOrder') === 'desc',
  };
}
