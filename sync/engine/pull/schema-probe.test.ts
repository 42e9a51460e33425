import { describe, expect, it } from 'vitest';
import { reply } from '#tests/support/engine-world.ts';
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
    expect(probes(scene)).toHaveLength(4);
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
    // A page is ordered by its marker; a look names every marker in one condition, and the bound beside the better one.
    const named = (path: string): readonly string[] =>
      ['inserted_at', 'first_observed', 'created_at'].filter((marker) =>
        new RegExp(`order=${marker}\\.|[?&]${marker}=gte|or=\\(${marker}\\.|and\\(${marker}\\.`).test(path),
      );
    const followed = new Set(scene.feeds.asked.flatMap(named).filter((marker) => markers.includes(marker)));
    expect([...followed].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(markers);
    const others = ['inserted_at', 'first_observed'].filter((marker) => !markers.includes(marker));
    expect(scene.feeds.asked.flatMap(named).filter((marker) => others.includes(marker))).toEqual([]);
    // The bound prunes the table whatever the marker (B9).
    expect(
      scene.feeds.asked.every((path) => path.includes('created_at=') || path.includes('created_at.')),
    ).toBe(true);
  });

  it.each([
    ['asks for what the newer server has', [] as string[], simId(20, 2)],
    ['leaves out what the older one lacks', ['parent_id'], null],
  ])('[WIR4] a table waits for the probe and %s', async (_name, missing, parent) => {
    const scene = new FeedScene('playbook_runs', 'config_changes');
    scene.feeds.missing = missing;
    fill(scene);
    const ended = { status: 'completed', created_at: scene.at(-DAY), end_time: scene.at(-DAY) };
    scene.feeds.put('playbook_runs', {
      ...ended,
      id: simId(20, 1),
      playbook_id: simId(21, 1),
      parent_id: simId(20, 2),
    });
    // The cursor ends here: the older run lies before its overlap and is read once.
    const now = { created_at: scene.at(-MINUTE), end_time: scene.at(-MINUTE) };
    scene.feeds.put('playbook_runs', { ...ended, ...now, id: simId(20, 2), playbook_id: simId(21, 1) });
    const busyUntil = scene.world.scheduler.nowMs + 5000;
    scene.meddle = (request) =>
      request.path.endsWith('limit=0') && scene.world.scheduler.nowMs < busyUntil
        ? reply(503, '')
        : scene.feeds.handle(request);
    scene.world.openTab();
    await scene.run(60_000);
    expect(await scene.local('playbook_runs', simId(20, 1))).toMatchObject({ parent_id: parent });
    expect(await scene.statusOf('playbook_runs')).toBe('complete');
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

  it('[WIR3] a comparison that meets a lost column is enough to ask again', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.missing = [];
    const item = (index: number) => ({ id: simId(7, index), type: 'Pod', updated_at: scene.at(-DAY) });
    for (const index of [1, 2, 3]) scene.feeds.put('config_items', item(index));
    scene.world.openTab();
    await scene.run(30_000);
    scene.feeds.missing = ['cost_total_7d'];
    scene.feeds.drop('config_items', (row) => row['id'] === simId(7, 2));
    await scene.work(7 * 60 * MINUTE);
    expect(await scene.packedKeys('config_items')).toEqual([simId(7, 1), simId(7, 3)]);
  });

  it('[WIR3] a collection of rows that loses a column is pulled without it', async () => {
    const scene = new FeedScene('notifications', 'config_items');
    scene.feeds.missing = [];
    scene.feeds.put('notifications', { id: simId(9, 1), title: 'On call' });
    const tab = scene.world.openTab();
    await scene.settle(tab.engine.watch({ table: 'notifications' }), 60_000);
    scene.feeds.missing = ['namespace'];
    scene.feeds.put('notifications', { id: simId(9, 1), title: 'Nobody' });
    await scene.work(90 * MINUTE);
    const { row } = await scene.world.cache.get({ tbl: 'notifications', id: simId(9, 1) });
    expect(row).toMatchObject({ title: 'Nobody' });
    expect(await scene.statusOf('notifications')).toBe('complete');
  });
});
