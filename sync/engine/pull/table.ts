import { keyOf } from '../../core/pull/apply-page.ts';
import {
  advanceCursor,
  advanceWalk,
  feedArms,
  finishWalk,
  pullFrom,
  startWalk,
} from '../../core/pull/cursor.ts';
import type { FeedArm } from '../../core/pull/cursor.ts';
import { textAt } from '../../core/outbox/json.ts';
import { sameJson } from '../../protocol/same-json.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { Cursor, FeedState } from '../../protocol/stored.ts';
import type { TableSpec } from '../../protocol/table.ts';
import { parseRows } from '../../transport/parse-page.ts';
import { feedRequest, unpagedRequest, walkRequest } from '../../transport/postgrest.ts';
import type { FeedPosition } from '../../transport/postgrest.ts';
import type { HttpRequest } from '../../ports.ts';
import { lookAt } from './look.ts';
import { rekeyRows } from './rekey.ts';
import { Tally } from './parts.ts';
import type { PullParts, PullResult, Turn } from './parts.ts';

/** Pages one pull may read before it lets the other feeds have a turn. */
const MAX_PAGES = 200;

/** Asks for one page and reads it; an answer that failed has no rows. */
export async function fetchPage(
  parts: PullParts,
  spec: TableSpec,
  request: HttpRequest,
  tally: Tally,
): Promise<Turn> {
  const fence = parts.lead.nextFence();
  const answer = await parts.client.ask(
    spec.feed.kind === 'snapshot' && spec.feed.unpaged === true ? 'service' : 'read',
    request,
  );
  const parsed = parseRows(spec, answer.class === 'ok' ? answer.rows : []);
  if (answer.class === 'ok') tally.add(parsed, answer);
  return { answer, parsed, fence, stamp: parts.lead.nextFence() };
}

/** Key of the last row as it came: paging goes on even when that row itself is malformed. */
function lastKey(spec: TableSpec, rows: readonly JsonRow[]): string | null {
  const last = rows.at(-1);
  return last === undefined ? null : keyOf(spec, last);
}

/** The page as the cache takes it. */
export function pageOf(parts: PullParts, spec: TableSpec, { parsed, fence, stamp }: Turn) {
  return { spec, rows: parsed.rows, fence, stamp, nowMs: parts.runtime.ports.clock.nowMs() };
}

/**
 * Walks a table by primary key from where it stopped (D11). Null when it is complete. The next page is asked for before
 * the present one is stored: server and device work at the same time.
 */
async function walk(
  parts: PullParts,
  spec: TableSpec,
  from: Cursor | undefined,
  tally: Tally,
): Promise<PullResult | null> {
  await rekeyRows(parts.runtime.ports.cache, spec, parts.lead.epoch);
  const ask = (afterId: string | null): Promise<Turn> =>
    fetchPage(parts, spec, walkRequest(spec, parts.client.context(), { afterId }), tally);
  let cursor = from;
  let turn = await ask(cursor === undefined || cursor.walk === 'done' ? null : cursor.walk.afterId);
  for (;;) {
    const { answer, parsed } = turn;
    if (answer.class !== 'ok') return tally.end(answer);
    const present: Cursor = cursor ?? startWalk(spec.name, answer.serverTime);
    const last = lastKey(spec, answer.rows);
    if (answer.rows.length === 0) {
      const done = finishWalk(present, spec);
      tally.stored(await parts.cache.page(pageOf(parts, spec, turn), { cursor: () => done }));
      return null;
    }
    if (parsed.isSkewed || last === null) return tally.end(null, true);
    const next = advanceWalk(present, last);
    cursor = next;
    await parts.pass?.(spec);
    const [asked, effect] = await Promise.all([
      ask(last),
      parts.cache.page(pageOf(parts, spec, turn), { cursor: () => next }),
    ]);
    tally.stored(effect);
    turn = asked;
  }
}

/**
 * Pulls one arm of a feed from its cursor until it has as many rows as the server counted with the first page, or until
 * an empty page (D10, B10).
 */
export async function pullArm(
  parts: PullParts,
  spec: TableSpec,
  arm: FeedArm,
  start: Cursor,
  tally: Tally,
  seen: (rows: readonly JsonRow[]) => void = () => undefined,
): Promise<{ readonly cursor: Cursor; readonly end: PullResult | null }> {
  const overlapMs = spec.feed.kind === 'snapshot' ? 0 : spec.feed.overlapMs;
  let cursor = start;
  let position: FeedPosition = { from: pullFrom(cursor, arm, overlapMs) };
  let rest: number | null = null;
  let fullPage = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const request = feedRequest(spec, parts.client.context(), arm, position, page === 0);
    const turn = await fetchPage(parts, spec, request, tally);
    const { answer, parsed } = turn;
    if (answer.class !== 'ok') return { cursor, end: tally.end(answer) };
    const known: number | null = page === 0 ? answer.total : rest;
    rest = known === null ? null : known - answer.rows.length;
    const last = answer.rows.at(-1);
    if (last === undefined) break;
    const afterId = keyOf(spec, last);
    const afterValue = textAt(last, arm.marker);
    if (parsed.isSkewed || afterId === null || afterValue === null)
      return { cursor, end: tally.end(null, true) };
    seen(parsed.rows);
    const before = cursor;
    const effect = await parts.cache.page(pageOf(parts, spec, turn), {
      cursor: (fenced) => {
        cursor = advanceCursor(before, arm, answer.rows, fenced, answer.serverTime);
        return sameJson(cursor, before) ? undefined : cursor;
      },
    });
    tally.took(effect);
    // What was committed between two pages with an older stamp fills a place of the sum: a full page proves no end.
    if (rest === 0 && (fullPage === 0 || answer.rows.length < fullPage)) break;
    fullPage = Math.max(fullPage, answer.rows.length);
    position = { afterValue, afterId };
    await parts.pass?.(spec);
  }
  return { cursor, end: null };
}

