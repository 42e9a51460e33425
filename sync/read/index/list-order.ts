import type { IndexQuery } from '../../protocol/index-query.ts';
import type { Checked } from './checked.ts';
import type { ColumnarIndex } from './columnar-index.ts';
import type { DictColumn } from './columns.ts';
import { FIT_COUNT } from './fit.ts';
import { dictRanks } from './sort-orders.ts';

/** Slots in the order of the list; those that did not pass may be among them. */
export function listOrder(index: ColumnarIndex, { sort }: IndexQuery, checked: Checked): Uint32Array {
  const order = index.orders.order(sort);
  return checked.fits === undefined ? order : byFit(index, order, checked.fits, checked);
}

/** Rows that passed, the better fits first, of those alike the ones in worse health, then in the order they had. */
function byFit(
  index: ColumnarIndex,
  order: Uint32Array,
  fits: Uint8Array,
  { failed, total }: Checked,
): Uint32Array {
  const { codes, ranks, count } = weights(index);
  const keyOf = (slot: number): number => (fits[slot] ?? 0) * count + (ranks[codes[slot] ?? 0] ?? 0);
  const places = new Uint32Array(FIT_COUNT * count + 1);
  for (const slot of order) {
    if (failed[slot] !== 0) continue;
    const next = keyOf(slot) + 1;
    places[next] = (places[next] ?? 0) + 1;
  }
  for (let key = 1; key < places.length; key += 1) places[key] = (places[key] ?? 0) + (places[key - 1] ?? 0);
  const sorted = new Uint32Array(total);
  for (const slot of order) {
    if (failed[slot] !== 0) continue;
    const key = keyOf(slot);
    const place = places[key] ?? 0;
    sorted[place] = slot;
    places[key] = place + 1;
  }
  return sorted;
}

interface Weights {
  readonly codes: ArrayLike<number>;
  readonly ranks: ArrayLike<number>;
  /** One more than the highest rank. */
  readonly count: number;
}

function weights(index: ColumnarIndex): Weights {
  const name = Object.entries(index.spec).find(([, kind]) => 'isWeighed' in kind)?.[0];
  const column = name === undefined ? undefined : index.column(name);
  if (column?.kind !== 'dict') return { codes: [], ranks: [], count: 1 };
  return { codes: column.codes, ...ranked(column) };
}

/** No value comes last. */
function ranked(column: DictColumn): Omit<Weights, 'codes'> {
  const last = column.codeCount;
  const ranks = Uint32Array.from(dictRanks(column), (rank) => (Number.isNaN(rank) ? last : rank));
  return { ranks, count: last + 1 };
}
