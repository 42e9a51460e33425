import { expect, it } from 'vitest';
import { ada, storedOf } from '#tests/support/op-fixture.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { tables } from '../../protocol/tables.ts';
import { createMemoryCache } from '../../store/cache/memory-cache.ts';
import { rekeyRows } from './rekey.ts';

const links = tables.config_component_relationships;

function link(config: string, _k: string, values: JsonRow = {}): JsonRow {
  return { component_id: 'k1', config_id: config, selector_id: 'manual', ...values, _k };
}

it('[UPG13] rows under the key of before are put under that of today, none twice, and none with changes is touched', async () => {
  const cache = createMemoryCache(ada);
  const tbl = links.name;
  const put = async (row: JsonRow): Promise<void> => {
    const ref = { tbl, id: String(row['_k']) };
    await cache.mutate([ref], null, () => ({ putRows: [{ tbl, row: storedOf(row, 3) }], result: null }));
  };
  await put(link('g1', 'k1~g1~manual'));
  await put(link('g2', 'k1~g2~manual', { selector_id: 'old' }));
  await put(link('g2', 'k1~g2', { selector_id: 'new' }));
  await put(link('g3', 'k1~g3'));
  await put(link('g4', 'k1~g4~manual'));
  const waiting = { id: 'op1', seq: 1, kind: 'delete', patch: {}, state: 'queued' } as const;
  await cache.mutate([{ tbl, id: 'k1~g4~manual' }], null, () => ({
    putShadows: [{ tbl, id: 'k1~g4~manual', base: null, fence: 0, pending: [waiting] }],
    result: null,
  }));
  const epoch = 1;
  await rekeyRows(cache, links, epoch);
  const rows = await cache.dump(tbl);
  expect(rows.map((row) => `${String(row['_k'])} ${String(row['selector_id'])}`).sort()).toEqual([
    'k1~g1 manual',
    'k1~g2 new',
    'k1~g3 manual',
    'k1~g4~manual manual',
  ]);
  // As if it had been pulled under this key: the walk finds it unchanged.
  expect(rows.find((row) => row['_k'] === 'k1~g1')).toEqual(storedOf(link('g1', 'k1~g1'), 3));
  await rekeyRows(cache, tables.incidents, epoch);
});
