import { describe, expect, it } from 'vitest';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';

const probes = (scene: FeedScene): readonly string[] =>
  scene.sent.map((request) => request.path).filter((path) => path.endsWith('limit=0'));

function fill(scene: FeedScene): void {
  scene.feeds.put('config_changes', {
    id: simId(8, 1),
    config_id: simId(7, 1),
    change_type: 'diff',
    created_at: scene.at(-DAY),
    first_observed: scene.at(-DAY),
    inserted_at: scene.at(-DAY),
    count: 1,
  });
}

describe('the schema probe', () => {
  it('[WIR1] asks once for each column only one wire has, and the next tab asks nothing', async () => {
    const scene = new FeedScene('config_items', 'config_changes');
    fill(scene);
    const tab = scene.world.openTab();
    await scene.run(30_000);
    expect(probes(scene)).toHaveLength(3);
    scene.world.killTab(tab);
    scene.sent.length = 0;
    scene.world.openTab();
    await scene.run(30_000);
    expect(probes(scene)).toEqual([]);
    scene.feeds.put('config_items', {
      id: simId(7, 1),
      type: 'Pod',
      config_class: 'Pod',
      updated_at: scene.at(),
    });
    await scene.work(4 * MINUTE);
    expect(scene.feeds.asked.some((path) => path.includes('cost_total_7d'))).toBe(true);
  });

  it.each([
    ['alone, the stamp of the newer server', 'cost_total_7d', ['inserted_at']],
    ['both times of the older one', 'inserted_at', ['created_at', 'first_observed']],
  ])('[WIR2] changes follow %s', async (_name, missing, markers) => {
    const scene = new FeedScene('config_changes');
    scene.feeds.missing = [missing];
    fill(scene);
    scene.world.openTab();
    await scene.run(30_000);
    scene.feeds.asked.length = 0;
    await scene.work(2 * MINUTE);
    const orders = new Set(scene.feeds.asked.map((path) => /order=([a-z_]+)\./.exec(path)?.[1] ?? ''));
    expect([...orders].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(markers);
    // The bound prunes the table whatever the marker (B9).
    expect(
      scene.feeds.asked.every((path) => path.includes('created_at=') || path.includes('created_at.')),
    ).toBe(true);
  });

  it('[WIR3] a server that loses a column is asked again, and the feed goes on without it', async () => {
    const scene = new FeedScene('config_changes');
    scene.feeds.missing = [];
    fill(scene);
    scene.world.openTab();
    await scene.run(30_000);
    expect(scene.feeds.asked.some((path) => path.includes('inserted_at'))).toBe(true);
    scene.feeds.missing = ['inserted_at'];
    await scene.work(40 * MINUTE);
    scene.feeds.put('config_changes', { id: simId(8, 1), count: 2, created_at: scene.at() });
    await scene.work(2 * MINUTE);
    expect(await scene.packedRow('config_changes', simId(8, 1))).toMatchObject({ count: 2 });
    expect(await scene.statusOf('config_changes')).toBe('complete');
  });
});
