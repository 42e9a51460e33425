import { describe, expect, it } from 'vitest';
import { incident1, Scene } from '#tests/support/engine-world.ts';
import { coreTables } from '../protocol/tables.ts';

const MINUTE = 60_000;
const hotTables = Object.values(coreTables).flatMap(({ name, group }) => (group === 'hot' ? [name] : []));

function deny(scene: Scene): void {
  for (const name of hotTables) scene.world.server.deniedReads.add(name);
}

async function statusOf(scene: Scene, tbl: string): Promise<string | undefined> {
  return (await scene.world.cache.feeds()).find((feed) => feed.tbl === tbl)?.status;
}

describe('a role that may read no incident', () => {
  it('[NET4] is live all the same, and stays so while the rest comes', async () => {
    const scene = new Scene();
    deny(scene);
    const tab = await scene.open();
    expect(await statusOf(scene, 'incidents')).toBe('forbidden');
    for (let minute = 0; minute < 20; minute += 1) {
      await scene.run(MINUTE);
      expect([minute, tab.engine.status().phase]).toEqual([minute, 'live']);
    }
    expect(tab.engine.status()).toMatchObject({ reason: null });
    expect(tab.engine.status().asOf).not.toBeNull();
  });

  it('[NET4] is not live when the server falls silent', async () => {
    const scene = new Scene();
    deny(scene);
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    await scene.run(10 * MINUTE);
    expect(tab.engine.status().phase).toBe('unreachable');
  });

  it('[NET4] a permission that is granted is noticed within minutes, without anybody asking', async () => {
    const scene = new Scene();
    deny(scene);
    await scene.open();
    scene.world.server.deniedReads.clear();
    await scene.run(6 * MINUTE);
    for (const name of hotTables) expect([name, await statusOf(scene, name)]).toEqual([name, 'complete']);
    expect(await scene.local('incidents', incident1)).not.toBeNull();
  });

  it('[NET4] a permission that is taken is noticed at the next pull: the collections are not shown any more', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    expect(await scene.local('incidents', incident1)).not.toBeNull();
    deny(scene);
    await scene.run(2 * MINUTE);
    for (const name of hotTables) expect([name, await statusOf(scene, name)]).toEqual([name, 'forbidden']);
    expect(tab.engine.status().phase).toBe('live');
  });
});
