import { keyOf } from '../../core/pull/apply-page.ts';
import { textAt } from '../../core/outbox/json.ts';
import { chunks } from '../../core/pull/reconcile.ts';
import { baseOf } from '../../core/outbox/row-change.ts';
import {
  differingColumns,
  judgeDifference,
  pickSample,
  sampleSizes,
  SAMPLE_ROWS,
} from '../../core/pull/verify.ts';
import type { VerifyReport } from '../../protocol/diagnostics.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { PackedSpec } from '../../protocol/packed.ts';
import type { TableSpec } from '../../protocol/table.ts';
import { parseRows } from '../../transport/parse-page.ts';
import { columnsFor, fetchByKey, idOf, store } from '../bulk/parts.ts';
import type { BulkParts } from '../bulk/parts.ts';
import { readRows } from '../cache/cache-writer.ts';
import type { Answer } from '../tabs/client.ts';
import { Tally } from '../pull/parts.ts';
import { askById } from '../pull/sweep.ts';
import type { SweepParts } from '../pull/sweep.ts';

type Difference = VerifyReport['differences'][number];

/** What came of one collection. */
interface Compared {
  readonly stop: Answer | null;
  readonly compared: number;
  readonly differences: readonly Difference[];
  readonly repaired: number;
}

/** One collection as the comparison needs it, of rows or packed. */
interface Sampled {
  readonly tbl: string;
  readonly ids: () => Promise<readonly string[]>;
  readonly compare: (ids: readonly string[]) => Promise<Compared>;
}

function difference(tbl: string, id: string, mine: JsonRow, theirs: JsonRow): Difference | null {
  const columns = differingColumns(mine, theirs);
  return columns.length === 0
    ? null
    : { tbl, id, kind: judgeDifference(mine, theirs), columns: [...columns] };
}

interface Judged {
  readonly differences: readonly Difference[];
  /** Rows to store. */
  readonly wrong: readonly JsonRow[];
}

/** Server rows against what is known here now; a row that something newer has touched since is not judged (D9). */
async function judgeRows(
  parts: SweepParts,
  spec: TableSpec,
  rows: readonly JsonRow[],
  fence: number,
): Promise<Judged> {
  const keyed = rows.map((row) => ({ id: keyOf(spec, row) ?? '', row }));
  const refs = keyed.map(({ id }) => ({ tbl: spec.name, id }));
  const at = await readRows(parts.runtime, refs);
  const judged = keyed.flatMap(({ id, row }) => {
    const snap = at({ tbl: spec.name, id });
    const mine = baseOf(snap);
    const isNewerHere = Math.max(snap.row?._f ?? 0, snap.shadow?.fence ?? 0) > fence;
    if (mine === null || isNewerHere) return [];
    const isGone = spec.softDelete && textAt(row, 'deleted_at') !== null;
    const found = isGone ? absence(spec.name, id) : difference(spec.name, id, mine, row);
    return found === null ? [] : [{ found, row }];
  });
  return { differences: judged.map(({ found }) => found), wrong: judged.map(({ row }) => row) };
}

/**
 * Compares rows of one table. What differs is stored at once, under the fence of its request, so that anything that
 * happened here meanwhile wins (D9). An absent row is only named: deleting takes a whole comparison (D12).
 */
async function compareRows(parts: SweepParts, spec: TableSpec, ids: readonly string[]): Promise<Compared> {
  const differences: Difference[] = [];
  let repaired = 0;
  let compared = 0;
  const { stop, absent } = await askById(parts, spec, ids, false, async (answer, fence) => {
    const { rows } = parseRows(spec, answer.rows);
    const judged = await judgeRows(parts, spec, rows, fence);
    compared += answer.rows.length;
    differences.push(...judged.differences, ...unreadable(spec, answer.rows, rows));
    if (judged.wrong.length === 0) return;
    const stamp = parts.lead.nextFence();
    const nowMs = parts.runtime.ports.clock.nowMs();
    const effect = await parts.cache.page({ spec, rows: judged.wrong, fence, stamp, nowMs });
    repaired += effect.written + effect.removed;
  });
  const at = await readRows(
    parts.runtime,
    absent.map((id) => ({ tbl: spec.name, id })),
  );
  // An insert that has not arrived is no absence.
  const missing = absent.filter((id) => baseOf(at({ tbl: spec.name, id })) !== null);
  differences.push(...missing.map((id) => absence(spec.name, id)));
  return { stop, compared: compared + missing.length, differences, repaired };
}

