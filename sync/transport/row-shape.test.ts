import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { JsonRow } from '../protocol/op.ts';
import { packedSpecs } from '../protocol/packed-specs.ts';
import { tables } from '../protocol/tables.ts';
import { plainRow } from './row-shape.ts';

const specs = [...Object.values(tables), ...Object.values(packedSpecs)];
const valueArb = fc.oneof(
  fc.constantFrom<unknown>('text', '', null, 0, 1.5, true, false, [], ['a'], [1], {}, { a: 'b' }),
  fc.jsonValue(),
);

/** A row near the schema: right columns in order, then some of them spoiled, dropped, moved or joined by others. */
function rowArb(columns: readonly string[]): fc.Arbitrary<JsonRow> {
  const near = fc.tuple(...columns.map(() => fc.oneof({ arbitrary: fc.constant('x'), weight: 4 }, valueArb)));
  return fc
    .record({
      values: near,
      keep: fc.oneof(fc.constant(columns.length), fc.nat({ max: columns.length })),
      extra: fc.option(fc.constantFrom('surprise', '__proto__', '0'), { freq: 5 }),
      isReversed: fc.boolean(),
    })
    .map(({ values, keep, extra, isReversed }) => {
      const pairs = columns.slice(0, keep).map((name, at): [string, unknown] => [name, values[at]]);
      if (extra !== null) pairs.push([extra, 'more']);
      // As it comes off the wire: `__proto__` is a column like any other.
      const text = (isReversed ? pairs.toReversed() : pairs).map(
        ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
      );
      return JSON.parse(`{${text.join(',')}}`) as JsonRow; // written one line above
    });
}

describe('rows that one look can tell', () => {
  it('[STO1] come back as their schema gives them, to the order of their columns', () => {
    for (const { schema, name } of specs) {
      const entries = 'entries' in schema ? Object.keys(schema.entries as object) : []; // valibot's own
      fc.assert(
        fc.property(rowArb(entries), (row) => {
          const plain = plainRow(schema, row);
          if (plain === undefined) return;
          const parsed = v.safeParse(schema, row);
          expect({ name, fits: parsed.success }).toEqual({ name, fits: true });
          expect(JSON.stringify(plain)).toBe(JSON.stringify(parsed.output));
        }),
        { numRuns: 60 },
      );
    }
  });

  it('[STO1] are what a bootstrap brings: the slow way is for the others', () => {
    const item = Object.fromEntries(packedSpecs.config_items.columns.map((name) => [name, null]));
    const row = { ...item, id: 'i1', tags: { a: 'b' }, ready: true };
    expect(plainRow(packedSpecs.config_items.schema, row)).toEqual({
      ...row,
      cost_total_1d: null,
      cost_total_7d: null,
      cost_total_30d: null,
    });
    const change = Object.fromEntries(packedSpecs.config_changes.columns.map((name) => [name, 'text']));
    expect(plainRow(packedSpecs.config_changes.schema, { ...change, count: 1 })).toMatchObject({
      inserted_at: null,
    });
    expect(plainRow(packedSpecs.config_items.schema, { ...row, name: 7 })).toBeUndefined();
    expect(plainRow(packedSpecs.config_items.schema, { ...row, surprise: 1 })).toBeUndefined();
    const { id: _id, ...keyless } = row;
    expect(plainRow(packedSpecs.config_items.schema, keyless)).toBeUndefined();
  });

  it('[STO1] are not told by a look where the schema checks more than types', () => {
    const strict = v.object({ id: v.pipe(v.string(), v.maxLength(3)) });
    expect(plainRow(strict, { id: 'long enough' })).toBeUndefined();
    expect(plainRow(v.object({ id: v.nullish(v.string(), 'none') }), {})).toBeUndefined();
    expect(plainRow(v.object({ id: v.picklist(['a']) }), { id: 'b' })).toBeUndefined();
  });
});
