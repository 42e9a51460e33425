import { describe, expect, it } from 'vitest';
import { reply } from '#tests/support/engine-world.ts';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';
import { SyncError } from '../../errors.ts';
import { evictedCursor } from '../../core/pull/evicted.ts';
import type { Evicted } from '../../core/pull/evicted.ts';
import { packedSpecs } from '../../protocol/packed-specs.ts';
import { coverageOf } from '../../core/pull/bulk.ts';
import type { JsonRow } from '../../protocol/op.ts';

const HOUR = 60 * MINUTE;

function item(scene: FeedScene, n: number, patch: JsonRow = {}): JsonRow {
  return {
    id: simId(7, n),
    name: `item ${n}`,
    type: 'Pod',
    config_class: 'Pod',
    health: 'healthy',
    status: 'Running',
    created_at: scene.at(-9 * DAY),
    updated_at: scene.at(-8 * DAY),
    deleted_at: null,
    ...patch,
  };
}

function items(scene: FeedScene, count: number): readonly JsonRow[] {
  return Array.from({ length: count }, (_, n) => item(scene, n));
}

async function openWith(scene: FeedScene, ms = 40_000): Promise<void> {
  scene.world.openTab();
  await scene.run(ms);
}

const walked = (path: string): boolean => path.includes('order=id.asc') && path.includes('config_class');

