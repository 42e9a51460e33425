import { describe, expect, it } from 'vitest';
import type { PackedName } from '../../protocol/packed.ts';
import { packedSpecs } from '../../protocol/packed-specs.ts';
import { indexSpecs } from './index-spec.ts';

/** Columns a row brings beside its key and what its index is made of. */
function besideIndex(name: PackedName): readonly string[] {
  const { columns, optional, key } = packedSpecs[name];
  return [...columns, ...optional].filter((column) => column !== key && !(column in indexSpecs[name]));
}

describe('columns of the first download', () => {
  it('[BLK14] of an item come its index, its mark of deletion, its icon and its costs of a day and a week, and no chain of parents', () => {
    expect(besideIndex('config_items')).toEqual(['icon', 'deleted_at', 'cost_total_1d', 'cost_total_7d']);
  });

  it('[BLK14] of a change comes nothing but what its index is made of', () => {
    expect(besideIndex('config_changes')).toEqual([]);
  });
});
