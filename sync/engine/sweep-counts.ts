import { textAt } from '../core/json.ts';
import { baseOf } from '../core/row-change.ts';
import { stampParts } from '../core/stamp-parts.ts';
import type { TableSpec } from '../protocol/table.ts';
import { stampCountRequest } from '../transport/look-request.ts';
import type { PullParts } from './pull-table.ts';
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
