import { describe, expect, it } from 'vitest';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';
import type { JsonRow } from '../protocol/op.ts';

/** So many members are looked through every six minutes. */
const MEMBERS = 120;

/** What was asked about a membership set since the last call: its size, its parts, its rows. */
function askedOf(scene: FeedScene, column: string) {
  const paths = scene.feeds.asked.splice(0).map((path) => decodeURIComponent(path));
  const count = (matches: (path: string) => boolean): number => paths.filter(matches).length;
  return {
    sizes: count((path) => path.includes(`&${column}=not.in.`) && path.endsWith('&limit=1')),
    parts: count((path) => path.includes(`&${column}=eq.`) && path.endsWith('&limit=1')),
    pages: count((path) => path.includes(`&${column}=not.in.`) && path.endsWith('&limit=1000')),
  };
}

const check = (scene: FeedScene, n: number, status: string): JsonRow => ({
  id: simId(3, n),
  name: `check ${n}`,
  canary_id: simId(4, 1),
  status,
  created_at: scene.at(-DAY),
  deleted_at: null,
});

/** A device with many checks that fail, and one that does not. */
async function openChecks(): Promise<FeedScene> {
  const scene = new FeedScene();
  const failing = Array.from({ length: MEMBERS }, (_, n) => check(scene, n + 1, 'unhealthy'));
  scene.feeds.put('checks', ...failing, check(scene, MEMBERS + 1, 'healthy'));
  await scene.open();
  await scene.work(3 * MINUTE);
  askedOf(scene, 'status');
  return scene;
}

describe('a membership set of many rows', () => {
  it('[WAT4] is looked through in parts while it is as it was, and not listed', async () => {
    const scene = await openChecks();
    await scene.work(20 * MINUTE);
    const { sizes, parts, pages } = askedOf(scene, 'status');
    expect(pages).toBe(0);
    expect(sizes).toBeGreaterThan(30);
    // Three or four times ten parts, or eleven where a range was cut.
    expect(parts).toBeGreaterThanOrEqual(30);
    expect(parts).toBeLessThanOrEqual(44);
  });

  it('[WAT4] is listed when one row has taken the place of another', async () => {
    const scene = await openChecks();
    scene.feeds.put('checks', check(scene, 1, 'healthy'), check(scene, MEMBERS + 1, 'unhealthy'));
    await scene.work(8 * MINUTE);
    expect(await scene.local('checks', simId(3, 1))).toMatchObject({ status: 'healthy' });
    expect(await scene.local('checks', simId(3, MEMBERS + 1))).toMatchObject({ status: 'unhealthy' });
    expect(askedOf(scene, 'status').pages).toBe(1);
  });

  it('[WAT4] is listed at the next look when its size differs', async () => {
    const scene = await openChecks();
    scene.feeds.put('checks', check(scene, MEMBERS + 1, 'unhealthy'));
    await scene.work(45_000);
    expect(await scene.local('checks', simId(3, MEMBERS + 1))).toMatchObject({ status: 'unhealthy' });
  });

  it('[WAT4] is listed when a person asks, and when a row of the catalog says something else', async () => {
    const scene = new FeedScene('config_items');
    const item = (n: number, health: string): JsonRow => ({
      id: simId(7, n),
      name: `item ${n}`,
      health,
      status: 'Error',
      created_at: scene.at(-9 * DAY),
      updated_at: scene.at(-8 * DAY),
      deleted_at: null,
    });
    const healthOf = (n: number): string => (n % 2 === 0 ? 'warning' : 'unhealthy');
    scene.feeds.put('config_items', ...Array.from({ length: MEMBERS }, (_, n) => item(n, healthOf(n))));
    await scene.open();
    await scene.work(4 * MINUTE);
    scene.feeds.put('config_items', { id: simId(7, 9), status: 'Unknown' });
    await scene.settle(scene.world.anyTab().engine.refresh(), 5000);
    await scene.work(MINUTE);
    expect(await scene.packedRow('config_items', simId(7, 9))).toMatchObject({ status: 'Unknown' });
    askedOf(scene, 'health');
    scene.feeds.put('config_items', { id: simId(7, 8), status: 'CrashLoopBackOff' });
    await scene.work(8 * MINUTE);
    expect(await scene.packedRow('config_items', simId(7, 8))).toMatchObject({ status: 'CrashLoopBackOff' });
    expect(askedOf(scene, 'health').pages).toBe(1);
  });

  it('[WAT4] is not taken for the same where a count fails', async () => {
    const scene = await openChecks();
    scene.feeds.put('checks', check(scene, 1, 'healthy'), check(scene, MEMBERS + 1, 'unhealthy'));
    scene.meddle = (request) =>
      request.path.includes('status=eq.')
        ? { status: 500, headers: {}, body: '{}', redirected: false }
        : scene.feeds.handle(request);
    await scene.work(8 * MINUTE);
    expect(await scene.local('checks', simId(3, 1))).toMatchObject({ status: 'unhealthy' });
    scene.meddle = (request) => scene.feeds.handle(request);
    await scene.work(45_000);
    expect(await scene.local('checks', simId(3, 1))).toMatchObject({ status: 'healthy' });
  });
});
