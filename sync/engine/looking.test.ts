import { describe, expect, it } from 'vitest';
import { incident1, root1, Scene } from '#tests/support/engine-world.ts';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { otherUserId, simId, userId } from '#tests/sim/facts.ts';
import type { HttpResponse } from '../ports.ts';
import type { JsonRow } from '../protocol/op.ts';

/** Paths of one table sent since the last call. */
function sentOf(scene: Scene, table: string): readonly string[] {
  const paths = scene.sent.map((request) => decodeURIComponent(request.path));
  scene.sent.length = 0;
  return paths.filter((path) => path.startsWith(`/db/${table}?`));
}

const isLook = (path: string): boolean => path.endsWith('limit=100');

async function statusOf(scene: Scene, tbl: string): Promise<string | undefined> {
  return (await scene.world.cache.feeds()).find((feed) => feed.tbl === tbl)?.status;
}

/** The page goes behind another tab. */
async function hide(scene: Scene): Promise<void> {
  const tab = scene.world.anyTab();
  tab.lifecycle.isTabVisible = false;
  await scene.settle(tab.engine.setVisible(false));
}

async function openCalm(scene: Scene): Promise<void> {
  await scene.open();
  await scene.run(90_000);
  scene.sent.length = 0;
}

function comment(scene: Scene, n: number, offsetMs = 0): void {
  const row: JsonRow = {
    id: simId(30, n),
    comment: `c${n}`,
    incident_id: incident1,
    hypothesis_id: root1,
    created_by: otherUserId,
  };
  scene.world.server.insert('comments', row, (scene.world.scheduler.nowMs + offsetMs) * 1000);
}

describe('a look before a pull', () => {
  it('[CUR12] is one lean request per table while nothing happens', async () => {
    const scene = new Scene();
    scene.edit('hypotheses', root1, { status: 'likely' });
    await openCalm(scene);
    await scene.run(45_000);
    const paths = sentOf(scene, 'hypotheses').filter((path) => path.includes('updated_at=gte'));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.every((path) => isLook(path) && path.includes('select=id,updated_at&'))).toBe(true);
  });

  it('[CUR12] finds what is new, what changed, and what was committed late behind the cursor', async () => {
    const scene = new Scene();
    comment(scene, 1);
    await openCalm(scene);
    comment(scene, 2);
    await scene.run(45_000);
    expect(await scene.local('comments', simId(30, 2))).toMatchObject({ comment: 'c2' });
    await scene.run(90_000);
    comment(scene, 3, -3 * MINUTE);
    scene.edit('comments', simId(30, 1), { comment: 'edited' });
    await scene.run(60_000);
    expect(await scene.local('comments', simId(30, 3))).toMatchObject({ comment: 'c3' });
    expect(await scene.local('comments', simId(30, 1))).toMatchObject({ comment: 'edited' });
  });

  it.each([
    [
      'says nothing of a count',
      (answer: HttpResponse) => ({
        ...answer,
        headers: {
          ...answer.headers,
          'content-range': answer.headers['content-range']?.replace(/\/.*$/u, '/*') ?? '',
        },
      }),
    ],
  ])('[CUR12] that %s is no proof: the pages are read', async (_name, spoil) => {
    const scene = new Scene();
    comment(scene, 1);
    await openCalm(scene);
    scene.spoil = (request, answer) => (isLook(request.path) ? spoil(answer) : answer);
    comment(scene, 2);
    await scene.run(45_000);
    expect(await scene.local('comments', simId(30, 2))).toMatchObject({ comment: 'c2' });
    const pages = sentOf(scene, 'comments').filter((path) => path.includes('order=updated_at.asc'));
    expect(pages.length).toBeGreaterThan(0);
  });

  it('[CUR12] that fails pulls nothing and says so', async () => {
    const scene = new Scene();
    await openCalm(scene);
    comment(scene, 2);
    scene.meddle = (request) =>
      isLook(request.path) ? { status: 500, headers: {}, body: '{}', redirected: false } : null;
    await scene.run(45_000);
    expect(await scene.local('comments', simId(30, 2))).toBeNull();
    expect(sentOf(scene, 'comments').every(isLook)).toBe(true);
  });

  it('[CUR12] is left out when a person asks', async () => {
    const scene = new Scene();
    await openCalm(scene);
    await scene.settle(scene.world.anyTab().engine.refresh(), 5000);
    expect(sentOf(scene, 'incidents').filter(isLook)).toEqual([]);
  });

  it('[CUR12] is left out after a long sleep, and comes first after a short one', async () => {
    const scene = new Scene();
    await openCalm(scene);
    const tab = scene.world.anyTab();
    const wake = async (sleptMs: number): Promise<readonly string[]> => {
      scene.world.scheduler.freeze(tab.owner);
      await scene.run(sleptMs);
      scene.world.scheduler.thaw(tab.owner);
      scene.sent.length = 0;
      await scene.settle(tab.engine.setVisible(true), 5000);
      return sentOf(scene, 'incidents').filter((path) => path.includes('updated_at=gte'));
    };
    expect((await wake(5 * MINUTE)).every(isLook)).toBe(true);
    const paths = await wake(8 * 60 * MINUTE);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter(isLook)).toEqual([]);
  });

  it('[CUR12] serves the packed collections, all markers at once', async () => {
    const scene = new FeedScene('config_items');
    const item = (n: number, patch: JsonRow = {}): JsonRow => ({
      id: simId(7, n),
      name: `item ${n}`,
      health: 'healthy',
      created_at: scene.at(-9 * DAY),
      updated_at: scene.at(-8 * DAY),
      deleted_at: null,
      ...patch,
    });
    scene.feeds.put('config_items', item(1), item(2), item(3));
    await scene.open();
    await scene.work(9 * MINUTE);
    scene.feeds.asked.length = 0;
    await scene.work(3 * MINUTE);
    const looks = scene.feeds.asked.filter((path) => path.includes('or=(updated_at.gte'));
    expect(looks.length).toBeGreaterThan(0);
    expect(scene.feeds.asked.filter((path) => path.includes('order=updated_at'))).toEqual([]);
    scene.feeds.put('config_items', item(1, { name: 'renamed', updated_at: scene.at() }));
    scene.feeds.put('config_items', item(2, { deleted_at: scene.at() }));
    await scene.work(3 * MINUTE);
    expect(await scene.packedRow('config_items', simId(7, 1))).toMatchObject({ name: 'renamed' });
    expect(await scene.packedKeys('config_items')).toEqual([simId(7, 1), simId(7, 3)]);
  });
});

