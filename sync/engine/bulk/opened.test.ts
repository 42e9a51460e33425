import { expect, it } from 'vitest';
import { Scene } from '#tests/support/engine-world.ts';
import { FeedServer } from '#tests/support/feed-server.ts';
import { simId } from '#tests/sim/facts.ts';
import { coverageOf } from '../../core/pull/bulk.ts';
import { checkStatusPacked } from '../../protocol/tables/check-status.ts';
import type { PackedSpec } from '../../protocol/packed.ts';

const MINUTE = 60_000;
const check = (n: number): string => simId(3, n);

/** Runs of checks, of which a device keeps those of two checks and five of each. */
async function open(runs: Readonly<Record<number, number>>) {
  const { feed } = checkStatusPacked;
  if (feed.kind !== 'opened') throw new Error('not the feed this is about');
  const spec: PackedSpec = { ...checkStatusPacked, feed: { ...feed, maxParents: 2, maxRows: 5 } };
  const scene = new Scene(1, (core) => core, [spec]);
  const feeds = new FeedServer(() => scene.world.scheduler.nowMs);
  const at = (ageMs: number): string =>
    new Date(scene.world.scheduler.nowMs - ageMs).toISOString().replace('Z', '+00:00');
  const put = (n: number, ageMs: number): void =>
    feeds.put('check_statuses', { check_id: check(n), time: at(ageMs), status: true, duration: 12 });
  for (const [n, count] of Object.entries(runs))
    for (let age = 1; age <= count; age += 1) put(Number(n), age * MINUTE);
  scene.meddle = (request) => feeds.handle(request);
  const tab = await scene.open();
  const look = (n: number): Promise<void> =>
    scene.settle(tab.engine.watch({ table: 'checks', id: check(n), from: at(60 * MINUTE) }), 3000);
  const keys = async (): Promise<readonly string[]> =>
    (await scene.world.cache.packed.lines('check_statuses', null, null)).map((line) => line.id);
  return { scene, put, look, keys };
}

it('[BLK7] more parents than may stay are not read and dropped again with every pull', async () => {
  const { scene, look, keys } = await open({ 1: 2, 2: 2, 3: 2 });
  for (const n of [1, 2, 3]) await look(n);
  const writes = scene.world.watch.rowWrites;
  await scene.run(10 * MINUTE);
  expect(scene.world.watch.rowWrites).toBe(writes);
  expect(new Set((await keys()).map((key) => key.slice(0, check(1).length)))).toEqual(
    new Set([check(2), check(3)]),
  );
});

it('[BLK7] a parent with many rows is followed again when what was said of it is lost', async () => {
  const { scene, put, look, keys } = await open({ 1: 12 });
  await look(1);
  expect(await keys()).toHaveLength(12);
  const [first = ''] = await keys();
  scene.world.cache.packed.damage('check_statuses', (id) => id === first);
  await look(1);
  put(1, 0);
  await scene.run(3 * MINUTE);
  expect(await keys()).toHaveLength(13);
  const cursor = await scene.world.cache.cursor('check_statuses');
  expect(coverageOf(cursor, check(1))).toBeDefined();
});
