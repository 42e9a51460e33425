import { keyOf } from '../../core/pull/apply-page.ts';
import { differsIn } from '../../core/pull/bulk.ts';
import { feedArms, pullFrom } from '../../core/pull/cursor.ts';
import { textAt } from '../../core/outbox/json.ts';
import { baseOf } from '../../core/outbox/row-change.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { Cursor } from '../../protocol/stored.ts';
import type { TableSpec } from '../../protocol/table.ts';
import { afterMarker, pageRequest } from '../../transport/postgrest.ts';
import type { Param } from '../../protocol/query-text.ts';
import { readRows } from '../cache/cache-writer.ts';
import type { Answer } from '../tabs/client.ts';
import type { PullParts } from './parts.ts';
import { fetchRows } from './sweep.ts';

/** Columns that tell whether a row differs: every stamp the table has, and what its membership set watches. */
function leanColumns(spec: TableSpec): readonly string[] {
  const stamps = ['updated_at', 'created_at', 'deleted_at'].filter((column) => spec.columns.includes(column));
  return [...stamps, ...(spec.watch?.columns ?? [])];
}

/** Keys of a lean page whose rows are not here, say something else in these columns, or were deleted. */
export async function differing(
  parts: PullParts,
  spec: TableSpec,
  columns: readonly string[],
  rows: readonly JsonRow[],
): Promise<readonly string[]> {
  const refs = rows.map((row) => ({ tbl: spec.name, id: keyOf(spec, row) ?? '' }));
  const at = await readRows(parts.runtime, refs);
  return rows.flatMap((row, index) => {
    const ref = refs[index];
    const mine = ref === undefined ? null : baseOf(at(ref));
    const isGone = spec.softDelete && textAt(row, 'deleted_at') !== null;
    const differs = isGone ? mine !== null : differsIn(columns, mine ?? undefined, row);
    return differs && ref !== undefined ? [ref.id] : [];
  });
}

/**
 * Looks further back than the overlap of a pull, for rows that scrapers and agents bring late (D10.3): keys and stamps
 * first, then only what differs, by key (D10.6). It moves no cursor. Null: it went through.
 */
export async function lookBack(parts: PullParts, spec: TableSpec, cursor: Cursor): Promise<Answer | null> {
  const wideMs = spec.feed.kind === 'cursor' ? spec.feed.wideOverlapMs : undefined;
  if (wideMs === undefined) return null;
  for (const arm of feedArms(spec.feed)) {
    const { marker } = arm;
    let position: Param = [marker, `gte.${pullFrom(cursor, arm, wideMs)}`];
    for (;;) {
      const query = { columns: [marker, ...leanColumns(spec)], where: [position], marker };
      const answer = await parts.client.ask('read', pageRequest(spec, parts.client.context(), query));
      if (answer.class !== 'ok') return answer;
      const last = answer.rows.at(-1);
      const [id, value] = [last === undefined ? null : keyOf(spec, last), textAt(last, marker)];
      if (id === null || value === null) break;
      const stop = await fetchRows(parts, spec, await differing(parts, spec, leanColumns(spec), answer.rows));
      if (stop !== null) return stop;
      position = afterMarker(spec, marker, { value, id });
    }
  }
  return null;
}
