import { useMemo, useState } from 'react';
import { useHeldOrder, type Order } from './use-held-order.ts';
import type { ListColumn } from './list-spec.ts';
import type { Line } from './row-source.ts';
import type { SortParams } from './list-table.tsx';

/** Rows that are here, as lines in the order asked for. */
interface LocalRows<Row> {
  readonly lines: readonly Line<Row>[];
  readonly order: Order;
  readonly all: () => Promise<{ readonly rows: readonly Row[]; readonly isWhole: boolean }>;
}

interface Asked<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly sort: SortParams;
  /** The same for questions that ask for the same rows in the same order. */
  readonly orderKey: string;
  readonly isWhole: boolean;
}

/** The source of a list whose rows are all read from this device: a few thousand of them. */
export function useLocalRows<Row extends { readonly id: string }>(asked: Asked<Row>): LocalRows<Row> {
  const { columns, sort, orderKey, isWhole } = asked;
  const rows = useSameRows(asked.rows);
  const { sortBy, sortDesc } = sort;
  const groups = useMemo(() => {
    const compare = columns.find(({ id }) => id === sortBy)?.compare;
    const inOrder =
      compare === undefined ? rows : rows.toSorted((a, b) => compare(a, b) * (sortDesc ? -1 : 1));
    return [{ value: null, ids: inOrder.map(({ id }) => id) }];
  }, [rows, columns, sortBy, sortDesc]);
  const { groups: held, ...order } = useHeldOrder(groups, orderKey);
  const { isBehind, behindIn, resort, inUse } = order;
  const ids = held[0]?.ids;
  const shown = useMemo(() => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    return (ids ?? []).flatMap((id) => byId.get(id) ?? []);
  }, [rows, ids]);
  return useMemo(
    () => ({
      lines: shown.map((row): Line<Row> => ({ kind: 'row', id: row.id, row, isMember: false })),
      order: { isBehind, behindIn, resort, inUse },
      all: () => Promise.resolve({ rows: shown, isWhole }),
    }),
    [shown, isWhole, isBehind, behindIn, resort, inUse],
  );
}

/** The same array for as long as it holds the same rows: a list that is filtered while drawing makes a new one each time. */
function useSameRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [held, setHeld] = useState(rows);
  if (held === rows) return held;
  const isSame = held.length === rows.length && rows.every((row, at) => row === held[at]);
  if (!isSame) setHeld(rows);
  return isSame ? held : rows;
}
