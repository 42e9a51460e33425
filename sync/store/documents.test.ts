import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { identityOf } from '#tests/contract/store/fixtures.ts';
import { bearsSecret } from '../protocol/document.ts';
import type { KeepReason, StoredDocument } from '../protocol/document.ts';
import { Connection } from './connection.ts';
import { cacheSpec } from './dexie-cache.ts';
import type { DocumentShelf } from './documents.ts';
import { createDocumentShelf } from './documents.ts';

let shelf: DocumentShelf;

const documentOf = (id: string, usedAt: number, ...reasons: KeepReason[]): StoredDocument => ({
  kind: 'config',
  id,
  body: `{"id":"${id}"}`,
  asOf: '2026-01-01T00:00:00.000Z',
  bytes: 40,
  reasons,
  usedAt,
});

const kept = async (...ids: string[]): Promise<readonly string[]> => {
  const found = await Promise.all(ids.map((id) => shelf.get('config', id)));
  return found.flatMap((each) => (each === undefined ? [] : [each.id]));
};

beforeEach(() => {
  const host = testHost([], { factory: new IDBFactory(), keyRange: IDBKeyRange });
  shelf = createDocumentShelf(new Connection(cacheSpec(identityOf('documents'), 'disabled'), host), 100);
});

describe('documents', () => {
  it('[DOC1] over the cap the longest unused goes, never the one just fetched nor one with a reason', async () => {
    await shelf.put(documentOf('pinned', 1, 'pinned:incident:i1'));
    await shelf.put(documentOf('old', 2, 'recent'));
    await shelf.put(documentOf('new', 3, 'recent'));
    expect(await kept('pinned', 'old', 'new')).toEqual(['pinned', 'new']);
    expect(await shelf.weigh()).toEqual({ count: 2, bytes: 80, evicted: 1 });
    await shelf.touch('config', 'new', 9);
    await shelf.put(documentOf('older', 4, 'recent'));
    expect(await kept('pinned', 'new', 'older')).toEqual(['pinned', 'older']);
  });

  it('[AUT6] all of them go at once, whatever they are kept for', async () => {
    await shelf.put(documentOf('a', 1, 'pinned:incident:i1'));
    await shelf.put(documentOf('b', 2, 'recent'));
    await shelf.clear();
    expect(await kept('a', 'b')).toEqual([]);
  });

  it('[DOC1] a document goes with its last reason', async () => {
    await shelf.put(documentOf('a', 1, 'pinned:incident:i1', 'open-incident:i1'));
    await shelf.put(documentOf('a', 2, 'recent'));
    expect((await shelf.get('config', 'a'))?.reasons).toEqual([
      'pinned:incident:i1',
      'open-incident:i1',
      'recent',
    ]);
    await shelf.release('pinned:incident:i1');
    await shelf.release('recent');
    expect(await kept('a')).toEqual(['a']);
    await shelf.release('open-incident:i1');
    expect(await kept('a')).toEqual([]);
  });

  it('[DOC1] want of room takes the loose ones only', async () => {
    await shelf.put(documentOf('a', 1, 'recent'));
    await shelf.put(documentOf('b', 2, 'recent', 'pinned:config:b'));
    expect(await shelf.evictLoose()).toBe(40);
    expect(await kept('a', 'b')).toEqual(['b']);
    expect(await shelf.evictLoose()).toBe(0);
  });
});

describe('bodies that may not be kept', () => {
  it.each([
    ['Kubernetes::Secret', {}],
    ['AWS::SecretsManager::Secret', {}],
    ['Kubernetes::Pod', { kind: 'Secret', data: { a: 'eA==' } }],
    ['Kubernetes::Deployment', { spec: { env: [{ name: 'A', password: 'hunter2' }] } }],
    [null, { spec: { http: { headers: [{ authorization: 'Bearer x' }] } } }],
    ['Kubernetes::Pod', { spec: { containers: [{ env: [{ name: 'DB_PASSWORD', value: 'x' }] }] } }],
    [null, { connection: { accessKey: { value: 'AKIA' } } }],
  ])('[DOC2] %s %j bears a secret', (type, body) => {
    expect(bearsSecret(type, body)).toBe(true);
  });

  it.each([
    ['Kubernetes::Pod', { kind: 'Pod', spec: { volumes: [{ secret: { secretName: 'tls' } }] } }],
    [null, { password: 'secret://db/password' }],
    [null, { token: '$(env.TOKEN)', other: 1 }],
    [null, { accessKey: { valueFrom: { secretKeyRef: { name: 'n', key: 'k' } } } }],
    [null, 'text'],
    [null, null],
  ])('[DOC2] %s %j bears none', (type, body) => {
    expect(bearsSecret(type, body)).toBe(false);
  });
});
