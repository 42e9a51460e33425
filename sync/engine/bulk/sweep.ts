import { differsIn } from '../../core/pull/bulk.ts';
import { textAt } from '../../core/outbox/json.ts';
import { sameJson } from '../../protocol/same-json.ts';
import { judgeDeletions, standingSuspicion } from '../../core/pull/reconcile.ts';
import type { PassResult } from '../../core/pull/reconcile.ts';
import type { SetListing } from '../../core/pull/schedule.ts';
import { listedSet } from '../../core/outbox/set-parts.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { PackedSpec } from '../../protocol/packed.ts';
import { afterKeyOf } from '../../transport/postgrest.ts';
import type { Param } from '../../protocol/query-text.ts';
import type { Answer } from '../tabs/client.ts';
import { aliveOnly, askPage, eachLocal, fetchByKey, idOf, store } from './parts.ts';
import type { BulkParts } from './parts.ts';
import { Tally } from '../pull/parts.ts';
import { unchangedSet } from '../pull/watch.ts';

/** Local rows one range holds about; a range is one or two requests (D12.4). */
export const RANGE_ROWS = 1000;

/** Keys with `from < key <= to`, null meaning unbounded. */
export interface KeyRange {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Rows that the server, asked by key, does not show leave this device once whoami has named us after that, unless they
 * are too many: then a second pass at least a minute later has to agree (D12.6, I14). True when nothing is left to decide.
 */
export async function removeGone(
  parts: BulkParts,
  spec: PackedSpec,
  pass: PassResult,
  ids: readonly string[],
): Promise<boolean> {
  const { runtime, suspicions, session } = parts;
  const nowMs = runtime.ports.clock.nowMs();
  const verdict = judgeDeletions(pass, suspicions.get(spec.name), nowMs);
  if (verdict === 'none') {
    suspicions.delete(spec.name);
    return true;
  }
  if (verdict === 'uncertain') return false;
  if (verdict === 'suspect') {
    suspicions.set(spec.name, standingSuspicion(suspicions.get(spec.name), nowMs));
    runtime.diagnostics.tripped(spec.name);
    runtime.ports.log.event('warn', 'reconcile.breaker', { table: spec.name, missing: pass.missing });
    return false;
  }
  // What somebody else does not see is not gone.
  if (ids.length > 0 && (await session.verify()) !== 'ok') return false;
  suspicions.delete(spec.name);
  const { removed } = await store(parts, spec.name, { remove: ids });
  runtime.ports.log.event('info', 'reconcile.deleted', { table: spec.name, rows: removed });
  return true;
}

/** What is on the server in a range, in lean columns. */
async function listRange(
  parts: BulkParts,
  spec: PackedSpec,
  columns: readonly string[],
  range: KeyRange,
  tally: Tally,
): Promise<{
  readonly stop: Answer | null;
  readonly rows: readonly JsonRow[];
  readonly counted: number | null;
}> {
  const rows: JsonRow[] = [];
  const end: readonly Param[] = range.to === null ? [] : [[spec.key, `lte.${range.to}`]];
  let counted: number | null = null;
  let afterId = range.from;
  for (let page = 0; ; page += 1) {
    const where = [...aliveOnly(spec), ...afterKeyOf(spec, afterId), ...end];
    const { answer } = await askPage(parts, spec, { columns, where, withCount: page === 0 }, tally, true);
    if (answer.class !== 'ok') return { stop: answer, rows, counted };
    if (page === 0) counted = answer.total;
    const last = answer.rows.at(-1);
    if (last === undefined) return { stop: null, rows, counted };
    rows.push(...answer.rows);
    if (rows.length === counted) return { stop: null, rows, counted };
    afterId = idOf(spec, last);
  }
}

/** The range after a key: about `RANGE_ROWS` local rows, the last one open-ended. Null after the last one. */
export async function rangeAfter(parts: BulkParts, spec: PackedSpec, from: string | null): Promise<KeyRange> {
  const lines = await parts.runtime.ports.packed.lines(spec.name, from, null);
  return { from, to: lines.length > RANGE_ROWS ? (lines[RANGE_ROWS - 1]?.id ?? null) : null };
}

/** How the comparison of one range ended, and what it changed. */
export interface RangeResult {
  readonly stop: Answer | null;
  readonly isSettled: boolean;
  readonly fetched: number;
  readonly deleted: number;
}

/** Compares these columns of one range with the server and settles it (D12.2, D12.4). `isSettled` false: look again. */
export async function sweepRange(
  parts: BulkParts,
  spec: PackedSpec,
  columns: readonly string[],
  range: KeyRange,
): Promise<RangeResult> {
  const tally = new Tally();
  const { packed } = parts.runtime.ports;
  const listing = await listRange(parts, spec, columns, range, tally);
  if (listing.stop !== null) return { stop: listing.stop, isSettled: false, fetched: 0, deleted: 0 };
  const lines = await packed.lines(spec.name, range.from, range.to);
  const listed = new Map(listing.rows.map((row) => [idOf(spec, row), row]));
  const local = await packed.get(spec.name, [...listed.keys()]);
  const differing = [...listed]
    .filter(([id, row]) => differsIn(columns, local.get(id), row))
    .map(([id]) => id);
  const unlisted = lines.map((line) => line.id).filter((id) => !listed.has(id));
  const found = await fetchByKey(parts, spec, [...differing, ...unlisted], tally);
  const gone = found.rows
    .filter((row) => typeof row['deleted_at'] === 'string')
    .map((row) => idOf(spec, row));
  const deleted = new Set(gone);
  await store(parts, spec.name, {
    put: found.rows.filter((row) => !deleted.has(idOf(spec, row))),
    remove: gone,
  });
  const fetched = found.rows.length - gone.length;
  if (found.stop !== null) return { stop: found.stop, isSettled: false, fetched, deleted: gone.length };
  const missing = found.absent.filter((id) => !listed.has(id));
  const localRows = await packed.count(spec.name);
  const pass = { listed: listed.size, counted: listing.counted, localRows, missing: missing.length };
  const isSettled = await removeGone(parts, spec, pass, missing);
  return { stop: null, isSettled, fetched, deleted: gone.length + (isSettled ? missing.length : 0) };
}

/** Rows this device knows to be in the membership set: kept in memory, read once per term. */
async function knownMembers(
  parts: BulkParts,
  spec: PackedSpec,
  watch: NonNullable<PackedSpec['watch']>,
): Promise<ReadonlySet<string>> {
  const members = new Set<string>();
  await eachLocal(parts, spec, (id, row) => {
    const value = textAt(row, watch.column);
    if (value !== null && !watch.calm.includes(value)) members.add(id);
  });
  return members;
}

/**
 * Lists the membership set (F-state, B3) and reads again what entered it, changed within it or left it. Returns the
 * members to compare with next time. A set that was lately listed and has as many rows as then is left alone.
 */
export async function watchPacked(
  parts: BulkParts,
  spec: PackedSpec,
  before: SetListing | null,
): Promise<{ readonly stop: Answer | null; readonly members: SetListing | null }> {
  const { watch } = spec;
  if (watch === undefined) return { stop: null, members: null };
  const nowMs = parts.runtime.ports.clock.nowMs();
  const { stop, listing } = await unchangedSet(parts, spec, watch, before);
  if (stop !== null || listing !== null) return { stop, members: listing ?? before };
  const tally = new Tally();
  const listed = new Map<string, JsonRow>();
  const except = `not.in.(${watch.calm.map((value) => `"${value}"`).join(',')})`;
  let afterId: string | null = null;
  let counted: number | null = null;
  for (;;) {
    const where: readonly Param[] = [
      ...aliveOnly(spec),
      [watch.column, except],
      ...afterKeyOf(spec, afterId),
    ];
    const query = { columns: watch.columns, where, withCount: afterId === null };
    const { answer } = await askPage(parts, spec, query, tally, true);
    if (answer.class !== 'ok') return { stop: answer, members: before };
    if (afterId === null) counted = answer.total;
    const lastRow = answer.rows.at(-1);
    if (lastRow === undefined) break;
    for (const row of answer.rows) listed.set(idOf(spec, row), row);
    if (listed.size === counted) break;
    afterId = idOf(spec, lastRow);
  }
  const known = before?.lines.keys() ?? (await knownMembers(parts, spec, watch));
  const local = await parts.runtime.ports.packed.get(spec.name, [...listed.keys()]);
  const entered = [...listed].filter(([id, row]) =>
    watch.columns.some((column) => !sameJson(local.get(id)?.[column], row[column])),
  );
  const left = [...known].filter((id) => !listed.has(id));
  const found = await fetchByKey(parts, spec, [...entered.map(([id]) => id), ...left], tally);
  const gone = found.rows
    .filter((row) => typeof row['deleted_at'] === 'string')
    .map((row) => idOf(spec, row));
  const deleted = new Set(gone);
  await store(parts, spec.name, {
    put: found.rows.filter((row) => !deleted.has(idOf(spec, row))),
    remove: gone,
  });
  const members = found.stop === null ? listedSet(listed, watch.columns, nowMs) : before;
  return { stop: found.stop, members };
}
