import type { RowSnapshot } from '../../ports.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { textAt } from '../outbox/json.ts';
import { sameJson } from '../../protocol/same-json.ts';
import { baseOf } from '../outbox/row-change.ts';
import { compareServerTime } from './server-time.ts';

/** One line of an id digest: key, change stamp, and columns that change while the stamp stands still (D12.2). */
export interface DigestLine {
  readonly id: string;
  readonly updatedAt: string | null;
  readonly silent?: JsonRow | undefined;
}

/** What this device has of one row. */
export interface LocalLine {
  readonly id: string;
  readonly snap: RowSnapshot;
}

/** Differences of one range: rows to read again and rows the server did not list. */
export interface DigestDiff {
  readonly fetch: readonly string[];
  readonly missing: readonly string[];
}

/** True when the server should know the row: it is not an insert that has not arrived yet. */
function isServerRow({ snap }: LocalLine): boolean {
  return baseOf(snap) !== null;
}

/**
 * Compares a listed range with the rows this device has in it (D12.2): unknown here or anything different means fetch,
 * known here and not listed means a candidate for deletion. A row without one of the asked columns is one of before they
 * were asked for, which an empty answer of a lapsed session kept from being read again (UPG9): fetched, too. Rows with pending operations are never candidates.
 */
export function compareDigest(
  remote: readonly DigestLine[],
  local: readonly LocalLine[],
  columns: readonly string[],
): DigestDiff {
  const known = new Map(local.map((line) => [line.id, line]));
  const listed = new Set(remote.map((line) => line.id));
  const fetch = remote
    .filter((line) => {
      const mine = known.get(line.id);
      if (mine === undefined || !isServerRow(mine)) return true;
      const base = baseOf(mine.snap);
      const isStampSame = compareServerTime(textAt(base, 'updated_at'), line.updatedAt) === 0;
      const { silent = {} } = line;
      if (base !== null && columns.some((column) => !Object.hasOwn(base, column))) return true;
      return !isStampSame || Object.keys(silent).some((column) => !sameJson(base?.[column], silent[column]));
    })
    .map((line) => line.id);
  const missing = local
    .filter((line) => !listed.has(line.id) && isServerRow(line) && line.snap.shadow === undefined)
    .map((line) => line.id);
  return { fetch, missing };
}

/**
 * Rows with pending operations that the server knew and no longer lists: no pass removes them, but asked for by key it
 * may say that they were deleted softly (D12, I24).
 */
export function heldBack(remote: readonly DigestLine[], local: readonly LocalLine[]): readonly string[] {
  const listed = new Set(remote.map((line) => line.id));
  return local
    .filter((line) => !listed.has(line.id) && isServerRow(line) && line.snap.shadow !== undefined)
    .map((line) => line.id);
}

/** Deletions beyond this number need a second look, whatever the size of the table (D12.6). */
export const MASS_DELETION_ROWS = 50;
/** Deletions beyond this share of the table need a second look (D12.6). */
export const MASS_DELETION_SHARE = 0.05;
/** Shortest time between the first suspicion and the pass that may delete (D12.6). */
export const MASS_DELETION_WAIT_MS = 60_000;

/** A pass that would have deleted too much, remembered until a second one agrees. */
export interface Suspicion {
  readonly at: number;
}

/** The suspicion to go on with: the one there is, or a new one where there is none or the clock went back behind it. */
export function standingSuspicion(known: Suspicion | undefined, nowMs: number): Suspicion {
  return known === undefined || known.at > nowMs ? { at: nowMs } : known;
}

/** What a finished pass over a table found. */
export interface PassResult {
  /** Rows the server listed, and the exact count it named with the first page; null when it named none. */
  readonly listed: number;
  readonly counted: number | null;
  /** Rows of the table on this device. */
  readonly localRows: number;
  readonly missing: number;
}

/** `uncertain`: the pass contradicts itself: it deletes nothing and proves nothing. `suspect`: too much at once, look again later. */
export type DeletionVerdict = 'none' | 'delete' | 'suspect' | 'uncertain';

/** True when a pass would remove too many rows to be believed at once (D12.6). */
export function isMassDeletion(missing: number, localRows: number): boolean {
  return missing > Math.max(MASS_DELETION_ROWS, localRows * MASS_DELETION_SHARE) || missing >= localRows;
}

/**
 * Decides whether the rows a pass did not see may be deleted (D12.6, I14). A listing that does not add up to the
 * server's own count deletes nothing: a page was cut, capped or answered by somebody else. A mass deletion needs a
 * second pass at least a minute later; a clock that went backwards starts the wait again.
 */
export function judgeDeletions(
  pass: PassResult,
  suspicion: Suspicion | undefined,
  nowMs: number,
): DeletionVerdict {
  if (pass.counted !== pass.listed) return 'uncertain';
  if (pass.missing === 0) return 'none';
  if (!isMassDeletion(pass.missing, pass.localRows)) return 'delete';
  const waitedMs = suspicion === undefined ? -1 : nowMs - suspicion.at;
  return waitedMs >= MASS_DELETION_WAIT_MS ? 'delete' : 'suspect';
}

/** Most ids one request may carry in `in.(…)`: URLs stay below what proxies accept (D10.6). */
export const IDS_PER_REQUEST = 80;

/** The same where a key has several columns: every one of them is named in the URL. */
export const COMPOSITE_IDS_PER_REQUEST = 20;

/** Splits a list into parts of at most `size`. */
export function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts;
}
