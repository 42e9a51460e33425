import { NO_VALUE, VALUE_AWAITED } from '../../protocol/health.ts';
import type { HealthDimension, HealthQuery, HealthRow, HealthSort } from '../../protocol/health.ts';
import { own } from '../../protocol/own.ts';
import { keyOf, type Key } from './sort.ts';

/** Rows of one list; it is taken to be the same as long as the array is. */
type Rows = readonly HealthRow[];

/** Value of a row in a column or under a label key; null where it has none, VALUE_AWAITED where that is not known yet. */
export function valueOf(row: HealthRow, by: HealthDimension): string | null {
  const absent = row.isCanaryAwaited === true ? VALUE_AWAITED : null;
  if (by.kind === 'label') return own(row.labels, by.key) ?? absent;
  switch (by.column) {
    case 'namespace':
      return (row.namespace === '' ? null : row.namespace) ?? absent;
    case 'agent_id':
      return row.agentId ?? '';
    case 'canary_name':
      return row.canaryName ?? absent;
    case 'name':
    case 'description':
    case 'type':
    case 'severity':
    case 'status':
      return row[by.column];
  }
}

/** A column as numbers: rows of the same value have the same code, which is the place of their value. */
export interface CodedColumn {
  readonly codes: Int32Array;
  readonly values: readonly string[];
  /** Of each value, the place of the first row that has it. */
  readonly firstAt: readonly number[];
}

/** What is derived of the rows of a list, by what it is of: questions about the same rows differ in a filter. */
function kept<T>(): (rows: Rows, key: string, make: () => T) => T {
  const known = new WeakMap<Rows, Map<string, T>>();
  return (rows, key, make) => {
    const ofRows = known.get(rows) ?? new Map<string, T>();
    known.set(rows, ofRows);
    const found = ofRows.get(key) ?? make();
    ofRows.set(key, found);
    return found;
  };
}

const keptCodes = kept<CodedColumn>();

/** The values of a list in a column or under a label key, `none` for the rows without one. */
export function codedBy(rows: Rows, by: HealthDimension): CodedColumn {
  return keptCodes(rows, by.kind === 'label' ? `label ${by.key}` : by.column, () => {
    const codes = new Int32Array(rows.length);
    const places = new Map<string, number>();
    const firstAt: number[] = [];
    rows.forEach((row, at) => {
      const value = valueOf(row, by) ?? NO_VALUE;
      let code = places.get(value);
      if (code === undefined) {
        code = firstAt.push(at) - 1;
        places.set(value, code);
      }
      codes[at] = code;
    });
    return { codes, values: [...places.keys()], firstAt };
  });
}

/** Places of rows in the order of their ranks; rows of equal rank stay in the order they come in. */
function byRank(ranks: Int32Array, rankCount: number, before: Int32Array): Int32Array {
  const next = new Int32Array(rankCount + 1);
  for (const rank of ranks) next[rank + 1] = (next[rank + 1] ?? 0) + 1;
  for (let rank = 1; rank <= rankCount; rank += 1) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
  const order = new Int32Array(ranks.length);
  for (const at of before) {
    const rank = ranks[at] ?? 0;
    const place = next[rank] ?? 0;
    order[place] = at;
    next[rank] = place + 1;
  }
  return order;
}

/** Ranks of rows by what is compared: one for equal keys, missing keys last whatever the direction. */
function ranksOf(rows: Rows, keyAt: (row: HealthRow) => Key, isDescending: boolean): [Int32Array, number] {
  const codes = new Int32Array(rows.length);
  const places = new Map<Key, number>();
  rows.forEach((row, at) => {
    const key = keyAt(row);
    const code = places.get(key) ?? places.size;
    places.set(key, code);
    codes[at] = code;
  });
  const direction = isDescending ? -1 : 1;
  const sorted = [...places.keys()].sort((a, b) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return a === b ? 0 : (a < b ? -1 : 1) * direction;
  });
  const rankOfCode = new Int32Array(sorted.length);
  sorted.forEach((key, rank) => (rankOfCode[places.get(key) ?? 0] = rank));
  return [codes.map((code) => rankOfCode[code] ?? 0), sorted.length];
}

function byId(rows: Rows): Int32Array {
  const idAt = (at: number): string => rows[at]?.id ?? '';
  const order = Int32Array.from(rows.keys());
  // As they mostly come, which is faster to see than to sort.
  const isSorted = order.every((at) => at === 0 || idAt(at - 1) <= idAt(at));
  return isSorted ? order : order.sort((a, b) => (idAt(a) < idAt(b) ? -1 : idAt(a) > idAt(b) ? 1 : 0));
}

const keptOrders = kept<Int32Array>();

function byName(rows: Rows): Int32Array {
  return keptOrders(rows, '', () => {
    const lower = new Map<string, string>();
    const nameOf = ({ name }: HealthRow): string => {
      const known = lower.get(name) ?? name.toLowerCase();
      lower.set(name, known);
      return known;
    };
    return byRank(...ranksOf(rows, nameOf, false), byId(rows));
  });
}

/** Places of all rows in the asked order, by name without one; equal ones by name and id, missing keys last. */
export function orderOf(rows: Rows, sort: HealthQuery['sort']): Int32Array {
  const column: HealthSort = sort?.column ?? 'name';
  const isDescending = sort?.descending ?? false;
  return keptOrders(rows, `${column} ${isDescending}`, () =>
    byRank(...ranksOf(rows, (row) => keyOf(row, column), isDescending), byName(rows)),
  );
}

const keptRanks = new WeakMap<CodedColumn, { places: Int32Array; ranks: Int32Array }>();

/** By code, the place of each value in text order, and its rank, which values that differ in case alone share. */
export function textRanks(column: CodedColumn): {
  readonly places: Int32Array;
  readonly ranks: Int32Array;
} {
  const known = keptRanks.get(column);
  if (known !== undefined) return known;
  const texts = column.values.map((value, code) => ({ value, code, lower: value.toLowerCase() }));
  texts.sort((a, b) => {
    if (a.lower !== b.lower) return a.lower < b.lower ? -1 : 1;
    return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
  });
  const made = { places: new Int32Array(texts.length), ranks: new Int32Array(texts.length) };
  let rank = 0;
  texts.forEach(({ code, lower }, place) => {
    if (place > 0 && lower !== texts[place - 1]?.lower) rank += 1;
    made.places[code] = place;
    made.ranks[code] = rank;
  });
  keptRanks.set(column, made);
  return made;
}
