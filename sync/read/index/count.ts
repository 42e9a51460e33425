import type { ColumnarIndex } from './columnar-index.ts';
import { codeAt, dimensionOf } from './dimensions.ts';
import type { Dimension } from './dimensions.ts';
import { groupIdOf } from '../../protocol/index-query.ts';
import type { Facet, Group, IndexQuery, ValueCount } from '../../protocol/index-query.ts';
import type { Checked } from './checked.ts';

type Asked = { readonly column: string; readonly key?: string | undefined };

/** Most frequent first, then by text; "no value" before any text. */
function byCount(a: ValueCount, b: ValueCount): number {
  if (a.count !== b.count) return b.count - a.count;
  if (a.value === null || b.value === null) return a.value === null ? -1 : 1;
  return a.value < b.value ? -1 : 1;
}

function listed(counts: ArrayLike<number>, textOf: (code: number) => string | null): ValueCount[] {
  const list: ValueCount[] = [];
  for (let code = 0; code < counts.length; code += 1) {
    const count = counts[code] ?? 0;
    if (count > 0) list.push({ value: textOf(code), count });
  }
  return list.sort(byCount);
}

/** Rows per code among those that only the given filters keep out. */
function countCodes(
  index: ColumnarIndex,
  codes: ArrayLike<number>,
  size: number,
  checked: Checked,
  own: number,
) {
  const counts = new Uint32Array(size);
  const others = ~own;
  const { failed, passing } = checked;
  if (own === 0 && passing !== undefined) {
    for (const slot of passing) {
      const code = codes[slot] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
    return counts;
  }
  const rows = index.size;
  for (let slot = 0; slot < rows; slot += 1) {
    if (((failed[slot] ?? 0) & others) !== 0) continue;
    const code = codes[slot] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Facet of a column, of one key of a `pairs` column, or of all its pairs. */
export function countFacet(
  index: ColumnarIndex,
  asked: Asked & { readonly limit: number },
  checked: Checked,
): Facet {
  const column = index.column(asked.column);
  const own = checked.bitsOf(asked.column, asked.key);
  let values: ValueCount[];
  if (column.kind === 'pairs' && asked.key === undefined) {
    const sets = countCodes(index, column.rows.codes, column.rows.codeCount, checked, 0);
    const pairs = new Uint32Array(column.pairs.size);
    for (let set = 1; set < sets.length; set += 1) {
      const rows = sets[set] ?? 0;
      if (rows > 0) for (const pair of column.pairsOf(set)) pairs[pair] = (pairs[pair] ?? 0) + rows;
    }
    values = listed(pairs, (pair) => column.keyValue(pair).join('='));
  } else {
    const dimension = dimensionOf(index, asked);
    const codes = countCodes(index, dimension.codes, rowCodes(dimension), checked, own);
    values = listed(folded(codes, dimension), (code) => dimension.textOf(code));
  }
  return {
    column: asked.column,
    key: asked.key ?? null,
    values: values.slice(0, asked.limit),
    distinct: values.length,
  };
}

function rowCodes({ map, size }: Dimension): number {
  return map?.length ?? size;
}

/** Counts per row code summed up per value. */
function folded(counts: Uint32Array, { map, size }: Dimension): Uint32Array {
  if (map === undefined) return counts;
  const sums = new Uint32Array(size);
  counts.forEach((count, code) => {
    const value = map[code] ?? 0;
    sums[value] = (sums[value] ?? 0) + count;
  });
  return sums;
}

interface Bucket {
  readonly codes: readonly number[];
  count: number;
  readonly splits: readonly Map<number, number>[];
}

/** Groups of the rows that pass every filter. */
export function countGroups(
  index: ColumnarIndex,
  asked: NonNullable<IndexQuery['groups']>,
  checked: Checked,
): { readonly groups: readonly Group[]; readonly groupTotal: number } {
  const by = asked.by.map((each) => dimensionOf(index, each));
  const split = asked.split.map((column) => dimensionOf(index, { column }));
  const buckets = new Map<number | string, Bucket>();
  // Mixed radix while it is exact, text where it is not.
  const isSmall = by.reduce((product, { size }) => product * size, 1) < Number.MAX_SAFE_INTEGER;
  const { failed, passing, total } = checked;
  const rows = passing === undefined ? index.size : total;
  for (let row = 0; row < rows; row += 1) {
    const slot = passing?.[row] ?? row;
    if (failed[slot] !== 0) continue;
    const codes = by.map((dimension) => codeAt(dimension, slot));
    const key = isSmall
      ? codes.reduce((sum, code, at) => sum * (by[at]?.size ?? 1) + code, 0)
      : codes.join(',');
    let bucket = buckets.get(key);
    if (bucket === undefined) {
      bucket = { codes, count: 0, splits: split.map(() => new Map<number, number>()) };
      buckets.set(key, bucket);
    }
    bucket.count += 1;
    for (let at = 0; at < split.length; at += 1) {
      const dimension = split[at];
      const counts = bucket.splits[at];
      if (dimension === undefined || counts === undefined) continue;
      const code = codeAt(dimension, slot);
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  }
  const groups = [...buckets.values()].map((bucket) => ({
    ...named(bucket.codes.map((code, at) => by[at]?.textOf(code) ?? null)),
    count: bucket.count,
    splits: bucket.splits.map((counts, at) =>
      [...counts].map(([code, count]) => ({ value: split[at]?.textOf(code) ?? null, count })).sort(byCount),
    ),
  }));
  groups.sort((a, b) => b.count - a.count || byValues(a.values, b.values));
  return { groups: groups.slice(0, asked.limit), groupTotal: groups.length };
}

const named = (values: readonly (string | null)[]): Pick<Group, 'id' | 'values'> => ({
  id: groupIdOf(values),
  values,
});

/** By the first value that differs; "no value" before any text. */
export function byValues(a: readonly (string | null)[], b: readonly (string | null)[]): number {
  for (let at = 0; at < a.length; at += 1) {
    const left = a[at] ?? null;
    const right = b[at] ?? null;
    if (left === right) continue;
    if (left === null || right === null) return left === null ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}
