import { compareServerTime } from '#sync/core/pull/server-time.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { IndexSpec } from '#sync/read/index/index-spec.ts';
import { nearNeedle, nearTexts } from '#sync/read/index/near.ts';
import type {
  AskedDimension,
  Facet,
  Group,
  IndexAnswer,
  IndexLine,
  IndexFilter,
  IndexQuery,
  ValueCount,
} from '#sync/protocol/index-query.ts';

/* The oracle of I27: the same questions answered by looking at every row. It shares no code with the columns. */

const idOf = (row: JsonRow): string => String(row['_k'] ?? row['id']);

function flat(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : null;
}

function pairsOf(row: JsonRow, column: string): [string, string][] {
  const value = row[column];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([key, each]) => [
    key,
    typeof each === 'string' ? each : JSON.stringify(each ?? null),
  ]);
}

const lower = (row: JsonRow, column: string): string => {
  const value = row[column];
  return typeof value === 'string' ? value.toLowerCase().replaceAll('\n', ' ') : '';
};

/** Single conditions of a filter with the name a facet knows them by. */
function conditions(
  filter: IndexFilter,
  spec: IndexSpec,
): { of: string; holds: (row: JsonRow) => boolean }[] {
  const { column } = filter;
  if (filter.kind === 'values') {
    const { include, exclude } = filter;
    const holds = (row: JsonRow) => {
      const value = flat(row[column]);
      return (include.length === 0 || include.includes(value)) && !exclude.includes(value);
    };
    return [{ of: column, holds }];
  }
  if (filter.kind === 'range') {
    const { from, to } = filter;
    const isTime = spec[column]?.kind === 'time';
    const compare = (a: unknown, b: string | number) =>
      isTime ? compareServerTime(String(a), String(b)) : Number(a) - Number(b);
    const holds = (row: JsonRow) => {
      const value = row[column];
      if (isTime ? typeof value !== 'string' : typeof value !== 'number') return false;
      return (from === null || compare(value, from) >= 0) && (to === null || compare(value, to) < 0);
    };
    return [{ of: column, holds }];
  }
  const keys = [...new Set([...filter.include, ...filter.exclude].map(({ key }) => key))];
  return keys.map((key) => ({
    of: `${column}:${key}`,
    holds: (row: JsonRow) => {
      const has = (pair: { readonly key: string; readonly value: string | null }) =>
        pairsOf(row, column).some(([name, value]) => name === pair.key && (pair.value ?? value) === value);
      const include = filter.include.filter((pair) => pair.key === key);
      const exclude = filter.exclude.filter((pair) => pair.key === key);
      return (include.length === 0 || include.some(has)) && !exclude.some(has);
    },
  }));
}

/** How a text fits a word of a search: 1 is it, 2 begins with it, 3 a word of it does, 4 has it; Infinity none of these. */
function fitOfName(text: string, word: string): number {
  if (text === word) return 1;
  if (text.startsWith(word)) return 2;
  if (!text.includes(word)) return Infinity;
  const places = Array.from({ length: text.length }, (_, at) => at).filter((at) => text.startsWith(word, at));
  return places.some((at) => /[^a-z0-9\u0080-\uffff]/u.test(text.charAt(at - 1))) ? 3 : 4;
}

/** The texts of a row that are searched, by what they are. */
function fieldsOf(
  row: JsonRow,
  spec: IndexSpec,
): { is: 'name' | 'beside' | 'about'; text: string; key?: string }[] {
  return Object.entries(spec).flatMap(([name, kind]) => {
    if (!('isSearched' in kind)) return [];
    if (kind.kind === 'pairs') {
      return pairsOf(row, name).map(([key, value]) => ({
        is: 'beside' as const,
        key: key.toLowerCase(),
        text: value.toLowerCase().replaceAll('\n', ' '),
      }));
    }
    if (kind.kind === 'text') return [{ is: kind.says ?? 'beside', text: lower(row, name) }];
    return [{ is: 'beside' as const, text: (flat(row[name]) ?? '').toLowerCase() }];
  });
}

function hasWord({ text, key }: { text: string; key?: string }, word: string): boolean {
  const at = word.indexOf('=');
  const isPair = at >= 0 && key?.endsWith(word.slice(0, at)) === true && text.startsWith(word.slice(at + 1));
  return text.includes(word) || isPair;
}

function fitOfWord(row: JsonRow, spec: IndexSpec, word: string): number {
  const fields = fieldsOf(row, spec);
  const fits = fields.map((field) => {
    if (field.is === 'name') return fitOfName(field.text, word);
    return hasWord(field, word) ? (field.is === 'beside' ? 5 : 6) : Infinity;
  });
  return Math.min(...fits, Infinity);
}

