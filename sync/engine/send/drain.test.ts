import { describe, expect, it } from 'vitest';
import { reply, Scene } from '#tests/support/engine-world.ts';
import { userId } from '#tests/sim/facts.ts';
import type { Tab } from '#tests/sim/world.ts';
import { SyncError } from '../../errors.ts';
import type { Ports } from '../../ports.ts';
import { DRAIN_MS, drainOutbox } from './drain.ts';
import type { DrainEnd } from './drain.ts';
import { leaderLock } from '../tabs/leadership.ts';

const signedOut = reply(401, 'Session Expired', 'text/plain');

interface Bench {
  readonly scene: Scene;
  /** A page that wrote while the network was away, and was closed. */
  readonly opIds: readonly string[];
  /** The service worker's handler: takes the lock, drains, lets go. */
  readonly drain: (ms?: number) => Promise<DrainEnd | 'running'>;
  readonly ports: Ports;
  readonly page: Tab;
}

/** A device whose only page was closed with the given comments unsent; its wire works again. */
async function unsent(texts: readonly string[]): Promise<Bench> {
  const scene = new Scene();
  let ports: Ports | undefined;
  scene.wrap = (own) => {
    ports = own;
    return own;
  };
  // Its engine leaves at once; what is left is a context of its own, as a service worker is.
  const worker = scene.world.openTab();
  await scene.settle(worker.engine.stop());
  scene.wrap = (own) => own;
  const page = await scene.open();
  scene.meddle = (request) => (request.method === 'GET' ? null : reply(503, 'busy', 'text/plain'));
  const opIds: string[] = [];
  for (const text of texts) opIds.push(await scene.comment(page, text));
  scene.world.killTab(page);
  await scene.run(1000);
  scene.meddle = () => null;
  scene.sent.length = 0;
  if (ports === undefined) throw new Error('the worker has no ports');
  const own = ports;
  const { identity } = await scene.world.journal.meta();
  const config = { identity, tabId: 'service-worker', appVersion: 'test' };
  return {
    scene,
    opIds,
    page,
    ports: own,
    drain: async (ms = DRAIN_MS + 5000) => {
      let end: DrainEnd | 'running' = 'running';
      const held = own.locks.request(leaderLock(identity), async () => {
        end = await drainOutbox(own, config);
      });
      held.catch(() => undefined);
      await scene.run(ms);
      return end;
    },
  };
}

const states = (bench: Bench): Promise<string[]> =>
  Promise.all(bench.opIds.map(async (id) => (await bench.scene.op(id)).state));