/** Notes whether a pull that went through found anything, for the next one. */
export function noteCalm(parts: PullParts, spec: TableSpec, tally: Tally): void {
  if (tally.changed > 0) parts.calm.delete(spec.name);
  else if (!parts.calm.has(spec.name)) parts.calm.set(spec.name, parts.runtime.ports.clock.nowMs());
}

/**
 * Pulls a table with a cursor: the rest of its walk first, then every arm (D10, D11, B10). Where the last pull found
 * nothing new one look comes first, and is all there is when it finds nothing either.
 */
export async function pullCursor(parts: PullParts, spec: TableSpec): Promise<PullResult> {
  const tally = new Tally();
  const before = await parts.runtime.ports.cache.cursor(spec.name);
  if (before === undefined || before.walk !== 'done') {
    const stopped = await walk(parts, spec, before, tally);
    if (stopped !== null) return stopped;
  }
  let cursor = await parts.runtime.ports.cache.cursor(spec.name);
  if (cursor === undefined) return tally.end(null);
  if (before?.walk === 'done' && parts.calm.has(spec.name)) {
    const { stop, isSame } = await lookAt(parts, spec, cursor, tally);
    if (stop !== null || isSame) return tally.end(stop);
  }
  for (const arm of feedArms(spec.feed)) {
    const pulled = await pullArm(parts, spec, arm, cursor, tally);
    if (pulled.end !== null) return pulled.end;
    cursor = pulled.cursor;
  }
  noteCalm(parts, spec, tally);
  return tally.end(null);
}

/** Pulls a whole table page by page; what it no longer lists is the caller's to judge (D12). */
export async function pullSnapshot(parts: PullParts, spec: TableSpec): Promise<PullResult> {
  const tally = new Tally();
  const ids = new Set<string>();
  const isUnpaged = spec.feed.kind === 'snapshot' && spec.feed.unpaged === true;
  const fence = parts.lead.nextFence();
  let counted: number | null = null;
  let afterId: string | null = null;
  for (let page = 0; ; page += 1) {
    const context = parts.client.context();
    const request = isUnpaged
      ? unpagedRequest(spec, context)
      : walkRequest(spec, context, { afterId, withCount: page === 0 });
    const turn: Turn = await fetchPage(parts, spec, request, tally);
    const { answer, parsed } = turn;
    if (answer.class !== 'ok') return tally.end(answer);
    if (page === 0) counted = answer.total;
    for (const row of answer.rows) ids.add(keyOf(spec, row) ?? '');
    tally.stored(await parts.cache.page(pageOf(parts, spec, turn)));
    if (parsed.isSkewed) return tally.end(null, true);
    afterId = lastKey(spec, answer.rows);
    if (isUnpaged || afterId === null || ids.size === counted) break;
    await parts.pass?.(spec);
  }
  return tally.end(null, false, { ids, counted: isUnpaged ? ids.size : counted, fence });
}

/** State of a feed before its first pull. */
export function neverPulled(tbl: string): FeedState {
  return { tbl, status: 'never', asOf: null, lastRows: 0, lastError: null, badRows: 0, badSample: null };
}

const NO_ANSWER = 'No answer came.';

/** State of a feed after a pull, as the screens read it (D13, I23, I24). */
export function feedAfter(
  before: FeedState | undefined,
  spec: { readonly name: string },
  result: PullResult,
): FeedState {
  const known = before ?? neverPulled(spec.name);
  const counts = {
    lastRows: result.rows,
    badRows: known.badRows + result.badRows,
    badSample: result.badSample ?? known.badSample,
  };
  if (result.isSkewed) {
    const lastError = 'The server sends rows this version of the app cannot read.';
    return { ...known, ...counts, status: 'skew', lastError };
  }
  if (result.isOpen === true) {
    // Rows that are read again for their columns are all here meanwhile (UPG10).
    return { ...known, ...counts, status: known.unread === true ? known.status : 'partial' };
  }
  if (result.stop === null) {
    const { unread: _unread, ...whole } = known;
    return { ...whole, ...counts, status: 'complete', asOf: result.asOf ?? known.asOf, lastError: null };
  }
  // Which request it was is for the log; here it is said of the collection.
  const lastError = result.stop.class === 'offline' ? NO_ANSWER : (result.stop.error?.message ?? null);
  if (result.stop.class === 'forbidden') return { ...known, status: 'forbidden', lastError };
  const isPartial = known.status === 'never' && result.rows > 0;
  return { ...known, status: isPartial ? 'partial' : known.status, lastError };
}
