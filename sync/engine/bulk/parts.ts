import { withKeptColumn } from '../../core/pull/bulk-costs.ts';
import { differsIn } from '../../core/pull/bulk.ts';
import { hasPassed } from '../../core/pull/schedule.ts';
import { chunks, COMPOSITE_IDS_PER_REQUEST, IDS_PER_REQUEST } from '../../core/pull/reconcile.ts';
import type { Suspicion } from '../../core/pull/reconcile.ts';
import { keyOfRow } from '../../protocol/keys.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { CostsElsewhere, PackedName, PackedSpec } from '../../protocol/packed.ts';
import type { Cursor } from '../../protocol/stored.ts';
import type { WireSpec } from '../../protocol/table.ts';
import { parseRows } from '../../transport/parse-page.ts';
import type { ParsedRows } from '../../transport/parse-page.ts';
import { BULK_PAGE_ROWS, columnsOn, oneOfKeys, PAGE_ROWS, pageRequest } from '../../transport/postgrest.ts';
import type { PageQuery } from '../../transport/postgrest.ts';
import type { Param } from '../../protocol/query-text.ts';
import type { Answer, Client } from '../tabs/client.ts';
import type { Tally } from '../pull/parts.ts';
import type { HeldCursors } from '../pull/quiet-cursor.ts';
import type { Lead, Runtime } from '../runtime.ts';
import type { Session } from '../tabs/session.ts';

/** Pulls that moved nothing since a cursor was stored: when that was, how many, and as of when the last. */
export interface Quiet {
  readonly storedAt: number;
  readonly pulls: number;
  readonly asOf: string | null;
}

/** Parts of one term that the pulls of packed collections need. */
export interface BulkParts {
  readonly runtime: Runtime;
  readonly lead: Lead;
  readonly client: Client;
  readonly session: Session;
  readonly suspicions: Map<string, Suspicion>;
  /** Collections whose last pull found nothing new: the next one begins with a look. */
  readonly calm: Set<PackedName>;
  readonly held: HeldCursors;
  /** Collections of which nothing has moved since their cursor was stored. */
  readonly quiet: Map<PackedName, Quiet>;
  /** Collections whose cursor is stored: what is stored next carries on from it (PCK14). */
  readonly followed: Set<PackedName>;
  /** One write at a time: lanes answer side by side, and each writes the cursor of all. */
  readonly serial: <T>(write: () => Promise<T>) => Promise<T>;
}

/** Makes a queue of writes; a write that fails does not stop the ones behind it. */
export function createSerial(): BulkParts['serial'] {
  let last: Promise<unknown> = Promise.resolve();
  return (write) => {
    const next = last.then(write, write);
    last = next.catch(() => undefined);
    return next;
  };
}

/** How rarely a cursor is stored that only says how often and until when nothing moved (T10). */
const QUIET_MS = 3_600_000;

/** Pulls so far of a collection, those that were not stored included. */
export function pullsOf(parts: BulkParts, name: PackedName, { pulls }: Cursor): number {
  return pulls + (parts.quiet.get(name)?.pulls ?? 0);
}

/** True when a pull moved nothing and its cursor need not be stored yet; the pull, as of a server time, is counted. */
export function staysQuiet(
  parts: BulkParts,
  name: PackedName,
  isMoved: boolean,
  asOf: string | null,
): boolean {
  const nowMs = parts.runtime.ports.clock.nowMs();
  const quiet = parts.quiet.get(name);
  const isStored = isMoved || quiet === undefined || hasPassed(quiet.storedAt, QUIET_MS, nowMs);
  parts.quiet.set(
    name,
    isStored ? { storedAt: nowMs, pulls: 0, asOf } : { ...quiet, pulls: quiet.pulls + 1, asOf },
  );
  return !isStored;
}

/** Columns to ask for on this server. */
export function columnsFor(parts: BulkParts, spec: PackedSpec): readonly string[] {
  return columnsOn(spec, parts.client.context());
}

/** Rows of a page while a collection is filled; a constrained link gets smaller answers, which end in time (D7). */
export function fillRows(parts: BulkParts): number {
  return parts.client.context().isConstrained ? PAGE_ROWS : BULK_PAGE_ROWS;
}

/** Condition that leaves soft-deleted rows out. */
export function aliveOnly(spec: PackedSpec): readonly Param[] {
  return spec.softDelete ? [['deleted_at', 'is.null']] : [];
}

/** True when the row says that it was deleted softly. */
export function isGone(spec: PackedSpec, row: JsonRow): boolean {
  return spec.softDelete && typeof row['deleted_at'] === 'string';
}

/** Where this server keeps the costs of the items; null where they are columns of the items, or there are none. */
export function keptElsewhere(parts: BulkParts, { costs, path }: PackedSpec): CostsElsewhere | null {
  return costs === undefined || parts.runtime.wire.facts.has(path, costs.column) ? null : costs;
}

