import { groupIdOf } from '../../protocol/index-query.ts';
import type { IndexAnswer, IndexLine, IndexQuery } from '../../protocol/index-query.ts';
import type { ColumnarIndex } from './columnar-index.ts';
import { byValues } from './count.ts';
import { codeAt, dimensionOf } from './dimensions.ts';
import type { Dimension } from './dimensions.ts';
import type { Checked } from './checked.ts';

type Asked = NonNullable<IndexQuery['lines']>;

interface Bucket {
  readonly codes: readonly number[];
  count: number;
}

interface Place {
  readonly id: string;
  readonly values: readonly (string | null)[];
  readonly count: number;
  readonly isOpen: boolean;
  /** Rows of it that the window shows, from and to, counted within the group. */
  from: number;
  to: number;
  readonly ids: string[];
}

/** Up to so many combinations of values have a place each; more are looked up. */
const MOST_PLACES = 1 << 20;

/** Numbers of groups by the numbers of their values. */
interface Numbering {
  get(key: number): number | undefined;
  set(key: number, group: number): void;
}

function numberingOf(combinations: number): Numbering {
  if (combinations > MOST_PLACES) return new Map<number, number>();
  const places = new Uint32Array(combinations);
  return {
    get: (key) => ((places[key] ?? 0) === 0 ? undefined : (places[key] ?? 0) - 1),
    set: (key, group) => {
      places[key] = group + 1;
    },
  };
}

/** Number of the group of each row that passes, and what the groups are. A pass for each thing they are grouped by. */
function gathered(
  index: ColumnarIndex,
  by: readonly Dimension[],
  { failed, passing, total }: Checked,
): { readonly buckets: readonly Bucket[]; readonly groupOf: Uint32Array } {
  const groupOf = new Uint32Array(index.size);
  const rows = passing === undefined ? index.size : total;
  let buckets: Bucket[] = [{ codes: [], count: 0 }];
  for (const dimension of by) {
    const next: Bucket[] = [];
    const numbers = numberingOf(buckets.length * dimension.size);
    for (let row = 0; row < rows; row += 1) {
      const slot = passing?.[row] ?? row;
      if (failed[slot] !== 0) continue;
      const before = groupOf[slot] ?? 0;
      const code = codeAt(dimension, slot);
      const key = before * dimension.size + code;
      let group = numbers.get(key);
      if (group === undefined) {
        group = next.push({ codes: [...(buckets[before]?.codes ?? []), code], count: 0 }) - 1;
        numbers.set(key, group);
      }
      groupOf[slot] = group;
      const bucket = next[group];
      if (bucket !== undefined) bucket.count += 1;
    }
    buckets = next;
  }
  return { buckets, groupOf };
}

/** Rows of the groups in view, in the order of the list; ends when all of them are found. */
function fill(
  index: ColumnarIndex,
  order: Uint32Array,
  { failed }: Checked,
  groupOf: Uint32Array,
  places: readonly (Place | undefined)[],
): void {
  let missing = places.reduce((sum, place) => sum + (place === undefined ? 0 : place.to - place.from), 0);
  const seen = new Uint32Array(places.length);
  for (let at = 0; at < order.length && missing > 0; at += 1) {
    const slot = order[at] ?? 0;
    if (failed[slot] !== 0) continue;
    const group = groupOf[slot] ?? 0;
    const place = places[group];
    if (place === undefined) continue;
    const nth = seen[group] ?? 0;
    seen[group] = nth + 1;
    if (nth < place.from || nth >= place.to) continue;
    place.ids.push(index.ids.at(slot));
    missing -= 1;
  }
}

/** A window of the grouped list: every group with its number of rows, and under each open one the rows themselves. */
export function linesOf(
  index: ColumnarIndex,
  asked: Asked,
  order: Uint32Array,
  checked: Checked,
): Pick<IndexAnswer, 'lines' | 'lineTotal'> {
  const by = asked.by.map((each) => dimensionOf(index, each));
  const { buckets, groupOf } = gathered(index, by, checked);
  const except = new Set(asked.except);
  const sorted = buckets
    .map(({ codes, count }, number) => {
      const values = codes.map((code, at) => by[at]?.textOf(code) ?? null);
      return { number, id: groupIdOf(values), values, count };
    })
    .sort((a, b) => byValues(a.values, b.values));
  const [first, end] = [asked.offset, asked.offset + asked.limit];
  const places: (Place | undefined)[] = buckets.map(() => undefined);
  const shown: { readonly place: Place; readonly hasHead: boolean }[] = [];
  let line = 0;
  for (const { number, id, values, count } of sorted) {
    const isOpen = asked.isOpen !== except.has(id);
    const rows = isOpen ? count : 0;
    const clamp = (value: number): number => Math.min(rows, Math.max(0, value - line - 1));
    const place = { id, values, count, isOpen, from: clamp(first), to: clamp(end), ids: [] };
    const hasHead = line >= first && line < end;
    if (place.to > place.from) places[number] = place;
    if (hasHead || place.to > place.from) shown.push({ place, hasHead });
    line += 1 + rows;
  }
  fill(index, order, checked, groupOf, places);
  const lines = shown.flatMap(({ place: { id, values, count, isOpen, ids }, hasHead }): IndexLine[] => [
    ...(hasHead ? [{ is: 'group', id, values, count, isOpen } as const] : []),
    ...ids.map((row) => ({ is: 'row', id: row }) as const),
  ]);
  return { lines, lineTotal: line };
}
