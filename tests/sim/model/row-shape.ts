import type { JsonRow } from '#sync/protocol/op.ts';
import type { WireSpec } from '#sync/protocol/table.ts';
import { toWire } from './model-tables.ts';

const shapes = new WeakMap<JsonRow, string>();
const versionShapes = new WeakMap<JsonRow, string>();

/**
 * The same columns in the same order, whoever wrote them, without the engine's own. Rows of the stores never change in
 * place, so each is looked at once.
 */
export function shapeOf(row: JsonRow | null | undefined): string {
  if (row === null || row === undefined) return 'null';
  const known = shapes.get(row);
  if (known !== undefined) return known;
  const columns = Object.keys(row).filter((name) => !name.startsWith('_'));
  const shape = JSON.stringify(columns.sort().map((name) => [name, row[name]]));
  shapes.set(row, shape);
  return shape;
}

/** Shape of a row of the model as its table is asked for on the wire; always by the same columns. */
export function shapeOfVersion(row: JsonRow, columns: readonly string[]): string {
  const known = versionShapes.get(row);
  if (known !== undefined) return known;
  const shape = shapeOf(toWire(row, columns));
  versionShapes.set(row, shape);
  return shape;
}

/** A row of this device without columns that only some servers have. */
export function withoutOptional(row: JsonRow, { optional = [] }: WireSpec): JsonRow {
  if (optional.length === 0) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !optional.includes(name)));
}
