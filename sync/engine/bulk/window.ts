import {
  beyondWindow,
  coverageOf,
  coveredUpTo,
  WHOLE_SCOPE,
  withCoverage,
  withoutKept,
} from '../../core/pull/bulk.ts';
import type { WindowRow } from '../../core/pull/bulk.ts';
import { BEGINNING } from '../../core/pull/cursor.ts';
import { sumOf, sumValues } from '../../core/pull/fill-sum.ts';
import type { FillSum } from '../../core/pull/fill-sum.ts';
import { textAt } from '../../core/outbox/json.ts';
import {
  compareServerTime,
  laterServerTime,
  shiftServerTime,
  wholeHour,
} from '../../core/pull/server-time.ts';
import { joinKey, splitKey } from '../../protocol/keys.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { own } from '../../protocol/own.ts';
import type { PackedFeed, PackedSpec } from '../../protocol/packed.ts';
import type { Coverage, Cursor } from '../../protocol/stored.ts';
import { afterMarker } from '../../transport/postgrest.ts';
import type { Param } from '../../protocol/query-text.ts';
import { askFillPage } from './fill.ts';
import type { FillPage } from './fill.ts';
import { columnsFor, eachLocal, fillRows, idOf, pullsOf, staysQuiet, store } from './parts.ts';
import type { BulkParts } from './parts.ts';
import { lookArm, lookAtPacked, noteBulkCalm } from './look.ts';
import { pullMarker } from './marker.ts';
import { keptNow } from '../cache/kept.ts';
import { Tally } from '../pull/parts.ts';
import type { PullResult } from '../pull/parts.ts';

type WindowFeed = Extract<PackedFeed, { kind: 'window' }>;

const BACK = 'back';
const WIDE_EVERY = 10;
/** Pulls between two looks for rows that have fallen out of the window. */
const CUT_EVERY = 120;
/** Changes of a pinned config that stay, as many as pinning it fetches (D13). */
const KEPT_ROWS = 50;
/** Newest row first: the first useful screen after one page. */

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

/** Where the filling goes on after a page, and how much of the sum it has. */
function fillValues(sum: FillSum, back: string): Readonly<Record<string, string>> {
  return back === '' ? sumValues(sum) : { ...sumValues(sum), [BACK]: back };
}

/** The page of a filling that comes after what the cursor has. */
function askNext(
  parts: BulkParts,
  spec: PackedSpec,
  feed: WindowFeed,
  cursor: Cursor | undefined,
  tally: Tally,
): Promise<FillPage> {
  const back = cursor === undefined ? null : backOf(cursor);
  const walk = cursor?.walk;
  const startedAt = walk === undefined || walk === 'done' ? null : walk.startedAt;
  const edge: readonly Param[] =
    startedAt === null ? [] : [[feed.bound, `gte.${shiftServerTime(startedAt, -feed.windowMs)}`]];
  const position: readonly Param[] = back === null ? [] : [afterMarker(spec, feed.bound, back, 'desc')];
  const query = {
    columns: columnsFor(parts, spec),
    where: [...edge, ...position],
    marker: feed.bound,
    direction: 'desc' as const,
    limit: fillRows(parts),
  };
  return askFillPage(parts, spec, query, { sum: sumOf(cursor), isBounded: startedAt !== null }, tally);
}

/**
 * Newest first from the moment of the first answer down to the edge of the window or the row limit. The next page is
 * asked for before the present one is stored: server and device work at the same time.
 */
