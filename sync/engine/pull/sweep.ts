import { keyOf } from '../../core/pull/apply-page.ts';
import { textAt } from '../../core/outbox/json.ts';
import {
  chunks,
  compareDigest,
  COMPOSITE_IDS_PER_REQUEST,
  heldBack,
  IDS_PER_REQUEST,
  isMassDeletion,
  judgeDeletions,
  standingSuspicion,
} from '../../core/pull/reconcile.ts';
import type { DigestLine, LocalLine, PassResult, Suspicion } from '../../core/pull/reconcile.ts';
import type { HttpRequest, RowRef } from '../../ports.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { TableName, TableSpec } from '../../protocol/table.ts';
import { signedInTable } from '../../protocol/tables.ts';
import { parseRows } from '../../transport/parse-page.ts';
import { countRequest, rowRequest, rowsWhere, walkRequest } from '../../transport/postgrest.ts';
import { readRows } from '../cache/cache-writer.ts';
import type { Answer } from '../tabs/client.ts';
import type { PullParts } from './parts.ts';
import type { Session } from '../tabs/session.ts';

/** What one term remembers of an active feed: rows that had not ended, and when the window was last cut. */
export interface ActiveMemory {
  readonly unfinished: ReadonlySet<string>;
  readonly cutAt: number;
  /** When the rows that have not ended were last listed. */
  readonly listedAt: number;
}

/** Parts of one term that reconciliation needs; suspicions live as long as the term, each for the rows it is about. */
export interface SweepParts extends PullParts {
  readonly session: Session;
  readonly suspicions: Map<string, Suspicion>;
  /** What active feeds remember between pulls (F-active). */
  readonly active: Map<TableName, ActiveMemory>;
}

/** What a term remembers of its pulls and comparisons when it begins. */
export function nothingRemembered(): Pick<SweepParts, 'suspicions' | 'active' | 'calm' | 'held'> {
  return { suspicions: new Map(), active: new Map(), calm: new Map(), held: new Map() };
}

/** How a sweep ended: the answer that stopped it, or what it changed. */
export interface SweepResult {
  readonly stop: Answer | null;
  readonly fetched: number;
  readonly deleted: number;
  /** Rows the server listed. */
  readonly listed: number;
  /** Rows stay until a second pass agrees, or the pass did not add up. */
  readonly isOpen: boolean;
}

const quiet: SweepResult = { stop: null, fetched: 0, deleted: 0, listed: 0, isOpen: false };

function digestLine(spec: TableSpec, row: JsonRow): DigestLine {
  const silent = Object.fromEntries((spec.digest ?? []).map((column) => [column, row[column] ?? null]));
  return { id: keyOf(spec, row) ?? '', updatedAt: textAt(row, 'updated_at'), silent };
}

/** What this device has of these rows. */
export async function localLines(
  parts: PullParts,
  spec: TableSpec,
  ids: readonly string[],
): Promise<readonly LocalLine[]> {
  const refs: readonly RowRef[] = ids.map((id) => ({ tbl: spec.name, id }));
  const at = await readRows(parts.runtime, refs);
  return refs.map((ref) => ({ id: ref.id, snap: at(ref) }));
}

/** Every row of a table that this device has, those that a pending deletion hides among them, and how many are shown. */
export async function everyLocalLine(
  parts: PullParts,
  spec: TableSpec,
): Promise<{ readonly local: readonly LocalLine[]; readonly localRows: number }> {
  const { cache } = parts.runtime.ports;
  const shown = await cache.ids(spec.name, null, null);
  const pending = (await cache.shadows()).filter(({ tbl }) => tbl === spec.name);
  const ids = new Set([...shown, ...pending.map(({ id }) => id)]);
  return { local: await localLines(parts, spec, [...ids]), localRows: shown.length };
}

/** What a listing showed: keys and stamps, and the server's own count. */
export interface Listing {
  readonly stop: Answer | null;
  readonly lines: readonly DigestLine[];
  readonly counted: number | null;
}

/**
 * Reads a listing to its end: pages until there are as many rows as the server counted with the first one, or until an
 * empty page (D12.2, B10).
 */
export async function listPages(
  parts: PullParts,
  spec: TableSpec,
  requestOf: (afterId: string | null, withCount: boolean) => HttpRequest,
  take: (answer: Answer, fence: number) => Promise<void> = () => Promise.resolve(),
): Promise<Listing> {
  const lines: DigestLine[] = [];
  let counted: number | null = null;
  let afterId: string | null = null;
  for (;;) {
    const fence = parts.lead.nextFence();
    const answer: Answer = await parts.client.ask('read', requestOf(afterId, afterId === null));
    if (answer.class !== 'ok') return { stop: answer, lines, counted };
    await take(answer, fence);
    if (afterId === null) counted = answer.total;
    const last = answer.rows.at(-1);
    if (last === undefined) return { stop: null, lines, counted };
    lines.push(...answer.rows.map((row) => digestLine(spec, row)));
    if (lines.length === counted) return { stop: null, lines, counted };
    afterId = digestLine(spec, last).id;
  }
}

