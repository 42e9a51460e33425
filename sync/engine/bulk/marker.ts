import { advanceCursor, BEGINNING } from '../../core/pull/cursor.ts';
import { textAt } from '../../core/outbox/json.ts';
import { shiftServerTime } from '../../core/pull/server-time.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { own } from '../../protocol/own.ts';
import type { PackedSpec } from '../../protocol/packed.ts';
import type { Cursor } from '../../protocol/stored.ts';
import { afterMarker } from '../../transport/postgrest.ts';
import type { Param } from '../../protocol/query-text.ts';
import { askPage, columnsFor, compareLean, fetchByKey, idOf, isGone, store } from './parts.ts';
import type { BulkParts } from './parts.ts';
import type { PullResult, Tally } from '../pull/parts.ts';
import { followHeld } from '../pull/quiet-cursor.ts';

/** Pages one pull of a marker may read before the other collections have a turn. */
const MAX_PAGES = 200;
/** From this share of differing rows on whole pages are cheaper than asking for rows by key. */
const FULL_SHARE = 0.25;
const FULL_ROWS = 80;

/** What one pull by a marker asks for. */
export interface MarkerPull {
  readonly marker: string;
  readonly overlapMs: number;
  /** Columns that tell whether a row differs (D10.6). */
  readonly digest: readonly string[];
  readonly where: readonly Param[];
  /** It looks back further than the next pull will: what it reads is not read again. */
  readonly isWide?: boolean | undefined;
  /** Those of some rows that belong here: not all do because the marker moved. */
  readonly keep?: ((rows: readonly JsonRow[]) => Promise<readonly JsonRow[]>) | undefined;
}

interface Found {
  readonly end: PullResult | null;
  readonly put: readonly JsonRow[];
  readonly remove: readonly string[];
  /** So much differs that the page should come whole. */
  readonly isDense: boolean;
}

/** Turns a lean page into rows to write, by asking for the differing ones by key. */
async function settleLean(
  parts: BulkParts,
  spec: PackedSpec,
  rows: readonly JsonRow[],
  digest: readonly string[],
  tally: Tally,
): Promise<Found> {
  const { fetch, gone } = await compareLean(parts, spec, rows, digest);
  const isDense = fetch.length > FULL_ROWS && fetch.length > rows.length * FULL_SHARE;
  if (isDense) return { end: null, put: [], remove: [], isDense };
  const found = await fetchByKey(parts, spec, fetch, tally);
  const end = found.stop === null ? null : tally.end(found.stop);
  return { end, put: found.rows, remove: gone, isDense };
}

/**
 * Pulls what a marker says has moved since the cursor (D10). The overlap is mostly rows this device has, so a page
 * first brings keys, stamps and the columns nothing stamps, and only rows that differ are asked for whole, by key; where
 * much differs, pages come whole. The cursor moves with the rows, in one transaction. It ends with as many rows as the
 * server counted with the first page, or with an empty page. A cursor that followed without rows (CUR14) is the caller's
 * to store.
 */
export async function pullMarker(
  parts: BulkParts,
  spec: PackedSpec,
  pull: MarkerPull,
  start: Cursor,
  tally: Tally,
): Promise<{ readonly cursor: Cursor; readonly end: PullResult | null }> {
  const { marker } = pull;
  const arm = { marker, onlyNullUpdated: false };
  const from = shiftServerTime(own(start.values, marker) ?? BEGINNING, -pull.overlapMs);
  const lean = [marker, ...pull.digest, ...(spec.softDelete ? ['deleted_at'] : [])];
  let cursor = start;
  let isLean = true;
  let last: { readonly value: string; readonly id: string } | null = null;
  let rest: number | null = null;
  let fullPage = 0;
  let newest: JsonRow | undefined;
  let serverTime: string | null = null;
  let isWhole = false;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const position: Param = last === null ? [marker, `gte.${from}`] : afterMarker(spec, marker, last);
    const columns: readonly string[] = isLean ? lean : [...columnsFor(parts, spec), marker];
    const query = { columns, where: [position, ...pull.where], marker, withCount: last === null };
    const { answer, parsed } = await askPage(parts, spec, query, tally, isLean);
    if (answer.class !== 'ok') return { cursor, end: tally.end(answer) };
    if (last === null) rest = answer.total;
    serverTime = answer.serverTime;
    const lastRow: JsonRow | undefined = answer.rows.at(-1);
    isWhole = lastRow === undefined;
    if (lastRow === undefined) break;
    newest = lastRow;
    const value = textAt(lastRow, marker);
    if (parsed.isSkewed || value === null) return { cursor, end: tally.end(null, true) };
    const whole: Found = {
      end: null,
      put: parsed.rows.filter((row) => !isGone(spec, row)),
      remove: parsed.rows.filter((row) => isGone(spec, row)).map((row) => idOf(spec, row)),
      isDense: false,
    };
    const found = isLean ? await settleLean(parts, spec, answer.rows, pull.digest, tally) : whole;
    if (found.end !== null) return { cursor, end: found.end };
    if (found.isDense) {
      isLean = false;
      continue;
    }
    const next = advanceCursor(cursor, arm, answer.rows, [], answer.serverTime);
    const put = pull.keep === undefined ? found.put : await pull.keep(found.put);
    if (put.length > 0 || found.remove.length > 0 || next !== cursor) {
      const { changed, removed } = await store(parts, spec.name, { put, remove: found.remove, cursor: next });
      tally.changed += changed + removed;
    }
    cursor = next;
    rest = rest === null ? null : rest - answer.rows.length;
    // What was committed between two pages with an older stamp fills a place of the sum: a full page proves no end.
    isWhole = rest === 0 && (fullPage === 0 || answer.rows.length < fullPage);
    if (isWhole) break;
    fullPage = Math.max(fullPage, answer.rows.length);
    last = { value, id: idOf(spec, lastRow) };
  }
  if (!isWhole || pull.isWide === true) return { cursor, end: null };
  const overlap = { arm: { marker, from }, rows: newest === undefined ? [] : [newest], serverTime };
  return { cursor: followHeld(parts.held, parts.runtime.ports.clock, cursor, overlap), end: null };
}
