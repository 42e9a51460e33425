import { expect, test } from 'vitest';
import type { JsonRow } from '#sync/protocol/op.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import { plainRow } from '#sync/transport/row-shape.ts';
import { changeRow, itemRow } from './rows.ts';

test.each<[PackedName, JsonRow]>([
  ['config_items', itemRow(7)],
  ['config_changes', changeRow(7)],
])('rows of %s have the columns that the wire brings, in its order: others take a slower way', (tbl, row) => {
  const { columns, optional, schema } = packedSpecs[tbl];
  expect(Object.keys(row)).toEqual([...columns, ...optional]);
  expect(plainRow(schema, row)).toBe(row);
});
