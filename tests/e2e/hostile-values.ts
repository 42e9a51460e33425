import * as v from 'valibot';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import type { TableSpec } from '#sync/protocol/table.ts';
import { tables } from '#sync/protocol/tables.ts';

/** Values that a column may hold by its schema, and that nobody who draws it thinks of. */
const TEXTS: readonly string[] = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  'x'.repeat(1_000_000),
  '\u0000\u0007\u001B[31m\r\n\t',
  '\u202Egnp.exe\u2066\u200F\u0301\u0301\u0301',
  '\uD800',
  'a\uDFFFb',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0000-01-01T00:00:00+00:00',
  '+275760-09-13T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59Z',
  '9999-12-31T23:59:60Z',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'null',
  '{"constructor":{"prototype":{}}}',
];
const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  0.1,
  5e-324,
  1e21,
  1.797e308,
  -1.797e308,
  2 ** 53,
  8.64e15 + 1,
];
const VALUES: readonly unknown[] = [
  {},
  [],
  '',
  0,
  null,
  'constructor',
  [null, 1, 'x', { constructor: 1 }],
  { constructor: 'toString', toString: 'constructor', hasOwnProperty: null },
  JSON.parse('{"__proto__": {"polluted": true}, "name": {"name": {"name": []}}}'),
  {
    name: 1,
    type: {},
    status: [],
    title: null,
    id: '',
    icon: 'constructor',
    unit: '__proto__',
    value: 1e308,
  },
];

/** What says which row a row is, or up to where a table has been read: with these another row would come, or none. */
const KEPT = /(?:^|_)(?:id|ids|at|time|observed)$|^(?:path|role|key|count|total|next|cursor)$/u;
/** Who is signed in, and as what, is no record of a screen. */
const NOT_ALTERED = /\/(?:\.ory|auth|kratos|rpc)\/|people_roles|whoami|select=count/u;

/** The longest text is slow to carry: few rows have it. */
const ROWS_PER_LONG_TEXT = 40;

/**
 * Puts a hostile value into half of the fields of every row of an answer, as far as the schema of the table lets it
 * through; which, follows from the row, the field and `turn`: the same row is the same in every answer, and the rows of
 * a few turns have all of them everywhere.
 */
export function makeHostile(turn: number): (path: string, json: unknown) => unknown {
  return (path, json) => {
    if (NOT_ALTERED.test(path)) return json;
    const schema = schemaOf(path);
    const rows = (part: unknown): unknown =>
      Array.isArray(part)
        ? part.map((row: unknown) => (isRow(row) ? letThrough(schema, row, hostileRow(row, turn)) : row))
        : part;
    // A list of rows, or an object that holds some.
    if (!isRow(json)) return rows(json);
    return Object.fromEntries(Object.entries(json).map(([name, part]) => [name, rows(part)]));
  };
}

type Row = Record<string, unknown>;
type RowSchema = TableSpec['schema'];

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function schemaOf(path: string): RowSchema | undefined {
  const name = /\/db\/(\w+)/u.exec(path)?.[1] ?? '';
  return [...Object.values(tables), ...Object.values(packedSpecs)].find((spec) => spec.name === name)?.schema;
}

/** The hostile row with the fields as they were that its schema refuses: a refused row is another test's matter. */
function letThrough(schema: RowSchema | undefined, row: Row, altered: Row): Row {
  if (schema === undefined) return altered;
  const { issues = [] } = v.safeParse(schema, altered);
  const refused = new Set(issues.map(({ path }) => String(path?.[0]?.key)));
  return Object.fromEntries(
    Object.entries(altered).map(([field, value]) => [field, refused.has(field) ? row[field] : value]),
  );
}

/** Ids of the demo begin with a time; what follows is the same in every run. Those of a test are all chance. */
const TIME_DIGITS = 13;
const RANDOM_ID = /^[\da-f]{8}-[\da-f]{4}-4/u;

function hostileRow(row: Row, turn: number): Row {
  const id = typeof row['id'] === 'string' ? row['id'] : '';
  if (RANDOM_ID.test(id)) return row;
  const key = id.slice(TIME_DIGITS);
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => {
      const chance = hashOf(`${key} ${field} ${turn}`);
      const isSpared = KEPT.test(field) || chance % 2 === 0;
      return [field, isSpared ? value : hostile(value, chance >>> 1, hashOf(key))];
    }),
  );
}

function hostile(value: unknown, chance: number, row: number): unknown {
  if (value === null || chance % 9 === 0) return null;
  switch (typeof value) {
    case 'string': {
      const text = TEXTS[chance % TEXTS.length] ?? '';
      return text.length > 1000 && row % ROWS_PER_LONG_TEXT !== 0 ? text.slice(0, 1000) : text;
    }
    case 'number':
      return NUMBERS[chance % NUMBERS.length];
    case 'boolean':
      return !value;
    default:
      return VALUES[chance % VALUES.length];
  }
}

/** FNV-1a: the same in every run. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return (hash ^ (hash >>> 15)) >>> 0;
}
