import { wrap } from 'comlink';
import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { openReadModel } from '#sync/read/open-read-model.ts';
import { readingCodec } from '#sync/read/unlock.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import { cacheName, journalName } from '#sync/store/device/names.ts';
import type { SyncContract } from '#workers/contracts/sync-contract.ts';
import { deviceTimers, waitWith } from '#workers/runtime/timers.ts';
import { feed, hypothesis, identityOf } from '#tests/contract/store/fixtures.ts';
import { testHost } from '#tests/contract/store/dexie-harness.ts';

/** Nothing listens here, so every request ends like one without a network. */
const NO_SERVER = 'http://127.0.0.1:1/api';
const identity = identityOf('lock-browser');
const workers: Worker[] = [];

/** A page of this person: its own worker, and a way to close it. */
function openPage(key?: Uint8Array) {
  const worker = new Worker(new URL('../../workers/sync.worker.ts', import.meta.url), { type: 'module' });
  workers.push(worker);
  const contract = wrap<SyncContract>(worker);
  const start = () =>
    contract.start({
      identity,
      apiBase: NO_SERVER,
      tabId: `tab-${workers.length}`,
      appVersion: '0.1.0',
      key,
    });
  return { contract, start, close: () => worker.terminate() };
}

/** Everything that lies in a database, as text. */
async function onDisk(name: string): Promise<string> {
  const db = new Dexie(name);
  await db.open();
  const all = await Promise.all(db.tables.map((table) => table.toArray()));
  db.close();
  return JSON.stringify(all, (_key, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
  );
}

async function seed(): Promise<void> {
  const cache = createDexieCache(identity, testHost([], undefined, waitWith(deviceTimers)));
  await cache.mutate(
    [
      { tbl: 'incidents', id: 'i1' },
      { tbl: 'hypotheses', id: 'h1' },
    ],
    null,
    () => ({
      putRows: [
        { tbl: 'incidents', row: hypothesis('i1', { title: 'Haystack', status: 'open' }) },
        { tbl: 'hypotheses', row: hypothesis('h1', { incident_id: 'i1' }) },
      ],
      feed: feed('incidents'),
      result: undefined,
    }),
  );
  await cache.close();
}

afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});

it('[LCK6] [LCK8] a locked device in a real browser: sealed at once, opened with the PIN, and taken off again', async () => {
  await seed();
  const first = openPage();
  expect(await first.start()).toEqual({ ok: true, value: null });
  const comment = { kind: 'comment.add', incidentId: 'i1', hypothesisId: 'h1', text: 'Needle' } as const;
  await first.contract.submit(comment, { screen: '/incidents/i1', appVersion: '0.1.0' });
  expect(await first.contract.setLock({ kind: 'pin', pin: '271828' })).toEqual({ ok: true, value: null });
  expect(await first.contract.sealLocked()).toEqual({ ok: true, value: null });
  first.close();
  for (const name of [journalName(identity), cacheName(identity)]) {
    expect(await onDisk(name)).not.toMatch(/Needle|Haystack/);
  }

  const stranger = openPage();
  expect(await stranger.start()).toMatchObject({ ok: false, error: { kind: 'unauthorized' } });
  expect(await stranger.contract.unlock(identity, { kind: 'pin', pin: '314159' })).toEqual({
    ok: true,
    value: { kind: 'wrong', waitMs: 0 },
  });
  const unlocked = await stranger.contract.unlock(identity, { kind: 'pin', pin: '271828' });
  if (!unlocked.ok || unlocked.value.kind !== 'open') throw new Error('the PIN does not open the lock');
  stranger.close();

  const { key } = unlocked.value;
  const owner = openPage(key);
  expect(await owner.start()).toEqual({ ok: true, value: null });
  expect(await owner.contract.unsent()).toEqual({ ok: true, value: 1 });
  const model = openReadModel(identity, undefined, readingCodec(key));
  const read = await model.incident('i1');
  expect(JSON.stringify(read)).toContain('Needle');
  for (const name of [journalName(identity), cacheName(identity)]) {
    expect(await onDisk(name)).not.toMatch(/Needle|Haystack/);
  }
  model.close();
  expect(await owner.contract.takeLockOff({ kind: 'pin', pin: '271828' })).toEqual({ ok: true, value: null });
  owner.close();

  const after = openPage();
  expect(await after.start()).toEqual({ ok: true, value: null });
  expect(await after.contract.unsent()).toEqual({ ok: true, value: 1 });
  const open = openReadModel(identity);
  expect(JSON.stringify(await open.incident('i1'))).toMatch(/Haystack.*Needle/);
  open.close();
  expect(await after.contract.wipe(1)).toEqual({ ok: true, value: null });
});
