import { proxy, wrap } from 'comlink';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '#sync/protocol/identity.ts';
import { openReadModel } from '#sync/read/open-read-model.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import type { CommentView } from '#sync/read/types.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import { cacheName, journalName } from '#sync/store/device/names.ts';
import type { SyncContract, SyncStatus } from '#workers/contracts/sync-contract.ts';
import { deviceTimers, waitWith } from '#workers/runtime/timers.ts';
import { feed, hypothesis, identityOf } from '#tests/contract/store/fixtures.ts';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { peopleRead } from '#sync/read/names.ts';

/** Nothing listens here, so every request ends like one without a network. */
const NO_SERVER = 'http://127.0.0.1:1/api';

const origin = { screen: '/incidents/i1', appVersion: '0.1.0' };
let runs = 0;
let identity: Identity;
let model: ReadModel;
const workers: Worker[] = [];

function spawn() {
  const worker = new Worker(new URL('../../workers/sync.worker.ts', import.meta.url), { type: 'module' });
  workers.push(worker);
  const contract = wrap<SyncContract>(worker);
  const start = () =>
    contract.start({ identity, apiBase: NO_SERVER, tabId: `tab-${workers.length}`, appVersion: '0.1.0' });
  return { worker, contract, start };
}

/** An incident with one hypothesis, as an earlier pull would have left it. */
async function seed(): Promise<void> {
  const cache = createDexieCache(identity, testHost([], undefined, waitWith(deviceTimers)));
  const refs = [
    { tbl: 'incidents', id: 'i1' },
    { tbl: 'hypotheses', id: 'h1' },
  ] as const;
  await cache.mutate(refs, null, () => ({
    putRows: [
      { tbl: 'incidents', row: hypothesis('i1', { title: 'Checkout is slow', status: 'open' }) },
      { tbl: 'hypotheses', row: hypothesis('h1', { incident_id: 'i1' }) },
    ],
    feed: feed('incidents'),
    result: undefined,
  }));
  await cache.close();
}

/** Resolves with the comments of the incident as soon as a live query of this page shows one that matches. */
function shown(matches: (comment: CommentView) => boolean): Promise<readonly CommentView[]> {
  return new Promise((resolve, reject) => {
    const subscription = liveQuery(() => model.incident('i1')).subscribe({
      next: (read) => {
        if (read.data.found !== 'yes') return;
        const comments = read.data.incident.tree.flatMap((node) => node.comments);
        if (!comments.some(matches)) return;
        subscription.unsubscribe();
        resolve(comments);
      },
      error: reject,
    });
  });
}

beforeEach(async () => {
  runs += 1;
  identity = identityOf(`sync-worker-${runs}`);
  await seed();
  model = openReadModel(identity);
});

afterEach(() => {
  model.close();
  for (const worker of workers.splice(0)) worker.terminate();
});

describe('sync worker', () => {
  it('[I7] a comment written without a network is on the page at once, and after the worker was killed', async () => {
    const first = spawn();
    expect(await first.start()).toEqual({ ok: true, value: null });
    expect(await first.start()).toEqual({ ok: true, value: null });
    const appears = shown((comment) => comment.text === 'Restarted the pool');
    const submitted = await first.contract.submit(
      { kind: 'comment.add', incidentId: 'i1', hypothesisId: 'h1', text: 'Restarted the pool' },
      origin,
    );
    expect(submitted).toMatchObject({ ok: true, value: { opIds: [expect.any(String)] } });
    const [comment] = await appears;
    expect(comment).toMatchObject({ author: { id: identity.userId }, marks: { pending: true } });
    expect(comment?.ops).toMatchObject([{ kind: 'insert', tbl: 'comments', screen: origin.screen }]);

    first.worker.terminate();
    const second = spawn();
    expect(await second.start()).toEqual({ ok: true, value: null });
    expect(await second.contract.unsent()).toEqual({ ok: true, value: 1 });
    expect(await model.outbox()).toHaveLength(1);
    expect(await shown((each) => each.marks.pending)).toHaveLength(1);
  });

  it('tells its status, without a server and honestly', async () => {
    const { contract, start } = spawn();
    await start();
    const offline = new Promise<SyncStatus>((resolve) => {
      void contract.subscribe(
        proxy((status: SyncStatus) => {
          if (status.phase === 'offline' || status.phase === 'unreachable') resolve(status);
        }),
      );
    });
    expect(await offline).toMatchObject({ asOf: null, waiting: 0, isLeader: true });
  });

  it('a call before the start is an answer, not an exception', async () => {
    const { contract } = spawn();
    expect(await contract.unsent()).toMatchObject({ ok: false, error: { kind: 'storage-lost' } });
  });

  it('[I18] wipe leaves no database of this identity', async () => {
    const { contract, start } = spawn();
    await start();
    await contract.unsent();
    await model.late(peopleRead);
    const ours = [journalName(identity), cacheName(identity)];
    const present = async () => (await indexedDB.databases()).map((each) => each.name ?? '');
    expect(await present()).toEqual(expect.arrayContaining(ours));
    expect(await contract.wipe(0)).toEqual({ ok: true, value: null });
    expect((await present()).filter((name) => ours.includes(name))).toEqual([]);
    await expect(model.late(peopleRead)).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
  });
});
