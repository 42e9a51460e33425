import { keyOf } from '../core/apply-page.ts';
import { sameJson, textAt } from '../core/json.ts';
import { baseOf } from '../core/row-change.ts';
import type { JsonRow } from '../protocol/op.ts';
import type { TableSpec } from '../protocol/table.ts';
import { exceptRequest } from '../transport/postgrest.ts';
import { readRows } from './cache-writer.ts';
import type { Answer } from './client.ts';
import type { PullParts } from './pull-table.ts';
import { fetchRows, listPages } from './sweep.ts';

/** A row of which this device has no version, or one whose watched columns say something else. */
function differs(columns: readonly string[], mine: JsonRow | null, theirs: JsonRow): boolean {
  return mine === null || columns.some((column) => !sameJson(mine[column], theirs[column]));
}

/**
 * Lists the membership set of a table (F-state, B3) and reads again, by key, every row that entered it, changed within
 * it or left it. One small request where nothing is wrong. Null: it went through; otherwise the answer that ended it.
 */
export async function pullWatch(parts: PullParts, spec: TableSpec): Promise<Answer | null> {
  const { watch } = spec;
  if (watch === undefined) return null;
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
  if (listing.stop !== null) return listing.stop;
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
  return fetchRows(parts, spec, [...entered, ...left]);
}
