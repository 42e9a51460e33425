import { deviceTimers, waitWith } from '#workers/runtime/timers.ts';
import { cacheSuite } from '#tests/contract/store/cache-suite.ts';
import { dexieCache, dexieJournal, testHost } from '#tests/contract/store/dexie-harness.ts';
import { effectSuite } from '#tests/contract/store/effect-suite.ts';
import { journalSuite } from '#tests/contract/store/journal-suite.ts';

// The real IndexedDB of this browser; every test has databases of its own and deletes them.
const host = testHost([], undefined, waitWith(deviceTimers));

journalSuite('dexie-browser', (identity) => dexieJournal(identity, host));
effectSuite('dexie-browser', (identity) => dexieJournal(identity, host));
cacheSuite('dexie-browser', (identity) => dexieCache(identity, host));
