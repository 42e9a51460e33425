import { laterServerTime } from '../core/server-time.ts';
import { textAt } from '../core/json.ts';
import type { PackedName } from '../protocol/packed.ts';
import type { PackedLibrary } from './packed-types.ts';
import { packedId } from './packed-types.ts';

/** Removals of one write: each is a record of its own until compaction. */
const REMOVE_SLICE = 500;

/** What a window keeps (D13): rows at or after a server time, and at most so many of them, newest first. */
export interface PackedWindow {
  readonly column: string;
  readonly notBefore: string;
  readonly keep: number;
}

/** Days and rows of changes kept on the device when nothing pins them (D13). */
export const CHANGES_WINDOW = { days: 7, keep: 50_000 } as const;

/**
 * Removes the rows outside a window, in slices so that no write is long; returns how many went. `notBefore` is server
 * time, never the device's (I30). Rows without a time stay.
 */
export async function trimPacked(
  store: PackedLibrary,
  tbl: PackedName,
  window: PackedWindow,
  epoch: number,
): Promise<number> {
  let inside: { readonly id: string; readonly time: string }[] = [];
  let outside: string[] = [];
  await store.read(tbl, null, {
    begin: () => {
      inside = [];
      outside = [];
    },
    put: (rows) => {
      for (const row of rows) {
        const id = packedId(row);
        const time = textAt(row, window.column);
        if (id === undefined || time === null) continue;
        if (laterServerTime(time, window.notBefore) === time) inside.push({ id, time });
        else outside.push(id);
      }
    },
    remove: () => undefined,
  });
  if (inside.length > window.keep) {
    inside.sort((a, b) => (a.time === b.time ? 0 : laterServerTime(a.time, b.time) === a.time ? -1 : 1));
    outside.push(...inside.slice(window.keep).map(({ id }) => id));
  }
  let removed = 0;
  for (let at = 0; at < outside.length; at += REMOVE_SLICE) {
    const applied = await store.apply({ tbl, put: [], remove: outside.slice(at, at + REMOVE_SLICE) }, epoch);
    removed += applied.removed;
  }
  return removed;
}

/**
 * Delta rows worth a compaction: below, readers hardly notice them, and about one page is written anew for each. The
 * share of all rows keeps that price low for big collections.
 */
const COMPACT_FROM = 300;
const COMPACT_SHARE = 0.03;
/** Pages one slice of compaction rewrites: some tens of milliseconds. */
const SLICE_PAGES = 16;

/**
 * Compacts every collection whose delta has grown, slice by slice; `pause` stands between two slices and says whether
 * to go on. Any context may do it: it changes no row, and the transactions of two contexts follow each other.
 */
export async function compactGrown(
  store: PackedLibrary,
  pause: () => Promise<boolean>,
  least: number = COMPACT_FROM,
  share: number = COMPACT_SHARE,
): Promise<void> {
  for (const [tbl, { deltaRows, count }] of await store.versions()) {
    let left = deltaRows < Math.max(least, count * share) ? 0 : deltaRows;
    while (left > 0) {
      const after = await store.compact(tbl, SLICE_PAGES);
      if (after >= left) break;
      left = after;
      if (!(await pause())) return;
    }
  }
}
