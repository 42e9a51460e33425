import { describe, expect, it } from 'vitest';
import { Scene } from '#tests/support/engine-world.ts';
import { FeedServer } from '#tests/support/feed-server.ts';
import { simId } from '#tests/sim/facts.ts';
import { coverageOf } from '../../core/pull/bulk.ts';
import { configChangePacked } from '../../protocol/tables/config-change.ts';
import type { PackedSpec } from '../../protocol/packed.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const change = (n: number): string => simId(8, n);

/** A device that keeps ten changes, of which the server has one an hour. */
async function open(before: (cache: Scene['world']['cache']) => Promise<void> = () => Promise.resolve()) {
  const { feed } = configChangePacked;
  if (feed.kind !== 'window') throw new Error('not the feed this is about');
  const spec: PackedSpec = { ...configChangePacked, feed: { ...feed, maxRows: 10 } };
  const scene = new Scene(1, (core) => core, [spec]);
  const feeds = new FeedServer(() => scene.world.scheduler.nowMs);
  const put = (n: number, ageMs: number, seenMs = ageMs): void => {
    const at = (ms: number): string =>
      new Date(scene.world.scheduler.nowMs - ms).toISOString().replace('Z', '+00:00');
    feeds.put('config_changes', {
      id: change(n),
      config_id: simId(7, n),
      change_type: 'diff',
      count: 1,
      created_at: at(ageMs),
      first_observed: at(seenMs),
    });
  };
  feeds.maxRows = 5;
  for (let n = 1; n <= 30; n += 1) put(n, n * HOUR);
  scene.meddle = (request) => feeds.handle(request);
  await before(scene.world.cache);
  await scene.open();
  await scene.run(MINUTE);
  const keys = async (): Promise<readonly string[]> =>
    (await scene.world.cache.packed.lines('config_changes', null, null)).map((line) => line.id);
  return { scene, put, keys };
}

describe('[BLK17] a window that was filled', () => {
  it.each([
    ['from nothing is not read again to be cut', false],
    ['beside rows of an earlier copy is cut at once', true],
  ])('%s', async (_name, hasOld) => {
    let scans = 0;
    const { keys } = await open(async ({ packed }) => {
      const old = { id: change(90), config_id: simId(7, 1), created_at: '2020-01-01T00:00:00+00:00' };
      if (hasOld) await packed.apply({ tbl: 'config_changes', put: [old], remove: [] }, 1);
      const scan = packed.scan.bind(packed);
      Object.assign(packed, {
        scan: (...args: Parameters<typeof scan>) => {
          scans += 1;
          return scan(...args);
        },
      });
    });
    expect(await keys()).toEqual(Array.from({ length: 10 }, (_, at) => change(at + 1)));
    expect(scans > 0).toBe(hasOld);
  });
});

it('[BLK5] a late change from before the cut of a full window does not come in', async () => {
  const { scene, put, keys } = await open();
  expect(coverageOf(await scene.world.cache.cursor('config_changes'), '')).toMatchObject({ complete: false });
  expect(await keys()).not.toContain(change(30));
  put(40, 20 * HOUR + MINUTE, 0);
  put(41, 2 * HOUR + MINUTE, 0);
  await scene.run(5 * MINUTE);
  expect(await keys()).toContain(change(41));
  expect(await keys()).not.toContain(change(40));
});

it('[PCK14] what is found damaged during a pull is pulled again, and the window says so until then', async () => {
  const { scene, put, keys } = await open();
  const whole = await keys();
  const { meddle, world } = scene;
  let isDue = true;
  scene.meddle = (request, sent) => {
    if (isDue && request.path.includes('config_changes')) {
      isDue = false;
      world.cache.packed.damage('config_changes', () => true);
    }
    return meddle(request, sent);
  };
  put(50, 0);
  const states = new Set<string | undefined>();
  for (let look = 0; look < 60; look += 1) {
    await scene.run(5_000);
    if (isDue || (await world.cache.packed.count('config_changes')) >= whole.length) continue;
    states.add((await world.cache.feeds()).find((feed) => feed.tbl === 'config_changes')?.status);
  }
  expect(isDue).toBe(false);
  expect(await keys()).toHaveLength(whole.length);
  expect(await keys()).toContain(change(50));
  expect(states).toEqual(new Set(['partial']));
});

it('[BLK10] a late change of a config that is evidence comes in, however old', async () => {
  const { scene, put, keys } = await open();
  const evidence = {
    hypothesis_id: simId(11, 10),
    type: 'config',
    created_by: simId(1, 1),
    config_id: simId(7, 40),
  };
  scene.world.server.insert(
    'evidences',
    { id: simId(12, 900), ...evidence },
    scene.world.scheduler.nowMs * 1000,
  );
  await scene.run(5 * MINUTE);
  put(40, 20 * HOUR + MINUTE, 0);
  await scene.run(5 * MINUTE);
  expect(await keys()).toContain(change(40));
});

it('[BLK11] a window in which nothing happens is stored once an hour, and counts its pulls all the same', async () => {
  const { scene } = await open();
  await scene.run(5 * MINUTE);
  const { packed } = scene.world.cache;
  const apply = packed.apply.bind(packed);
  let writes = 0;
  Object.assign(packed, {
    apply: (...args: Parameters<typeof apply>) => {
      if (args[0].tbl === 'config_changes') writes += 1;
      return apply(...args);
    },
  });
  const before = (await scene.world.cache.cursor('config_changes'))?.pulls ?? 0;
  scene.sent.length = 0;
  await scene.run(3 * HOUR);
  const looks = scene.sent.filter(({ path }) => path.startsWith('/db/config_changes?')).length;
  const after = await scene.world.cache.cursor('config_changes');
  expect(looks).toBeGreaterThan(5 * writes);
  expect([2, 3, 4]).toContain(writes);
  expect((after?.pulls ?? 0) - before).toBeGreaterThan(writes);
  const ageMs = scene.world.scheduler.nowMs - Date.parse(coverageOf(after, '')?.to ?? '');
  expect(ageMs).toBeLessThan(62 * MINUTE);
  // What is newer in the state of its feed is what the screens are told (sync/read/coverage.ts).
  const feed = (await scene.world.cache.feeds()).find(({ tbl }) => tbl === 'config_changes');
  expect(scene.world.scheduler.nowMs - Date.parse(feed?.asOf ?? '')).toBeLessThan(2 * MINUTE);
});
