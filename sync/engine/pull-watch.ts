import { keyOf } from '../core/apply-page.ts';
import { textAt } from '../core/json.ts';
import { sameJson } from '../protocol/same-json.ts';
import { baseOf } from '../core/row-change.ts';
import type { JsonRow } from '../protocol/op.ts';
import type { TableSpec } from '../protocol/table.ts';
import { mustListSet } from '../core/schedule.ts';
import type { SetListing } from '../core/schedule.ts';
import type { WireSpec } from '../protocol/table.ts';
import { exceptCountRequest } from '../transport/look-request.ts';
import { exceptRequest } from '../transport/postgrest.ts';
import { readRows } from './cache-writer.ts';
import type { Answer, Client } from './client.ts';
import type { PullParts } from './pull-table.ts';
import { fetchRows, listPages } from './sweep.ts';

/** A row of which this device has no version, or one whose watched columns say something else. */
function differs(columns: readonly string[], mine: JsonRow | null, theirs: JsonRow): boolean {
  return mine === null || columns.some((column) => !sameJson(mine[column], theirs[column]));
}

/** How a look at a membership set ended: the answer that stopped it, and the listing to compare with next time. */
export interface Watched {
  readonly stop: Answer | null;
  readonly listing: SetListing | null;
}

/**
 * True when a set need not be listed now: it was lately, and the server counts as many rows as there were then. A row
 * that entered while another left is found by the next listing.
 */
export async function isSetUnchanged(
  parts: { readonly client: Client },
  spec: WireSpec,
  set: { readonly column: string; readonly except: readonly string[] },
  last: SetListing | null,
  nowMs: number,
): Promise<{ readonly stop: Answer | null; readonly isSame: boolean }> {
  if (last === null || mustListSet(last, nowMs)) return { stop: null, isSame: false };
  const answer = await parts.client.ask('read', exceptCountRequest(spec, parts.client.context(), set));
  if (answer.class !== 'ok') return { stop: answer, isSame: false };
  return { stop: null, isSame: answer.total === last.rows };
}

/**
 * Lists the membership set of a table (F-state, B3) and reads again, by key, every row that entered it, changed within
 * it or left it. One small request where nothing is wrong.
 */
export async function pullWatch(
  parts: PullParts,
  spec: TableSpec,
  last: SetListing | null,
): Promise<Watched> {
  const { watch } = spec;
  if (watch === undefined) return { stop: null, listing: null };
  const nowMs = parts.runtime.ports.clock.nowMs();
  const counted = { column: watch.column, except: watch.calm };
  const { stop, isSame } = await isSetUnchanged(parts, spec, counted, last, nowMs);
  if (stop !== null || isSame) return { stop, listing: last };
  const set = { column: watch.column, except: watch.calm, columns: watch.columns };
  const listed = new Map<string, JsonRow>();
  const listing = await listPages(
    parts,
    spec,
    (afterId, withCount) => exceptRequest(spec, parts.client.context(), set, { afterId, withCount }),
    async (answer) => {
      for (const row of answer.rows) listed.set(keyOf(spec, row) ?? '', row);
    },
  );
  if (listing.stop !== null) return { stop: listing.stop, listing: null };
  const at = await readRows(
    parts.runtime,
    [...listed.keys()].map((id) => ({ tbl: spec.name, id })),
  );
  const entered = [...listed]
    .filter(([id, row]) => differs(watch.columns, baseOf(at({ tbl: spec.name, id })), row))
    .map(([id]) => id);
  const left = (await parts.runtime.ports.cache.dump(spec.name))
    .filter((row) => {
      const value = textAt(row, watch.column);
      return value !== null && !watch.calm.includes(value) && !listed.has(keyOf(spec, row) ?? '');
    })
    .map((row) => keyOf(spec, row) ?? '');
  const fetched = await fetchRows(parts, spec, [...entered, ...left]);
  return { stop: fetched, listing: fetched === null ? { rows: listed.size, at: nowMs } : null };
}