function nearFit(row: JsonRow, spec: IndexSpec, needle: string): number {
  const fits = fieldsOf(row, spec).map(({ is, text }) =>
    is !== 'about' && nearTexts(needle, [text]).length > 0 ? (is === 'name' ? 7 : 8) : Infinity,
  );
  return Math.min(...fits, Infinity);
}

/** How well every row fits the text, Infinity for those that do not, and the words that were found only nearly. */
function fitsOf(
  rows: readonly JsonRow[],
  spec: IndexSpec,
  { text, isNear }: IndexQuery,
): { fit: (row: JsonRow) => number; near: string[] } {
  const words = [...new Set(text.toLowerCase().split(/\s+/u).filter(Boolean))];
  const near: string[] = [];
  const byWord = words.map((word) => {
    const fits = new Map(rows.map((row) => [row, fitOfWord(row, spec, word)]));
    const needle = isNear === true ? nearNeedle(word) : undefined;
    const has = (): number => [...fits.values()].filter((fit) => fit < Infinity).length;
    const before = has();
    if (needle === undefined || before >= 20) return fits;
    for (const [row, fit] of fits) if (fit === Infinity) fits.set(row, nearFit(row, spec, needle));
    if (has() > before) near.push(word);
    return fits;
  });
  const fit = (row: JsonRow): number => {
    const [first = 0, ...others] = byWord.map((fits) => fits.get(row) ?? Infinity);
    if (others.length === 0) return first;
    const worst = Math.max(3, first, ...others);
    const wholes = fieldsOf(row, spec).filter(({ is }) => is === 'name');
    const whole = Math.min(...wholes.map((field) => fitOfName(field.text, words.join(' '))), Infinity);
    return worst < Infinity && whole < 3 ? whole : worst;
  };
  return { fit, near };
}

type Key = {
  readonly missing: boolean;
  readonly rank: number;
  readonly text: string;
  readonly time: string | null;
};

function sortKey(row: JsonRow, column: string, spec: IndexSpec): Key {
  const kind = spec[column];
  const value = row[column];
  if (kind?.kind === 'time') {
    const isTime = typeof value === 'string';
    return { missing: !isTime, rank: 0, text: '', time: isTime ? value : null };
  }
  if (kind?.kind === 'number') {
    return {
      missing: typeof value !== 'number',
      rank: typeof value === 'number' ? value : 0,
      text: '',
      time: null,
    };
  }
  if (kind?.kind === 'text') {
    const text = lower(row, column);
    return { missing: text === '', rank: 0, text, time: null };
  }
  const text = flat(value);
  const order = kind?.kind === 'dict' ? (kind.order ?? []) : [];
  const place = order.indexOf((text ?? '').toLowerCase());
  return {
    missing: text === null,
    rank: place < 0 ? order.length : place,
    text: (text ?? '').toLowerCase(),
    time: null,
  };
}

function sortRows(rows: readonly JsonRow[], query: IndexQuery, spec: IndexSpec): JsonRow[] {
  const byId = rows.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  const { sort } = query;
  if (sort === null) return byId;
  const sign = sort.descending ? -1 : 1;
  return byId
    .map((row) => ({ row, key: sortKey(row, sort.column, spec) }))
    .sort(({ key: a }, { key: b }) => {
      if (a.missing || b.missing) return Number(a.missing) - Number(b.missing);
      const text = a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
      return sign * (compareServerTime(a.time, b.time) || a.rank - b.rank || text);
    })
    .map(({ row }) => row);
}

function tally(values: Iterable<string | null>): ValueCount[] {
  const counts = new Map<string | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => {
      if (a.count !== b.count) return b.count - a.count;
      if (a.value === null || b.value === null) return a.value === null ? -1 : 1;
      return a.value < b.value ? -1 : 1;
    });
}

function valuesOf(row: JsonRow, column: string, key: string | undefined, spec: IndexSpec): (string | null)[] {
  if (spec[column]?.kind !== 'pairs') return [flat(row[column])];
  const pairs = pairsOf(row, column);
  if (key === undefined) return pairs.map(([name, value]) => `${name}=${value}`);
  return [pairs.find(([name]) => name === key)?.[1] ?? null];
}

function groupValue(row: JsonRow, asked: AskedDimension, spec: IndexSpec): string | null {
  const { column, before, edges, sets } = asked;
  if (sets !== undefined) return sets.findLast(({ ids }) => ids.includes(idOf(row)))?.value ?? null;
  const kind = spec[column]?.kind;
  if (kind === 'text') return lower(row, column) === '' ? null : lower(row, column);
  if (edges !== undefined) {
    const value = row[column];
    if (value === null || value === undefined) return null;
    const isBefore = (edge: string | number): boolean =>
      kind === 'time'
        ? compareServerTime(typeof value === 'string' ? value : null, String(edge)) < 0
        : Number(value) < Number(edge);
    return String(edges.filter(isBefore).length);
  }
  const value = valuesOf(row, column, asked.key, spec)[0] ?? null;
  return before === undefined ? value : (value?.split(before)[0] ?? null);
}

