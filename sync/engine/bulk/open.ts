import { differsIn } from '../../core/pull/bulk.ts';
import { BEGINNING } from '../../core/pull/cursor.ts';
import { textAt } from '../../core/outbox/json.ts';
import { hasPassed, inProportionMs } from '../../core/pull/schedule.ts';
import { shiftServerTime } from '../../core/pull/server-time.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { PackedFeed, PackedSpec } from '../../protocol/packed.ts';
import type { Cursor } from '../../protocol/stored.ts';
import { exceptCountRequest } from '../../transport/look-request.ts';
import { afterKeyOf } from '../../transport/postgrest.ts';
import type { Param } from '../../protocol/query-text.ts';
import { askPage, columnsFor, eachLocal, fetchByKey, idOf, store } from './parts.ts';
import type { BulkParts } from './parts.ts';
import { lookArm, lookAtPacked, noteBulkCalm } from './look.ts';
import { pullMarker } from './marker.ts';
import { removeGone } from './sweep.ts';
import { Tally } from '../pull/parts.ts';
import type { PullResult } from '../pull/parts.ts';

type OpenFeed = Extract<PackedFeed, { kind: 'open' }>;

/** When what is open was last listed whole, and when it was last listed or found to be as many rows as here. Device ms. */
export interface OpenListing {
  readonly at: number;
  readonly countedAt: number;
}

function notFinal(feed: OpenFeed): Param {
  return [feed.stateColumn, `not.in.(${feed.finals.map((value) => `"${value}"`).join(',')})`];
}

function isOpen(feed: OpenFeed, row: JsonRow): boolean {
  return !feed.finals.includes(textAt(row, feed.stateColumn) ?? '');
}

/** Walks everything that is open by key; resumable. The feeds begin a window before the walk did. */
async function walkOpen(
  parts: BulkParts,
  spec: PackedSpec,
  feed: OpenFeed,
  stored: Cursor | undefined,
  tally: Tally,
): Promise<Cursor | PullResult> {
  let cursor = stored;
  for (;;) {
    const afterId = cursor === undefined || cursor.walk === 'done' ? null : cursor.walk.afterId;
    const where = [notFinal(feed), ...afterKeyOf(spec, afterId)];
    const { answer, parsed } = await askPage(parts, spec, { columns: columnsFor(parts, spec), where }, tally);
    if (answer.class !== 'ok') return tally.end(answer);
    if (parsed.isSkewed || parts.lead.isOver()) return tally.end(null, true);
    const walk = cursor === undefined || cursor.walk === 'done' ? null : cursor.walk;
    const startedAt = walk?.startedAt ?? answer.serverTime ?? BEGINNING;
    const last = answer.rows.at(-1);
    const from = shiftServerTime(startedAt, -feed.windowMs);
    const next: Cursor =
      last === undefined
        ? {
            tbl: spec.name,
            values: Object.fromEntries(feed.markers.map((marker) => [marker, from])),
            walk: 'done',
            pulls: 0,
          }
        : { tbl: spec.name, values: {}, walk: { afterId: idOf(spec, last), startedAt }, pulls: 0 };
    await store(parts, spec.name, { put: parsed.rows, cursor: next });
    cursor = next;
    if (last === undefined) return next;
  }
}

/** Lists what is open on the server in lean columns and settles every difference, also what is open only here. */
async function settleOpen(
  parts: BulkParts,
  spec: PackedSpec,
  feed: OpenFeed,
  tally: Tally,
): Promise<PullResult | null> {
  const listed = new Map<string, JsonRow>();
  let afterId: string | null = null;
  let counted: number | null = null;
  for (;;) {
    const where = [notFinal(feed), ...afterKeyOf(spec, afterId)];
    const query = { columns: feed.digest, where, withCount: afterId === null };
    const { answer } = await askPage(parts, spec, query, tally, true);
    if (answer.class !== 'ok') return tally.end(answer);
    if (afterId === null) counted = answer.total;
    const last = answer.rows.at(-1);
    if (last === undefined) break;
    for (const row of answer.rows) listed.set(idOf(spec, row), row);
    if (listed.size === counted) break;
    afterId = idOf(spec, last);
  }
  const fetch = new Set(listed.keys());
  let localRows = 0;
  await eachLocal(parts, spec, (id, row) => {
    localRows += 1;
    const theirs = listed.get(id);
    if (theirs !== undefined && !differsIn(feed.digest, row, theirs)) fetch.delete(id);
    if (theirs === undefined && isOpen(feed, row)) fetch.add(id);
  });
  const found = await fetchByKey(parts, spec, [...fetch], tally);
  await store(parts, spec.name, { put: found.rows });
  if (found.stop !== null) return tally.end(found.stop);
  const missing = found.absent.filter((id) => !listed.has(id));
  await removeGone(
    parts,
    spec,
    { listed: listed.size, counted, localRows, missing: missing.length },
    missing,
  );
  return null;
}

