import type { Dexie } from 'dexie';
import { coverageOf } from '../core/bulk.ts';
import { compareServerTime } from '../core/server-time.ts';
import type { PackedName } from '../protocol/packed.ts';
import type { Coverage } from '../protocol/stored.ts';
import { readCursor } from '../store/cache-records.ts';
import type { Completeness } from './types.ts';

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

/** Coverage of one scope (a parent's id, or the empty text); null when nothing of it was ever pulled. */
export async function queryCoverage(db: Dexie, tbl: PackedName, scopeKey: string): Promise<Coverage | null> {
  return coverageOf(readCursor(await db.table('cursors').get(tbl)), scopeKey) ?? null;
}

/** Coverage of every collection that is kept in part, by name; whole collections have none (D13). */
export async function queryWindows(db: Dexie): Promise<Readonly<Record<string, readonly Coverage[]>>> {
  const cursors = (await db.table('cursors').toArray()).map(readCursor);
  return Object.fromEntries(
    cursors.flatMap((cursor) => (cursor?.windows ? [[cursor.tbl, cursor.windows]] : [])),
  );
}