describe('rows that wait', () => {
  const run = (scene: FeedScene, n: number, patch: JsonRow = {}): JsonRow => ({
    id: simId(20, n),
    playbook_id: simId(21, 1),
    status: 'sleeping',
    created_at: scene.at(-DAY),
    scheduled_time: null,
    start_time: scene.at(-DAY),
    end_time: null,
    ...patch,
  });

  it('[ACT4] long unchanged ones are listed every two minutes, an end and a beginning are seen with the next look', async () => {
    const scene = new FeedScene('playbook_runs');
    scene.feeds.put('playbook_runs', run(scene, 1), run(scene, 2), run(scene, 3));
    await scene.open();
    await scene.work(15 * MINUTE);
    scene.feeds.asked.length = 0;
    await scene.work(6 * MINUTE);
    const listings = scene.feeds.asked.filter((path) => path.includes('not.in'));
    expect([2, 3, 4]).toContain(listings.length);
    // One look a minute (NET6).
    expect(scene.feeds.asked.length).toBeGreaterThan(4);
    scene.feeds.put('playbook_runs', { ...run(scene, 2), status: 'failed', end_time: scene.at() });
    scene.feeds.put('playbook_runs', run(scene, 4, { status: 'running', created_at: scene.at() }));
    await scene.work(75_000);
    expect(await scene.local('playbook_runs', simId(20, 2))).toMatchObject({ status: 'failed' });
    expect(await scene.local('playbook_runs', simId(20, 4))).toMatchObject({ status: 'running' });
  });

  it('[ACT4] a state that moved no marker is seen with the next listing', async () => {
    const scene = new FeedScene('playbook_runs');
    scene.feeds.put('playbook_runs', run(scene, 1), run(scene, 2));
    await scene.open();
    await scene.work(15 * MINUTE);
    scene.feeds.put('playbook_runs', { id: simId(20, 1), status: 'waiting' });
    scene.feeds.drop('playbook_runs', (row) => row['id'] === simId(20, 2));
    await scene.work(3 * MINUTE);
    expect(await scene.local('playbook_runs', simId(20, 1))).toMatchObject({ status: 'waiting' });
    expect(await scene.keys('playbook_runs')).toEqual([simId(20, 1)]);
  });

  it('[CUR12] one that ended again, with the same words, is seen with the next look', async () => {
    const scene = new FeedScene('playbook_runs');
    const ended = run(scene, 1, { status: 'failed', end_time: scene.at(-2 * MINUTE) });
    scene.feeds.put('playbook_runs', ended);
    await scene.open();
    await scene.work(2 * MINUTE);
    const again = scene.at();
    scene.feeds.put('playbook_runs', { ...ended, end_time: again });
    await scene.work(MINUTE);
    expect(await scene.local('playbook_runs', simId(20, 1))).toMatchObject({ end_time: again });
  });

  it('[CUR10] the age of long unchanged ones is that of their last listing', async () => {
    const scene = new FeedScene('playbook_runs');
    // The newest row is within the overlap of every look.
    const newest = {
      status: 'completed',
      created_at: scene.at(-60 * MINUTE),
      end_time: scene.at(-60 * MINUTE),
    };
    scene.feeds.put('playbook_runs', run(scene, 1), run(scene, 2, newest));
    await scene.open();
    await scene.work(15 * MINUTE);
    scene.feeds.asked.length = 0;
    const isListed = (): boolean => scene.feeds.asked.some((path) => path.includes('not.in'));
    for (let wait = 0; wait < 40 && !isListed(); wait += 1) await scene.work(5000);
    expect(isListed()).toBe(true);
    scene.feeds.put('playbook_runs', { id: simId(20, 1), status: 'waiting' });
    const changedAt = Date.parse(scene.at());
    const seen: { readonly knows: boolean; readonly saysSo: boolean }[] = [];
    for (let look = 0; look < 20; look += 1) {
      await scene.work(10_000);
      const feed = (await scene.world.cache.feeds()).find(({ tbl }) => tbl === 'playbook_runs');
      const local = await scene.local('playbook_runs', simId(20, 1));
      seen.push({
        knows: local?.['status'] === 'waiting',
        saysSo: Date.parse(feed?.asOf ?? '') > changedAt,
      });
    }
    expect(seen.filter(({ knows, saysSo }) => saysSo && !knows)).toEqual([]);
    expect(seen.some(({ knows }) => knows)).toBe(true);
    // The stored age is at most a minute behind.
    await scene.work(2 * MINUTE);
    const feed = (await scene.world.cache.feeds()).find(({ tbl }) => tbl === 'playbook_runs');
    expect(Date.parse(feed?.asOf ?? '')).toBeGreaterThan(changedAt);
  });
});

