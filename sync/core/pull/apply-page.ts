import type { JsonRow } from '../../protocol/op.ts';
import type { Cursor, FeedState } from '../../protocol/stored.ts';
import type { TableSpec } from '../../protocol/table.ts';
import type { CacheWrite, RowRef, RowSnapshot } from '../../ports.ts';
import { keyOfRow } from '../../protocol/keys.ts';
import { textAt } from '../outbox/json.ts';
import { isOvertaken, mergePlans, planRow } from '../outbox/row-change.ts';
import type { RowPlan } from '../outbox/row-change.ts';

/**
 * One page of server rows of one table, already parsed, with the fence taken when its request started and the one
 * taken when its answer came (D9).
 */
export interface Page {
  readonly spec: TableSpec;
  readonly rows: readonly JsonRow[];
  /** Ids that the server no longer shows, confirmed (D12). */
  readonly removed?: readonly string[] | undefined;
  readonly fence: number;
  readonly stamp?: number | undefined;
  readonly nowMs: number;
}

/** What a page did: rows and deletions written, and the rows that a newer fence kept out. */
export interface PageEffect {
  readonly written: number;
  readonly removed: number;
  readonly fenced: readonly JsonRow[];
  /** One of those, or a deletion, was another version than the one here, and may be the newer one. */
  readonly hasMissed: boolean;
}

/** Writes that ride in the page's transaction (I11); `cursor` sees which rows were fenced off. */
export interface PageExtras {
  readonly cursor?: ((fenced: readonly JsonRow[]) => Cursor | undefined) | undefined;
  readonly feed?: FeedState | undefined;
}

/** Primary key of a parsed row. */
export function keyOf(spec: TableSpec, row: JsonRow): string | null {
  return keyOfRow(spec, row);
}

function isSoftDeleted(spec: TableSpec, row: JsonRow): boolean {
  return spec.softDelete && textAt(row, 'deleted_at') !== null;
}

/** Rows by key; of duplicates the last one counts. */
function byKey(page: Page): ReadonlyMap<string, JsonRow | null> {
  const rows = new Map<string, JsonRow | null>();
  for (const id of page.removed ?? []) rows.set(id, null);
  for (const row of page.rows) {
    const key = keyOf(page.spec, row);
    if (key !== null) rows.set(key, row);
  }
  return rows;
}

/** The rows a page touches: the read set of its cache transaction. */
export function pageRefs(page: Page): readonly RowRef[] {
  return [...byKey(page).keys()].map((id) => ({ tbl: page.spec.name, id }));
}

/**
 * Plans one page as one transaction (D9): rows, deletions, cursor and feed state together. A second application of
 * the same page writes no row. Removed rows that carry pending operations stay: those operations settle first.
 */
export function planPage(
  page: Page,
  at: (ref: RowRef) => RowSnapshot,
  extras: PageExtras = {},
): CacheWrite<PageEffect> {
  const { spec, fence, stamp, nowMs } = page;
  const plans: RowPlan[] = [];
  const fenced: JsonRow[] = [];
  let hasMissed = false;
  for (const [id, row] of byKey(page)) {
    const snap = at({ tbl: spec.name, id });
    if (row === null && snap.shadow !== undefined) continue;
    const base = row === null || isSoftDeleted(spec, row) ? null : row;
    const plan = planRow(spec, snap, { tbl: spec.name, id, base: { row: base, fence, stamp } }, nowMs);
    if (plan.baseOutcome === 'fenced' && row !== null) fenced.push(row);
    hasMissed ||= plan.baseOutcome === 'fenced' && isOvertaken(snap, base, fence);
    plans.push(plan);
  }
  const cursor = extras.cursor?.(fenced);
  const effect: PageEffect = {
    written: plans.reduce((sum, plan) => sum + plan.putRows.length, 0),
    removed: plans.reduce((sum, plan) => sum + plan.deleteRows.length, 0),
    fenced,
    hasMissed,
  };
  return {
    ...mergePlans(plans, effect),
    ...(cursor === undefined ? {} : { cursor }),
    ...(extras.feed === undefined ? {} : { feed: extras.feed }),
  };
}
