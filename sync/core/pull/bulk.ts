import { joinKey, splitKey } from '../../protocol/keys.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { own } from '../../protocol/own.ts';
import type { Coverage, Cursor } from '../../protocol/stored.ts';
import { textAt } from '../outbox/json.ts';
import { sameJson } from '../../protocol/same-json.ts';
import { compareServerTime, earlierServerTime, laterServerTime } from './server-time.ts';

/** One of the parallel walks of a large table: keys with `from < key <= to`, null meaning unbounded (D11). */
export interface BulkLane {
  readonly from: string | null;
  readonly to: string | null;
  /** Last key taken; null before the first page. */
  readonly after: string | null;
  readonly isDone: boolean;
}

const LANE = 'lane:';

/** Lanes between the given keys, which need not be in order; without keys it is one lane. */
export function splitLanes(keys: readonly string[]): readonly BulkLane[] {
  const edges = [...new Set(keys)].sort();
  return [null, ...edges].map((from, at) => ({ from, to: edges[at] ?? null, after: null, isDone: false }));
}

/** Values of a cursor that hold the lanes, so that a walk survives a restart where each lane stood. */
export function laneValues(lanes: readonly BulkLane[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lanes.map(({ from, to, after, isDone }, at) => [
      `${LANE}${at}`,
      joinKey([from, to, after, isDone ? 'done' : null]),
    ]),
  );
}

/** The lanes a cursor holds; none when it holds none. */
export function lanesOf(cursor: Cursor): readonly BulkLane[] {
  return Object.keys(cursor.values)
    .filter((name) => name.startsWith(LANE))
    .sort((a, b) => Number(a.slice(LANE.length)) - Number(b.slice(LANE.length)))
    .map((name) => {
      const [from = null, to = null, after = null, done = null] = splitKey(own(cursor.values, name) ?? '');
      return { from, to, after, isDone: done === 'done' };
    });
}

/** The values of a cursor that are not lanes. */
export function withoutLanes(cursor: Cursor): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(cursor.values).filter(([name]) => !name.startsWith(LANE)));
}

/** Offsets of the probes that cut a table of `total` rows into four lanes; none for a small one (D11). */
export function probeOffsets(total: number, smallRows: number): readonly number[] {
  return total < smallRows ? [] : [1, 2, 3].map((part) => Math.floor((total * part) / 4));
}

/** True when a digest line says something else than what is here, or nothing is here (D10.6, D12.2). */
export function differsIn(columns: readonly string[], mine: JsonRow | undefined, theirs: JsonRow): boolean {
  if (mine === undefined) return true;
  return columns.some((column) => {
    const [left, right] = [mine[column], theirs[column]];
    if (sameJson(left, right)) return false;
    const [a, b] = [textAt(mine, column), textAt(theirs, column)];
    return a === null || b === null || compareServerTime(a, b) !== 0;
  });
}

/** Rows to let go so that a window holds at most `maxRows`, none older than `edge`; oldest first. */
export function beyondWindow(
  rows: readonly { readonly id: string; readonly time: string | null }[],
  edge: string | null,
  maxRows: number,
): { readonly ids: readonly string[]; readonly oldestKept: string | null } {
  const sorted = rows.toSorted((a, b) => -compareServerTime(a.time, b.time));
  const kept = sorted.filter((row, at) => at < maxRows && compareServerTime(row.time, edge) >= 0);
  const keptIds = new Set(kept.map((row) => row.id));
  return {
    ids: sorted.filter((row) => !keptIds.has(row.id)).map((row) => row.id),
    oldestKept: kept.at(-1)?.time ?? null,
  };
}

/** A row of a window, and what it belongs to. */
export interface WindowRow {
  readonly id: string;
  readonly time: string | null;
  readonly parent: string | null;
}

/**
 * Splits off the rows that stay whatever the window does: those that are kept themselves, and the newest ones of every
 * parent that is (D13).
 */
export function withoutKept(
  rows: readonly WindowRow[],
  kept: { readonly rows: ReadonlySet<string>; readonly parents: ReadonlySet<string> },
  perParent: number,
): readonly WindowRow[] {
  const taken = new Map<string, number>();
  return rows
    .toSorted((a, b) => -compareServerTime(a.time, b.time))
    .filter(({ id, parent }) => {
      if (kept.rows.has(id)) return false;
      if (parent === null || !kept.parents.has(parent)) return true;
      const before = taken.get(parent) ?? 0;
      taken.set(parent, before + 1);
      return before >= perParent;
    });
}

/** Coverage of a scope; undefined when nothing of it was ever asked for. */
export function coverageOf(cursor: Cursor | undefined, scopeKey: string): Coverage | undefined {
  return cursor?.windows?.find((window) => window.scopeKey === scopeKey);
}

/** The cursor with the coverage of one scope replaced. */
export function withCoverage(cursor: Cursor, coverage: Coverage): Cursor {
  const others = (cursor.windows ?? []).filter((window) => window.scopeKey !== coverage.scopeKey);
  return { ...cursor, windows: [...others, coverage] };
}

/** The cursor without what it says of some scopes. */
export function withoutCoverage(cursor: Cursor, scopeKeys: readonly string[]): Cursor {
  const gone = new Set(scopeKeys);
  const values = Object.fromEntries(Object.entries(cursor.values).filter(([name]) => !gone.has(name)));
  return {
    ...cursor,
    values,
    windows: (cursor.windows ?? []).filter((window) => !gone.has(window.scopeKey)),
  };
}

/** Scope of a window over a whole collection. */
export const WHOLE_SCOPE = '';

/** Coverage that also reaches a newer moment; it never shrinks at that end. */
export function coveredUpTo(coverage: Coverage, serverTime: string | null): Coverage {
  if (serverTime === null) return coverage;
  return {
    ...coverage,
    to: laterServerTime(coverage.to, serverTime),
    asOf: laterServerTime(coverage.asOf, serverTime),
  };
}

/** Coverage that also reaches an older moment. */
export function coveredFrom(coverage: Coverage, from: string | null): Coverage {
  return { ...coverage, from: from === null ? null : earlierServerTime(coverage.from ?? from, from) };
}