describe('the catalog', () => {
  it('[BLK1] a large table is walked in four lanes after the incidents, every row once', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 4500));
    await openWith(scene);
    expect(await scene.packedKeys('config_items')).toEqual(scene.remoteKeys('config_items'));
    expect(await scene.statusOf('config_items')).toBe('complete');
    const firsts = scene.feeds.asked.filter((path) => path.includes('offset='));
    expect(firsts).toHaveLength(3);
    const pages = scene.feeds.asked.filter(walked);
    expect(pages.length).toBeLessThanOrEqual(4 * 3);
    const hot = scene.sent.findIndex((request) => request.path.startsWith('/db/comments?'));
    const bulk = scene.sent.findIndex((request) => request.path.startsWith('/db/config_items?'));
    expect(hot).toBeGreaterThanOrEqual(0);
    expect(bulk).toBeGreaterThan(hot);
  });

  it('[BLK11] the pulls of a calm catalog are counted without a write each', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 30));
    await openWith(scene);
    const { packed } = scene.world.cache;
    const apply = packed.apply.bind(packed);
    let writes = 0;
    Object.assign(packed, {
      apply: (...args: Parameters<typeof apply>) => {
        if (args[0].cursor !== undefined) writes += 1;
        return apply(...args);
      },
    });
    scene.feeds.asked.length = 0;
    await scene.work(55 * MINUTE);
    expect(scene.feeds.asked.filter((path) => path.includes('updated_at')).length).toBeGreaterThan(5);
    expect(writes).toBeLessThanOrEqual(2);
  });

  it('[BLK1] what hangs below closed incidents is not waited for', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 30));
    const isWalk = (path: string): boolean =>
      path.startsWith('/db/incident_histories?') && !path.includes('=in.');
    scene.wrap = (ports) => ({
      ...ports,
      http: {
        send: (request, signal) =>
          isWalk(request.path) ? new Promise(() => undefined) : ports.http.send(request, signal),
      },
    });
    await openWith(scene);
    expect(await scene.world.cache.cursor('incident_histories')).toMatchObject({ walk: { afterId: null } });
    expect(await scene.packedKeys('config_items')).toEqual(scene.remoteKeys('config_items'));
  });

  it('[QTA12] items that left for want of room are not pulled again, what is left is followed, until there is room', async () => {
    const scene = new FeedScene('config_items');
    let hasRoom = false;
    const asked: Evicted[] = [];
    const pressure = {
      pauseReason: () => null,
      mayRefill: (evicted: Evicted) => {
        asked.push(evicted);
        return hasRoom;
      },
    };
    scene.wrap = (ports) => ({ ...ports, pressure });
    scene.feeds.put('config_items', ...items(scene, 300));
    await openWith(scene);
    const { cache } = scene.world;
    const cursor = await cache.cursor('config_items');
    const { feed } = packedSpecs.config_items;
    if (cursor === undefined || feed.kind !== 'whole') throw new Error('not walked');
    const at = scene.world.scheduler.nowMs;
    const gone = Array.from({ length: 290 }, (_, n) => simId(7, n));
    // By another tab: this one hears nothing of it.
    await cache.packed.apply(
      {
        tbl: 'config_items',
        put: [],
        remove: gone,
        cursor: evictedCursor(cursor, feed, { at, bytes: 9_000 }),
      },
      (await scene.world.journal.meta()).epoch,
    );
    scene.feeds.put('config_items', item(scene, 295, { name: 'renamed', updated_at: scene.at() }));
    scene.feeds.put('config_items', item(scene, 296, { health: 'unhealthy' }));
    await scene.work(2 * HOUR);
    expect(await scene.packedKeys('config_items')).toHaveLength(10);
    expect(await scene.statusOf('config_items')).toBe('partial');
    expect(await scene.packedRow('config_items', simId(7, 295))).toMatchObject({ name: 'renamed' });
    expect(await scene.packedRow('config_items', simId(7, 296))).toMatchObject({ health: 'unhealthy' });
    expect(asked.at(-1)).toEqual({ at, bytes: 9_000 });
    expect(scene.world.anyTab().engine.status().phase).toBe('live');
    hasRoom = true;
    await scene.work(5 * MINUTE);
    expect(await scene.packedKeys('config_items')).toEqual(scene.remoteKeys('config_items'));
    expect(await scene.statusOf('config_items')).toBe('complete');
  });

  it('[BLK1] a walk goes on where each lane of a dead tab stood', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 6000));
    scene.feeds.maxRows = 200;
    let pages = 0;
    scene.meddle = (request) => {
      const isPage = request.path.startsWith('/db/config_items') && walked(request.path);
      return isPage && (pages += 1) > 12 ? reply(502, '') : scene.feeds.handle(request);
    };
    const tab = scene.world.openTab();
    await scene.run(30_000);
    scene.world.killTab(tab);
    const before = (await scene.packedKeys('config_items')).length;
    expect(before).toBe(12 * 200);
    expect(await scene.statusOf('config_items')).toBe('partial');
    scene.meddle = (request) => scene.feeds.handle(request);
    scene.feeds.asked.length = 0;
    await openWith(scene, 60_000);
    expect(await scene.packedKeys('config_items')).toEqual(scene.remoteKeys('config_items'));
    const again = scene.feeds.asked.filter(walked).length;
    // Each lane ends with a page that is not full, and with two that are empty.
    expect(again).toBeLessThanOrEqual((6000 - before) / 200 + 4 * 3);
  });

  it('[BLK1] a lane that could not be stored ends the others with it; nothing of them goes on unseen', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 6000));
    scene.feeds.maxRows = 200;
    let stored = 0;
    let askedAtFailure = -1;
    const asked = (): number => scene.feeds.asked.filter(walked).length;
    const hasFailed = (): boolean => askedAtFailure >= 0;
    scene.wrap = (ports) => ({
      ...ports,
      packed: {
        ...ports.packed,
        apply: (write, epoch) => {
          if (write.put.length > 0 && (stored += 1) === 6) {
            askedAtFailure = asked();
            return Promise.reject(new SyncError({ kind: 'storage-full', message: 'no room' }));
          }
          return ports.packed.apply(write, epoch);
        },
      },
    });
    scene.world.openTab();
    for (let step = 0; !hasFailed() && step < 400; step += 1) await scene.run(100);
    expect(askedAtFailure).toBeGreaterThan(0);
    await scene.run(10_000);
    expect(asked() - askedAtFailure).toBeLessThanOrEqual(4);
    await scene.run(60_000);
    expect(await scene.packedKeys('config_items')).toEqual(scene.remoteKeys('config_items'));
  });

  it('[BLK2] what moved comes by its markers; of the overlap only what differs is asked for whole', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 300));
    await openWith(scene);
    scene.feeds.put('config_items', item(scene, 3, { name: 'renamed', updated_at: scene.at() }));
    scene.feeds.put('config_items', item(scene, 900, { created_at: scene.at(), updated_at: null }));
    scene.feeds.put('config_items', { id: simId(7, 4), deleted_at: scene.at() });
    scene.feeds.asked.length = 0;
    await scene.work(4 * MINUTE);
    expect(await scene.packedRow('config_items', simId(7, 3))).toMatchObject({ name: 'renamed' });
    expect(await scene.packedKeys('config_items')).toEqual(scene.remoteKeys('config_items'));
    const whole = scene.feeds.asked.filter((path) => path.includes('config_class'));
    expect(whole.every((path) => path.includes('id=in.('))).toBe(true);
  });

  it('[BLK2] every tenth pull looks half an hour back, for what scrapers bring late', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 20));
    await openWith(scene);
    await scene.work(10 * MINUTE);
    const late = scene.at(-20 * MINUTE);
    scene.feeds.put('config_items', item(scene, 5, { labels: { a: 'b' }, name: 'late', updated_at: late }));
    await scene.work(30 * MINUTE);
    expect(await scene.packedRow('config_items', simId(7, 5))).toMatchObject({ name: 'late' });
  });

  it('[BLK3] health that changes without a stamp is seen within a warm interval, both ways', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 30), item(scene, 31, { health: 'unhealthy' }));
    await openWith(scene);
    scene.feeds.put(
      'config_items',
      { id: simId(7, 2), health: 'unhealthy' },
      { id: simId(7, 31), health: 'healthy' },
    );
    await scene.run(50_000);
    expect(await scene.packedRow('config_items', simId(7, 2))).toMatchObject({ health: 'unhealthy' });
    expect(await scene.packedRow('config_items', simId(7, 31))).toMatchObject({ health: 'healthy' });
  });

  it('[BLK4] every range is compared once in six hours: hard deletes and unstamped edits are found', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 2500));
    await openWith(scene);
    scene.feeds.drop('config_items', (row) => row['id'] === simId(7, 2400));
    scene.feeds.put('config_items', { id: simId(7, 1200), status: 'Pending' });
    scene.feeds.put('config_items', item(scene, 5000));
    await scene.run(9 * HOUR);
    expect(await scene.packedKeys('config_items')).toEqual(scene.remoteKeys('config_items'));
    expect(await scene.packedRow('config_items', simId(7, 1200))).toMatchObject({ status: 'Pending' });
  });

  it('[BLK9] labels that change without a stamp are found within a day', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 30));
    await openWith(scene);
    scene.feeds.put('config_items', { id: simId(7, 12), labels: { team: 'ops' }, type: 'Job' });
    const swept = async () => {
      const feed = (await scene.world.cache.feeds()).find(({ tbl }) => tbl === 'config_items');
      if (feed?.swept === undefined) throw new Error('Nothing says where the comparison stands');
      return { feed, swept: feed.swept };
    };
    // The passes of a day ago are those of other tabs.
    await scene.run(MINUTE);
    scene.world.killTab(scene.world.anyTab());
    const before = await swept();
    const later = { ...before.feed, swept: { ...before.swept, passes: 3 } };
    await scene.world.cache.putFeeds([later], 1);
    await openWith(scene, 7 * HOUR);
    expect((await swept()).swept.passes).toBe(4);
    expect(await scene.packedRow('config_items', simId(7, 12))).toMatchObject({
      type: 'Job',
      labels: { team: 'ops' },
    });
  });

  it('[BLK8] a number of rows that keeps differing makes a pass run through at once', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 2500));
    await openWith(scene);
    await scene.work(10 * MINUTE);
    scene.feeds.drop('config_items', (row) => [simId(7, 3), simId(7, 2400)].includes(String(row['id'])));
    await scene.work(70 * MINUTE);
    expect(await scene.packedKeys('config_items')).toEqual(scene.remoteKeys('config_items'));
  });

  it('[BLK8] where a pass stands survives the tab, because many visits are shorter than a pass', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 2500));
    await openWith(scene);
    scene.feeds.put('config_items', { id: simId(7, 2400), status: 'Pending' });
    for (let visit = 0; visit < 8; visit += 1) {
      await scene.run(70 * MINUTE);
      scene.world.killTab(scene.world.anyTab());
      await scene.open();
    }
    expect(await scene.packedRow('config_items', simId(7, 2400))).toMatchObject({ status: 'Pending' });
  });

  it('[BLK4] a range that comes back empty deletes nothing at once', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', ...items(scene, 400));
    await openWith(scene);
    scene.feeds.drop('config_items', () => true);
    const breaker = (): boolean =>
      scene.world.anyTab().log.events.some((event) => event.code === 'reconcile.breaker');
    for (let step = 0; step < 400 && !breaker(); step += 1) await scene.run(MINUTE);
    expect(breaker()).toBe(true);
    expect(await scene.packedKeys('config_items')).toHaveLength(400);
    await scene.run(30 * MINUTE); // the second look agrees
    expect(await scene.packedKeys('config_items')).toHaveLength(0);
  });
});

