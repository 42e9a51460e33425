import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { cacheSuite } from './cache-suite.ts';
import { dexieCache, dexieJournal, testHost } from './dexie-harness.ts';
import { effectSuite } from './effect-suite.ts';
import { journalSuite } from './journal-suite.ts';

const host = testHost([], { factory: new IDBFactory(), keyRange: IDBKeyRange });

journalSuite('dexie-node', (identity) => dexieJournal(identity, host));
effectSuite('dexie-node', (identity) => dexieJournal(identity, host));
cacheSuite('dexie-node', (identity) => dexieCache(identity, host));
