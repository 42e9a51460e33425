import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { identityOf } from '#tests/contract/store/fixtures.ts';
import { bearsSecret } from '../../protocol/secrets/keys.ts';
import type { KeepReason, StoredDocument } from '../../protocol/document.ts';
import { cacheStores } from '../cache/schema.ts';
import { Connection } from '../device/connection.ts';
import { PIECE_CHARS } from './document-bodies.ts';
import { cacheSpec } from '../cache/cache-spec.ts';
import type { DocumentShelf } from './documents.ts';
import { cacheName } from '../device/names.ts';
import { createDocumentShelf } from './documents.ts';

let shelf: DocumentShelf;
let connection: Connection;
let host: ReturnType<typeof testHost>;

/** What lies in a table, past the store. */
const stored = (name: string): Promise<object[]> =>
  connection.run(async (db) => (await db.table(name).toArray()) as object[]); // records are objects

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
  host = testHost([], { factory: new IDBFactory(), keyRange: IDBKeyRange });
  connection = new Connection(cacheSpec(identityOf('documents'), 'disabled'), host);
  shelf = createDocumentShelf(connection, { documents: 100, logs: 100 });
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

  it('[PAG4] of those that begin alike the one just put and those used last stay, whatever the clock says', async () => {
    shelf = createDocumentShelf(connection, { documents: 10_000, logs: 0 });
    for (const [at, id] of ['x 1', 'a 1', 'a 2', 'a 3'].entries())
      await shelf.put(documentOf(id, 10 + at, 'recent'));
    // The clock was set back since.
    await shelf.put(documentOf('a 4', 1, 'recent'));
    await Promise.all([
      shelf.keepNewest('config', 'a 4', 'a ', 2),
      shelf.keepNewest('config', 'a 4', 'a ', 2),
    ]);
    expect(await kept('x 1', 'a 1', 'a 2', 'a 3', 'a 4')).toEqual(['x 1', 'a 3', 'a 4']);
    expect((await shelf.weigh()).count).toBe(3);
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

describe('long bodies', () => {
  const long = (id: string, chars: number): StoredDocument => ({
    ...documentOf(id, 1, 'recent'),
    body: JSON.stringify('é'.repeat(chars)),
    bytes: chars,
  });

  it('[DOC10] lie in pieces, and come back as they were', async () => {
    const roomy = createDocumentShelf(connection, { documents: 50 * PIECE_CHARS, logs: 0 });
    const document = long('a', 5 * PIECE_CHARS);
    await roomy.put(document);
    expect(await roomy.get('config', 'a')).toEqual(document);
    const sizes = [...(await stored('documents')), ...(await stored('document_parts'))].map(
      (record) => JSON.stringify(record).length,
    );
    expect(sizes).toHaveLength(6);
    expect(Math.max(...sizes)).toBeLessThan(PIECE_CHARS + 1000);
    await roomy.touch('config', 'a', 9);
    expect(await roomy.get('config', 'a')).toEqual({ ...document, usedAt: 9 });
  });

  it('[DOC10] leave nothing behind when they get shorter or go', async () => {
    const roomy = createDocumentShelf(connection, { documents: 50 * PIECE_CHARS, logs: 0 });
    await roomy.put(long('a', 3 * PIECE_CHARS));
    await roomy.put(documentOf('a', 2, 'recent'));
    expect(await stored('document_parts')).toEqual([]);
    await roomy.put(long('a', 3 * PIECE_CHARS));
    await roomy.put(long('ab', 2 * PIECE_CHARS));
    await roomy.drop('config', 'a');
    expect((await stored('document_parts')).map((record) => Reflect.get(record, 'id'))).toEqual(['ab', 'ab']);
    await roomy.evictLoose();
    expect([
      await stored('documents'),
      await stored('document_ledger'),
      await stored('document_parts'),
    ]).toEqual([[], [], []]);
  });

  it('[DSK7] are no JSON where a piece is missing or cannot be read', async () => {
    const roomy = createDocumentShelf(connection, { documents: 50 * PIECE_CHARS, logs: 0 });
    for (const damage of ['gone', 'odd']) {
      await roomy.put(long('a', 3 * PIECE_CHARS));
      await connection.run(async (db) => {
        if (damage === 'gone') await db.table('document_parts').delete(['config', 'a', 2]);
        else await db.table('document_parts').put({ kind: 'config', id: 'a', part: 2, text: 7 });
      });
      expect((await roomy.get('config', 'a'))?.body).toBe('');
    }
  });
});

describe('the ledger', () => {
  it('[DOC11] is made of the documents that an earlier version left', async () => {
    await connection.close();
    const name = cacheName(identityOf('documents'));
    const before = new Dexie(name, { indexedDB: host.idb!.factory, IDBKeyRange }); // the harness has one
    before.version(1).stores(cacheStores());
    await Dexie.delete(name).catch(() => undefined);
    await before.open();
    await before
      .table('documents')
      .bulkPut([documentOf('pinned', 1, 'pinned:incident:i1'), documentOf('old', 2, 'recent')]);
    before.close();
    connection = new Connection(cacheSpec(identityOf('documents'), 'disabled'), host);
    shelf = createDocumentShelf(connection, { documents: 100, logs: 100 });
    expect(await kept('pinned', 'old')).toEqual(['pinned', 'old']);
    await shelf.put(documentOf('new', 3, 'recent'));
    expect(await kept('pinned', 'old', 'new')).toEqual(['pinned', 'new']);
    expect(await shelf.weigh()).toMatchObject({ count: 2, bytes: 80 });
  });

  it('[DOC11] is made again where the disk has damaged it', async () => {
    await shelf.put(documentOf('a', 1, 'pinned:incident:i1'));
    await shelf.put(documentOf('b', 2, 'recent'));
    for (const damage of ['lost', 'odd']) {
      await connection.run(async (db) => {
        if (damage === 'lost') await db.table('document_ledger').delete(['config', 'a']);
        else await db.table('document_ledger').put({ kind: 'config', id: 'a', bytes: 'many' });
      });
      expect(await shelf.reasons()).toEqual(['pinned:incident:i1', 'recent']);
      expect(await shelf.weigh()).toMatchObject({ count: 2, bytes: 80 });
    }
  });

  it('[DOC11] is all that a write reads of the others', async () => {
    await shelf.put(documentOf('a', 1, 'recent'));
    const read: string[] = [];
    await connection.run(async (db) => {
      db.table('documents').hook('reading', (record: StoredDocument) => {
        read.push(record.id);
        return record;
      });
    });
    await shelf.put(documentOf('b', 2, 'recent'));
    await shelf.touch('config', 'b', 3);
    expect(read.filter((id) => id === 'a')).toEqual([]);
    expect(await kept('a', 'b')).toEqual(['a', 'b']);
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
    ['Kubernetes::Pod', { properties: [{ name: 'db_password', text: 'hunter2' }] }],
    ['Kubernetes::Pod', { properties: [{ name: 'p1', label: 'API token', value: 'x' }] }],
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