describe('changes', () => {
  const change = (scene: FeedScene, n: number, ageMs: number, patch: JsonRow = {}): JsonRow => ({
    id: simId(8, n),
    config_id: simId(7, 1),
    change_type: 'diff',
    severity: 'info',
    count: 1,
    created_at: scene.at(-ageMs),
    first_observed: scene.at(-ageMs),
    ...patch,
  });
  const coverage = async (scene: FeedScene) =>
    coverageOf(await scene.world.cache.cursor('config_changes'), '');

  it('[BLK5] the window is filled newest first and says how far it reaches', async () => {
    const scene = new FeedScene('config_changes');
    scene.feeds.maxRows = 50;
    for (let n = 0; n < 320; n += 1) scene.feeds.put('config_changes', change(scene, n, n * 40 * MINUTE));
    scene.world.openTab();
    await scene.run(3_000);
    const half = await coverage(scene);
    await scene.run(40_000);
    const whole = await coverage(scene);
    const inWindow = scene.feeds
      .rows('config_changes')
      .filter((row) => String(row['created_at']) > scene.at(-7 * DAY));
    expect((await scene.packedKeys('config_changes')).length).toBeGreaterThanOrEqual(inWindow.length);
    expect((await scene.packedKeys('config_changes')).length).toBeLessThan(320);
    expect(whole).toMatchObject({ scopeKey: '', complete: true });
    expect(half === undefined || !half.complete || half.from !== null).toBe(true);
    expect(String(whole?.from) < scene.at(-6 * DAY)).toBe(true);
  });

  it('[BLK5] new, repeated and late changes come in; old ones leave', async () => {
    const scene = new FeedScene('config_changes');
    scene.feeds.put('config_changes', change(scene, 1, HOUR), change(scene, 2, 2 * DAY));
    scene.feeds.put('config_changes', change(scene, 3, 7 * DAY - 20 * MINUTE));
    await openWith(scene);
    expect(await scene.packedKeys('config_changes')).toHaveLength(3);
    scene.feeds.put('config_changes', change(scene, 4, 0));
    scene.feeds.put('config_changes', { id: simId(8, 1), count: 2, created_at: scene.at() });
    scene.feeds.put('config_changes', change(scene, 5, 3 * HOUR, { first_observed: scene.at() }));
    await scene.run(MINUTE);
    expect(await scene.packedKeys('config_changes')).toEqual([1, 2, 3, 4, 5].map((n) => simId(8, n)));
    expect(await scene.packedRow('config_changes', simId(8, 1))).toMatchObject({ count: 2 });
    await scene.work(90 * MINUTE);
    expect(await scene.packedKeys('config_changes')).not.toContain(simId(8, 3));
  });
});

