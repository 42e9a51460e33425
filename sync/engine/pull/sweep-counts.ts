import { textAt } from '../../core/outbox/json.ts';
import { baseOf } from '../../core/outbox/row-change.ts';
import { stampParts } from '../../core/pull/stamp-parts.ts';
import type { TableSpec } from '../../protocol/table.ts';
import { countWhereRequest, stampCountRequest } from '../../transport/look-request.ts';
import { listed } from '../../protocol/query-text.ts';
import type { Answer } from '../tabs/client.ts';
import type { PullParts } from './parts.ts';
import { everyLocalLine } from './sweep.ts';

/**
 * Compares a large table with the server by the numbers of its rows, stamp by stamp (D12.1): false when a part holds
 * another number there, null when the server cannot say. It sees what was deleted, what came and what changed; not what
 * leaves every part with as many rows as before, and not a row without a stamp.
 */
export async function partsMatch(parts: PullParts, spec: TableSpec): Promise<boolean | null> {
  const { local } = await everyLocalLine(parts, spec);
  const stamps = local
    .map(({ snap }) => textAt(baseOf(snap), 'updated_at'))
    .filter((stamp) => stamp !== null);
  for (const part of stampParts(stamps)) {
    const answer = await parts.client.ask('read', stampCountRequest(spec, parts.client.context(), part));
    if (answer.class !== 'ok' || answer.total === null) return null;
    if (answer.total !== part.rows) return false;
  }
  return true;
}

/** Rows below these parents that the server should know: as it had them, whatever is pending here. */
async function serverRowsBelow(
  parts: PullParts,
  spec: TableSpec,
  column: string,
  parents: readonly string[],
): Promise<number> {
  const { cache } = parts.runtime.ports;
  const shown = (await Promise.all(parents.map((id) => cache.where(spec.name, column, id)))).flat();
  const shadows = (await cache.shadows()).filter(({ tbl }) => tbl === spec.name);
  const shadowed = new Set(shadows.map(({ id }) => id));
  const bases = shadows.filter(({ base }) => parents.includes(textAt(base, column) ?? ''));
  return shown.filter((row) => !shadowed.has(String(row[spec.key]))).length + bases.length;
}

/** Whether the server counts as many rows below some parents as there are here (D12.3). */
export async function countBelow(
  parts: PullParts,
  spec: TableSpec,
  column: string,
  parents: readonly string[],
): Promise<{ readonly stop: Answer | null; readonly isSame: boolean }> {
  const where = [[column, `in.${listed(parents)}`]] as const;
  const answer = await parts.client.ask('read', countWhereRequest(spec, parts.client.context(), where));
  if (answer.class !== 'ok') return { stop: answer, isSame: false };
  return { stop: null, isSame: answer.total === (await serverRowsBelow(parts, spec, column, parents)) };
}