describe('membership sets', () => {
  const check = (scene: FeedScene, n: number, status: string): JsonRow => ({
    id: simId(3, n),
    name: `check ${n}`,
    canary_id: simId(4, 1),
    status,
    created_at: scene.at(-DAY),
    deleted_at: null,
  });
  const counts = (scene: FeedScene): number =>
    scene.feeds.asked.filter((path) => path.includes('status=not.in') && path.endsWith('limit=1')).length;
  const lists = (scene: FeedScene): number =>
    scene.feeds.asked.filter((path) => path.includes('status=not.in') && path.endsWith('limit=1000')).length;

  it('[WAT3] an unchanged one is counted, listed every two minutes, and at once when the number differs', async () => {
    const scene = new FeedScene();
    scene.feeds.put(
      'checks',
      ...[1, 2, 3].map((n) => check(scene, n, 'unhealthy')),
      check(scene, 4, 'healthy'),
    );
    await scene.open();
    await scene.work(3 * MINUTE);
    scene.feeds.asked.length = 0;
    await scene.work(6 * MINUTE);
    expect(counts(scene)).toBeGreaterThan(4);
    expect([2, 3, 4]).toContain(lists(scene));
    scene.feeds.put('checks', check(scene, 4, 'unhealthy'));
    await scene.work(45_000);
    expect(await scene.local('checks', simId(3, 4))).toMatchObject({ status: 'unhealthy' });
    scene.feeds.put('checks', check(scene, 1, 'healthy'), check(scene, 5, 'unhealthy'));
    await scene.work(3 * MINUTE);
    expect(await scene.local('checks', simId(3, 1))).toMatchObject({ status: 'healthy' });
    expect(await scene.local('checks', simId(3, 5))).toMatchObject({ status: 'unhealthy' });
  });

  it('[WAT3] that of the catalog as well', async () => {
    const scene = new FeedScene('config_items');
    const item = (n: number, health: string): JsonRow => ({
      id: simId(7, n),
      name: `item ${n}`,
      health,
      created_at: scene.at(-9 * DAY),
      updated_at: scene.at(-8 * DAY),
      deleted_at: null,
    });
    scene.feeds.put('config_items', item(1, 'unhealthy'), item(2, 'unhealthy'), item(3, 'healthy'));
    await scene.open();
    await scene.work(4 * MINUTE);
    scene.feeds.asked.length = 0;
    await scene.work(4 * MINUTE);
    const sets = scene.feeds.asked.filter((path) => path.includes('health=not.in'));
    expect(sets.filter((path) => path.endsWith('limit=1')).length).toBeGreaterThan(2);
    expect(sets.filter((path) => path.endsWith('limit=1000')).length).toBeLessThan(4);
    scene.feeds.put('config_items', { id: simId(7, 1), health: 'healthy' });
    scene.feeds.put('config_items', { id: simId(7, 3), health: 'warning' });
    await scene.work(3 * MINUTE);
    expect(await scene.packedRow('config_items', simId(7, 1))).toMatchObject({ health: 'healthy' });
    expect(await scene.packedRow('config_items', simId(7, 3))).toMatchObject({ health: 'warning' });
  });
});

