import { keyOf } from '../../core/pull/apply-page.ts';
import { textAt } from '../../core/outbox/json.ts';
import { sameJson } from '../../protocol/same-json.ts';
import { baseOf } from '../../core/outbox/row-change.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { TableSpec } from '../../protocol/table.ts';
import { dueOfSet } from '../../core/pull/schedule.ts';
import type { SetListing } from '../../core/pull/schedule.ts';
import { listedSet, setParts } from '../../core/outbox/set-parts.ts';
import type { SetPart } from '../../core/outbox/set-parts.ts';
import type { WireSpec } from '../../protocol/table.ts';
import { exceptCountRequest, setCountRequest } from '../../transport/look-request.ts';
import { exceptRequest } from '../../transport/postgrest.ts';
import { readRows } from '../cache/cache-writer.ts';
import type { Answer, Client } from '../tabs/client.ts';
import type { PullParts } from './parts.ts';
import type { Runtime } from '../runtime.ts';
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

/** Whether the server counts as many rows in every part of a set as it had. */
async function partsAreSame(
  client: Client,
  spec: WireSpec,
  setParts: readonly SetPart[],
): Promise<{ readonly stop: Answer | null; readonly isSame: boolean }> {
  for (const part of setParts) {
    const answer = await client.ask('read', setCountRequest(spec, client.context(), part));
    if (answer.class !== 'ok') return { stop: answer, isSame: false };
    if (answer.total !== part.rows) return { stop: null, isSame: false };
  }
  return { stop: null, isSame: true };
}

/**
 * The last listing of a set where the set need not be listed now: it was lately, the server counts as many rows as there
 * were then, and from time to time as many in every part of it. Null: it is to be listed. A row that took the place of
 * another in the same part, and words no part is made by, are found by the next listing.
 */
export async function unchangedSet(
  parts: { readonly runtime: Runtime; readonly client: Client },
  spec: WireSpec,
  watch: NonNullable<TableSpec['watch']>,
  last: SetListing | null,
): Promise<{ readonly stop: Answer | null; readonly listing: SetListing | null }> {
  const { client, runtime } = parts;
  const nowMs = runtime.ports.clock.nowMs();
  const due = dueOfSet(last, nowMs);
  if (last === null || due === 'list') return { stop: null, listing: null };
  const set = { column: watch.column, except: watch.calm };
  const answer = await client.ask('read', exceptCountRequest(spec, client.context(), set));
  if (answer.class !== 'ok') return { stop: answer, listing: null };
  if (answer.total !== last.lines.size) return { stop: null, listing: null };
  if (due === null) return { stop: null, listing: last };
  const shift = runtime.ports.rng.next();
  const { stop, isSame } = await partsAreSame(client, spec, setParts(last.lines, watch.columns, shift));
  return { stop, listing: isSame ? { ...last, checkedAt: nowMs } : null };
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
  const { stop, listing: same } = await unchangedSet(parts, spec, watch, last);
  if (stop !== null || same !== null) return { stop, listing: same ?? last };
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
  return { stop: fetched, listing: fetched === null ? listedSet(listed, watch.columns, nowMs) : null };
}
