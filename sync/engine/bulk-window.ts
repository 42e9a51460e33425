import { beyondWindow, coverageOf, coveredUpTo, withCoverage } from '../core/bulk.ts';
import { BEGINNING } from '../core/cursor.ts';
import { textAt } from '../core/json.ts';
import { compareServerTime, earlierServerTime, shiftServerTime } from '../core/server-time.ts';
import { joinKey, splitKey } from '../protocol/keys.ts';
import type { JsonRow } from '../protocol/op.ts';
import type { PackedFeed, PackedSpec } from '../protocol/packed.ts';
import type { Coverage, Cursor } from '../protocol/stored.ts';
import { afterMarker } from '../transport/postgrest.ts';
import type { Param } from '../transport/postgrest.ts';
import { askPage, columnsFor, eachLocal, idOf, store } from './bulk-parts.ts';
import type { BulkParts } from './bulk-parts.ts';
import { pullMarker } from './bulk-marker.ts';
import { Tally } from './pull-table.ts';
import type { PullResult } from './pull-table.ts';

type WindowFeed = Extract<PackedFeed, { kind: 'window' }>;

const BACK = 'back';
const TAKEN = 'taken';
const WIDE_EVERY = 10;
/** Pulls between two looks for rows that have fallen out of the window. */
const CUT_EVERY = 120;
/** Newest row first: the first useful screen after one page. */
const WHOLE_SCOPE = '';

function emptyCoverage(serverTime: string | null): Coverage {
  return { scopeKey: WHOLE_SCOPE, from: serverTime, to: serverTime, complete: false, asOf: serverTime };
}

/** Markers to follow on this server: the better one alone where it is there (schema-since-2024.md). */
function markersOf(parts: BulkParts, spec: PackedSpec, feed: WindowFeed): readonly string[] {
  return parts.runtime.wire.facts.has(spec.path, feed.better) ? [feed.better] : feed.markers;
}

/** Where the filling of the window stands: the last row taken, oldest so far. */
function backOf(cursor: Cursor): { readonly value: string; readonly id: string } | null {
  const [value = null, id = null] = splitKey(cursor.values[BACK] ?? '');
  return value === null || id === null ? null : { value, id };
}

/** Newest first from the moment of the first answer down to the edge of the window or the row limit. */
async function fill(
  parts: BulkParts,
  spec: PackedSpec,
  feed: WindowFeed,
  stored: Cursor | undefined,
  tally: Tally,
): Promise<Cursor | PullResult> {
  let cursor = stored;
  for (;;) {
    const back = cursor === undefined ? null : backOf(cursor);
    const walk = cursor?.walk;
    const startedAt = walk === undefined || walk === 'done' ? null : walk.startedAt;
    const edge: readonly Param[] =
      startedAt === null ? [] : [[feed.bound, `gte.${shiftServerTime(startedAt, -feed.windowMs)}`]];
    const position: readonly Param[] = back === null ? [] : [afterMarker(spec, feed.bound, back, 'desc')];
    const { answer, parsed } = await askPage(
      parts,
      spec,
      {
        columns: columnsFor(parts, spec),
        where: [...edge, ...position],
        marker: feed.bound,
        direction: 'desc',
      },
      tally,
    );
    if (answer.class !== 'ok') return tally.end(answer);
    if (parsed.isSkewed || parts.lead.isOver()) return tally.end(null, true);
    const begun: Cursor = cursor ?? {
      tbl: spec.name,
      values: {},
      walk: { afterId: null, startedAt: answer.serverTime ?? BEGINNING },
      pulls: 0,
      windows: [emptyCoverage(answer.serverTime)],
    };
    const oldest = shiftServerTime(begun.walk === 'done' ? BEGINNING : begun.walk.startedAt, -feed.windowMs);
    const inside = parsed.rows.filter((row) => compareServerTime(textAt(row, feed.bound), oldest) >= 0);
    const last = answer.rows.at(-1);
    const taken = Number(begun.values[TAKEN] ?? 0) + inside.length;
    const reached =
      last === undefined || inside.length < parsed.rows.length ? oldest : textAt(last, feed.bound);
    const coverage: Coverage = {
      ...(coverageOf(begun, WHOLE_SCOPE) ?? emptyCoverage(answer.serverTime)),
      from: reached,
    };
    const isDone = reached === oldest || taken >= feed.maxRows;
    cursor = isDone
      ? endFill(feed, begun, { ...coverage, complete: reached === oldest })
      : withCoverage(
          {
            ...begun,
            values: {
              [TAKEN]: String(taken),
              [BACK]: joinKey([reached, last === undefined ? null : idOf(spec, last)]),
            },
          },
          coverage,
        );
    await store(parts, spec.name, { put: inside, cursor });
    if (isDone) return cursor;
  }
}