describe('what is kept', () => {
  const evidence = (scene: FeedScene, columns: JsonRow): void => {
    const row = { hypothesis_id: simId(11, 10), type: 'config', created_by: simId(1, 1), ...columns };
    scene.world.server.insert(
      'evidences',
      { id: simId(12, 900), ...row },
      scene.world.scheduler.nowMs * 1000,
    );
  };
  const old = (scene: FeedScene, n: number, configId: string): JsonRow => ({
    id: simId(8, n),
    config_id: configId,
    change_type: 'diff',
    count: 1,
    created_at: scene.at(-7 * DAY + (20 - n) * MINUTE),
    first_observed: scene.at(-7 * DAY),
  });

  it('[BLK10] changes that are evidence, and those of a pinned config, stay when the window moves on', async () => {
    const scene = new FeedScene('config_changes');
    const [mine, pinned] = [simId(7, 1), simId(7, 2)];
    scene.feeds.put('config_changes', old(scene, 1, mine), old(scene, 2, mine), old(scene, 3, pinned));
    evidence(scene, { config_change_id: simId(8, 2) });
    await openWith(scene);
    await scene.settle(scene.world.journal.putPin({ kind: 'config', id: pinned, at: 1 }));
    expect(await scene.packedKeys('config_changes')).toHaveLength(3);
    await scene.work(90 * MINUTE);
    expect(await scene.packedKeys('config_changes')).toEqual([simId(8, 2), simId(8, 3)]);
  });

  it('[BLK10] runs of a check that is evidence stay, however many were opened since', async () => {
    const scene = new FeedScene('check_statuses');
    for (let n = 1; n <= 24; n += 1)
      scene.feeds.put('check_statuses', {
        check_id: simId(3, n),
        time: scene.at(-MINUTE),
        status: true,
        duration: 1,
      });
    evidence(scene, { type: 'check', check_id: simId(3, 2) });
    const tab = await scene.open();
    for (let check = 1; check <= 24; check += 1)
      await scene.settle(
        tab.engine.watch({ table: 'checks', id: simId(3, check), from: scene.at(-DAY) }),
        3000,
      );
    const { windows = [] } = (await scene.world.cache.cursor('check_statuses')) ?? {};
    expect(windows.map((window) => window.scopeKey)).toContain(simId(3, 2));
    expect(windows.map((window) => window.scopeKey)).not.toContain(simId(3, 3));
    expect((await scene.packedKeys('check_statuses')).some((key) => key.startsWith(simId(3, 2)))).toBe(true);
  });
});

