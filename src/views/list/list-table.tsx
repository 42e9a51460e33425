import { useCallback, useMemo, type ReactElement, type ReactNode } from 'react';
import { useListPosition } from '#src/platform/device/list-position.ts';
import { Button } from '#src/ui/button.tsx';
import { DataTable, type DataTableProps, type Sort } from '#src/ui/table/data-table.tsx';
import type { Params, SearchOf } from './search-spec.ts';
import type { ListAddress } from './use-list-address.ts';
import type { Order } from './use-held-order.ts';

/** The parameters of an address that decide the order. */
export interface SortParams {
  readonly sortBy: string | undefined;
  readonly sortDesc: boolean;
}

interface ListTableProps<P extends Params, Row> extends Omit<
  DataTableProps<Row>,
  | 'activeId'
  | 'startTop'
  | 'listId'
  | 'question'
  | 'sort'
  | 'onSortChange'
  | 'onActiveChange'
  | 'isFullBleed'
  | 'className'
> {
  /** Tells the places of this list from those of others. */
  id: string;
  address: ListAddress<P>;
  sort: SortParams;
}

/** A table that is come back to where it was left, sorted by its headers. Other rows are shown from their top. */
export function ListTable<P extends Params, Row>(props: ListTableProps<P, Row>): ReactElement {
  const { id, address, sort, ...table } = props;
  const { spec, search, entry, change } = address;
  const listKey = spec.listKey(search);
  const { frameRef, start, onActiveChange } = useListPosition(id, entry, listKey);
  const { sortBy, sortDesc } = sort;
  const shownSort = useMemo<Sort | undefined>(
    () =>
      sortBy === undefined
        ? undefined
        : { columnId: sortBy, direction: sortDesc ? 'descending' : 'ascending' },
    [sortBy, sortDesc],
  );
  const handleSort = useCallback(
    ({ columnId: sortBy, direction }: Sort) => {
      const isDown = direction === 'descending';
      const part = Object.hasOwn(spec.params, 'sortOrder')
        ? { sortBy, sortOrder: isDown ? 'desc' : 'asc' }
        : { sortBy, sortDesc: isDown };
      // as: every sorted list has these two; a column that the parameter does not know is read as none
      change(part as unknown as SearchOf<P>);
    },
    [change, spec],
  );
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" ref={frameRef}>
      <DataTable
        {...table}
        isFullBleed
        activeId={start?.activeId}
        className="flex-1"
        listId={listKey}
        question={listKey}
        sort={shownSort}
        startTop={start?.scrollTop}
        onActiveChange={onActiveChange}
        onSortChange={handleSort}
      />
    </div>
  );
}

const BEHIND = {
  order: { text: 'The order has changed', action: 'Re-sort' },
  rows: { text: 'The list has changed', action: 'Show' },
} as const;

/** Around rows whose order is held: they keep their places while a pointer or the focus is among them. */
export function HeldRows({ order, children }: { order: Order | null; children: ReactNode }): ReactElement {
  return (
    // Watched, not operated.
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col" {...order?.inUse}>
      {order?.isBehind === true && (
        <output className="absolute end-4 bottom-4 z-20 flex items-center gap-2 rounded-control border border-line-strong bg-overlay px-3 py-1.5 text-table shadow-overlay">
          {BEHIND[order.behindIn].text}
          <Button size="small" onPress={order.resort}>
            {BEHIND[order.behindIn].action}
          </Button>
        </output>
      )}
      {children}
    </div>
  );
}