describe('a page nobody works in', () => {
  const asksWho = (scene: Scene): number =>
    scene.sent.filter((request) => request.path === '/auth/whoami').length;

  it('[AUT5] asks who is signed in only before it reads, and not before every read', async () => {
    const scene = new Scene();
    await openCalm(scene);
    await scene.run(12 * MINUTE);
    expect(asksWho(scene)).toBeLessThanOrEqual(4);
    expect(asksWho(scene)).toBeGreaterThanOrEqual(3);
    await hide(scene);
    await scene.run(MINUTE);
    scene.sent.length = 0;
    await scene.run(12 * MINUTE);
    expect(scene.sent.length).toBeGreaterThan(0);
    expect(asksWho(scene)).toBeLessThanOrEqual(3);
  });

  it('[AUT5] reads nothing for long after somebody else has signed in elsewhere', async () => {
    const scene = new Scene();
    await openCalm(scene);
    scene.world.server.session.userId = otherUserId;
    await scene.run(4 * MINUTE);
    scene.sent.length = 0;
    await scene.run(10 * MINUTE);
    expect(scene.sent.filter((request) => request.path !== '/auth/whoami')).toEqual([]);
    scene.world.server.session.userId = userId;
    await scene.run(3 * MINUTE);
    expect(scene.sent.some((request) => request.path.startsWith('/db/comments?'))).toBe(true);
  });

  it('[AUT5] that was frozen in the middle of pulling asks who is signed in before it reads on', async () => {
    const scene = new Scene();
    const { scheduler, server, conditions } = scene.world;
    conditions.minDelayMs = conditions.maxDelayMs = 400;
    const tab = scene.world.openTab();
    await scene.run(3000);
    expect(await statusOf(scene, 'people')).not.toBe('complete');
    scheduler.freeze(tab.owner);
    server.session.userId = otherUserId;
    await scene.run(10 * MINUTE);
    scene.sent.length = 0;
    scheduler.thaw(tab.owner);
    await scene.run(2 * MINUTE);
    expect(scene.sent.length).toBeGreaterThan(0);
    expect(scene.sent.filter((request) => request.path !== '/auth/whoami')).toEqual([]);
    server.session.userId = userId;
    await scene.run(3 * MINUTE);
    expect(await statusOf(scene, 'people')).toBe('complete');
  });

  it('[REC8] counts behind other tabs, and compares where the number differs', async () => {
    const scene = new Scene();
    for (const n of [1, 2, 3]) comment(scene, n);
    await openCalm(scene);
    await hide(scene);
    await scene.run(2 * MINUTE);
    scene.sent.length = 0;
    await scene.run(20 * MINUTE);
    const digests = (): readonly string[] =>
      sentOf(scene, 'comments').filter((path) => path.includes('select=id,updated_at&order=id.asc'));
    expect(digests()).toEqual([]);
    scene.world.server.rows('comments').delete(simId(30, 2));
    await scene.run(7 * MINUTE);
    expect(digests()).not.toEqual([]);
    expect(await scene.local('comments', simId(30, 2))).toBeNull();
  });

  it('[REC8] does not list the log of the incidents with every comparison', async () => {
    const scene = new Scene();
    await openCalm(scene);
    await scene.run(40 * MINUTE);
    const paths = sentOf(scene, 'incident_histories');
    expect(paths.filter((path) => path.endsWith('select=id&limit=1')).length).toBeGreaterThan(3);
    expect(paths.filter((path) => path.includes('order=id.asc')).length).toBeLessThanOrEqual(1);
  });
});
