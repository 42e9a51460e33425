import { serverTimeToMicros } from '../../core/pull/server-time.ts';
import { SyncError } from '../../errors.ts';
import type { Checked } from './checked.ts';
import type { ColumnarIndex, Failures } from './columnar-index.ts';
import type { Column, DictColumn, NumberColumn, PairsColumn } from './columns.ts';
import { countFacet, countGroups } from './count.ts';
import { linesOf } from './lines.ts';
import { listOrder } from './list-order.ts';
import { fitWords, markWord, wordsOf } from './word-search.ts';
import type { IndexAnswer, IndexFilter, IndexQuery } from '../../protocol/index-query.ts';

/** Bit of a row that is not there; the others belong to filters. */
const DEAD = 1;
/** Bits for filters; a `pairs` filter takes one per key. */
const MOST_CHECKS = 30;
/** Up to this share of all rows those that passed are listed; the second is for rows that are counted more than once. */
const FEW_SHARE = 0.125;
const COUNTED_SHARE = 0.5;
/** Name of the bits of words, which no column has. */
const TEXT = '\u0000text';

function misuse(message: string): SyncError {
  return new SyncError({ kind: 'bug', message });
}

type Of<K extends Column['kind']> = Extract<Column, { readonly kind: K }>;

function failByCode(
  index: ColumnarIndex,
  codes: ArrayLike<number>,
  passes: Uint8Array,
  failed: Failures,
  bit: number,
) {
  const { size } = index;
  for (let slot = 0; slot < size; slot += 1) {
    failed[slot] = (failed[slot] ?? 0) | (bit & ((passes[codes[slot] ?? 0] ?? 0) - 1));
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

/** Keys a `pairs` filter speaks of. */
function keysOf(filter: Extract<IndexFilter, { kind: 'pairs' }>): ReadonlySet<string> {
  return new Set([...filter.include, ...filter.exclude].map((pair) => pair.key));
}

/** Runs every filter and word over the columns. */
function check(index: ColumnarIndex, query: IndexQuery): Checked {
  const words = wordsOf(query.text);
  const most = query.filters.reduce(
    (sum, filter) => sum + (filter.kind === 'pairs' ? keysOf(filter).size : 1),
    words.length,
  );
  if (most > MOST_CHECKS) throw misuse('A question with too many filters');
  const { alive, size } = index;
  const failed = index.failures(most + 1);
  if (index.count < size) {
    for (let slot = 0; slot < size; slot += 1) if (alive[slot] !== 1) failed[slot] = DEAD;
  }
  const bits = new Map<string, number>();
  let bit = DEAD;
  const nextBit = (name: string): number => {
    bit <<= 1;
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
      const own = nextBit(filter.column);
      for (let slot = 0; slot < size; slot += 1) {
        const value = values[slot] ?? Number.NaN;
        if (!(value >= from && value < to)) failed[slot] = (failed[slot] ?? 0) | own;
      }
    } else {
      const column = typed(filter.column, 'pairs');
      for (const key of keysOf(filter)) {
        const own = nextBit(`${filter.column}\u0000${key}`);
        failByCode(index, column.rows.codes, pairPasses(column, key, filter), failed, own);
      }
    }
  }
  const fitted =
    words.length > 0 && (query.isNear === true || query.isByFit === true)
      ? fitWords(index, words, query)
      : undefined;
  for (const fits of fitted?.words ?? []) failUnfit(fits, failed, nextBit(TEXT), size);
  for (const word of fitted === undefined ? words : []) {
    const hits = index.marks();
    markWord(index, word, hits);
    failUnmarked(hits, failed, nextBit(TEXT), size);
  }
  return {
    failed,
    fits: query.isByFit === true ? fitted?.fits : undefined,
    near: fitted?.near ?? [],
    ...passingOf(failed, size, query.facets.length > 1),
    bitsOf: (column, key) => bits.get(key === undefined ? column : `${column}\u0000${key}`) ?? 0,
  };
}

function failUnfit(fits: Uint8Array, failed: Failures, bit: number, size: number): void {
  for (let slot = 0; slot < size; slot += 1) if (fits[slot] === 0) failed[slot] = (failed[slot] ?? 0) | bit;
}

/** Sets the bit for every row without a mark. Four rows at a step where their failures are bytes. */
function failUnmarked(hits: Uint8Array, failed: Failures, bit: number, size: number): void {
  if (failed instanceof Uint32Array) {
    for (let slot = 0; slot < size; slot += 1)
      failed[slot] = (failed[slot] ?? 0) | (bit & ((hits[slot] ?? 0) - 1));
    return;
  }
  const from = fours(hits);
  const to = fours(failed);
  const steps = Math.ceil(size / 4);
  // A mark is 0 or 1 in its byte, so the product puts the bit into the bytes without one and carries nothing over.
  for (let at = 0; at < steps; at += 1) to[at] = (to[at] ?? 0) | Math.imul((from[at] ?? 0) ^ EACH, bit);
}

/** 1 in each of four bytes. */
const EACH = 0x01010101;

/** Bytes as numbers of four of them; `failures` and `marks` come in whole fours. */
function fours(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
}

/** How many of the four bytes are zero. */
function zerosIn(four: number): number {
  const full = (((four & 0x7f7f7f7f) + 0x7f7f7f7f) | four) & 0x80808080;
  return 4 - (Math.imul(full >>> 7, EACH) >>> 24);
}

function countPassing(failed: Failures, size: number): number {
  let total = 0;
  let slot = 0;
  if (failed instanceof Uint8Array) {
    const steps = fours(failed);
    for (; slot + 4 <= size; slot += 4) total += zerosIn(steps[slot >>> 2] ?? 0);
  }
  for (; slot < size; slot += 1) if (failed[slot] === 0) total += 1;
  return total;
}

function passingOf(failed: Failures, size: number, isCounted: boolean): Pick<Checked, 'total' | 'passing'> {
  const total = countPassing(failed, size);
  if (total > size * (isCounted ? COUNTED_SHARE : FEW_SHARE)) return { total, passing: undefined };
  // One more than there are: each row is written down, and kept only if the next one comes behind it.
  const passing = new Uint32Array(total + 1);
  for (let slot = 0, at = 0; at < total; slot += 1) {
    passing[at] = slot;
    at += failed[slot] === 0 ? 1 : 0;
  }
  return { total, passing: passing.subarray(0, total) };
}

/** Rows of the window, in order. */
function windowOf(
  index: ColumnarIndex,
  query: IndexQuery,
  order: Uint32Array,
  { failed, total }: Checked,
): readonly string[] {
  const ids: string[] = [];
  const end = Math.min(total, query.offset + query.limit);
  // Counted before, in the order of memory, so that this pass may end with the window.
  for (let at = 0, found = 0; at < order.length && found < end; at += 1) {
    const slot = order[at] ?? 0;
    if (failed[slot] !== 0) continue;
    if (found >= query.offset) ids.push(index.ids.at(slot));
    found += 1;
  }
  return ids;
}

/** Answers a question from the columns. Throws `bug` for a question that does not fit the spec. */
export function runQuery(index: ColumnarIndex, query: IndexQuery): IndexAnswer {
  const checked = check(index, query);
  const { total, near } = checked;
  const order = listOrder(index, query, checked);
  const ids = windowOf(index, query, order, checked);
  const facets = query.facets.map((facet) => countFacet(index, facet, checked));
  const { groups, groupTotal } =
    query.groups === null ? { groups: [], groupTotal: 0 } : countGroups(index, query.groups, checked);
  const { lines = null } = query;
  const listed = lines === null ? { lines: [], lineTotal: 0 } : linesOf(index, lines, order, checked);
  return { ids, total, all: index.count, facets, groups, groupTotal, ...listed, near };
}
