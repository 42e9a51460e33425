import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { prepareEffect } from '#sync/core/commands/effects.ts';
import { journalAdditions, journalStores } from '#sync/store/cache/schema.ts';
import { buildDexie } from '#sync/store/device/connection.ts';
import { createDexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { journalSpec } from '#sync/store/journal/journal-reads.ts';
import { testHost } from './dexie-harness.ts';
import { identityOf, makeOp } from './fixtures.ts';

/** Every layout a device may still have: the first one, and each that an addition made. */
const layouts = [...journalAdditions, null].map((_addition, count) => count);

it.each(layouts)(
  '[EFF10] a journal with %d of its additions keeps what it holds and takes effects',
  async (count) => {
    const identity = identityOf(`upgrade-${count}`);
    const host = testHost([], { factory: new IDBFactory(), keyRange: IDBKeyRange });
    const waiting = makeOp(identity, { id: 'a', seq: 3, patch: { title: 'unsent' } });
    const draft = { key: '/incidents/1#comment:1', text: 'half a thought', savedAt: 1, fromOpId: null };
    const older = buildDexie(
      {
        ...journalSpec(identity, 'disabled'),
        stores: journalStores,
        additions: journalAdditions.slice(0, count),
      },
      host,
    );
    await older.open();
    await older.table('ops').put(waiting);
    await older.table('drafts').put(draft);
    older.close();

    const journal = createDexieJournal(identity, host);
    expect(await journal.read({ open: true })).toEqual([waiting]);
    expect(await journal.drafts()).toEqual([draft]);
    const request = { kind: 'check.run', checkId: 'c1' } as const;
    const origin = { screen: '/health', tabId: 't1', appVersion: '0' };
    const effect = prepareEffect({ id: 'e', identity, request, title: 'Run', nowMs: 5, origin });
    await journal.mutateEffects(() => ({ put: [effect], result: undefined }));
    expect(await journal.effects()).toEqual([effect]);
    await journal.wipe();
  },
);
