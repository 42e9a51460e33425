import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TableName } from '#sync/protocol/table.ts';
import { rowKey } from '#sync/protocol/tables.ts';
import { openReadModel } from '#sync/read/open-read-model.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import { createDexieCache, type DexieCache } from '#sync/store/cache/dexie-cache.ts';
import { deviceTimers, waitWith } from '#workers/runtime/timers.ts';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { identityOf } from '#tests/contract/store/fixtures.ts';
import { componentsRead, peopleRead } from '#sync/read/names.ts';

const host = testHost([], undefined, waitWith(deviceTimers));
const identity = identityOf('read-model');
/** For hangs only. */
const PATIENCE = { timeout: 20_000 };

let cache: DexieCache;
let model: ReadModel;

beforeEach(() => {
  cache = createDexieCache(identity, host);
  model = openReadModel(identity);
});

afterEach(async () => {
  model.close();
  await cache.wipe();
});

async function put(tbl: TableName, row: Readonly<Record<string, unknown>>): Promise<void> {
  const stored = { ...row, _v: '1', _p: 0 as const, _f: 1, _seen: 0 };
  const id = rowKey(tbl, stored) ?? '';
  await cache.mutate([{ tbl, id }], null, () => ({ putRows: [{ tbl, row: stored }], result: undefined }));
}

const incidentId = '00000000-0000-4000-8000-000000000001';

// In Node Dexie follows any number of native awaits, in Chromium it does not: only here can a read lose its query.
it.each<readonly [string, () => Promise<unknown>, TableName, Readonly<Record<string, unknown>>]>([
  ['own roles', () => model.roles('p1'), 'people_roles', { id: 'p1', roles: ['viewer'] }],
  ['flags', () => model.properties(), 'properties', { id: 'f1', name: 'incidents.disable', value: 'true' }],
  ['people', () => model.late(peopleRead), 'people', { id: 'p1', name: 'Ada' }],
  ['components', () => model.late(componentsRead), 'components', { id: 'k1', name: 'shop' }],
  [
    'items of a component',
    () => model.itemsOfComponent('k1'),
    'config_component_relationships',
    { _k: 'k1 g1', component_id: 'k1', config_id: 'g1', selector_id: 'manual' },
  ],
  ['an incident', () => model.incident(incidentId), 'incidents', { id: incidentId, title: 'DNS' }],
  ['what can be evidence', () => model.findSubjects('checks', '', 5), 'checks', { id: 'c1', name: 'api' }],
  ['one check', () => model.checkFacts('c1'), 'checks', { id: 'c1', name: 'api' }],
  ['one component', () => model.componentFacts('k1'), 'components', { id: 'k1', name: 'shop' }],
])('[D21.1] a live query hears of its rows: %s', async (_what, query, tbl, row) => {
  const seen: unknown[] = [];
  const subscription = liveQuery(query).subscribe((value) => seen.push(value));
  try {
    await vi.waitFor(() => expect(seen).toHaveLength(1), PATIENCE);
    await put(tbl, row);
    await vi.waitFor(() => expect(seen.at(-1)).not.toEqual(seen[0]), PATIENCE);
  } finally {
    subscription.unsubscribe();
  }
});
