import { sumsOfItems } from '../../core/pull/bulk-costs.ts';
import { hasPassed } from '../../core/pull/schedule.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { CostsElsewhere, PackedSpec } from '../../protocol/packed.ts';
import { afterKeyOf, PAGE_ROWS } from '../../transport/postgrest.ts';
import { askPage, eachLocal, idOf, keptElsewhere } from './parts.ts';
import type { BulkParts } from './parts.ts';
import type { Answer } from '../tabs/client.ts';
import { Tally } from '../pull/parts.ts';

/** When the sums were last read; it rides in the cursor of the items. */
const AT = 'costs at';

interface Sums {
  readonly stop: Answer | null;
  readonly rows: readonly JsonRow[];
  /** As many rows came as the server counted, and some: an item that is not among them costs nothing. */
  readonly isWhole: boolean;
}

async function listSums(parts: BulkParts, { wire }: CostsElsewhere): Promise<Sums> {
  const tally = new Tally();
  const rows: JsonRow[] = [];
  let counted: number | null = null;
  let listed = 0;
  let afterId: string | null = null;
  for (;;) {
    const query = { columns: wire.columns, where: afterKeyOf(wire, afterId), withCount: afterId === null };
    const { answer, parsed } = await askPage(parts, wire, query, tally);
    if (answer.class !== 'ok') return { stop: answer, rows, isWhole: false };
    if (afterId === null) counted = answer.total;
    const last = answer.rows.at(-1);
    rows.push(...parsed.rows);
    listed += answer.rows.length;
    if (last === undefined || listed === counted) {
      return { stop: null, rows, isWhole: listed > 0 && listed === counted };
    }
    afterId = idOf(wire, last);
  }
}

/** The items whose sum is another now, as they are to be written. */
async function differingSums(
  parts: BulkParts,
  spec: PackedSpec,
  rows: readonly JsonRow[],
  costs: CostsElsewhere,
): Promise<readonly JsonRow[]> {
  const sums = sumsOfItems(rows, costs);
  const put: JsonRow[] = [];
  await eachLocal(parts, spec, (id, row) => {
    const sum = sums.get(id) ?? null;
    if ((row[costs.column] ?? null) !== sum) put.push({ ...row, [costs.column]: sum });
  });
  return put;
}

async function note(parts: BulkParts, spec: PackedSpec, nowMs: number): Promise<void> {
  const cursor = await parts.runtime.ports.cache.cursor(spec.name);
  if (cursor === undefined) return;
  const next = { ...cursor, values: { ...cursor.values, [AT]: String(nowMs) } };
  await parts.runtime.ports.packed.apply(
    { tbl: spec.name, put: [], remove: [], cursor: next },
    parts.lead.epoch,
  );
}

/**
 * Gives items their costs where the server keeps those apart (decisions, the wire of 2026): the summary is listed once an
 * hour, and only items whose sum differs are written. A role that may not read it has items without costs. Null: there is
 * nothing to do, or it went through.
 */
export async function pullCosts(parts: BulkParts, spec: PackedSpec): Promise<Answer | null> {
  const costs = keptElsewhere(parts, spec);
  if (costs === null) return null;
  const { ports } = parts.runtime;
  const nowMs = ports.clock.nowMs();
  const cursor = await ports.cache.cursor(spec.name);
  const at = Number(cursor?.values[AT] ?? Number.NaN);
  if (cursor === undefined || cursor.walk !== 'done') return null;
  if (!Number.isNaN(at) && !hasPassed(at, costs.everyMs, nowMs)) return null;
  const { stop, rows, isWhole } = await listSums(parts, costs);
  const isRefused = stop?.class === 'forbidden' || stop?.class === 'skew';
  if (stop !== null && !isRefused) return stop;
  const put = isWhole ? await differingSums(parts, spec, rows, costs) : [];
  for (let from = 0; from < put.length; from += PAGE_ROWS) {
    if (parts.lead.isOver()) return null;
    const part = put.slice(from, from + PAGE_ROWS);
    await ports.packed.apply({ tbl: spec.name, put: part, remove: [] }, parts.lead.epoch);
  }
  await note(parts, spec, nowMs);
  return null;
}