describe('a drain without a page', () => {
  it('[DRN1] sends what waits, once each, asks who is signed in first, and pulls nothing', async () => {
    const bench = await unsent(['one', 'two', 'three']);
    expect(await bench.drain()).toBe('drained');
    expect(new Set(await states(bench))).toEqual(new Set(['done']));
    expect(bench.scene.effects('comments', 'insert')).toBe(3);
    const asked = bench.scene.sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
    expect(asked[0]).toBe('GET /auth/whoami');
    expect(asked.filter((line) => line.startsWith('GET') && line !== 'GET /auth/whoami')).toEqual([]);
  });

  it('[DRN1] asks nothing at all when nothing waits', async () => {
    const bench = await unsent([]);
    const { epoch } = await bench.scene.world.journal.meta();
    expect(await bench.drain(1000)).toBe('drained');
    expect(bench.scene.sent).toEqual([]);
    expect((await bench.scene.world.journal.meta()).epoch).toBe(epoch);
  });

  it('[DRN1] looks up what the closed page left in flight, and does not send it again', async () => {
    const bench = await unsent(['sent twice?']);
    const [id = ''] = bench.opIds;
    const op = await bench.scene.op(id);
    // The insert had reached the server when the page was closed.
    bench.scene.world.server.insert(
      'comments',
      { ...op.patch, id: op.rowId },
      bench.scene.world.scheduler.nowMs * 1000,
    );
    await bench.scene.world.journal.mutate({ ids: [id] }, ([found]) => ({
      put: found === undefined ? [] : [{ ...found, state: 'sending' as const, nextAt: null }],
      result: undefined,
    }));
    expect(await bench.drain()).toBe('drained');
    expect(await states(bench)).toEqual(['done']);
    expect(bench.scene.writes()).toEqual([]);
  });

  it('[QTA8] sends from a device whose cache has no room, once each', async () => {
    const bench = await unsent(['one', 'two']);
    const { cache } = bench.ports;
    const full = new SyncError({ kind: 'storage-full', message: 'Quota exceeded' });
    Object.assign(bench.ports, { cache: { ...cache, mutate: () => Promise.reject(full) } });
    await bench.drain();
    expect(bench.scene.effects('comments', 'insert')).toBe(2);
    expect(await states(bench)).toEqual(['acked', 'acked']);
    Object.assign(bench.ports, { cache });
    // What was acknowledged is shown by the next page.
    await bench.scene.open();
    expect(await states(bench)).toEqual(['done', 'done']);
    expect(bench.scene.effects('comments', 'insert')).toBe(2);
  });

  it('[DRN2] stops at the first 401 and leaves everything as it is', async () => {
    const bench = await unsent(['one', 'two', 'three']);
    bench.scene.meddle = (request) => (request.path === '/auth/whoami' ? signedOut : null);
    expect(await bench.drain()).toBe('signed-out');
    expect(bench.scene.sent).toHaveLength(1);
    bench.scene.meddle = (request) => (request.method === 'GET' ? null : signedOut);
    bench.scene.sent.length = 0;
    expect(await bench.drain()).toBe('signed-out');
    expect(bench.scene.writes()).toHaveLength(1);
    bench.scene.meddle = () => null;
    expect(await bench.drain()).toBe('drained');
    expect(bench.scene.effects('comments', 'insert')).toBe(3);
  });

  it('[DRN2] sends nothing while somebody else is signed in', async () => {
    const bench = await unsent(['mine']);
    bench.scene.meddle = (request) =>
      request.path === '/auth/whoami'
        ? reply(200, JSON.stringify({ payload: { user: { id: userId.replace(/.$/u, 'f') } } }))
        : null;
    expect(await bench.drain()).toBe('other-user');
    expect(bench.scene.writes()).toEqual([]);
  });

  it('[DRN3] gives up when the server cannot be reached, and costs no attempt', async () => {
    const bench = await unsent(['one']);
    bench.scene.meddle = () => reply(503, 'busy', 'text/plain');
    expect(await bench.drain()).toBe('unreachable');
    // Whoami comes from another service than the data.
    bench.scene.meddle = (request) => (request.method === 'GET' ? null : reply(503, 'busy', 'text/plain'));
    expect(await bench.drain()).toBe('unreachable');
    const [id = ''] = bench.opIds;
    expect(await bench.scene.op(id)).toMatchObject({ attempts: 0 });
  });

  it('[DRN3] lasts at most a minute', async () => {
    const bench = await unsent(['one']);
    bench.scene.meddle = (request) => (request.method === 'GET' ? null : reply(429, 'slowly', 'text/plain'));
    expect(await bench.drain(DRAIN_MS + 2000)).toBe('later');
  });

  it.each([0, 1])(
    '[DRN4] gives the lead to a page that opens, within two seconds (%d messages lost)',
    async (lost) => {
      const bench = await unsent(['one', 'two', 'three', 'four', 'five', 'six']);
      bench.scene.world.conditions.minDelayMs = 1000;
      bench.scene.world.conditions.maxDelayMs = 1000;
      bench.scene.world.bus.lossRate = lost;
      expect(await bench.drain(2500)).toBe('running');
      const page = bench.scene.world.openTab();
      await bench.scene.run(2000);
      expect(page.engine.status().isLeader).toBe(true);
      await bench.scene.run(60_000);
      expect(new Set(await states(bench))).toEqual(new Set(['done']));
      expect(bench.scene.effects('comments', 'insert')).toBe(6);
    },
  );

  it('[DRN4] is not stopped by the last word of a page that closes', async () => {
    const bench = await unsent(['one', 'two']);
    bench.scene.world.conditions.minDelayMs = 1000;
    bench.scene.world.conditions.maxDelayMs = 1000;
    expect(await bench.drain(1500)).toBe('running');
    bench.scene.world.bus.portFor('closing').post({ type: 'visibility', tabId: 'gone', visible: false });
    await bench.scene.run(20_000);
    expect(await states(bench)).toEqual(['done', 'done']);
  });

  it('[DRN5] leaves a conflict to the person', async () => {
    const bench = await unsent([]);
    const page = bench.scene.world.openTab();
    await bench.scene.run(10_000);
    bench.scene.meddle = (request) => (request.method === 'GET' ? null : reply(503, 'busy', 'text/plain'));
    const id = await bench.scene.title(page, 'mine');
    bench.scene.world.killTab(page);
    await bench.scene.run(1000);
    bench.scene.meddle = () => null;
    const { tbl, rowId } = await bench.scene.op(id);
    bench.scene.edit(tbl, rowId, { title: 'theirs' });
    expect(await bench.drain()).toBe('drained');
    expect(await bench.scene.op(id)).toMatchObject({ state: 'conflict' });
    expect(bench.scene.remote(tbl, rowId)).toMatchObject({ title: 'theirs' });
    expect(await bench.drain(1000)).toBe('drained');
    expect(await bench.scene.op(id)).toMatchObject({ state: 'conflict' });
  });
});