describe('insights', () => {
  const insight = (scene: FeedScene, n: number, patch: JsonRow = {}): JsonRow => ({
    id: simId(9, n),
    config_id: simId(7, 1),
    analyzer: 'cis',
    severity: 'high',
    status: 'open',
    first_observed: scene.at(-30 * DAY),
    last_observed: null,
    ...patch,
  });

  it('[BLK6] what is open is here whatever its age; closing it without a stamp is seen by the listing', async () => {
    const scene = new FeedScene('config_analysis');
    const resolved = { status: 'resolved', last_observed: scene.at(-20 * DAY) };
    scene.feeds.put('config_analysis', insight(scene, 1), insight(scene, 2), insight(scene, 3, resolved));
    scene.feeds.put(
      'config_analysis',
      insight(scene, 4),
      insight(scene, 5, { ...resolved, last_observed: scene.at(-DAY) }),
    );
    await openWith(scene);
    expect(await scene.packedKeys('config_analysis')).toEqual([1, 2, 4, 5].map((n) => simId(9, n)));
    scene.feeds.put('config_analysis', { id: simId(9, 1), status: 'resolved' });
    scene.feeds.drop('config_analysis', (row) => row['id'] === simId(9, 2));
    scene.feeds.put('config_analysis', insight(scene, 6, { last_observed: scene.at() }));
    await scene.run(20 * MINUTE);
    expect(await scene.packedRow('config_analysis', simId(9, 1))).toMatchObject({ status: 'resolved' });
    expect(await scene.packedKeys('config_analysis')).toEqual([1, 4, 5, 6].map((n) => simId(9, n)));
  });
});

describe('runs of an opened check', () => {
  const runOf = (scene: FeedScene, check: number, ageMs: number): JsonRow => ({
    check_id: simId(3, check),
    time: scene.at(-ageMs),
    status: true,
    duration: 12,
  });

  it('[BLK7] are pulled back to the wanted moment, followed, and widened on request', async () => {
    const scene = new FeedScene('check_statuses');
    scene.feeds.maxRows = 30;
    for (let n = 0; n < 100; n += 1) scene.feeds.put('check_statuses', runOf(scene, 1, n * MINUTE));
    scene.feeds.put('check_statuses', runOf(scene, 2, MINUTE));
    const tab = await scene.open();
    expect(await scene.packedKeys('check_statuses')).toEqual([]);
    const scope = simId(3, 1);
    await scene.settle(tab.engine.watch({ table: 'checks', id: scope, from: scene.at(-50 * MINUTE) }), 5000);
    const first = (await scene.packedKeys('check_statuses')).length;
    expect(first).toBeGreaterThanOrEqual(49);
    expect(first).toBeLessThanOrEqual(52);
    scene.feeds.put('check_statuses', runOf(scene, 1, 0));
    await scene.run(70_000);
    expect((await scene.packedKeys('check_statuses')).length).toBe(first + 1);
    await scene.settle(tab.engine.watch({ table: 'checks', id: scope, from: scene.at(-200 * MINUTE) }), 5000);
    const all = scene.remoteKeys('check_statuses').filter((key) => key.startsWith(scope));
    expect(await scene.packedKeys('check_statuses')).toEqual(all);
    expect(coverageOf(await scene.world.cache.cursor('check_statuses'), scope)).toMatchObject({
      complete: true,
    });
  });

  it('[BLK7] leave when many other checks were opened since', async () => {
    const scene = new FeedScene('check_statuses');
    for (let check = 1; check <= 24; check += 1)
      scene.feeds.put('check_statuses', runOf(scene, check, MINUTE));
    const tab = await scene.open();
    for (let check = 1; check <= 24; check += 1) {
      await scene.settle(
        tab.engine.watch({ table: 'checks', id: simId(3, check), from: scene.at(-DAY) }),
        3000,
      );
    }
    const { windows = [] } = (await scene.world.cache.cursor('check_statuses')) ?? {};
    expect(windows.map((window) => window.scopeKey)).toEqual(
      Array.from({ length: 20 }, (_, n) => simId(3, n + 5)),
    );
    expect(await scene.packedKeys('check_statuses')).toHaveLength(20);
  });
});
