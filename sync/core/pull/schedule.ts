import type { JsonRow } from '../../protocol/op.ts';
import type { FeedGroup, FeedSpec } from '../../protocol/table.ts';

/** How much attention the console gets right now (D14). */
export type Attention = 'focused' | 'visible' | 'idle' | 'hidden' | 'asleep' | 'constrained';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pull intervals in ms by group and attention; null means that the group rests (D14). */
const intervals: Readonly<Record<FeedGroup, Readonly<Record<Attention, number | null>>>> = {
  hot: {
    focused: 10 * SECOND,
    visible: 20 * SECOND,
    idle: 40 * SECOND,
    hidden: 5 * MINUTE,
    asleep: null,
    constrained: 60 * SECOND,
  },
  warm: {
    focused: 30 * SECOND,
    visible: 30 * SECOND,
    idle: 60 * SECOND,
    hidden: null,
    asleep: null,
    constrained: 3 * MINUTE,
  },
  cool: {
    focused: 2 * MINUTE,
    visible: 2 * MINUTE,
    idle: 5 * MINUTE,
    hidden: null,
    asleep: null,
    constrained: 15 * MINUTE,
  },
  cold: {
    focused: 15 * MINUTE,
    visible: 15 * MINUTE,
    idle: 15 * MINUTE,
    hidden: null,
    asleep: null,
    constrained: HOUR,
  },
};

/**
 * After so long without a change of any row, rows that wait are likely to wait on: a table of runs is then looked at as
 * seldom as where nobody is active, until one begins or ends; and what people edit, where an incident is open, as seldom
 * as where none is, until somebody edits something (T11).
 */
export const LONG_CALM_MS = 5 * MINUTE;

/** How often every row of a table is compared with the server, by group (D12.4). */
export const SWEEP_MS: Readonly<Record<FeedGroup, number>> = {
  hot: 15 * MINUTE,
  warm: 6 * HOUR,
  cool: 6 * HOUR,
  cold: 24 * HOUR,
};
/** What one interval lists of a collection on average: a page of ids and stamps (T11, T12). */
const SWEEP_ROWS = 1000;
/** Rows that a minute lists of all large tables together: half a KB (T11). */
const LARGE_ROWS_A_MINUTE = 5;
/** At least so often every row is read in full where columns change without a marker, however many there are (D12.4). */
const REREAD_MAX_MS = 24 * HOUR;

/** What is due more often than every six hours is so only up to a thousand rows: above, the interval grows with them, to six hours. */
export function inProportionMs(everyMs: number, rows: number): number {
  return Math.max(everyMs, Math.min(SWEEP_MS.warm, (everyMs * rows) / SWEEP_ROWS));
}

/**
 * How often the rows of one collection are compared with the server: as often as its group, as often as it has to
 * be read again because its columns change without a marker, or as rarely as a log that only grows needs (reference
 * schema.md 2.4), and in proportion to its rows.
 */
export function sweepEveryMs(
  spec: { readonly group: FeedGroup; readonly feed: FeedSpec },
  rows: number = 0,
): number {
  const { rereadMs, sweepMs } = spec.feed.kind === 'cursor' ? spec.feed : {};
  const everyMs = sweepMs ?? Math.min(SWEEP_MS[spec.group], rereadMs ?? Infinity);
  if (rereadMs === undefined || rows <= SWEEP_ROWS) return inProportionMs(everyMs, rows);
  // A row read in full is ten times its line: many of them have what large tables have a minute, and at least once a day.
  return Math.max(everyMs, Math.min(REREAD_MAX_MS, largeSweepMs(rows)));
}

/**
 * True for a table of so many rows that it is compared by counts between two listings (D12): one that people edit, all
 * of whose rows have a stamp that moves with every change.
 */
export function isCountedInParts(
  { group, feed }: { readonly group: FeedGroup; readonly feed: FeedSpec },
  rows: number,
): boolean {
  const isStamped = feed.kind === 'cursor' && feed.markers.includes('updated_at') && !feed.nullableMarker;
  return group === 'hot' && isStamped && feed.rereadMs === undefined && rows > SWEEP_ROWS;
}

/** How often each of the tables that are compared by counts is listed all the same, so many rows being in all of them. */
export function largeSweepMs(rowsOfAll: number): number {
  return (rowsOfAll / LARGE_ROWS_A_MINUTE) * MINUTE;
}

/** True for feeds whose rows stay as long as the server has them: only these are counted and compared whole (D12). */
export function isComparedWhole({ feed }: { readonly feed: FeedSpec }): boolean {
  return feed.kind === 'cursor' || feed.kind === 'append';
}

