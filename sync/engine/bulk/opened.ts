import { coverageOf, coveredFrom, coveredUpTo, withCoverage, withoutCoverage } from '../../core/pull/bulk.ts';
import { emptySum } from '../../core/pull/fill-sum.ts';
import { textAt } from '../../core/outbox/json.ts';
import { compareServerTime, laterServerTime, shiftServerTime } from '../../core/pull/server-time.ts';
import { joinKey } from '../../protocol/keys.ts';
import { own } from '../../protocol/own.ts';
import type { PackedFeed, PackedSpec } from '../../protocol/packed.ts';
import type { Coverage, Cursor } from '../../protocol/stored.ts';
import type { Param } from '../../protocol/query-text.ts';
import { askFillPage } from './fill.ts';
import { askPage, columnsFor, store } from './parts.ts';
import type { BulkParts } from './parts.ts';
import { keptNow } from '../cache/kept.ts';
import { Tally } from '../pull/parts.ts';
import type { PullResult } from '../pull/parts.ts';

/** How packed rows of opened parents are pulled. */
export type OpenedFeed = Extract<PackedFeed, { kind: 'opened' }>;

/** One parent a screen looks at, and from when on it wants rows (server time, or any RFC 3339 text). */
export interface Opened {
  readonly scopeKey: string;
  readonly from: string;
}

/** Everything of one parent that sorts after its id and before the next parent. */
function rangeOf(scopeKey: string): readonly [string, string] {
  return [joinKey([scopeKey, '']), joinKey([scopeKey, '\uffff'])];
}

function emptyCursor(spec: PackedSpec): Cursor {
  return { tbl: spec.name, values: {}, walk: 'done', pulls: 0, windows: [] };
}

/** True when as many rows of the parent are here as are kept: what is older is not asked for again and again. */
async function isFull(
  parts: BulkParts,
  spec: PackedSpec,
  feed: OpenedFeed,
  scopeKey: string,
): Promise<boolean> {
  return (await parts.runtime.ports.packed.lines(spec.name, ...rangeOf(scopeKey))).length >= feed.maxRows;
}

/** Rows of the parents opened longest ago leave, together with what is said about them; those of kept ones stay. */
async function evict(parts: BulkParts, spec: PackedSpec, feed: OpenedFeed, cursor: Cursor): Promise<Cursor> {
  const { windows = [] } = cursor;
  const beyond = windows.slice(0, Math.max(0, windows.length - feed.maxParents));
  if (beyond.length === 0) return cursor;
  const kept = await keptNow(parts.runtime);
  if (kept === null) return cursor;
  const stale = beyond.map((window) => window.scopeKey).filter((scopeKey) => !kept.checks.has(scopeKey));
  if (stale.length === 0) return cursor;
  const lines = await Promise.all(
    stale.map((scopeKey) => parts.runtime.ports.packed.lines(spec.name, ...rangeOf(scopeKey))),
  );
  const next = withoutCoverage(cursor, stale);
  await store(parts, spec.name, { remove: lines.flat().map((line) => line.id), cursor: next });
  return next;
}

interface Back {
  readonly coverage: Coverage;
  readonly newest: string | null;
  readonly end: PullResult | null;
}

/** Rows of one parent, newest first, from `before` (or now) down to `from` or the row limit. */
async function fillBack(
  parts: BulkParts,
  spec: PackedSpec,
  feed: OpenedFeed,
  opened: Opened,
  start: { readonly cursor: Cursor; readonly coverage: Coverage | undefined },
  tally: Tally,
): Promise<Back & { readonly cursor: Cursor }> {
  let { cursor } = start;
  let coverage = start.coverage;
  let before = start.coverage?.from ?? null;
  let newest: string | null = own(cursor.values, opened.scopeKey) ?? null;
  for (let sum = emptySum; ;) {
    const where: Param[] = [
      [feed.parent, `eq.${opened.scopeKey}`],
      [feed.marker, `gte.${opened.from}`],
    ];
    if (before !== null) where.push([feed.marker, `lt.${before}`]);
    const query = {
      columns: columnsFor(parts, spec),
      where,
      marker: feed.marker,
      direction: 'desc' as const,
    };
    const page = await askFillPage(parts, spec, query, { sum, isBounded: true }, tally);
    const { answer, parsed } = page;
    const known: Coverage = coverage ?? {
      scopeKey: opened.scopeKey,
      from: answer.serverTime,
      to: answer.serverTime,
      complete: false,
      asOf: answer.serverTime,
    };
    if (answer.class !== 'ok') return { cursor, coverage: known, newest, end: tally.end(answer) };
    if (parsed.isSkewed || parts.lead.isOver())
      return { cursor, coverage: known, newest, end: tally.end(null, true) };
    ({ sum } = page);
    newest = laterServerTime(newest, textAt(parsed.rows[0], feed.marker));
    const last = answer.rows.at(-1);
    // Of an end in doubt nothing is said: the next pull goes on from what is here.
    const isDone = last === undefined || sum.taken >= feed.maxRows;
    const reached = last === undefined ? opened.from : textAt(last, feed.marker);
    coverage =
      page.end === 'doubtful' ? known : { ...coveredFrom(known, reached), complete: page.end === 'end' };
    const values = newest === null ? cursor.values : { ...cursor.values, [opened.scopeKey]: newest };
    cursor = withCoverage({ ...cursor, values }, coverage);
    await store(parts, spec.name, { put: parsed.rows, cursor });
    if (isDone) return { cursor, coverage, newest, end: null };
    before = reached;
  }
}