/** The feeds begin where the filling began, so that nothing that moved meanwhile is missed. */
function endFill(feed: WindowFeed, cursor: Cursor, coverage: Coverage): Cursor {
  const startedAt = cursor.walk === 'done' ? BEGINNING : cursor.walk.startedAt;
  const values = Object.fromEntries([...feed.markers, feed.better].map((marker) => [marker, startedAt]));
  return withCoverage({ ...cursor, values, walk: 'done' }, coverage);
}

/** How far back the bound may lie: with the better marker a day before the cursor prunes the table (B9). */
function boundFor(feed: WindowFeed, cursor: Cursor, marker: string, edge: string): string {
  if (marker !== feed.better) return edge;
  const near = shiftServerTime(cursor.values[marker] ?? BEGINNING, -feed.boundSlackMs);
  return compareServerTime(near, edge) > 0 ? near : edge;
}

/** Rows beyond the window or the limit leave, oldest first, and the coverage says so. */
async function cut(
  parts: BulkParts,
  spec: PackedSpec,
  feed: WindowFeed,
  cursor: Cursor,
  edge: string,
): Promise<Cursor> {
  const rows: { id: string; time: string | null }[] = [];
  await eachLocal(parts, spec, (id, row) => rows.push({ id, time: textAt(row, feed.bound) }));
  const { ids, oldestKept } = beyondWindow(rows, edge, feed.maxRows);
  const known = coverageOf(cursor, WHOLE_SCOPE);
  if (known === undefined) return cursor;
  const isFull = rows.length - ids.length >= feed.maxRows;
  // A window that was filled to its edge moves with it; one that the limit cut begins at its oldest row.
  const from = isFull ? oldestKept : known.complete ? edge : known.from;
  const next = withCoverage(cursor, { ...known, from, complete: known.complete && !isFull });
  await store(parts, spec.name, { remove: ids, cursor: next });
  return next;
}

/**
 * Pulls the newest rows of a window (F-append, D13): filled newest first, then followed by its markers, then cut to its
 * edge and its row limit. What it covers is in its coverage, so that an empty list can tell "none" from "not here".
 */
export async function pullWindow(parts: BulkParts, spec: PackedSpec, feed: WindowFeed): Promise<PullResult> {
  const tally = new Tally();
  const stored = await parts.runtime.ports.cache.cursor(spec.name);
  const filled =
    stored === undefined || stored.walk !== 'done' ? await fill(parts, spec, feed, stored, tally) : stored;
  if ('stop' in filled) return filled;
  let cursor: Cursor = filled;
  const now = coverageOf(cursor, WHOLE_SCOPE)?.to ?? earlierServerTime(tally.asOf, null) ?? BEGINNING;
  const edge = shiftServerTime(now, -feed.windowMs);
  const isWide = cursor.pulls % WIDE_EVERY === WIDE_EVERY - 1;
  const keep = (row: JsonRow): boolean => compareServerTime(textAt(row, feed.bound), edge) >= 0;
  for (const marker of markersOf(parts, spec, feed)) {
    const bound: readonly Param[] =
      marker === feed.bound ? [] : [[feed.bound, `gte.${boundFor(feed, cursor, marker, edge)}`]];
    const overlapMs = isWide && marker !== feed.better ? feed.wideOverlapMs : feed.overlapMs;
    const pulled = await pullMarker(
      parts,
      spec,
      { marker, overlapMs, digest: feed.digest, where: bound, keep },
      cursor,
      tally,
    );
    if (pulled.end !== null) return pulled.end;
    cursor = pulled.cursor;
  }
  const mustCut = cursor.pulls % CUT_EVERY === 0;
  if (mustCut) cursor = await cut(parts, spec, feed, cursor, edge);
  const known = coverageOf(cursor, WHOLE_SCOPE) ?? emptyCoverage(tally.asOf);
  await store(parts, spec.name, {
    cursor: { ...withCoverage(cursor, coveredUpTo(known, tally.asOf)), pulls: cursor.pulls + 1 },
  });
  return tally.end(null);
}
