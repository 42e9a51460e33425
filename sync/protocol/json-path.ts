import type { JsonRow } from './op.ts';
import { own } from './own.ts';
import { sameJson } from './same-json.ts';

/*
 * Values within a JSON column, each as a column of its own: `spec/http/name=api/url`. What follows the column is a JSON pointer
 * (RFC 6901), except that an element of a list is named where all of them have names, so that it is found wherever it
 * stands. In a change of a row such a name stands beside the names of columns, and everything that is said of a column
 * (what it was, what it is to be, whether somebody else has changed it) is said of the value (WRT10).
 */

type Json = Readonly<Record<string, unknown>>;

/** Stands between the column and what leads to a value in it; no column's name has one. */
const SEPARATOR = '/';
/** How an element of a list is named. */
const NAMED = 'name=';

function escaped(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll(SEPARATOR, '~1');
}

function segmentsOf(name: string): readonly string[] {
  return name.split(SEPARATOR).map((part) => part.replaceAll('~1', SEPARATOR).replaceAll('~0', '~'));
}

function nameOf(segment: string): string | null {
  return segment.startsWith(NAMED) ? segment.slice(NAMED.length) : null;
}

/** True for a value within a column. */
export function isPath(name: string): boolean {
  return name.includes(SEPARATOR);
}

/** True when a row's change is of a value within a column. */
export function hasPaths(patch: JsonRow): boolean {
  return Object.keys(patch).some(isPath);
}

/** The column that a name is, or lies within. */
export function columnOfPath(name: string): string {
  return name.split(SEPARATOR, 1)[0] ?? name;
}

/** What the value is called where it stands, for what its name says of it. */
export function lastOfPath(name: string): string {
  return segmentsOf(name).at(-1) ?? name;
}

/** The name as a person reads it: `spec › http › api › url`. */
export function pathWords(name: string): string {
  const [column = '', ...segments] = segmentsOf(name);
  return [column.replaceAll('_', ' '), ...segments.map((each) => nameOf(each) ?? each)].join(' › ');
}

/** True when one of two names is the other, or lies within it. */
export function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(b + SEPARATOR) || b.startsWith(a + SEPARATOR);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names of all elements, where each has one of its own; null where they cannot be told apart by them. */
function namesOf(list: readonly unknown[]): readonly string[] | null {
  const names = list.map((each) => (isObject(each) ? own(each, 'name') : undefined));
  const isNamed = names.every((name) => typeof name === 'string') && new Set(names).size === names.length;
  return isNamed ? names : null;
}

function placeIn(list: readonly unknown[], segment: string): number {
  const name = nameOf(segment);
  if (name !== null) return list.findIndex((each) => isObject(each) && own(each, 'name') === name);
  return /^\d+$/u.test(segment) && Number(segment) < list.length ? Number(segment) : -1;
}

/** The value at the end of a path: null where there is none, undefined where not even its place is there. */
function valueIn(value: unknown, [segment, ...rest]: readonly string[]): unknown {
  if (segment === undefined) return value ?? null;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const at = placeIn(list, segment);
    const isNew = at < 0 && rest.length === 0 && nameOf(segment) !== null;
    if (at < 0) return isNew ? null : undefined;
    return valueIn(list[at], rest);
  }
  if (!isObject(value)) return undefined;
  const inner = own(value, segment);
  return inner === undefined && rest.length > 0 ? undefined : valueIn(inner, rest);
}

/** The value with another one at the end of a path; null takes away what stands there. A path that leads nowhere is left. */
function withValue(value: unknown, [segment, ...rest]: readonly string[], to: unknown): unknown {
  if (segment === undefined) return to;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const at = placeIn(list, segment);
    if (at < 0) return rest.length === 0 && to !== null && nameOf(segment) !== null ? [...list, to] : list;
    if (rest.length === 0 && to === null && nameOf(segment) !== null)
      return list.filter((_, each) => each !== at);
    return list.map((each, place) => (place === at ? withValue(each, rest, to) : each));
  }
  if (!isObject(value)) return value;
  const inner = own(value, segment);
  if (rest.length > 0 && inner === undefined) return value;
  const changed = withValue(inner, rest, to);
  const others = Object.entries(value).filter(([key]) => key !== segment);
  if (changed === null && rest.length === 0) return Object.fromEntries(others);
  // In its place, where it had one.
  return inner === undefined
    ? Object.fromEntries([...others, [segment, changed]])
    : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, key === segment ? changed : each]));
}

/** Name → what stood there, and what is to stand there. */
type Difference = readonly [name: string, was: unknown, to: unknown];

function within(name: string, segment: string): string {
  return name + SEPARATOR + escaped(segment);
}

function differences(name: string, was: unknown, to: unknown): readonly Difference[] {
  if (sameJson(was, to)) return [];
  if (isObject(was) && isObject(to)) {
    const keys = [...new Set([...Object.keys(was), ...Object.keys(to)])];
    return keys.flatMap((key) => differences(within(name, key), own(was, key) ?? null, own(to, key) ?? null));
  }
  const found = Array.isArray(was) && Array.isArray(to) ? listDifferences(name, was, to) : null;
  return found ?? [[name, was, to]];
}

