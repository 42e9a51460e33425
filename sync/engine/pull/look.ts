import { keyOf } from '../../core/pull/apply-page.ts';
import { advanceCursor, feedArms, pullFrom } from '../../core/pull/cursor.ts';
import { textAt } from '../../core/outbox/json.ts';
import type { Cursor } from '../../protocol/stored.ts';
import type { FeedSpec, TableSpec } from '../../protocol/table.ts';
import { lookRequest } from '../../transport/look-request.ts';
import type { Look } from '../../transport/look-request.ts';
import type { Answer } from '../tabs/client.ts';
import { differing } from './lean.ts';
import { followHeld } from './quiet-cursor.ts';
import type { PullParts, Tally } from './parts.ts';

/** What a look found. `isSame`: the whole overlap is here as the server has it, and the cursor says so. */
export interface Looked {
  readonly stop: Answer | null;
  readonly isSame: boolean;
}

const changed: Looked = { stop: null, isSame: false };

/** Markers, stamps, and what changes without either: columns that tell whether a row of the overlap differs. */
function lookColumns(spec: TableSpec, feed: Exclude<FeedSpec, { kind: 'snapshot' }>): readonly string[] {
  // What has ended can end again, with the same words; when something began never changes.
  if (feed.kind === 'active')
    return [
      feed.stateColumn,
      ...feed.digest,
      ...feed.markers.filter((marker) => marker !== 'created_at' && !feed.digest.includes(marker)),
    ];
  const stamps = ['updated_at', 'deleted_at'].filter((column) => spec.columns.includes(column));
  const markers = feedArms(feed).map((arm) => arm.marker);
  return [...new Set([...markers, ...stamps, ...(spec.watch?.columns ?? [])])];
}

function lookOf(
  spec: TableSpec,
  feed: Exclude<FeedSpec, { kind: 'snapshot' }>,
  cursor: Cursor,
  withUnfinished: boolean,
): Look {
  const unfinished =
    feed.kind === 'active' && withUnfinished ? { column: feed.stateColumn, except: feed.finals } : undefined;
  return {
    columns: lookColumns(spec, feed),
    arms: feedArms(feed).map((arm) => ({ ...arm, from: pullFrom(cursor, arm, feed.overlapMs) })),
    unfinished,
  };
}

/**
 * Looks at everything the next pull would read, in one small answer (D10.6): where it holds every row the server counted
 * and none of them says something else than what is here, there is nothing to pull. `unfinished` are rows of an active
 * feed that must be among them; null leaves those that have not ended out. It writes no row, and the cursor only as far
 * as a pull of the same rows would.
 */
export async function lookAt(
  parts: PullParts,
  spec: TableSpec,
  cursor: Cursor,
  tally: Tally,
  unfinished: ReadonlySet<string> | null = new Set(),
): Promise<Looked> {
  const { feed } = spec;
  if (feed.kind === 'snapshot') return changed;
  const look = lookOf(spec, feed, cursor, unfinished !== null);
  const fence = parts.lead.nextFence();
  const answer = await parts.client.ask('read', lookRequest(spec, parts.client.context(), look));
  if (answer.class !== 'ok') return { stop: answer, isSame: false };
  const { rows, total, serverTime } = answer;
  const there = new Set(rows.map((row) => keyOf(spec, row)));
  if (total !== rows.length || [...(unfinished ?? [])].some((id) => !there.has(id))) return changed;
  if ((await differing(parts, spec, look.columns, rows)).length > 0) return changed;
  // Where rows that wait were left out, the data is only as new as the last look that listed them (I24).
  if (unfinished !== null) tally.add({ rows: [], badRows: 0, badSample: null, isSkewed: false }, answer);
  const next = look.arms.reduce((at, arm) => {
    const mine = arm.onlyNullUpdated ? rows.filter((row) => textAt(row, 'updated_at') === null) : rows;
    const moved = advanceCursor(at, arm, mine, [], serverTime);
    return followHeld(parts.held, parts.runtime.ports.clock, moved, { arm, rows: mine, serverTime });
  }, cursor);
  const nowMs = parts.runtime.ports.clock.nowMs();
  if (next !== cursor) await parts.cache.page({ spec, rows: [], fence, nowMs }, { cursor: () => next });
  return { stop: null, isSame: true };
}