/**
 * Asks for rows by key until the server has nothing more to add: a row cap may cut any answer short (B10), and a row
 * it cut off must not look like one that is gone. Null answer in `stop`: every id has been asked for.
 */
export async function askById(
  parts: PullParts,
  spec: TableSpec,
  ids: readonly string[],
  isDigest: boolean,
  take: (answer: Answer, fence: number) => Promise<void>,
): Promise<{ readonly stop: Answer | null; readonly absent: readonly string[] }> {
  const absent: string[] = [];
  for (const part of chunks(
    ids,
    spec.keyColumns === undefined ? IDS_PER_REQUEST : COMPOSITE_IDS_PER_REQUEST,
  )) {
    let rest = part;
    while (rest.length > 0) {
      const fence = parts.lead.nextFence();
      // A digest confirms what is missing: a row that was deleted softly is no row to keep (I13).
      const request = rowsWhere(spec, parts.client.context(), spec.key, rest, {
        isDigest,
        isAlive: isDigest,
      });
      const answer = await parts.client.ask('read', request);
      if (answer.class !== 'ok') return { stop: answer, absent };
      const there = new Set(answer.rows.map((row) => keyOf(spec, row)));
      const left = rest.filter((id) => !there.has(id));
      await take(answer, fence);
      if (left.length === rest.length) break;
      rest = left;
    }
    absent.push(...rest);
  }
  return { stop: null, absent };
}

/** Reads rows by key and applies them. */
export async function fetchRows(
  parts: PullParts,
  spec: TableSpec,
  ids: readonly string[],
): Promise<Answer | null> {
  const { stop } = await askById(parts, spec, ids, false, async (answer, fence) => {
    const { rows } = parseRows(spec, answer.rows);
    const stamp = parts.lead.nextFence();
    await parts.cache.page({ spec, rows, fence, stamp, nowMs: parts.runtime.ports.clock.nowMs() });
  });
  return stop;
}

/** Candidates that the server, asked by key, still does not show; null when it could not be asked. */
async function confirmMissing(
  parts: PullParts,
  spec: TableSpec,
  ids: readonly string[],
): Promise<readonly string[] | null> {
  const { stop, absent } = await askById(parts, spec, ids, true, () => Promise.resolve());
  return stop === null ? absent : null;
}

/** Before a mass deletion: the session is ours, and a row that must be visible is visible (D12.6). */
async function serverIsSane(parts: SweepParts, spec: TableSpec, listed: readonly string[]): Promise<boolean> {
  if ((await parts.session.verify()) !== 'ok') return false;
  const { tables, identity } = parts.runtime;
  const [known] = listed;
  const control = known === undefined ? signedInTable(tables) : spec;
  const request = rowRequest(control, parts.client.context(), known ?? identity.userId);
  const answer = await parts.client.ask('read', request);
  return answer.class === 'ok' && answer.rows.length > 0;
}

/**
 * Removes rows a pass did not see, once the pass adds up, once the server has confirmed them one by one, once whoami has
 * named us after that, and, when there are many, only after a second pass (D12.6, I14). Rows with pending operations are
 * not among them.
 */
export async function removeMissing(
  parts: SweepParts,
  spec: TableSpec,
  pass: PassResult,
  found: {
    readonly missing: readonly string[];
    readonly listed: readonly string[];
    readonly fence: number;
    /** Rows the pass was about, where it was not about all of them: it says nothing of the others. */
    readonly among?: string | undefined;
  },
): Promise<SweepResult> {
  const { suspicions, runtime } = parts;
  const nowMs = runtime.ports.clock.nowMs();
  const about = `${spec.name} ${found.among ?? ''}`;
  const verdict = judgeDeletions(pass, suspicions.get(about), nowMs);
  if (verdict === 'none') {
    suspicions.delete(about);
    return quiet;
  }
  if (verdict === 'uncertain') return { ...quiet, isOpen: true };
  if (verdict === 'suspect') {
    suspicions.set(about, standingSuspicion(suspicions.get(about), nowMs));
    runtime.diagnostics.tripped(spec.name);
    runtime.ports.log.event('warn', 'reconcile.breaker', { table: spec.name, missing: pass.missing });
    return { ...quiet, isOpen: true };
  }
  const isMass = isMassDeletion(pass.missing, pass.localRows);
  if (isMass && !(await serverIsSane(parts, spec, found.listed))) return { ...quiet, isOpen: true };
  const isUnpaged = spec.feed.kind === 'snapshot' && spec.feed.unpaged === true;
  const removed = isUnpaged ? found.missing : await confirmMissing(parts, spec, found.missing);
  if (removed === null) return { ...quiet, isOpen: true };
  // The look that let the pass be read may be older than the session: what somebody else does not see is not gone.
  if (removed.length > 0 && (await parts.session.verify()) !== 'ok') return { ...quiet, isOpen: true };
  suspicions.delete(about);
  const effect = await parts.cache.page({
    spec,
    rows: [],
    removed,
    fence: found.fence,
    stamp: parts.lead.nextFence(),
    nowMs,
  });
  runtime.ports.log.event('info', 'reconcile.deleted', { table: spec.name, rows: effect.removed });
  return { ...quiet, deleted: effect.removed, isOpen: removed.length < found.missing.length };
}