/**
 * Looks whether what is open on the server is what is open here. As many rows are believed to be the same ones for a
 * while, where they are many; the number is that of here, because a row that was closed there is still counted here.
 */
async function checkOpen(
  parts: BulkParts,
  spec: PackedSpec,
  feed: OpenFeed,
  before: OpenListing | null,
  tally: Tally,
): Promise<{ readonly end: PullResult | null; readonly listing: OpenListing | null }> {
  const nowMs = parts.runtime.ports.clock.nowMs();
  let here = 0;
  await eachLocal(parts, spec, (_id, row) => {
    if (isOpen(feed, row)) here += 1;
  });
  if (before !== null && !hasPassed(before.at, inProportionMs(feed.listMs, here), nowMs)) {
    const set = { column: feed.stateColumn, except: feed.finals };
    const answer = await parts.client.ask('read', exceptCountRequest(spec, parts.client.context(), set));
    if (answer.class !== 'ok') return { end: tally.end(answer), listing: before };
    if (answer.total === here) return { end: null, listing: { at: before.at, countedAt: nowMs } };
  }
  const end = await settleOpen(parts, spec, feed, tally);
  return { end, listing: end === null ? { at: nowMs, countedAt: nowMs } : before };
}

/**
 * Pulls what is open and what was lately seen (F-active): walked by key, then followed by the markers, and listed whole
 * from time to time, because closing a row moves no marker.
 */
export async function pullOpen(
  parts: BulkParts,
  spec: PackedSpec,
  feed: OpenFeed,
  before: OpenListing | null,
): Promise<{ readonly result: PullResult; readonly listing: OpenListing | null }> {
  const tally = new Tally();
  const stored = await parts.runtime.ports.cache.cursor(spec.name);
  const isWhole = stored !== undefined && stored.walk === 'done';
  const walked = isWhole ? stored : await walkOpen(parts, spec, feed, stored, tally);
  if ('stop' in walked) return { result: walked, listing: before };
  let cursor: Cursor = walked;
  const arms = feed.markers.map((marker) => lookArm(walked, marker, feed.overlapMs));
  const looked = await lookAtPacked(parts, spec, { arms, digest: feed.digest }, walked, tally);
  if (looked.end !== null) return { result: looked.end, listing: before };
  if (looked.cursor !== null && looked.cursor !== walked)
    await store(parts, spec.name, { cursor: looked.cursor });
  for (const marker of looked.cursor === null ? feed.markers : []) {
    const pull = { marker, overlapMs: feed.overlapMs, digest: feed.digest, where: [] };
    const pulled = await pullMarker(parts, spec, pull, cursor, tally);
    if (pulled.end !== null) return { result: pulled.end, listing: before };
    cursor = pulled.cursor;
  }
  if (looked.cursor === null && cursor !== walked) await store(parts, spec.name, { cursor });
  noteBulkCalm(parts, spec, tally);
  const nowMs = parts.runtime.ports.clock.nowMs();
  if (!isWhole) return { result: tally.end(null), listing: { at: nowMs, countedAt: nowMs } };
  if (!hasPassed(before?.countedAt ?? null, feed.listMs, nowMs))
    return { result: tally.end(null), listing: before };
  const { end, listing } = await checkOpen(parts, spec, feed, before, tally);
  return { result: end ?? tally.end(null), listing };
}
