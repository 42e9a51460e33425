import { deviceTimers, waitWith } from '#workers/runtime/timers.ts';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { dexiePacked } from '#tests/contract/store/packed-harness.ts';
import { packedSuite } from '#tests/contract/store/packed-suite.ts';

// The real IndexedDB of this browser; every test has a database of its own and deletes it.
const host = testHost([], undefined, waitWith(deviceTimers));

packedSuite('dexie-browser', (identity) => dexiePacked(identity, host));
