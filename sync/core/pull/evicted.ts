import type { PackedFeed } from '../../protocol/packed.ts';
import type { Cursor, FeedState } from '../../protocol/stored.ts';
import { withoutLanes } from './bulk.ts';
import { withoutSum } from './fill-sum.ts';

/** Why a collection is not whole although it was, as the panel shows it. */
export const EVICTED_WORDS =
  'This device has no room for all of it: everything is listed, and what is kept has its labels.';

/** Names of the mark in the cursor: it rides there, so that it is written with the rows that leave (D18). */
const EVICTED_AT = 'shed at';
const EVICTED_BYTES = 'shed bytes';

/** Parts of a collection left this device for want of room: when (device ms), and about how many bytes in all. */
export interface Evicted {
  readonly at: number;
  readonly bytes: number;
}

/** The mark of a cursor; null while its collection is whole, or on the way to be. */
export function evictionOf(cursor: Cursor | undefined): Evicted | null {
  const at = Number(cursor?.values[EVICTED_AT] ?? Number.NaN);
  const bytes = Number(cursor?.values[EVICTED_BYTES] ?? Number.NaN);
  return Number.isNaN(at) ? null : { at, bytes: Number.isNaN(bytes) ? 0 : bytes };
}

/**
 * The cursor of a collection after parts of it left for want of room. A walk that was under way ends here: what it has
 * brought is followed by its markers, and the rest waits until there is room.
 */
export function evictedCursor(
  cursor: Cursor,
  feed: Extract<PackedFeed, { kind: 'whole' }>,
  more: Evicted,
): Cursor {
  const bytes = String(Math.round((evictionOf(cursor)?.bytes ?? 0) + more.bytes));
  const mark = { [EVICTED_AT]: String(more.at), [EVICTED_BYTES]: bytes };
  if (cursor.walk === 'done') return { ...cursor, values: { ...cursor.values, ...mark } };
  const { startedAt } = cursor.walk;
  const markers = Object.fromEntries(feed.markers.map((marker) => [marker, startedAt]));
  return { ...cursor, walk: 'done', values: { ...withoutSum(withoutLanes(cursor)), ...markers, ...mark } };
}

/** What may be claimed of such a collection: never that it is whole (I23). Refusals stay what they are. */
export function evictedFeed(feed: FeedState): FeedState {
  if (feed.status !== 'complete' && feed.status !== 'partial') return feed;
  return { ...feed, status: 'partial', lastError: feed.lastError ?? EVICTED_WORDS };
}
