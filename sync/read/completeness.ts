import type { FeedState } from '../protocol/stored.ts';
import type { TableName } from '../protocol/table.ts';
import { compareText } from './columns.ts';
import { deviceClaim } from '../protocol/claim.ts';
import type { Claim, Lack } from '../protocol/claim.ts';

/** What rows of these feeds lack: columns that the app asks for since its last update, until they are read again. */
export function lacksOf(feeds: readonly (FeedState | undefined)[]): readonly Lack[] {
  return feeds.some((feed) => feed?.unread === true) ? [{ what: 'not-read' }] : [];
}

/**
 * Claim of a result: `deciding` are the feeds that decide which rows there are, the first one above all; `shown` are
 * those that only add names and faces. The age is that of the oldest of all of them (I24); a collection this role may
 * not read has no age and does not count.
 */
export function claimOf(
  feeds: readonly FeedState[],
  deciding: readonly [TableName, ...TableName[]],
  shown: readonly TableName[] = [],
): Claim {
  const stateOf = (tbl: TableName): FeedState | undefined => feeds.find((feed) => feed.tbl === tbl);
  const [primary, ...others] = deciding.map((tbl) => stateOf(tbl)?.status ?? 'never');
  const isWhole = others.every((status) => status === 'complete' || status === 'forbidden');
  const state = primary === 'complete' && !isWhole ? 'partial' : (primary ?? 'never');
  const readable = [...deciding, ...shown]
    .map(stateOf)
    .filter((feed) => feed === undefined || feed.status !== 'forbidden');
  const asOf = oldest(readable.map((feed) => feed?.asOf ?? null));
  return deviceClaim(state, asOf, lacksOf(readable));
}

/** Oldest of the times; null as soon as one of them is unknown. */
function oldest(times: readonly (string | null)[]): string | null {
  const known = times.filter((time): time is string => time !== null);
  if (known.length === 0 || known.length < times.length) return null;
  return known.reduce((first, time) => (compareText(time, first) < 0 ? time : first));
}
