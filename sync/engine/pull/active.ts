import { keyOf } from '../../core/pull/apply-page.ts';
import { feedArms, startWindow } from '../../core/pull/cursor.ts';
import { textAt } from '../../core/outbox/json.ts';
import { hasPassed, LIST_SET_MS, LONG_CALM_MS } from '../../core/pull/schedule.ts';
import { compareServerTime, laterServerTime, shiftServerTime } from '../../core/pull/server-time.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { Cursor } from '../../protocol/stored.ts';
import type { FeedSpec, TableSpec } from '../../protocol/table.ts';
import { parseRows } from '../../transport/parse-page.ts';
import { exceptRequest } from '../../transport/postgrest.ts';
import { lookAt } from './look.ts';
import { Tally } from './parts.ts';
import { fetchPage, noteCalm, pageOf, pullArm } from './table.ts';
import type { PullResult } from './parts.ts';
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
  return { unfinished: new Set(unfinished), cutAt: nowMs, listedAt: nowMs };
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
  let counted: number | null = null;
  let listed = 0;
  for (;;) {
    const page = { afterId, withCount: afterId === null };
    const request = exceptRequest(spec, parts.client.context(), set, page);
    const turn = await fetchPage(parts, spec, request, tally);
    const { answer, parsed } = turn;
    if (answer.class !== 'ok') return { end: tally.end(answer), ids, serverTime };
    serverTime ??= answer.serverTime;
    if (afterId === null) counted = answer.total;
    const last = answer.rows.at(-1);
    if (last === undefined) return { end: null, ids, serverTime };
    for (const row of parsed.rows) ids.add(keyOf(spec, row) ?? '');
    tally.took(await parts.cache.page(pageOf(parts, spec, turn)));
    if (parsed.isSkewed) return { end: tally.end(null, true), ids, serverTime };
    listed += answer.rows.length;
    if (listed === counted) return { end: null, ids, serverTime };
    afterId = keyOf(spec, last);
  }
}

/**
 * Rows that had not ended and are listed no more: read again by key; those the server confirms gone leave (B7). `doubted`:
 * those that were not there and stay until another pass agrees, which asks for them again.
 */
async function settleEnded(
  parts: SweepParts,
  spec: TableSpec,
  ids: readonly string[],
  tally: Tally,
): Promise<{ readonly end: PullResult | null; readonly doubted: readonly string[] }> {
  const fence = parts.lead.nextFence();
  const { stop, absent } = await askById(parts, spec, ids, false, async (answer, pageFence) => {
    const { rows } = parseRows(spec, answer.rows);
    const stamp = parts.lead.nextFence();
    const nowMs = parts.runtime.ports.clock.nowMs();
    tally.took(await parts.cache.page({ spec, rows, fence: pageFence, stamp, nowMs }));
  });
  if (stop !== null) return { end: tally.end(stop), doubted: [] };
  const localRows = await parts.runtime.ports.cache.count(spec.name);
  const pass = { listed: ids.length, counted: ids.length, localRows, missing: absent.length };
  // Also when none is absent: that ends the suspicion of an earlier pass (REC4).
  const result = await removeMissing(parts, spec, pass, {
    missing: absent,
    listed: [],
    fence,
    among: 'unfinished',
  });
  if (result.stop !== null) return { end: tally.end(result.stop), doubted: [] };
  return { end: null, doubted: result.isOpen ? absent : [] };
}

/**
 * Looks before it pulls, where the last pull found nothing new and nothing is due to leave the window. Rows that have
 * been waiting unchanged for long are listed every two minutes; what begins or ends is seen with every look.
 */
async function isAsItWas(
  parts: SweepParts,
  spec: TableSpec,
  tally: Tally,
): Promise<{ readonly end: PullResult | null; readonly isSame: boolean }> {
  const known = parts.active.get(spec.name);
  const nowMs = parts.runtime.ports.clock.nowMs();
  const stored = await parts.runtime.ports.cache.cursor(spec.name);
  const mayLook = parts.calm.has(spec.name) && stored !== undefined && known !== undefined;
  if (!mayLook || hasPassed(known.cutAt, AGE_OUT_MS, nowMs)) return { end: null, isSame: false };
  const calmSince = parts.calm.get(spec.name) ?? nowMs;
  const mayRest = hasPassed(calmSince, LONG_CALM_MS, nowMs) && !hasPassed(known.listedAt, LIST_SET_MS, nowMs);
  const { stop, isSame } = await lookAt(parts, spec, stored, tally, mayRest ? null : known.unfinished);
  if (isSame && !mayRest) parts.active.set(spec.name, { ...known, listedAt: nowMs });
  return { end: stop === null ? null : tally.end(stop), isSame };
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
  const before = await isAsItWas(parts, spec, tally);
  if (before.end !== null || before.isSame) return before.end ?? tally.end(null);
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
  const { end, doubted } = await settleEnded(parts, spec, ended, tally);
  if (end !== null) return end;
  for (const id of doubted) unfinished.add(id);
  const listedAt = parts.runtime.ports.clock.nowMs();
  parts.active.set(spec.name, { unfinished, cutAt: known.cutAt, listedAt });
  noteCalm(parts, spec, tally);
  return tally.end(null);
}