/** What differs element by element; null where the lists can only be compared whole. */
function listDifferences(
  name: string,
  was: readonly unknown[],
  to: readonly unknown[],
): readonly Difference[] | null {
  const [before, after] = [namesOf(was), namesOf(to)];
  if (before !== null && after !== null) {
    // New ones are put at the end: any other order is a change of the whole list.
    const all = [...new Set([...before, ...after])];
    const isInOrder = sameJson(
      all.filter((each) => after.includes(each)),
      after,
    );
    // One that goes while another comes may be the same under another name, which nobody else's change is to stand beside.
    const isReplaced =
      before.some((each) => !after.includes(each)) && after.some((each) => !before.includes(each));
    const named = (list: readonly unknown[], wanted: string): unknown =>
      list.find((each) => isObject(each) && own(each, 'name') === wanted) ?? null;
    return isInOrder && !isReplaced
      ? all.flatMap((each) => differences(within(name, NAMED + each), named(was, each), named(to, each)))
      : null;
  }
  if (was.length !== to.length) return null;
  return was.flatMap((each, at) => {
    const place = within(name, String(at));
    const found = differences(place, each, to[at]);
    // Where nothing stood nothing tells which element it is: it is held against as a whole.
    return found.some(([, stood]) => stood === null) ? [[place, each, to[at]] as const] : found;
  });
}

/**
 * A change of a JSON column as changes of the values in it that differ from what the person saw: those of nobody else, and
 * nothing that stands between them, are touched. `{ [column]: wanted }` itself where the two have nothing in common.
 */
export function pathChanges(
  column: string,
  seen: unknown,
  wanted: unknown,
): { readonly set: JsonRow; readonly seen: JsonRow } {
  const found = differences(column, seen, wanted);
  return {
    set: Object.fromEntries(found.map(([name, , to]) => [name, to])),
    seen: Object.fromEntries(found.map(([name, was]) => [name, was])),
  };
}

/**
 * A row as a change sees it: beside its columns the values that the change names. A place that is not there has no value, not
 * even none. Columns in `without` leave the row: they were read for these values alone.
 */
export function withPathValues(row: JsonRow, patch: JsonRow, without: readonly string[]): JsonRow {
  const paths = Object.keys(patch).filter(isPath);
  if (paths.length === 0) return row;
  const values = paths.flatMap((name) => {
    const [column = '', ...segments] = segmentsOf(name);
    // In a column without a value there is place for one.
    const value = Object.hasOwn(row, column) ? valueIn(row[column] ?? {}, segments) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const kept = Object.entries(row).filter(([column]) => !without.includes(column));
  return Object.fromEntries([...kept, ...values]);
}

/**
 * One change over another: what lies within a value that is there already is set in it, and what lies within a new value
 * leaves. Of plain columns the later ones stand.
 */
export function overlaid(below: JsonRow, above: JsonRow): JsonRow {
  if (!hasPaths(below) && !hasPaths(above)) return { ...below, ...above };
  const result = new Map(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    const around = [...result.keys()].find((other) => name.startsWith(other + SEPARATOR));
    if (around !== undefined) {
      const segments = segmentsOf(name.slice(around.length + 1));
      // In a column without a value there is place for one.
      result.set(around, withValue(result.get(around) ?? {}, segments, value));
      continue;
    }
    for (const other of result.keys()) if (other.startsWith(name + SEPARATOR)) result.delete(other);
    result.set(name, value);
  }
  return Object.fromEntries(result);
}

/** True where one of two names finds an element of a list by its name, and the other one of the same list by its place. */
function differInNaming(a: string, b: string): boolean {
  const [ofA, ofB] = [segmentsOf(a), segmentsOf(b)];
  const at = ofA.findIndex((segment, place) => segment !== ofB[place]);
  const [one = '', other = ''] = [ofA[at], ofB[at]];
  const isPlace = (segment: string): boolean => /^\d+$/u.test(segment);
  return (nameOf(one) !== null && isPlace(other)) || (nameOf(other) !== null && isPlace(one));
}

/**
 * True where one change sets a list whole in which the one before it put or took an element by its name, or puts one that was
 * taken back, or where one finds an element by its place and the other by its name: laid over each other they no longer say
 * where that one stood.
 */
export function hidesPlaces(below: JsonRow, above: JsonRow): boolean {
  const later = Object.keys(above);
  return Object.entries(below).some(([name, value]) => {
    const isNamed = nameOf(lastOfPath(name)) !== null;
    return later.some(
      (other) =>
        (isNamed && name.startsWith(other + SEPARATOR)) ||
        (isNamed && value === null && name === other) ||
        differInNaming(name, other),
    );
  });
}

/** The columns that a change sets, whole, as they are to be written over `row`, which was just read. */
export function wholeColumns(patch: JsonRow, row: JsonRow): JsonRow {
  const columns = new Set(Object.keys(patch).map(columnOfPath));
  const present = [...columns].map((column) => [column, own(row, column) ?? {}] as const);
  return overlaid(Object.fromEntries(present), patch);
}

/** What changes that are not on the server yet set in one column, as they stand in the row that shows them. */
export function changesWithin(row: JsonRow, column: string): JsonRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => columnOfPath(name) === column));
}
