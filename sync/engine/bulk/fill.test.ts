import { describe, expect, it } from 'vitest';
import { FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';
import { coverageOf } from '../../core/pull/bulk.ts';
import type { JsonRow } from '../../protocol/op.ts';

async function openWith(scene: FeedScene): Promise<void> {
  scene.world.openTab();
  await scene.run(40_000);
}

describe('the filling of a window', () => {
  const change = (scene: FeedScene, n: number, ageMs: number): JsonRow => ({
    id: simId(8, n),
    config_id: simId(7, 1),
    change_type: 'diff',
    severity: 'info',
    count: 1,
    created_at: scene.at(-ageMs),
    first_observed: scene.at(-ageMs),
  });
  const coverage = async (scene: FeedScene) =>
    coverageOf(await scene.world.cache.cursor('config_changes'), '');

  it.each([
    ['first', 1],
    ['second', 2],
    ['third', 3],
  ])('[COV3] a false empty answer to the %s page of a filling leaves no gap', async (_name, lying) => {
    const scene = new FeedScene('config_changes');
    scene.feeds.maxRows = 50;
    for (let n = 0; n < 160; n += 1) scene.feeds.put('config_changes', change(scene, n, n * 40 * MINUTE));
    let pages = 0;
    scene.meddle = (request) => {
      const isFill = request.path.includes('order=created_at.desc');
      const answer = scene.feeds.handle(request);
      if (answer === null || !isFill || (pages += 1) !== lying) return answer;
      return { ...answer, body: '[]', headers: { ...answer.headers, 'content-range': '*/0' } };
    };
    await openWith(scene);
    expect(pages).toBeGreaterThan(3);
    expect(await scene.packedKeys('config_changes')).toEqual(scene.remoteKeys('config_changes'));
    expect(await coverage(scene)).toMatchObject({ complete: true });
  });

  it('[COV3] while less came than was counted a window is not called whole, and the next pull goes on', async () => {
    const scene = new FeedScene('config_changes');
    scene.feeds.maxRows = 50;
    for (let n = 0; n < 160; n += 1) scene.feeds.put('config_changes', change(scene, n, n * 40 * MINUTE));
    let pages = 0;
    let isLying = true;
    scene.meddle = (request) => {
      const answer = scene.feeds.handle(request);
      if (answer === null || !request.path.includes('order=created_at.desc')) return answer;
      pages += 1;
      if (pages < 3 || !isLying) return answer;
      return { ...answer, body: '[]', headers: { ...answer.headers, 'content-range': '*/0' } };
    };
    scene.world.openTab();
    const isAsked = (): boolean => pages >= 4;
    for (let step = 0; step < 200 && !isAsked(); step += 1) await scene.run(100);
    await scene.run(1000);
    expect(await scene.packedKeys('config_changes')).toHaveLength(100);
    expect(await coverage(scene)).toMatchObject({ complete: false });
    expect(await scene.statusOf('config_changes')).toBe('partial');
    isLying = false;
    await scene.run(70_000);
    expect(await scene.packedKeys('config_changes')).toEqual(scene.remoteKeys('config_changes'));
    expect(await coverage(scene)).toMatchObject({ complete: true });
    expect(await scene.statusOf('config_changes')).toBe('complete');
  });
});

describe('the filling of an opened parent', () => {
  const runOf = (scene: FeedScene, check: number, ageMs: number): JsonRow => ({
    check_id: simId(3, check),
    time: scene.at(-ageMs),
    status: true,
    duration: 12,
  });

  it('[COV3] a false empty answer leaves no gap in them, and is never shown as none', async () => {
    const scene = new FeedScene('check_statuses');
    scene.feeds.maxRows = 30;
    for (let n = 0; n < 100; n += 1) scene.feeds.put('check_statuses', runOf(scene, 1, n * MINUTE));
    scene.feeds.put('check_statuses', runOf(scene, 2, MINUTE));
    let pages = 0;
    scene.meddle = (request) => {
      const answer = scene.feeds.handle(request);
      if (answer === null || !request.path.includes('order=time.desc')) return answer;
      pages += 1;
      if (pages !== 2) return answer;
      return { ...answer, body: '[]', headers: { ...answer.headers, 'content-range': '*/0' } };
    };
    const tab = await scene.open();
    await scene.settle(
      tab.engine.watch({ table: 'checks', id: simId(3, 1), from: scene.at(-200 * MINUTE) }),
      5000,
    );
    const all = scene.remoteKeys('check_statuses').filter((key) => key.startsWith(simId(3, 1)));
    expect(await scene.packedKeys('check_statuses')).toEqual(all);
    expect(pages).toBe(6);
    const cursor = await scene.world.cache.cursor('check_statuses');
    expect(coverageOf(cursor, simId(3, 1))).toMatchObject({ complete: true });
  });
});