/** How often the number of rows is compared between sweeps, by group (D12.1). */
export const COUNT_MS: Readonly<Record<FeedGroup, number>> = {
  hot: 5 * MINUTE,
  warm: HOUR,
  cool: HOUR,
  cold: 6 * HOUR,
};
/** A membership set of so few rows is listed whole as cheaply as it is counted. */
const FEW_MEMBERS = 1;
/** A larger one is looked through at least this often although its size stays the same. */
export const LIST_SET_MS = 2 * MINUTE;
const LIST_SET_MAX_MS = HOUR;
/** The same of one that is looked through by counts. */
const COUNT_SET_MAX_MS = HOUR / 2;
/** Rows of a set one minute may look through: listed they are about 2 KB (T11). */
const MEMBERS_A_MINUTE = 20;

/** The last listing of a membership set, in the order of its keys, and when it was last looked through. Device ms. */
export interface SetListing {
  readonly lines: ReadonlyMap<string, JsonRow>;
  /** It can be looked through by counts of its parts. */
  readonly isCountable: boolean;
  readonly at: number;
  readonly checkedAt: number;
}

/**
 * What a membership set asks for beside its size (F-state): it is listed when it is small, or when it was long ago, and
 * looked through by counts in between where that is cheaper. In proportion to its rows either comes every two minutes, up
 * to half an hour or an hour. Until then one that has as many rows as it had is believed.
 */
export function dueOfSet(last: SetListing | null, nowMs: number): 'list' | 'count' | null {
  if (last === null || last.lines.size <= FEW_MEMBERS) return 'list';
  const { lines, isCountable, at, checkedAt } = last;
  const maxMs = isCountable ? COUNT_SET_MAX_MS : LIST_SET_MAX_MS;
  const everyMs = Math.min(maxMs, Math.max(LIST_SET_MS, (lines.size / MEMBERS_A_MINUTE) * MINUTE));
  if (!isCountable) return hasPassed(at, everyMs, nowMs) ? 'list' : null;
  if (hasPassed(at, SWEEP_MS.warm, nowMs)) return 'list';
  return hasPassed(checkedAt, everyMs, nowMs) ? 'count' : null;
}

const IDLE_AFTER_MS = 2 * MINUTE;
const ASLEEP_AFTER_MS = 30 * MINUTE;

/** Facts about the page that decide the cadence; ages in ms, negative after a clock jump. */
export interface PageFacts {
  readonly isVisible: boolean;
  readonly isConstrained: boolean;
  readonly hasOpenRow: boolean;
  /** Since a person last did something here. */
  readonly quietMs: number;
  /** Since the page was hidden; 0 while it is visible. */
  readonly hiddenMs: number;
}

/** Attention from the facts (D14). A hidden leader pulls hot data for half an hour, then rests. */
export function attentionOf(facts: PageFacts): Attention {
  if (!facts.isVisible) return facts.hiddenMs > ASLEEP_AFTER_MS ? 'asleep' : 'hidden';
  if (facts.isConstrained) return 'constrained';
  if (facts.quietMs > IDLE_AFTER_MS) return 'idle';
  return facts.hasOpenRow ? 'focused' : 'visible';
}

/** Interval of a group without jitter; null when it rests. */
export function intervalMs(group: FeedGroup, attention: Attention): number | null {
  return intervals[group][attention];
}

/** Interval with ±20 % jitter and the pace factor (D14); `random` is uniform in [0, 1). */
export function nextPullMs(
  group: FeedGroup,
  attention: Attention,
  factor: number,
  random: number,
): number | null {
  const base = intervalMs(group, attention);
  return base === null ? null : Math.round(base * factor * (0.8 + 0.4 * random));
}

/** True when `everyMs` have passed since `lastAt`; a clock that went backwards counts as passed (I30). */
export function hasPassed(lastAt: number | null, everyMs: number, nowMs: number): boolean {
  if (lastAt === null) return true;
  const age = nowMs - lastAt;
  return age < 0 || age >= everyMs;
}

/** Milliseconds until `everyMs` will have passed since `lastAt`. */
export function remainingMs(lastAt: number | null, everyMs: number, nowMs: number): number {
  return lastAt === null || hasPassed(lastAt, everyMs, nowMs) ? 0 : everyMs - (nowMs - lastAt);
}

/** Adaptive pace (D14, AIMD): `factor` stretches every interval, `good` counts healthy cycles. */
export interface Pace {
  readonly factor: number;
  readonly good: number;
}

/** Pace of a healthy server. */
export const fullPace: Pace = { factor: 1, good: 0 };
/** An answer that took longer is slow. */
export const SLOW_MS = 2000;
/** No interval is stretched by more. */
export const MAX_FACTOR = 10;
const GOOD_CYCLES = 10;

/** Pace after a cycle: a slow or refusing server doubles the intervals, ten healthy cycles halve them. */
export function stepPace(
  pace: Pace,
  cycle: { readonly slowestMs: number; readonly isRefused: boolean },
): Pace {
  if (cycle.isRefused || cycle.slowestMs > SLOW_MS) {
    return { factor: Math.min(MAX_FACTOR, pace.factor * 2), good: 0 };
  }
  const good = pace.good + 1;
  return good < GOOD_CYCLES ? { ...pace, good } : { factor: Math.max(1, pace.factor / 2), good: 0 };
}
