import { expect, it } from 'vitest';
import { tableNames } from '../../protocol/table.ts';
import { tables } from '../../protocol/tables.ts';
import { cacheAdditions, cacheStores, indexedColumns } from './schema.ts';

it('[UPG12] the first layout and its additions give every collection its table and its indexes', () => {
  const layout: Record<string, string> = Object.assign({}, cacheStores(), ...cacheAdditions);
  const described = new Map(Object.entries(layout));
  for (const name of tableNames) {
    expect([name, described.get(name)]).toEqual([
      name,
      [tables[name].key, ...indexedColumns[name]].join(', '),
    ]);
  }
});