/** What came after the newest row of a parent, with an overlap for late ones. */
async function append(
  parts: BulkParts,
  spec: PackedSpec,
  feed: OpenedFeed,
  opened: Opened,
  start: { readonly cursor: Cursor; readonly coverage: Coverage },
  tally: Tally,
): Promise<{ readonly cursor: Cursor; readonly end: PullResult | null }> {
  let { cursor } = start;
  let after = own(cursor.values, opened.scopeKey) ?? start.coverage.to ?? opened.from;
  let position: Param = [feed.marker, `gte.${shiftServerTime(after, -feed.overlapMs)}`];
  for (;;) {
    const where: readonly Param[] = [[feed.parent, `eq.${opened.scopeKey}`], position];
    const query = { columns: columnsFor(parts, spec), where, marker: feed.marker };
    const { answer, parsed } = await askPage(parts, spec, query, tally);
    if (answer.class !== 'ok') return { cursor, end: tally.end(answer) };
    if (parsed.isSkewed || parts.lead.isOver()) return { cursor, end: tally.end(null, true) };
    const last = answer.rows.at(-1);
    const newest = last === undefined ? null : textAt(last, feed.marker);
    after = laterServerTime(after, newest) ?? after;
    const known = coverageOf(cursor, opened.scopeKey) ?? start.coverage;
    // Only the empty page says that everything up to the moment of the answer is here.
    const coverage = last === undefined ? coveredUpTo(known, answer.serverTime) : known;
    const isKnown = own(cursor.values, opened.scopeKey) !== undefined || last !== undefined;
    const values = isKnown ? { ...cursor.values, [opened.scopeKey]: after } : cursor.values;
    cursor = withCoverage({ ...cursor, values }, coverage);
    await store(parts, spec.name, { put: parsed.rows, cursor });
    if (last === undefined || newest === null) return { cursor, end: null };
    position = [feed.marker, `gt.${newest}`];
  }
}

/**
 * Pulls the rows of the parents that screens look at (D13): from now back to the wanted moment once, then what is new.
 * A wider wish fills only what is missing. Rows of parents opened long ago leave when there are too many.
 */
export async function pullOpened(
  parts: BulkParts,
  spec: PackedSpec,
  feed: OpenedFeed,
  wanted: readonly Opened[],
): Promise<PullResult> {
  const tally = new Tally();
  let cursor = (await parts.runtime.ports.cache.cursor(spec.name)) ?? emptyCursor(spec);
  // More than may stay would be read and dropped again with every pull.
  for (const opened of wanted.slice(-feed.maxParents)) {
    const coverage = coverageOf(cursor, opened.scopeKey);
    const isWhole = coverage?.complete === true && compareServerTime(coverage.from, opened.from) <= 0;
    const isNew = coverage === undefined;
    // Rows whose coverage was lost say nothing of how new they are.
    const isFilled = isWhole || (!isNew && (await isFull(parts, spec, feed, opened.scopeKey)));
    if (!isFilled) {
      const back = await fillBack(parts, spec, feed, opened, { cursor, coverage }, tally);
      if (back.end !== null) return back.end;
      cursor = back.cursor;
    }
    const known = coverageOf(cursor, opened.scopeKey);
    if (isNew || known === undefined) continue;
    const added = await append(parts, spec, feed, opened, { cursor, coverage: known }, tally);
    if (added.end !== null) return added.end;
    cursor = added.cursor;
  }
  await evict(parts, spec, feed, cursor);
  return tally.end(null);
}
