import type { Column, DictColumn } from './columns.ts';
import { NO_VALUE } from './columns.ts';
import type { TextTable } from './text-table.ts';

type Compare = (a: number, b: number) => number;

/** Slots in an order, and those that changed since it was made. */
interface Order {
  slots: Uint32Array;
  readonly dirty: Set<number>;
}

/** Above this share of changed rows sorting anew is cheaper than merging. */
const MERGE_SHARE = 0.25;
/** Orders beyond these are forgotten, oldest first: half a megabyte each at a hundred thousand rows. */
const ORDERS_KEPT = 8;

/** An order with this many changed rows beyond the share is forgotten. */
const FORGET_ROWS = 1_000;

/** What the orders need of the index. */
export interface Sortable {
  readonly ids: TextTable;
  readonly alive: Uint8Array;
  readonly size: number;
  column(name: string): Column;
}

/** Rank of every code of a `dict` column: given values first, then by text without regard to case; none is last. */
export function dictRanks(column: DictColumn): Float64Array {
  const ranks = new Float64Array(column.codeCount);
  const keys = Array.from({ length: column.codeCount }, (_, code) => {
    const text = column.textOf(code);
    const place = text === null ? -1 : column.order.indexOf(text.toLowerCase());
    return { code, place: place < 0 ? column.order.length : place, text: text?.toLowerCase() ?? '' };
  });
  keys.sort((a, b) => a.place - b.place || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  let rank = 0;
  keys.forEach((key, at) => {
    const before = keys[at - 1];
    if (before !== undefined && (before.place !== key.place || before.text !== key.text)) rank += 1;
    ranks[key.code] = rank;
  });
  ranks[NO_VALUE] = Number.NaN;
  return ranks;
}

function byNumber(values: ArrayLike<number>, sign: 1 | -1): Compare {
  return (a, b) => {
    const left = values[a] ?? Number.NaN;
    const right = values[b] ?? Number.NaN;
    if (Number.isNaN(left) || Number.isNaN(right))
      return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    return sign * (left - right);
  };
}

function byDict(column: DictColumn, sign: 1 | -1): Compare {
  const ranks = dictRanks(column);
  const { codes } = column;
  const compare = byNumber(ranks, sign);
  return (a, b) => compare(codes[a] ?? 0, codes[b] ?? 0);
}

function byText(at: (slot: number) => string, sign: 1 | -1): Compare {
  return (a, b) => {
    const left = at(a);
    const right = at(b);
    if (left === right) return 0;
    if (left === '' || right === '') return left === '' ? 1 : -1;
    return left < right ? -sign : sign;
  };
}

/** Sort orders of an index, made when first asked for and mended when rows change. */
export class SortOrders {
  readonly #orders = new Map<string, Order>();
  readonly #index: Sortable;

  constructor(index: Sortable) {
    this.#index = index;
  }

  /** The row of this slot came, went or changed. */
  touch(slot: number): void {
    for (const [name, order] of this.#orders) {
      order.dirty.add(slot);
      // Nobody asked for so long that sorting anew is cheaper.
      if (order.dirty.size > FORGET_ROWS + order.slots.length * MERGE_SHARE) this.#orders.delete(name);
    }
  }

  clear(): void {
    this.#orders.clear();
  }

  /** Living slots in order; null sorts by id. */
  order(sort: { readonly column: string; readonly descending: boolean } | null): Uint32Array {
    const name = sort === null ? '' : `${sort.descending ? '-' : '+'}${sort.column}`;
    const known = this.#orders.get(name);
    if (known?.dirty.size === 0) return known.slots;
    const tie: Compare = (a, b) => this.#index.ids.compare(a, b);
    const isSmall = known !== undefined && known.dirty.size < known.slots.length * MERGE_SHARE;
    const compare = sort === null ? tie : this.#comparer(sort.column, sort.descending ? -1 : 1, isSmall);
    const full: Compare = sort === null ? tie : (a, b) => compare(a, b) || tie(a, b);
    const slots = isSmall ? this.#merged(known, full) : this.#sorted(full);
    this.#orders.delete(name);
    this.#orders.set(name, { slots, dirty: new Set() });
    for (const oldest of this.#orders.keys()) {
      if (this.#orders.size <= ORDERS_KEPT) break;
      this.#orders.delete(oldest);
    }
    return slots;
  }

  snapshot(): readonly (readonly [string, Uint32Array])[] {
    return [...this.#orders]
      .filter(([, order]) => order.dirty.size === 0)
      .map(([name, order]) => [name, order.slots]);
  }

  restore(name: string, slots: Uint32Array): void {
    this.#orders.set(name, { slots, dirty: new Set() });
  }

  get sizeBytes(): number {
    return [...this.#orders.values()].reduce((sum, order) => sum + order.slots.byteLength, 0);
  }

  #comparer(name: string, sign: 1 | -1, isSmall: boolean): Compare {
    const column = this.#index.column(name);
    switch (column.kind) {
      case 'dict':
        return byDict(column, sign);
      case 'number':
      case 'time':
        return byNumber(column.values, sign);
      case 'text': {
        if (isSmall) return byText((slot) => column.at(slot), sign);
        const texts = Array.from({ length: this.#index.size }, (_, slot) => column.at(slot));
        return byText((slot) => texts[slot] ?? '', sign);
      }
      case 'pairs':
        return () => 0;
    }
  }

  #sorted(compare: Compare): Uint32Array {
    const { alive, size } = this.#index;
    const slots: number[] = [];
    for (let slot = 0; slot < size; slot += 1) if (alive[slot] === 1) slots.push(slot);
    return Uint32Array.from(slots.sort(compare));
  }

  #merged({ slots, dirty }: Order, compare: Compare): Uint32Array {
    const { alive } = this.#index;
    const fresh = [...dirty].filter((slot) => alive[slot] === 1).sort(compare);
    const kept = slots.filter((slot) => !dirty.has(slot));
    const merged = new Uint32Array(kept.length + fresh.length);
    // A comparison reads two texts, a copy does not: each changed row looks its place up in halves.
    let from = 0;
    fresh.forEach((slot, at) => {
      const to = firstAfter(kept, from, slot, compare);
      merged.set(kept.subarray(from, to), from + at);
      merged[to + at] = slot;
      from = to;
    });
    merged.set(kept.subarray(from), from + fresh.length);
    return merged;
  }
}

/** First place from `from` on whose slot comes after the given one. */
function firstAfter(sorted: Uint32Array, from: number, slot: number, compare: Compare): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(slot, sorted[middle] ?? 0) < 0) high = middle;
    else low = middle + 1;
  }
  return low;
}