/** Settles what a listing and the rows here do not have in common. */
export async function settleDiff(
  parts: SweepParts,
  spec: TableSpec,
  listing: Listing,
  local: readonly LocalLine[],
  fence: number,
  localRows: number,
  among?: string,
): Promise<SweepResult> {
  const diff = compareDigest(listing.lines, local, spec.columns);
  // No feed that begins anew tells of a soft deletion from before it began.
  const held = spec.softDelete ? heldBack(listing.lines, local) : [];
  const stop = await fetchRows(parts, spec, [...diff.fetch, ...held]);
  if (stop !== null) return { ...quiet, stop };
  const pass: PassResult = {
    listed: listing.lines.length,
    counted: listing.counted,
    localRows,
    missing: diff.missing.length,
  };
  const listed = listing.lines.map((line) => line.id);
  const result = await removeMissing(parts, spec, pass, { missing: diff.missing, listed, fence, among });
  return { ...result, fetched: diff.fetch.length, listed: listed.length };
}

/**
 * Reads every row of a table again, for columns that change without any marker (reference schema.md 2.4): rows that are
 * equal cost no write, and what is not listed is judged like in a digest.
 */
async function rereadTable(parts: SweepParts, spec: TableSpec): Promise<SweepResult> {
  const fence = parts.lead.nextFence();
  const listing = await listPages(
    parts,
    spec,
    (afterId, withCount) => walkRequest(spec, parts.client.context(), { afterId, withCount }),
    async (answer, pageFence) => {
      const { rows } = parseRows(spec, answer.rows);
      const stamp = parts.lead.nextFence();
      const nowMs = parts.runtime.ports.clock.nowMs();
      await parts.cache.page({ spec, rows, fence: pageFence, stamp, nowMs });
    },
  );
  if (listing.stop !== null) return { ...quiet, stop: listing.stop };
  const { local, localRows } = await everyLocalLine(parts, spec);
  return settleDiff(parts, spec, listing, local, fence, localRows);
}

/** Compares a whole table with the server by an id digest (D12.2): the only way to see hard deletes (B7). */
export async function sweepTable(
  parts: SweepParts,
  spec: TableSpec,
  isJustWalked = false,
): Promise<SweepResult> {
  const mustReread = spec.feed.kind === 'cursor' && spec.feed.rereadMs !== undefined;
  // Right after a walk every column is new: only which rows there are is in question.
  if (mustReread && !isJustWalked) return rereadTable(parts, spec);
  const fence = parts.lead.nextFence();
  const listing = await listPages(parts, spec, (afterId, withCount) =>
    walkRequest(spec, parts.client.context(), { afterId, withCount, isDigest: true }),
  );
  if (listing.stop !== null) return { ...quiet, stop: listing.stop };
  const { local, localRows } = await everyLocalLine(parts, spec);
  return settleDiff(parts, spec, listing, local, fence, localRows);
}

/** Rows of a table that the server should know: pending inserts do not count, hidden rows do. */
async function serverRowCount(parts: PullParts, spec: TableSpec): Promise<number> {
  const { cache } = parts.runtime.ports;
  const shadows = (await cache.shadows()).filter((shadow) => shadow.tbl === spec.name);
  let count = await cache.count(spec.name);
  for (const shadow of shadows) {
    const { row } = await cache.get({ tbl: spec.name, id: shadow.id });
    if (row !== undefined && shadow.base === null) count -= 1;
    if (row === undefined && shadow.base !== null) count += 1;
  }
  return count;
}

/** Existence filter (D12.1): true when the server counts as many rows as this device has; null when it cannot say. */
export async function countMatches(parts: PullParts, spec: TableSpec): Promise<boolean | null> {
  const answer = await parts.client.ask('read', countRequest(spec, parts.client.context()));
  if (answer.class !== 'ok' || answer.total === null) return null;
  return answer.total === (await serverRowCount(parts, spec));
}