async function fill(
  parts: BulkParts,
  spec: PackedSpec,
  feed: WindowFeed,
  stored: Cursor | undefined,
  tally: Tally,
): Promise<Cursor | PullResult> {
  let cursor = stored;
  let page = await askNext(parts, spec, feed, cursor, tally);
  for (;;) {
    const { answer, parsed, sum, end } = page;
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
    if (end === 'doubtful') {
      // The sum is taken anew from here: rows may have left the window meanwhile.
      const values = fillValues({ ...sum, counted: null }, begun.values[BACK] ?? '');
      await store(parts, spec.name, { cursor: { ...begun, values } });
      return { ...tally.end(null), isOpen: true };
    }
    const reached =
      last === undefined || inside.length < parsed.rows.length ? oldest : textAt(last, feed.bound);
    const coverage: Coverage = {
      ...(coverageOf(begun, WHOLE_SCOPE) ?? emptyCoverage(answer.serverTime)),
      from: reached,
    };
    if (reached === oldest || sum.taken >= feed.maxRows) {
      const done = endFill(feed, begun, { ...coverage, complete: reached === oldest });
      await store(parts, spec.name, { put: inside, cursor: done });
      return done;
    }
    const back = joinKey([reached, last === undefined ? null : idOf(spec, last)]);
    cursor = withCoverage({ ...begun, values: fillValues(sum, back) }, coverage);
    if (parts.runtime.hold.isHeld) {
      await store(parts, spec.name, { put: inside, cursor });
      return { ...tally.end(null), isOpen: true };
    }
    [page] = await Promise.all([
      askNext(parts, spec, feed, cursor, tally),
      store(parts, spec.name, { put: inside, cursor }),
    ]);
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
  const near = shiftServerTime(own(cursor.values, marker) ?? BEGINNING, -feed.boundSlackMs);
  return compareServerTime(near, edge) > 0 ? near : edge;
}

/**
 * Rows beyond the window or the limit leave, oldest first, and the coverage says so. What is kept stays, and counts for
 * neither; where nobody can say what is kept nothing leaves.
 */
async function cut(
  parts: BulkParts,
  spec: PackedSpec,
  feed: WindowFeed,
  cursor: Cursor,
  edge: string,
): Promise<Cursor> {
  const kept = await keptNow(parts.runtime);
  if (kept === null) return cursor;
  const all: WindowRow[] = [];
  await eachLocal(parts, spec, (id, row) =>
    all.push({ id, time: textAt(row, feed.bound), parent: textAt(row, 'config_id') }),
  );
  const rows = withoutKept(all, { rows: kept.changes, parents: kept.configs }, KEPT_ROWS);
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
 * Those of some rows that belong into the window: of its time and, where the limit cut it shorter, of the time that is
 * left. A row from before that would come and be cut again with every pull as long as its marker is young; what is kept is
 * followed (BLK10).
 */
async function insideOf(
  parts: BulkParts,
  spec: PackedSpec,
  feed: WindowFeed,
  rows: readonly JsonRow[],
  { edge, known }: { readonly edge: string; readonly known: Coverage | undefined },
): Promise<readonly JsonRow[]> {
  const isSince = (row: JsonRow, time: string): boolean =>
    compareServerTime(textAt(row, feed.bound), time) >= 0;
  const young = rows.filter((row) => isSince(row, edge));
  const from = known?.complete === false ? known.from : null;
  if (from === null || young.every((row) => isSince(row, from))) return young;
  const kept = await keptNow(parts.runtime);
  if (kept === null) return young;
  return young.filter(
    (row) =>
      isSince(row, from) ||
      kept.changes.has(idOf(spec, row)) ||
      kept.configs.has(textAt(row, 'config_id') ?? ''),
  );
}

/**
 * Pulls the newest rows of a window (F-append, D13): filled newest first, then followed by its markers, then cut to its
 * edge and its row limit. What it covers is in its coverage, so that an empty list can tell "none" from "not here".
 */
export async function pullWindow(parts: BulkParts, spec: PackedSpec, feed: WindowFeed): Promise<PullResult> {
  const tally = new Tally();
  const { cache, packed } = parts.runtime.ports;
  const stored = await cache.cursor(spec.name);
  // Where nothing lay before, nothing can lie beyond the window that is filled now.
  const isNew = stored === undefined && (await packed.count(spec.name)) === 0;
  const filled =
    stored === undefined || stored.walk !== 'done' ? await fill(parts, spec, feed, stored, tally) : stored;
  if ('stop' in filled) return filled;
  let cursor: Cursor = filled;
  // What is stored of a calm window lies behind (T10); its edge moves on all the same.
  const reached = parts.quiet.get(spec.name)?.asOf ?? tally.asOf;
  const now = laterServerTime(coverageOf(cursor, WHOLE_SCOPE)?.to ?? null, reached) ?? BEGINNING;
  const edge = shiftServerTime(now, -feed.windowMs);
  const pulls = pullsOf(parts, spec.name, cursor);
  const isWide = pulls % WIDE_EVERY === WIDE_EVERY - 1;
  const known = coverageOf(cursor, WHOLE_SCOPE);
  const keep = (rows: readonly JsonRow[]): Promise<readonly JsonRow[]> =>
    insideOf(parts, spec, feed, rows, { edge, known });
  const markers = markersOf(parts, spec, feed);
  const arms = markers.map((marker) => {
    // To the hour: the same text with every look.
    const from = wholeHour(boundFor(feed, filled, marker, edge));
    const bound = marker === feed.bound ? undefined : { column: feed.bound, from };
    return lookArm(filled, marker, feed.overlapMs, bound);
  });
  const looked = isWide
    ? { end: null, cursor: null }
    : await lookAtPacked(parts, spec, { arms, digest: feed.digest }, filled, tally);
  if (looked.end !== null) return looked.end;
  cursor = looked.cursor ?? cursor;
  for (const marker of looked.cursor === null ? markers : []) {
    const bound: readonly Param[] =
      marker === feed.bound ? [] : [[feed.bound, `gte.${boundFor(feed, cursor, marker, edge)}`]];
    const overlapMs = isWide && marker !== feed.better ? feed.wideOverlapMs : feed.overlapMs;
    const pulled = await pullMarker(
      parts,
      spec,
      { marker, overlapMs, digest: feed.digest, where: bound, keep, isWide },
      cursor,
      tally,
    );
    if (pulled.end !== null) return pulled.end;
    cursor = pulled.cursor;
  }
  noteBulkCalm(parts, spec, tally);
  const mustCut = pulls % CUT_EVERY === 0 && !isNew;
  if (mustCut) cursor = await cut(parts, spec, feed, cursor, edge);
  // How old it is the state of its feed says, which is stored with those of all others (T10).
  if (staysQuiet(parts, spec.name, cursor !== stored, tally.asOf)) return tally.end(null);
  const covered = coveredUpTo(coverageOf(cursor, WHOLE_SCOPE) ?? emptyCoverage(tally.asOf), tally.asOf);
  await store(parts, spec.name, { cursor: { ...withCoverage(cursor, covered), pulls: pulls + 1 } });
  return tally.end(null);
}
