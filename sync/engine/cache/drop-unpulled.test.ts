import { describe, expect, it } from 'vitest';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';
import { packedSpecs } from '../../protocol/packed-specs.ts';
import { laterTables, pulledTables } from '../../protocol/tables.ts';

describe('collections that are not pulled any more', () => {
  it('[FED7] leave the device with the next term, rows and age, and the others stay', async () => {
    const scene = new FeedScene('agents', 'topologies');
    scene.feeds.put('agents', { id: simId(2, 1), name: 'edge-1', created_at: scene.at(-DAY) });
    const page = { id: simId(3, 1), name: 'Shop', created_at: scene.at(-DAY), updated_at: scene.at(-DAY) };
    scene.feeds.put('topologies', page);
    const first = await scene.open();
    expect(await scene.keys('agents')).toEqual([simId(2, 1)]);
    scene.world.killTab(first);
    scene.sent.length = 0;
    scene.unpulled.add('agents');
    await scene.open();
    await scene.run(MINUTE);
    expect(await scene.keys('agents')).toEqual([]);
    expect(await scene.statusOf('agents')).toBe('never');
    expect(await scene.keys('topologies')).toEqual([simId(3, 1)]);
    expect(scene.sent.filter(({ path }) => path.startsWith('/db/agents'))).toEqual([]);
  });
});

describe('the collections that a console pulls', () => {
  it('[FED7] are at most 28 that are always on, and none that no screen reads', () => {
    const always = Object.values(packedSpecs).filter(({ feed }) => feed.kind !== 'opened');
    const rows = Object.values(pulledTables).filter(({ keep }) => keep !== 'visited');
    expect(rows.length + always.length).toBeLessThanOrEqual(28);
    expect(laterTables.filter((name) => name in pulledTables)).toEqual([]);
  });
});
