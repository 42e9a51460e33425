import { keyOf } from '../core/apply-page.ts';
import { feedArms, startWindow } from '../core/cursor.ts';
import { textAt } from '../core/json.ts';
import { hasPassed } from '../core/schedule.ts';
import { compareServerTime, laterServerTime, shiftServerTime } from '../core/server-time.ts';
import type { JsonRow } from '../protocol/op.ts';
import type { Cursor } from '../protocol/stored.ts';
import type { FeedSpec, TableSpec } from '../protocol/table.ts';
import { parseRows } from '../transport/parse-page.ts';
import { exceptRequest } from '../transport/postgrest.ts';
import { pageOf, fetchPage, pullArm, Tally } from './pull-table.ts';
import type { PullResult } from './pull-table.ts';
import { askById, removeMissing } from './sweep.ts';
import type { ActiveMemory, SweepParts } from './sweep.ts';

type ActiveFeed = Extract<FeedSpec, { kind: 'active' }>;

/** How often rows that have fallen out of the window are looked for. */
const AGE_OUT_MS = 6 * 3_600_000;

function isFinal(feed: ActiveFeed, row: JsonRow): boolean {
  return feed.finals.includes(textAt(row, feed.stateColumn) ?? '');
}

/** Newest time a row carries: what decides whether it is still in the window. */
function newestTime(feed: ActiveFeed, row: JsonRow): string | null {
  return feed.markers.reduce<string | null>((max, marker) => laterServerTime(max, textAt(row, marker)), null);
}

/** Ended rows older than the window leave the device; without a server time nothing does (D13). */
async function cutWindow(
  parts: SweepParts,
  spec: TableSpec,
  feed: ActiveFeed,
  rows: readonly JsonRow[],
  serverTime: string,
): Promise<void> {
  const edge = shiftServerTime(serverTime, -feed.windowMs);
  const shadowed = new Set((await parts.runtime.ports.cache.shadows()).map((shadow) => shadow.id));
  const removed = rows
    .filter((row) => isFinal(feed, row) && compareServerTime(newestTime(feed, row), edge) < 0)
    .map((row) => keyOf(spec, row) ?? '')
    .filter((id) => !shadowed.has(id));
  if (removed.length === 0) return;
  const fence = parts.lead.nextFence();
  await parts.cache.page({ spec, rows: [], removed, fence, nowMs: parts.runtime.ports.clock.nowMs() });
}

/** Rows this device knows as not ended, from memory or from a look at all of them. */
async function knownUnfinished(
  parts: SweepParts,
  spec: TableSpec,
  feed: ActiveFeed,
  serverTime: string | null,
): Promise<ActiveMemory> {
  const nowMs = parts.runtime.ports.clock.nowMs();
  const known = parts.active.get(spec.name);
  if (known !== undefined && !hasPassed(known.cutAt, AGE_OUT_MS, nowMs)) return known;
  const rows = await parts.runtime.ports.cache.dump(spec.name);
  if (serverTime !== null) await cutWindow(parts, spec, feed, rows, serverTime);
  const unfinished = rows.filter((row) => !isFinal(feed, row)).map((row) => keyOf(spec, row) ?? '');
  return { unfinished: new Set(unfinished), cutAt: nowMs };
}

interface Open {
  readonly end: PullResult | null;
  readonly ids: ReadonlySet<string>;
  readonly serverTime: string | null;
}

/** Every row that has not ended, whatever its age. */
async function pullUnfinished(
  parts: SweepParts,
  spec: TableSpec,
  feed: ActiveFeed,
  tally: Tally,
): Promise<Open> {
  const ids = new Set<string>();
  const set = { column: feed.stateColumn, except: feed.finals, columns: spec.columns };
  let serverTime: string | null = null;
  let afterId: string | null = null;
  for (;;) {
    const request = exceptRequest(spec, parts.client.context(), set, { afterId });
    const turn = await fetchPage(parts, spec, request, tally);
    const { answer, parsed } = turn;
    if (answer.class !== 'ok') return { end: tally.end(answer), ids, serverTime };
    serverTime ??= answer.serverTime;
    const last = answer.rows.at(-1);
    if (last === undefined) return { end: null, ids, serverTime };
    for (const row of parsed.rows) ids.add(keyOf(spec, row) ?? '');
    await parts.cache.page(pageOf(parts, spec, turn));
    if (parsed.isSkewed) return { end: tally.end(null, true), ids, serverTime };
    afterId = keyOf(spec, last);
  }
}

/** Rows that had not ended and are listed no more: read again by key; those the server confirms gone leave (B7). */
async function settleEnded(
  parts: SweepParts,
  spec: TableSpec,
  ids: readonly string[],
  tally: Tally,
): Promise<PullResult | null> {
  const fence = parts.lead.nextFence();
  const { stop, absent } = await askById(parts, spec, ids, false, async (answer, pageFence) => {
    const { rows } = parseRows(spec, answer.rows);
    const stamp = parts.lead.nextFence();
    const nowMs = parts.runtime.ports.clock.nowMs();
    await parts.cache.page({ spec, rows, fence: pageFence, stamp, nowMs });
  });
  if (stop !== null) return tally.end(stop);
  if (absent.length === 0) return null;
  const localRows = await parts.runtime.ports.cache.count(spec.name);
  const pass = { listed: ids.length, counted: ids.length, localRows, missing: absent.length };
  const { stop: end } = await removeMissing(parts, spec, pass, { missing: absent, listed: [], fence });
  return end === null ? null : tally.end(end);
}

/**
 * Pulls a table whose rows change without a marker until they end (F-active): first every row that has not ended, then
 * what began or ended since the cursor, then, by key, those that were not ended here and are listed no more. Its walk is
 * the window: nothing older is asked for.
 */
export async function pullActive(parts: SweepParts, spec: TableSpec): Promise<PullResult> {
  const { feed } = spec;
  if (feed.kind !== 'active') throw new Error(`${spec.name} is no active feed`);
  const tally = new Tally();
  const open = await pullUnfinished(parts, spec, feed, tally);
  if (open.end !== null) return open.end;
  const known = await knownUnfinished(parts, spec, feed, open.serverTime);
  const stored = await parts.runtime.ports.cache.cursor(spec.name);
  // Without the server's time nothing says where the window begins: the next answer may carry it.
  if (stored === undefined && open.serverTime === null) return tally.end(null, true);
  let cursor: Cursor = stored ?? startWindow(spec.name, feed, open.serverTime ?? '', feed.windowMs);
  const unfinished = new Set(open.ids);
  for (const arm of feedArms(feed)) {
    const pulled = await pullArm(parts, spec, arm, cursor, tally, (rows) => {
      for (const row of rows) if (!isFinal(feed, row)) unfinished.add(keyOf(spec, row) ?? '');
    });
    if (pulled.end !== null) return pulled.end;
    cursor = pulled.cursor;
  }
  const ended = [...known.unfinished].filter((id) => !open.ids.has(id));
  const end = await settleEnded(parts, spec, ended, tally);
  if (end !== null) return end;
  parts.active.set(spec.name, { unfinished, cutAt: known.cutAt });
  return tally.end(null);
}