function absence(tbl: string, id: string): Difference {
  return { tbl, id, kind: 'absent', columns: [] };
}

function unreadable(
  spec: TableSpec,
  raw: readonly JsonRow[],
  rows: readonly JsonRow[],
): readonly Difference[] {
  const known = new Set(rows.map((row) => keyOf(spec, row)));
  return raw.flatMap((row) => {
    const id = keyOf(spec, row);
    return id === null || known.has(id)
      ? []
      : [{ tbl: spec.name, id, kind: 'unreadable' as const, columns: [] }];
  });
}

async function comparePacked(parts: BulkParts, spec: PackedSpec, ids: readonly string[]): Promise<Compared> {
  const local = await parts.runtime.ports.packed.get(spec.name, ids);
  const { stop, rows, absent } = await fetchByKey(parts, spec, ids, new Tally());
  const differences: Difference[] = [];
  const wrong: JsonRow[] = [];
  const asked = columnsFor(parts, spec);
  for (const row of rows) {
    const id = idOf(spec, row);
    const mine = local.get(id);
    const found =
      mine === undefined
        ? null
        : difference(spec.name, id, onlyColumns(mine, asked), onlyColumns(row, asked));
    if (found === null) continue;
    differences.push(found);
    wrong.push(row);
  }
  const { changed } =
    wrong.length === 0 ? { changed: 0 } : await parts.serial(() => store(parts, spec.name, { put: wrong }));
  differences.push(...absent.map((id) => absence(spec.name, id)));
  return { stop, compared: rows.length + absent.length, differences, repaired: changed };
}

function onlyColumns(row: JsonRow, columns: readonly string[]): JsonRow {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}

function samples(rows: SweepParts, bulk: BulkParts): readonly Sampled[] {
  const { ports, pulled, packed = [] } = rows.runtime;
  return [
    // A list that a service answers whole cannot be asked for by key.
    ...pulled
      // Nor is what is visited now and then said to be as new as the rest.
      .filter(({ feed, keep }) => keep !== 'visited' && (feed.kind !== 'snapshot' || feed.unpaged !== true))
      .map((spec) => ({
        tbl: spec.name,
        ids: () => ports.cache.ids(spec.name, null, null),
        compare: (ids: readonly string[]) => compareRows(rows, spec, ids),
      })),
    ...packed.map((spec) => ({
      tbl: spec.name,
      ids: async () => (await ports.packed.lines(spec.name, null, null)).map(({ id }) => id),
      compare: (ids: readonly string[]) => comparePacked(bulk, spec, ids),
    })),
  ];
}

/** Rows compared per step, so that the loop can end in between. */
const STEP_ROWS = 100;

/**
 * Compares a sample of the rows here with the server, by key (D23). Only collections that are whole are sampled. Runs
 * as a turn of the pull loop, so that no answer overtakes another one.
 */
export async function verifySample(
  rows: SweepParts,
  bulk: BulkParts,
  isReadable: (tbl: string) => boolean,
): Promise<VerifyReport> {
  const { rng } = rows.runtime.ports;
  const open = samples(rows, bulk).filter(({ tbl }) => isReadable(tbl));
  const keys = await Promise.all(open.map(({ ids }) => ids()));
  const counts = open.map(({ tbl }, at) => ({ tbl, count: keys[at]?.length ?? 0 }));
  const sizes = sampleSizes(counts, SAMPLE_ROWS);
  const report = {
    compared: 0,
    repaired: 0,
    tables: [] as VerifyReport['tables'],
    differences: [] as Difference[],
  }; // filled below
  let sampled = 0;
  for (const [at, { tbl, compare }] of open.entries()) {
    const picked = pickSample(keys[at] ?? [], sizes.get(tbl) ?? 0, () => rng.next());
    sampled += picked.length;
    let compared = 0;
    for (const part of chunks(picked, STEP_ROWS)) {
      const result = await compare(part);
      compared += result.compared;
      report.repaired += result.repaired;
      report.differences.push(...result.differences);
      if (result.stop !== null || rows.lead.isOver()) {
        const stopped = result.stop?.error?.message ?? 'Another tab has taken over.';
        return { ...report, compared: report.compared + compared, sampled, stopped };
      }
    }
    if (picked.length > 0) report.tables.push({ tbl, compared });
    report.compared += compared;
  }
  return { ...report, sampled, stopped: null };
}