/** Answers a question by looking at every row. */
export function naiveQuery(rows: readonly JsonRow[], query: IndexQuery, spec: IndexSpec): IndexAnswer {
  const { fit, near } = fitsOf(rows, spec, query);
  const all = query.filters.flatMap((filter) => conditions(filter, spec));
  const passing = (without: string | null): JsonRow[] =>
    rows.filter((row) => fit(row) < Infinity && all.every(({ of, holds }) => of === without || holds(row)));
  const sorted = sortRows(passing(null), query, spec);
  const found = query.isByFit === true && query.text.trim() !== '' ? byFit(sorted, fit, spec) : sorted;
  const facets = query.facets.map(({ column, key, limit }): Facet => {
    const own = spec[column]?.kind === 'pairs' && key !== undefined ? `${column}:${key}` : column;
    const values = tally(passing(own).flatMap((row) => valuesOf(row, column, key, spec)));
    return { column, key: key ?? null, values: values.slice(0, limit), distinct: values.length };
  });
  const asked = query.groups;
  const buckets = new Map<string, JsonRow[]>();
  for (const row of asked === null ? [] : found) {
    const name = JSON.stringify(asked?.by.map((each) => groupValue(row, each, spec)));
    buckets.set(name, [...(buckets.get(name) ?? []), row]);
  }
  const groups = [...buckets].map(([name, members]): Group => ({
    id: name,
    values: JSON.parse(name) as (string | null)[], // made three lines above
    count: members.length,
    splits: (asked?.split ?? []).map((column) => tally(members.map((row) => flat(row[column])))),
  }));
  groups.sort((a, b) => b.count - a.count || compareValues(a.values, b.values));
  return {
    ids: found.slice(query.offset, query.offset + query.limit).map(idOf),
    total: found.length,
    all: rows.length,
    facets,
    groups: groups.slice(0, asked?.limit ?? 0),
    groupTotal: groups.length,
    ...naiveLines(found, query.lines ?? null, spec),
    near,
  };
}

function byFit(rows: readonly JsonRow[], fit: (row: JsonRow) => number, spec: IndexSpec): readonly JsonRow[] {
  const weighed = Object.entries(spec).find(([, kind]) => 'isWeighed' in kind)?.[0];
  return rows.toSorted((a, b) => {
    if (fit(a) !== fit(b)) return fit(a) - fit(b);
    if (weighed === undefined) return 0;
    const [left, right] = [sortKey(a, weighed, spec), sortKey(b, weighed, spec)];
    if (left.missing || right.missing) return Number(left.missing) - Number(right.missing);
    return left.rank - right.rank || (left.text < right.text ? -1 : left.text > right.text ? 1 : 0);
  });
}

/** The whole grouped list, and of that the window. */
function naiveLines(
  found: readonly JsonRow[],
  asked: IndexQuery['lines'] | null,
  spec: IndexSpec,
): Pick<IndexAnswer, 'lines' | 'lineTotal'> {
  if (asked === null || asked === undefined) return { lines: [], lineTotal: 0 };
  const members = new Map<string, JsonRow[]>();
  for (const row of found) {
    const id = JSON.stringify(asked.by.map((each) => groupValue(row, each, spec)));
    members.set(id, [...(members.get(id) ?? []), row]);
  }
  const lines = [...members]
    .map(([id, rows]) => ({ id, rows, values: JSON.parse(id) as (string | null)[] })) // made above
    .sort((a, b) => compareValues(a.values, b.values))
    .flatMap(({ id, rows, values }): IndexLine[] => {
      const isOpen = asked.except.includes(id) ? !asked.isOpen : asked.isOpen;
      const under = isOpen ? rows.map((row) => ({ is: 'row', id: idOf(row) }) as const) : [];
      return [{ is: 'group', id, values, count: rows.length, isOpen }, ...under];
    });
  return { lines: lines.slice(asked.offset, asked.offset + asked.limit), lineTotal: lines.length };
}

function compareValues(a: readonly (string | null)[], b: readonly (string | null)[]): number {
  const at = a.findIndex((value, place) => value !== b[place]);
  const left = a[at] ?? null;
  const right = b[at] ?? null;
  if (at < 0) return 0;
  if (left === null || right === null) return left === null ? -1 : 1;
  return left < right ? -1 : 1;
}
