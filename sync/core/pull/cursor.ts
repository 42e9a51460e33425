import type { JsonRow } from '../../protocol/op.ts';
import { own } from '../../protocol/own.ts';
import type { Cursor } from '../../protocol/stored.ts';
import type { FeedSpec, TableSpec } from '../../protocol/table.ts';
import { textAt } from '../outbox/json.ts';
import { compareServerTime, earlierServerTime, laterServerTime, shiftServerTime } from './server-time.ts';

/** A cursor never passes server time minus this: stamps of the same moment may still be on their way (D10). */
export const CURSOR_MARGIN_MS = 5000;
/** Where a feed starts when nothing is known about the server's time. */
export const BEGINNING = '1970-01-01T00:00:00+00:00';

/** One ordered query of a feed: rows by one marker, optionally only those whose `updated_at` is NULL (B5). */
export interface FeedArm {
  readonly marker: string;
  readonly onlyNullUpdated: boolean;
}

/** The queries a pull of the table consists of (D10): one per marker, plus the nullable arm. */
export function feedArms(feed: FeedSpec): readonly FeedArm[] {
  if (feed.kind === 'snapshot') return [];
  if (feed.kind === 'append') return [{ marker: feed.marker, onlyNullUpdated: false }];
  if (feed.kind === 'active') return feed.markers.map((marker) => ({ marker, onlyNullUpdated: false }));
  const arms = feed.markers.map((marker) => ({ marker, onlyNullUpdated: false }));
  const needsNullArm = feed.nullableMarker && !feed.markers.includes('created_at');
  return needsNullArm ? [...arms, { marker: 'created_at', onlyNullUpdated: true }] : arms;
}

/** Position of a walk by primary key, before its first page (D11). */
export function startWalk(tbl: string, startedAt: string | null): Cursor {
  return { tbl, values: {}, walk: { afterId: null, startedAt: startedAt ?? BEGINNING }, pulls: 0 };
}

/** The walk after a committed page whose last key is `afterId`. */
export function advanceWalk(cursor: Cursor, afterId: string): Cursor {
  return cursor.walk === 'done' ? cursor : { ...cursor, walk: { ...cursor.walk, afterId } };
}

/** The walk after its empty page: the feeds start where the walk began, so nothing that moved meanwhile is missed. */
export function finishWalk(cursor: Cursor, spec: TableSpec): Cursor {
  if (cursor.walk === 'done') return cursor;
  const { startedAt } = cursor.walk;
  const values = Object.fromEntries(feedArms(spec.feed).map((arm) => [arm.marker, startedAt]));
  return { ...cursor, values, walk: 'done' };
}

/** Position of a windowed feed before its first pull: every arm starts where the window does, and nothing is walked (D13). */
export function startWindow(tbl: string, feed: FeedSpec, serverTime: string, windowMs: number): Cursor {
  const from = shiftServerTime(serverTime, -windowMs);
  const values = Object.fromEntries(feedArms(feed).map((arm) => [arm.marker, from]));
  return { tbl, values, walk: 'done', pulls: 0 };
}

/** First moment a pull asks for: the cursor minus the overlap (D10.3, I12). */
export function pullFrom(cursor: Cursor, arm: FeedArm, overlapMs: number): string {
  return shiftServerTime(own(cursor.values, arm.marker) ?? BEGINNING, -overlapMs);
}

/**
 * The cursor after a committed page of one arm (D10.2): the newest marker of the page, never beyond the server time
 * of the answer minus five seconds (B4), never beyond a row that a fence kept out (it has to be read again), and
 * never backwards. Without a server time it does not move.
 */
export function advanceCursor(
  cursor: Cursor,
  arm: FeedArm,
  rows: readonly JsonRow[],
  fenced: readonly JsonRow[],
  serverTime: string | null,
): Cursor {
  if (serverTime === null) return cursor;
  const newest = rows.reduce<string | null>(
    (max, row) => laterServerTime(max, textAt(row, arm.marker)),
    null,
  );
  const blocked = fenced.reduce<string | null>(
    (min, row) => earlierServerTime(min, textAt(row, arm.marker)),
    null,
  );
  const limit = earlierServerTime(shiftServerTime(serverTime, -CURSOR_MARGIN_MS), blocked);
  const wanted = earlierServerTime(newest, limit);
  const before = own(cursor.values, arm.marker) ?? null;
  if (newest === null || wanted === null || compareServerTime(wanted, before) <= 0) return cursor;
  return { ...cursor, values: { ...cursor.values, [arm.marker]: wanted } };
}

/** How far behind the server a cursor stays where nothing newer comes: as far as a wide overlap looks back (D10.3). */
export const QUIET_LAG_MS = 1_800_000;

/**
 * The cursor of a marker after `heldMs`, by this device's own ticks, in which complete answers of the server have shown
 * nothing newer. After an hour it follows to half an hour behind them, so that the rows of an old overlap are not read
 * again with every pull. The clock of the server only holds it back: a wrong one cannot carry it away.
 */
export function followQuiet(
  cursor: Cursor,
  marker: string,
  heldMs: number,
  serverTime: string | null,
): Cursor {
  const value = own(cursor.values, marker);
  if (value === undefined || serverTime === null || heldMs < 2 * QUIET_LAG_MS) return cursor;
  const wanted = earlierServerTime(
    shiftServerTime(value, heldMs - QUIET_LAG_MS),
    shiftServerTime(serverTime, -QUIET_LAG_MS),
  );
  if (wanted === null || compareServerTime(wanted, value) <= 0) return cursor;
  return { ...cursor, values: { ...cursor.values, [marker]: wanted } };
}
