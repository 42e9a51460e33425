import type { BaseIssue, BaseSchema } from 'valibot';
import type { JsonRow } from '../protocol/op.ts';

type RowSchema = BaseSchema<unknown, JsonRow, BaseIssue<unknown>>;

/** One column: the `typeof` its values have (null: any), and whether NULL or its absence is as good. */
interface ColumnShape {
  readonly name: string;
  readonly type: string | null;
  readonly isNullable: boolean;
}

/** Schemas of valibot that only look at the type of a value, by their name. */
const types: ReadonlyMap<unknown, string | null> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['unknown', null],
]);

const shapes = new WeakMap<RowSchema, readonly ColumnShape[] | 'other'>();

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function columnShape(name: string, schema: unknown): ColumnShape | undefined {
  const isNullable = at(schema, 'type') === 'nullish';
  if (isNullable && at(schema, 'default') !== null) return undefined;
  const plain = isNullable ? at(schema, 'wrapped') : schema;
  const type = types.get(at(plain, 'type'));
  // A pipe of further checks is more than its type.
  return type === undefined || at(plain, 'pipe') !== undefined ? undefined : { name, type, isNullable };
}

function shapeOf(schema: RowSchema): readonly ColumnShape[] | 'other' {
  const entries = at(schema, 'entries');
  if (schema.type !== 'object' || typeof entries !== 'object' || entries === null) return 'other';
  if (at(schema, 'pipe') !== undefined) return 'other';
  const columns = Object.entries(entries).map(([name, entry]: [string, unknown]) => columnShape(name, entry));
  const known = columns.filter((column) => column !== undefined);
  return known.length === columns.length ? known : 'other';
}

function fits(value: unknown, { type, isNullable }: ColumnShape): boolean {
  if (value === null || value === undefined) return isNullable && value === null;
  return type === null || typeof value === type;
}

/**
 * The row as its schema would give it back, where one look at every column tells: parsed JSON with the columns of the
 * schema in its order, of which the last may be missing when they may be NULL. Undefined: ask the schema, which also
 * says what is wrong. A hundred thousand rows of a bootstrap take this way.
 */
export function plainRow(schema: RowSchema, row: JsonRow): JsonRow | undefined {
  let shape = shapes.get(schema);
  if (shape === undefined) {
    shape = shapeOf(schema);
    shapes.set(schema, shape);
  }
  if (shape === 'other') return undefined;
  let place = 0;
  for (const name in row) {
    const column = shape[place];
    if (column?.name !== name || !fits(row[name], column)) return undefined;
    place += 1;
  }
  if (place === shape.length) return row;
  const rest = shape.slice(place);
  if (!rest.every((column) => column.isNullable)) return undefined;
  return Object.assign({}, row, Object.fromEntries(rest.map(({ name }) => [name, null])));
}
