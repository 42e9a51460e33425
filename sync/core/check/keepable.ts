import type { JsonRow } from '../../protocol/op.ts';
import { isSecretAt } from '../../protocol/secrets/texts.ts';
import type { WireSpec } from '../../protocol/table.ts';

/**
 * Their row as a conflict keeps it: without what is not pulled and looks like a secret. Mine is then asked about again, for
 * a value that was not kept is none that the person has seen (ROW7).
 */
export function keepable(row: JsonRow, { columns }: Pick<WireSpec, 'columns'>): JsonRow {
  const isKept = ([column, value]: readonly [string, unknown]): boolean =>
    columns.includes(column) || !isSecretAt(column, value);
  return Object.fromEntries(Object.entries(row).filter(isKept));
}
