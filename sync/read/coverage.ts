import type { Dexie } from 'dexie';
import { coverageOf, coveredUpTo, WHOLE_SCOPE } from '../core/pull/bulk.ts';
import { compareServerTime } from '../core/pull/server-time.ts';
import type { PackedName } from '../protocol/packed.ts';
import type { Coverage, FeedState } from '../protocol/stored.ts';
import { readCursor, readFeed } from '../store/cache/records.ts';
import type { Completeness } from '../protocol/claim.ts';

/**
 * What an empty answer over a windowed collection may be called (I23): `none` only where everything that was asked for
 * is on this device, `part` where only a newer part of it is, `unloaded` where nothing of it was pulled yet.
 */
export type Absence = 'none' | 'part' | 'unloaded' | 'forbidden';

/**
 * Judges an empty answer for rows from `from` on (a server time; null: from the beginning). `state` is that of the feed.
 */
export function absenceOf(state: Completeness, coverage: Coverage | null, from: string | null): Absence {
  if (state === 'forbidden') return 'forbidden';
  if (coverage === null) return 'unloaded';
  const isReached = coverage.from === null || (from !== null && compareServerTime(coverage.from, from) <= 0);
  return isReached ? 'none' : 'part';
}

/**
 * A window as of now: while nothing happens in it only the state of its feed says how far it reaches, because ages are
 * stored together (BLK11).
 */
function asFollowed(coverage: Coverage, feed: FeedState | undefined): Coverage {
  const isFollowed = coverage.scopeKey === WHOLE_SCOPE && feed?.status === 'complete';
  return isFollowed ? coveredUpTo(coverage, feed.asOf) : coverage;
}

/** Tables that a read of coverage needs. */
export const coverageTables: readonly string[] = ['cursors', 'feeds'];

/** Coverage of one scope (a parent's id, or the empty text); null when nothing of it was ever pulled. */
export async function queryCoverage(db: Dexie, tbl: PackedName, scopeKey: string): Promise<Coverage | null> {
  const [cursor, feed] = await Promise.all([db.table('cursors').get(tbl), db.table('feeds').get(tbl)]);
  const coverage = coverageOf(readCursor(cursor), scopeKey);
  return coverage === undefined ? null : asFollowed(coverage, readFeed(feed));
}

/** Coverage of every collection that is kept in part, by name; whole collections have none (D13). */
export async function queryWindows(db: Dexie): Promise<Readonly<Record<string, readonly Coverage[]>>> {
  const [cursors, states] = await Promise.all([db.table('cursors').toArray(), db.table('feeds').toArray()]);
  const feeds = new Map(states.map(readFeed).map((feed) => [feed?.tbl, feed]));
  return Object.fromEntries(
    cursors
      .map(readCursor)
      .flatMap((cursor) =>
        cursor?.windows
          ? [[cursor.tbl, cursor.windows.map((window) => asFollowed(window, feeds.get(cursor.tbl)))]]
          : [],
      ),
  );
}
