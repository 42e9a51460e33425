import { withoutDerivedKey } from '../../protocol/keys.ts';
import type { JsonRow, Op } from '../../protocol/op.ts';
import type { WriteSpec } from '../../protocol/table.ts';

/** Columns the server fills by itself; an insert never sends what the device showed for them (I30). */
const serverColumns: readonly string[] = ['created_at', 'updated_at'];

/**
 * Body of the request that carries an operation: the patch without what the server assigns. An insert leaves out what
 * holds null, so that the server's defaults apply; an explicit null would take the place of the incident's number. Only
 * where nothing is what a person chose is it sent (WRT8).
 */
export function wireBody(
  op: Pick<Op, 'kind' | 'patch'>,
  { nulls = [] }: Pick<WriteSpec, 'nulls'> = {},
): JsonRow {
  const patch = withoutDerivedKey(op.patch);
  if (op.kind !== 'insert') return patch;
  const isSent = (column: string, value: unknown): boolean => value !== null || nulls.includes(column);
  return Object.fromEntries(
    Object.entries(patch).filter(
      ([column, value]) => isSent(column, value) && !serverColumns.includes(column),
    ),
  );
}
