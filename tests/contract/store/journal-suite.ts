import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '#sync/protocol/identity.ts';
import type { Notice, Op } from '#sync/protocol/op.ts';
import { OP_VERSION } from '#sync/protocol/op.ts';
import type { JournalStore } from '#sync/ports.ts';
import { identityOf, makeOp } from './fixtures.ts';

/** One implementation of the port under test. */
export interface JournalHarness {
  readonly store: JournalStore;
  /** Same data, new session: what a reload of the page sees. */
  readonly reopen: () => Promise<JournalStore>;
  /** Stores a record of any shape, as another version or a fault would have left it. */
  readonly plant: (key: string, raw: Readonly<Record<string, unknown>>) => Promise<void>;
  /** The same beside the operations. */
  readonly plantIn: (
    store: 'drafts' | 'effects' | 'pins',
    key: string,
    raw: Readonly<Record<string, unknown>>,
  ) => Promise<void>;
  /** The record as stored. */
  readonly raw: (key: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const ids = (ops: readonly Op[]): string[] => ops.map((op) => op.id);

const notice = (id: string, opIds: readonly string[]): Notice => ({
  id,
  kind: 'failed',
  message: 'Your title was not accepted. The text is in your drafts.',
  opIds: [...opIds],
  createdAt: 5,
  readAt: null,
});

async function put(store: JournalStore, ...ops: Op[]): Promise<void> {
  await store.mutate({ ids: [] }, () => ({ put: ops, result: undefined }));
}

/** The promises of `JournalStore`, run against every implementation (D1, D5, D7, D17, I2, I22). */
export function journalSuite(label: string, create: (identity: Identity) => Promise<JournalHarness>): void {
  let runs = 0;
  describe(`${label}: journal`, () => {
    let identity: Identity;
    let harness: JournalHarness;
    let store: JournalStore;
    beforeEach(async () => {
      runs += 1;
      identity = identityOf(`${label}-journal-${runs}`);
      harness = await create(identity);
      store = harness.store;
    });
    afterEach(() => harness.close());

    it('[DOC4] keeps what a person pinned across sessions, each thing once', async () => {
      await store.putPin({ kind: 'incident', id: 'i1', at: 1 });
      await store.putPin({ kind: 'incident', id: 'i1', at: 2 });
      await store.putPin({ kind: 'config', id: 'i1', at: 3 });
      const later = await harness.reopen();
      expect(await later.pins()).toEqual(
        expect.arrayContaining([
          { kind: 'incident', id: 'i1', at: 2 },
          { kind: 'config', id: 'i1', at: 3 },
        ]),
      );
      await later.deletePin('incident', 'i1');
      await later.deletePin('incident', 'missing');
      expect(await later.pins()).toEqual([{ kind: 'config', id: 'i1', at: 3 }]);
    });

    it('[HLD3] remembers that the download is held, and that it is not any more', async () => {
      expect(await store.isDownloadHeld()).toBe(false);
      await store.holdDownload(true);
      const later = await harness.reopen();
      expect(await later.isDownloadHeld()).toBe(true);
      await later.holdDownload(false);
      expect(await later.isDownloadHeld()).toBe(false);
      expect(await later.meta()).toEqual({ lastSeq: 0, epoch: 0, identity });
    });

    it('[D4] starts empty, sealed for its identity', async () => {
      expect(await store.meta()).toEqual({ lastSeq: 0, epoch: 0, identity });
      expect(await store.read({ open: true })).toEqual([]);
      expect(await store.notices()).toEqual([]);
      expect(await store.drafts()).toEqual([]);
    });

    it('[D4] keeps an operation byte for byte across a new session', async () => {
      const op = makeOp(identity, { id: 'a', seq: 1, patch: { title: 'ü 🙂\n', nested: { n: [1, null] } } });
      await put(store, op);
      const later = await harness.reopen();
      expect(await later.read({ ids: ['a'] })).toEqual([op]);
      expect((await later.meta()).lastSeq).toBe(1);
    });

    it('[D4] decides on the operations in scope, in journal order, with the counters', async () => {
      await put(
        store,
        makeOp(identity, { id: 'c', seq: 3 }),
        makeOp(identity, { id: 'a', seq: 1, state: 'done' }),
        makeOp(identity, { id: 'b', seq: 2, lane: 'incident:i2', rowId: 'h2' }),
      );
      const seen: { ids: string[]; lastSeq: number }[] = [];
      const look = (ops: readonly Op[], meta: { lastSeq: number }) => {
        seen.push({ ids: ids(ops), lastSeq: meta.lastSeq });
        return { result: undefined };
      };
      await store.mutate({ open: true }, look);
      await store.mutate({ lane: 'incident:i1' }, look);
      await store.mutate({ row: { tbl: 'hypotheses', id: 'h2' } }, look);
      await store.mutate({ ids: ['c', 'missing', 'a'] }, look);
      expect(seen.map((each) => each.ids)).toEqual([['b', 'c'], ['a', 'c'], ['b'], ['a', 'c']]);
      expect(seen.every((each) => each.lastSeq === 3)).toBe(true);
      expect(ids(await store.read({ lane: 'incident:i1' }))).toEqual(['a', 'c']);
    });

    it('[D4] gives every concurrent append its own number', async () => {
      const append = (id: string): Promise<number> =>
        store.mutate({ open: true }, (_ops, meta) => {
          const seq = meta.lastSeq + 1;
          return { put: [makeOp(identity, { id, seq })], lastSeq: seq, result: seq };
        });
      const seqs = await Promise.all(Array.from({ length: 12 }, (_, at) => append(`op-${at}`)));
      expect([...seqs].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
      expect(await store.read({ open: true })).toHaveLength(12);
      expect((await store.meta()).lastSeq).toBe(12);
    });

    it('[D4] never gives a number twice, even when a caller passes a smaller one', async () => {
      await put(store, makeOp(identity, { id: 'a', seq: 7 }));
      await store.mutate({ ids: [] }, () => ({ lastSeq: 3, result: undefined }));
      expect((await store.meta()).lastSeq).toBe(7);
    });

    it('[I22] stores all of a transaction or nothing of it when the decision throws', async () => {
      const error = new Error('decided badly');
      await put(store, makeOp(identity, { id: 'a', seq: 1 }));
      const attempt = store.mutate({ open: true }, () => {
        throw error;
      });
      await expect(attempt).rejects.toBe(error);
      expect(ids(await store.read({ open: true }))).toEqual(['a']);
      expect((await store.meta()).lastSeq).toBe(1);
    });

    it('[D5] puts, removes, notices, drafts and counters travel together', async () => {
      await put(store, makeOp(identity, { id: 'a', seq: 1 }), makeOp(identity, { id: 'b', seq: 2 }));
      const result = await store.mutate({ ids: ['a', 'b'] }, () => ({
        put: [makeOp(identity, { id: 'b', seq: 2, state: 'failed' })],
        remove: ['a', 'never-was'],
        notices: [notice('b', ['b'])],
        drafts: [{ key: '/incidents/i1#title', text: 'Disk is full', savedAt: 9, fromOpId: 'b' }],
        lastSeq: 5,
        result: 'done',
      }));
      expect(result).toBe('done');
      const later = await harness.reopen();
      expect(ids(await later.read({ ids: ['a', 'b'] }))).toEqual(['b']);
      expect(await later.notices()).toEqual([notice('b', ['b'])]);
      expect(await later.drafts()).toEqual([
        { key: '/incidents/i1#title', text: 'Disk is full', savedAt: 9, fromOpId: 'b' },
      ]);
      expect((await later.meta()).lastSeq).toBe(5);
      await later.mutate({ ids: [] }, () => ({ dropNotices: ['b'], result: undefined }));
      expect(await later.notices()).toEqual([]);
    });

    it('[D15] counts epochs up, also across sessions, and keeps the other counters', async () => {
      await put(store, makeOp(identity, { id: 'a', seq: 4 }));
      expect(await store.claimEpoch()).toBe(1);
      expect(await store.claimEpoch()).toBe(2);
      const later = await harness.reopen();
      expect(await later.claimEpoch()).toBe(3);
      expect(await later.meta()).toEqual({ lastSeq: 4, epoch: 3, identity });
    });

    it('[DRF1] a typed text never overwrites one that came back and is not known, in one transaction', async () => {
      const typed = { key: 'k', text: 'typed', savedAt: 2, fromOpId: null };
      expect(await store.keepDraft(typed, null)).toBe(true);
      const back = { key: 'k', text: 'back', savedAt: 3, fromOpId: 'op-1' };
      await store.mutate({ ids: [] }, () => ({ drafts: [back], result: undefined }));
      const both = await Promise.all([
        store.keepDraft({ ...typed, text: 'more' }, null),
        store.keepDraft({ ...typed, text: '' }, null),
      ]);
      expect(both).toEqual([false, false]);
      expect(await store.drafts()).toEqual([back]);
      expect(await store.keepDraft({ ...typed, text: 'both' }, 'op-1')).toBe(true);
      expect(await store.drafts()).toEqual([{ ...typed, text: 'both' }]);
      expect(await store.keepDraft({ ...typed, text: '' }, null)).toBe(true);
      expect(await store.drafts()).toEqual([]);
    });

    it('[FAL3] a transaction that asks for them sees the drafts of its own moment', async () => {
      const draft = { key: 'k', text: 'one', savedAt: 1, fromOpId: null };
      await store.putDraft(draft);
      const seen = await store.mutate({ open: true, withDrafts: true }, (_open, meta) => ({
        drafts: [{ ...draft, text: 'two' }],
        result: meta.drafts,
      }));
      expect(seen).toEqual([draft]);
      const unasked = await store.mutate({ open: true }, (_open, meta) => ({ result: meta.drafts }));
      expect(unasked).toBeUndefined();
      expect(await store.drafts()).toEqual([{ ...draft, text: 'two' }]);
    });

    it('[D8] drafts can be replaced and deleted', async () => {
      await store.putDraft({ key: 'k', text: 'one', savedAt: 1, fromOpId: null });
      await store.putDraft({ key: 'k', text: 'two', savedAt: 2, fromOpId: null });
      expect(await store.drafts()).toEqual([{ key: 'k', text: 'two', savedAt: 2, fromOpId: null }]);
      await store.deleteDraft('k');
      await store.deleteDraft('k');
      expect(await store.drafts()).toEqual([]);
    });

    it('[D17] shows an operation of a newer version as parked and leaves its record alone', async () => {
      const newer = { ...makeOp(identity, { id: 'n', seq: 9 }), v: OP_VERSION + 1, shape: { unknown: 1 } };
      await harness.plant('n', newer);
      const later = await harness.reopen();
      const [op] = await later.read({ open: true });
      expect(op).toMatchObject({ id: 'n', state: 'parked', patch: { title: 'Disk is full' } });
      expect(op?.lastError).toMatchObject({ class: 'unreadable', code: 'newer-version' });
      await later.mutate({ ids: ['n'] }, ([read]) => ({
        put: read === undefined ? [] : [{ ...read, state: 'queued' }],
        remove: ['n'],
        result: undefined,
      }));
      expect(await harness.raw('n')).toEqual(newer);
    });

    it('[I21] never loses a damaged record, whatever is broken in it', async () => {
      const damaged = { id: 'd', state: 42, patch: 'not an object', seq: 'x', tbl: 'comments', rowId: 'c1' };
      await harness.plant('d', damaged);
      const later = await harness.reopen();
      await put(later, makeOp(identity, { id: 'a', seq: 1 }));
      const open = await later.read({ open: true });
      expect(ids(open)).toEqual(['d', 'a']);
      expect(open[0]).toMatchObject({ state: 'parked', tbl: 'comments', rowId: 'c1', patch: {} });
      await put(later, { ...open[0]!, state: 'queued' });
      expect(await harness.raw('d')).toEqual(damaged);
      expect(await later.purge(1e15)).toBe(0);
      expect(await harness.raw('d')).toEqual(damaged);
    });

    it('[DSK9] keeps count and sum of the open operations with every write, and knows what is missing', async () => {
      const told: unknown[] = [];
      const tell = (loss: unknown): Notice[] => {
        told.push(loss);
        return [notice(`loss-${told.length}`, [])];
      };
      await put(store, makeOp(identity, { id: 'a', seq: 1 }), makeOp(identity, { id: 'b', seq: 2 }));
      expect(await store.audit(tell)).toBeNull();
      await put(
        store,
        makeOp(identity, { id: 'c', seq: 3 }),
        makeOp(identity, { id: 'a', seq: 1, state: 'done' }),
      );
      await store.mutate({ ids: [] }, () => ({ remove: ['c', 'nobody'], result: undefined }));
      await put(store, makeOp(identity, { id: 'd', seq: 4 }));
      const later = await harness.reopen();
      await later.claimEpoch();
      expect(await later.audit(tell)).toBeNull();
      await harness.plant('d', makeOp(identity, { id: 'd', seq: 4, state: 'done' }));
      expect(await (await harness.reopen()).audit(tell)).toEqual({ missing: 1, isOlder: false });
      await harness.plant('b', makeOp(identity, { id: 'b', seq: 2, attempts: 3 }));
      const last = await harness.reopen();
      expect(await last.audit(tell)).toEqual({ missing: 0, isOlder: true });
      expect(await last.audit(tell)).toBeNull();
      expect(told).toHaveLength(2);
      expect((await last.notices()).map(({ id }) => id)).toEqual(['loss-1', 'loss-2']);
    });

    it('[DSK5] lists what it cannot read of every collection, as it lies', async () => {
      const lying = {
        ops: { id: 'd', state: 'queued', patch: 'text', seq: 1 },
        effects: { id: 'e', state: 'prepared' },
        drafts: { key: '/incidents/1#comment:2', text: 7 },
        pins: { kind: 'incident', id: 'i1' },
      };
      await harness.plant('d', lying.ops);
      await harness.plantIn('effects', 'e', lying.effects);
      await harness.plantIn('drafts', lying.drafts.key, lying.drafts);
      await harness.plantIn('pins', 'incident i1', lying.pins);
      const later = await harness.reopen();
      await put(later, makeOp(identity, { id: 'a', seq: 2 }));
      await later.putDraft({ key: 'fine', text: 'one', savedAt: 1, fromOpId: null });
      await later.putPin({ kind: 'config', id: 'c1', at: 3 });
      const listed = await later.setAside();
      expect(listed).toEqual([
        { store: 'ops', key: '"d"', record: lying.ops },
        { store: 'effects', key: '"e"', record: lying.effects },
        { store: 'drafts', key: JSON.stringify(lying.drafts.key), record: lying.drafts },
        { store: 'pins', key: '["incident","i1"]', record: lying.pins },
      ]);
      expect(await later.effects()).toEqual([]);
      expect(await later.pins()).toEqual([{ kind: 'config', id: 'c1', at: 3 }]);
    });

    it('[DSK5] deletes of them what a person names, and nothing that can be read', async () => {
      await harness.plant('d', { id: 'd', state: 'queued', patch: 'text' });
      await harness.plantIn('effects', 'e', { id: 'e' });
      await harness.plantIn('pins', 'incident i1', { kind: 'incident', id: 'i1' });
      const later = await harness.reopen();
      await put(later, makeOp(identity, { id: 'a', seq: 2 }));
      await later.putPin({ kind: 'config', id: 'c1', at: 3 });
      const dropped = await later.dropSetAside([
        { store: 'ops', key: '"d"' },
        { store: 'ops', key: '"a"' },
        { store: 'ops', key: '"unknown"' },
        { store: 'pins', key: '["incident","i1"]' },
        { store: 'pins', key: '["config","c1"]' },
      ]);
      expect(dropped).toBe(2);
      expect((await later.setAside()).map(({ store }) => store)).toEqual(['effects']);
      expect(ids(await later.read({ open: true }))).toEqual(['a']);
      expect(await later.pins()).toHaveLength(1);
    });

    it('[D17] the user may discard an unreadable operation; its text stays on disk', async () => {
      const newer = { ...makeOp(identity, { id: 'n', seq: 9 }), v: OP_VERSION + 1, shape: 'kept' };
      await harness.plant('n', newer);
      const later = await harness.reopen();
      const [op] = await later.read({ ids: ['n'] });
      await put(later, { ...op!, state: 'discarded' });
      expect(await later.read({ open: true })).toEqual([]);
      expect(await harness.raw('n')).toEqual({ ...newer, state: 'discarded' });
    });

    it('[D7] purges finished operations by age and number, never open or noticed ones', async () => {
      const day = 24 * 3600 * 1000;
      const now = 100 * day;
      const many = Array.from({ length: 510 }, (_, at) =>
        makeOp(identity, {
          id: `m-${String(at).padStart(3, '0')}`,
          seq: at + 10,
          state: 'done',
          createdAt: now,
        }),
      );
      await put(
        store,
        makeOp(identity, { id: 'old-open', seq: 1, createdAt: 0 }),
        makeOp(identity, { id: 'old-done', seq: 600, state: 'done', createdAt: now - 31 * day }),
        makeOp(identity, { id: 'old-noticed', seq: 601, state: 'failed', createdAt: now - 31 * day }),
        ...many,
      );
      await store.mutate({ ids: [] }, () => ({ notices: [notice('old-noticed', [])], result: undefined }));
      expect(await store.purge(now)).toBe(13);
      const left = ids(await store.read({ lane: 'incident:i1' }));
      expect(left).toHaveLength(500);
      expect(left.slice(0, 2)).toEqual(['old-open', 'm-012']);
      expect(left.at(-1)).toBe('old-noticed');
      expect(await store.purge(now)).toBe(0);
    });
  });
}
