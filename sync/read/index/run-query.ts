import { serverTimeToMicros } from '../../core/server-time.ts';
import { SyncError } from '../../errors.ts';
import type { ColumnarIndex } from './columnar-index.ts';
import type { Column, DictColumn, NumberColumn, PairsColumn } from './columns.ts';
import { countFacet, countGroups } from './count.ts';
import type { IndexAnswer, IndexFilter, IndexQuery } from '../../protocol/index-query.ts';

/** Bit of a row that is not there; the others belong to filters. */
const DEAD = 2 ** 31;
/** Bits for filters; a `pairs` filter takes one per key. */
const MOST_CHECKS = 30;

/** Which rows failed which filter: one bit each, so that a facet can leave out its own. */
export interface Checked {
  readonly failed: Uint32Array;
  /** Bits of the filters on a column, or on one key of a `pairs` column. */
  bitsOf(column: string, key: string | undefined): number;
}

function misuse(message: string): SyncError {
  return new SyncError({ kind: 'bug', message });
}

type Of<K extends Column['kind']> = Extract<Column, { readonly kind: K }>;

function failByCode(
  index: ColumnarIndex,
  codes: ArrayLike<number>,
  passes: Uint8Array,
  failed: Uint32Array,
  bit: number,
) {
  for (let slot = 0; slot < index.size; slot += 1) {
    if (passes[codes[slot] ?? 0] !== 1) failed[slot] = (failed[slot] ?? 0) | bit;
  }
}

function valuePasses(column: DictColumn, filter: Extract<IndexFilter, { kind: 'values' }>): Uint8Array {
  const passes = new Uint8Array(column.codeCount).fill(filter.include.length === 0 ? 1 : 0);
  const mark = (values: readonly (string | null)[], to: 0 | 1): void => {
    for (const value of values) {
      const code = column.codeOf(value);
      if (code >= 0) passes[code] = to;
    }
  };
  mark(filter.include, 1);
  mark(filter.exclude, 0);
  return passes;
}

/** For every set of pairs: whether one key of a filter lets it through. */
function pairPasses(
  column: PairsColumn,
  key: string,
  filter: Extract<IndexFilter, { kind: 'pairs' }>,
): Uint8Array {
  const chosen = (pairs: readonly { readonly key: string; readonly value: string | null }[]) =>
    pairs.filter((pair) => pair.key === key);
  const include = chosen(filter.include);
  const exclude = chosen(filter.exclude);
  const wanted = new Uint8Array(column.pairs.size);
  const unwanted = new Uint8Array(column.pairs.size);
  const mark = (pairs: typeof include, marks: Uint8Array): void => {
    const exact = new Set(
      pairs.filter(({ value }) => value !== null).map(({ value }) => column.pairOf(key, value ?? '')),
    );
    const isAny = pairs.some(({ value }) => value === null);
    for (let pair = 0; pair < marks.length; pair += 1) {
      if (exact.has(pair) || (isAny && column.keyValue(pair)[0] === key)) marks[pair] = 1;
    }
  };
  mark(include, wanted);
  mark(exclude, unwanted);
  const passes = new Uint8Array(column.rows.codeCount);
  for (let set = 0; set < passes.length; set += 1) {
    let isWanted = include.length === 0;
    let isUnwanted = false;
    for (const pair of column.pairsOf(set)) {
      if (wanted[pair] === 1) isWanted = true;
      if (unwanted[pair] === 1) isUnwanted = true;
    }
    passes[set] = isWanted && !isUnwanted ? 1 : 0;
  }
  return passes;
}

function edgeOf(column: NumberColumn, edge: string | number | null, fallback: number): number {
  if (edge === null) return fallback;
  if (column.kind === 'number') {
    if (typeof edge === 'number') return edge;
  } else {
    const micros = typeof edge === 'string' ? serverTimeToMicros(edge) : edge;
    if (micros !== null) return micros;
  }
  throw misuse('The edge of a range is no value of its column');
}

