import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { identityOf } from '#tests/contract/store/fixtures.ts';
import type { Identity } from '../protocol/identity.ts';
import type { RecordCodec } from '../store/device/vault.ts';
import { createVault, KEY_BYTES } from '../store/device/vault.ts';
import type { StoreHost } from '../store/device/connection.ts';
import { createDexieCache } from '../store/cache/dexie-cache.ts';
import { createDeviceRegistry } from '../store/device/device-registry.ts';
import { cacheName, identityHash } from '../store/device/names.ts';
import { wipeHash } from '../store/device/wipe.ts';
import { openReadModel } from './open-read-model.ts';

const [ada, bob] = [identityOf('ada'), identityOf('bob')];
const vault = createVault(new Uint8Array(KEY_BYTES).fill(1), (bytes) => new Uint8Array(bytes).fill(7));
const otherVault = createVault(new Uint8Array(KEY_BYTES).fill(2), (bytes) => new Uint8Array(bytes).fill(7));

let host: StoreHost;

beforeEach(() => {
  host = testHost([], { factory: new IDBFactory(), keyRange: IDBKeyRange });
});

async function keep(identity: Identity, body: string, codec?: RecordCodec): Promise<void> {
  const cache = createDexieCache(identity, { ...host, codec });
  const bytes = body.length;
  await cache.documents.put({
    kind: 'health-list',
    id: 'start',
    body,
    bytes,
    asOf: null,
    reasons: ['recent'],
    usedAt: 0,
  });
  await cache.close();
}

async function keptOf(identity: Identity, codec?: RecordCodec): Promise<string | null> {
  const model = openReadModel(identity, host.idb, codec);
  try {
    return await model.keptList('health-list', 'start');
  } finally {
    model.close();
  }
}

describe('the kept list of checks', () => {
  it('[D22] is of one person, and is gone with what was pulled for them', async () => {
    await keep(ada, 'checks of Ada');
    await keep(bob, 'checks of Bob');
    expect(await keptOf(ada)).toBe('checks of Ada');
    const device = { host, registry: createDeviceRegistry(host), others: [] };
    await wipeHash(identityHash(ada), device);
    expect(await keptOf(ada)).toBeNull();
    expect(await keptOf(bob)).toBe('checks of Bob');
  });

  it('[LCK1] lies sealed under a lock, and nobody reads it without the key', async () => {
    await keep(ada, 'checks of Ada', vault);
    expect(await keptOf(ada, vault)).toBe('checks of Ada');
    expect(await keptOf(ada)).toBeNull();
    expect(await keptOf(ada, otherVault)).toBeNull();
    const db = new Dexie(cacheName(ada), { indexedDB: host.idb!.factory, IDBKeyRange });
    await db.open();
    const stored: object[] = await db.table('documents').toArray();
    db.close();
    expect(stored.map((record) => Object.keys(record).sort())).toEqual([['_sealed', 'id', 'kind']]);
  });

  it('goes with the rest when everything is pulled anew, and when room is needed', async () => {
    await keep(ada, 'checks of Ada');
    const cache = createDexieCache(ada, host);
    await cache.documents.evictLoose();
    expect(await keptOf(ada)).toBeNull();
    await keep(ada, 'checks of Ada');
    await cache.clear();
    expect(await keptOf(ada)).toBeNull();
    await cache.close();
  });
});