/** Key of a row as it came. */
export function idOf(spec: WireSpec, row: JsonRow): string {
  return keyOfRow(spec, row) ?? '';
}

/** One page of a packed collection, asked for and read. */
export interface BulkPage {
  readonly answer: Answer;
  readonly parsed: ParsedRows;
}

/** Asks for a page; a failed answer has no rows. Lean pages (`isLean`) are not whole rows and are not validated. */
export async function askPage(
  parts: BulkParts,
  spec: WireSpec,
  query: PageQuery,
  tally: Tally,
  isLean = false,
): Promise<BulkPage> {
  const answer = await parts.client.ask('read', pageRequest(spec, parts.client.context(), query));
  const rows = answer.class === 'ok' ? answer.rows : [];
  const parsed = isLean ? { rows, badRows: 0, badSample: null, isSkewed: false } : parseRows(spec, rows);
  if (answer.class === 'ok') tally.add(parsed, answer);
  return { answer, parsed };
}

/** Rows as they came, with the costs this device has where the server sends none with them. */
async function withCosts(
  parts: BulkParts,
  tbl: PackedName,
  rows: readonly JsonRow[],
): Promise<readonly JsonRow[]> {
  const spec = parts.runtime.packed?.find(({ name }) => name === tbl);
  const costs = spec === undefined ? null : keptElsewhere(parts, spec);
  if (spec === undefined || costs === null || rows.length === 0) return rows;
  const mine = await parts.runtime.ports.packed.get(
    tbl,
    rows.map((row) => idOf(spec, row)),
  );
  return rows.map((row) => withKeptColumn(row, mine.get(idOf(spec, row)), costs.column));
}

/** Stores rows, removals and cursor as one transaction (D9). */
export async function store(
  parts: BulkParts,
  tbl: PackedName,
  write: {
    readonly put?: readonly JsonRow[] | undefined;
    readonly remove?: readonly string[] | undefined;
    readonly cursor?: Cursor | undefined;
  },
): Promise<{ readonly changed: number; readonly removed: number }> {
  const { remove = [], cursor } = write;
  const put = await withCosts(parts, tbl, write.put ?? []);
  const follows = parts.followed.has(tbl);
  const applied = await parts.runtime.ports.packed.apply(
    { tbl, put, remove, cursor, follows },
    parts.lead.epoch,
  );
  if (cursor !== undefined) parts.followed.add(tbl);
  return applied;
}

/** Whole rows by key; `absent` are those the server does not show. A stop means that some were not asked for. */
export async function fetchByKey(
  parts: BulkParts,
  spec: PackedSpec,
  ids: readonly string[],
  tally: Tally,
): Promise<{
  readonly stop: Answer | null;
  readonly rows: readonly JsonRow[];
  readonly absent: readonly string[];
}> {
  const size = spec.keyColumns === undefined ? IDS_PER_REQUEST : COMPOSITE_IDS_PER_REQUEST;
  const rows: JsonRow[] = [];
  const absent: string[] = [];
  for (const part of chunks(ids, size)) {
    let rest = part;
    let isDoubted = false;
    // A row cap may cut any answer short: what it left out is asked for again (B10), and once more where nothing came (I14).
    while (rest.length > 0) {
      const where = [oneOfKeys(spec, rest)];
      const { answer, parsed } = await askPage(
        parts,
        spec,
        { columns: columnsFor(parts, spec), where },
        tally,
      );
      if (answer.class !== 'ok') return { stop: answer, rows, absent };
      rows.push(...parsed.rows);
      const there = new Set(answer.rows.map((row) => idOf(spec, row)));
      const left = rest.filter((id) => !there.has(id));
      const isNothing = left.length === rest.length;
      if (isNothing && isDoubted) break;
      isDoubted = isNothing;
      rest = left;
    }
    absent.push(...rest);
  }
  return { stop: null, rows, absent };
}

/** Rows of a lean page that are not here or say something else, and those that are here and were deleted softly. */
export async function compareLean(
  parts: BulkParts,
  spec: PackedSpec,
  rows: readonly JsonRow[],
  columns: readonly string[],
): Promise<{ readonly fetch: readonly string[]; readonly gone: readonly string[] }> {
  const local = await parts.runtime.ports.packed.get(
    spec.name,
    rows.map((row) => idOf(spec, row)),
  );
  const fetch = rows
    .filter((row) => !isGone(spec, row) && differsIn(columns, local.get(idOf(spec, row)), row))
    .map((row) => idOf(spec, row));
  const gone = rows
    .filter((row) => isGone(spec, row) && local.has(idOf(spec, row)))
    .map((row) => idOf(spec, row));
  return { fetch, gone };
}

/** Every row of a collection here, once; for upkeep, never for a screen. */
export async function eachLocal(
  parts: BulkParts,
  spec: PackedSpec,
  visit: (id: string, row: JsonRow) => void,
): Promise<void> {
  await parts.runtime.ports.packed.scan(spec.name, (rows) => {
    for (const row of rows) visit(idOf(spec, row), row);
  });
}