/** Runs every filter and word over the columns. */
function check(index: ColumnarIndex, query: IndexQuery): Checked {
  const failed = index.scratch();
  for (let slot = 0; slot < index.size; slot += 1) if (index.alive[slot] !== 1) failed[slot] = DEAD;
  const bits = new Map<string, number>();
  let checks = 0;
  const nextBit = (name: string): number => {
    if (checks >= MOST_CHECKS) throw misuse('A question with too many filters');
    const bit = 1 << checks;
    checks += 1;
    bits.set(name, (bits.get(name) ?? 0) | bit);
    return bit;
  };
  const typed = <K extends Column['kind']>(name: string, ...kinds: readonly K[]): Of<K> => {
    const column = index.column(name);
    const kind = kinds.find((each) => each === column.kind);
    if (kind === undefined) throw misuse(`${name} cannot be filtered that way`);
    return column as Of<K>; // its kind is one of those asked for
  };
  for (const filter of query.filters) {
    if (filter.kind === 'values') {
      const column = typed(filter.column, 'dict');
      failByCode(index, column.codes, valuePasses(column, filter), failed, nextBit(filter.column));
    } else if (filter.kind === 'range') {
      const column = typed(filter.column, 'number', 'time');
      const { values } = column;
      const from = edgeOf(column, filter.from, Number.NEGATIVE_INFINITY);
      const to = edgeOf(column, filter.to, Number.POSITIVE_INFINITY);
      const bit = nextBit(filter.column);
      for (let slot = 0; slot < index.size; slot += 1) {
        const value = values[slot] ?? Number.NaN;
        if (!(value >= from && value < to)) failed[slot] = (failed[slot] ?? 0) | bit;
      }
    } else {
      const column = typed(filter.column, 'pairs');
      for (const key of new Set([...filter.include, ...filter.exclude].map((pair) => pair.key))) {
        const bit = nextBit(`${filter.column}\u0000${key}`);
        failByCode(index, column.rows.codes, pairPasses(column, key, filter), failed, bit);
      }
    }
  }
  searchWords(index, query.text, failed, nextBit);
  return {
    failed,
    bitsOf: (column, key) => bits.get(key === undefined ? column : `${column}\u0000${key}`) ?? 0,
  };
}

function searchWords(
  index: ColumnarIndex,
  text: string,
  failed: Uint32Array,
  nextBit: (name: string) => number,
): void {
  const words = new Set(
    text
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word !== ''),
  );
  for (const word of [...words].slice(0, 8)) {
    const hits = new Uint8Array(index.size);
    for (const [name, column] of index.columns) {
      const kind = index.spec[name];
      if (kind === undefined || !('isSearched' in kind)) continue;
      if (column.kind === 'text') column.search(word, hits);
      else if (column.kind === 'dict') searchDict(index, column, word, hits);
    }
    const bit = nextBit('\u0000text');
    for (let slot = 0; slot < index.size; slot += 1) {
      if (hits[slot] !== 1) failed[slot] = (failed[slot] ?? 0) | bit;
    }
  }
}

function searchDict(index: ColumnarIndex, column: DictColumn, word: string, hits: Uint8Array): void {
  const found = new Uint8Array(column.codeCount);
  let isAny = false;
  for (let code = 1; code < found.length; code += 1) {
    if (column.textOf(code)?.toLowerCase().includes(word) === true) {
      found[code] = 1;
      isAny = true;
    }
  }
  if (!isAny) return;
  for (let slot = 0; slot < index.size; slot += 1) if (found[column.codes[slot] ?? 0] === 1) hits[slot] = 1;
}

/** Rows of the window, in order, and how many there are in all. */
function windowOf(
  index: ColumnarIndex,
  query: IndexQuery,
  failed: Uint32Array,
): { readonly ids: readonly string[]; readonly total: number } {
  let total = 0;
  for (let slot = 0; slot < index.size; slot += 1) if (failed[slot] === 0) total += 1;
  const ids: string[] = [];
  const end = Math.min(total, query.offset + query.limit);
  const order = index.orders.order(query.sort);
  // Counted above in the order of memory, so that this pass may end with the window.
  for (let at = 0, found = 0; at < order.length && found < end; at += 1) {
    const slot = order[at] ?? 0;
    if (failed[slot] !== 0) continue;
    if (found >= query.offset) ids.push(index.ids.at(slot));
    found += 1;
  }
  return { ids, total };
}

/** Answers a question from the columns. Throws `bug` for a question that does not fit the spec. */
export function runQuery(index: ColumnarIndex, query: IndexQuery): IndexAnswer {
  const checked = check(index, query);
  const { ids, total } = windowOf(index, query, checked.failed);
  const facets = query.facets.map((facet) => countFacet(index, facet, checked));
  const { groups, groupTotal } =
    query.groups === null ? { groups: [], groupTotal: 0 } : countGroups(index, query.groups, checked);
  return { ids, total, all: index.count, facets, groups, groupTotal };
}
