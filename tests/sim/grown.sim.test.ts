import { describe, expect, test } from 'vitest';
import { configItemPacked } from '#sync/protocol/tables/config-item.ts';
import type { PackedSpec } from '#sync/protocol/packed.ts';
import { withRequests } from './bugs/bug-ports.ts';
import { simId } from './facts.ts';
import { bringToRest } from './run.ts';
import { lookAt } from './focus.ts';
import { World } from './world.ts';

/** A device that is filled by the app before its update, and what the one after it asks for. */
async function beforeUpdate(
  seed: number,
  packed?: readonly PackedSpec[],
): Promise<{ readonly world: World; readonly asked: string[] }> {
  const asked: string[] = [];
  const world: World = new World({
    seed,
    sabotage: {
      isGrown: true,
      isWide: true,
      packed,
      ports: (ports) =>
        withRequests(ports, (request) => {
          if (world.grown === 'after') asked.push(decodeURIComponent(request.path));
          return request;
        }),
    },
  });
  lookAt(world, world.openTab(), 'area', { table: 'notifications' });
  await world.run(60_000);
  return { world, asked };
}

/** Names of collections whose feed says that rows lack columns. */
async function unread(world: World): Promise<readonly string[]> {
  return (await world.cache.feeds()).flatMap((feed) => (feed.unread === true ? [feed.tbl] : [])).toSorted();
}

const walks = (asked: readonly string[], table: string): readonly string[] =>
  asked.filter(
    (path) =>
      path.startsWith(`/db/${table}?`) &&
      /order=id(?:\.asc)?(?:&|$)/.test(path) &&
      // The ids that a sweep compares.
      !path.includes('select=id,updated_at&'),
  );

describe('an update that asks for more columns', () => {
  test('[UPG10] offline it keeps every row, and says which collections lack columns', async () => {
    const { world } = await beforeUpdate(1);
    const before = await world.cache.dump('hypotheses');
    expect(before).not.toEqual([]);
    expect(before.some((row) => Object.hasOwn(row, 'team_id'))).toBe(false);
    world.conditions.isUp = false;
    world.update();
    world.openTab();
    await world.run(10_000);
    expect(await world.cache.dump('hypotheses')).toEqual(before);
    expect(await unread(world)).toEqual([
      'canaries',
      'components',
      'config_analysis',
      'config_changes',
      'config_items',
      'hypotheses',
      'notifications',
      'people',
      'playbook_runs',
    ]);
    const states = new Map((await world.cache.feeds()).map((feed) => [feed.tbl, feed.status]));
    expect(['hypotheses', 'config_items', 'config_analysis'].map((tbl) => states.get(tbl))).toEqual([
      'complete',
      'complete',
      'complete',
    ]);
  });

  test('[UPG9] reads those collections again in their place, and no other', async () => {
    const { world, asked } = await beforeUpdate(2);
    world.update();
    world.openTab();
    await world.run(60_000);
    const rows = await world.cache.dump('hypotheses');
    expect(rows.every((row) => Object.hasOwn(row, 'team_id'))).toBe(true);
    const items = await world.cache.packed.get('config_items', [simId(70, 1)]);
    expect(items.get(simId(70, 1))).toHaveProperty('ready');
    expect(await unread(world)).toEqual([]);
    expect(walks(asked, 'hypotheses')).not.toEqual([]);
    expect(walks(asked, 'incidents')).toEqual([]);
    expect(walks(asked, 'comments')).toEqual([]);
    await bringToRest(world);
    expect(world.violations).toEqual([]);
  });

  test('[UPG9] what was deleted between the last pull and the walk for new columns leaves the device', async () => {
    const { world } = await beforeUpdate(3, [configItemPacked]);
    world.killAll();
    const gone = simId(70, 3);
    world.server.update('config_items', gone, { deleted_at: 'now()' }, world.stampMicros());
    world.server.update('people', simId(1, 3), { deleted_at: 'now()' }, world.stampMicros());
    // Longer than any overlap looks back, and no sweep of the catalog is due.
    world.scheduler.schedule('browser', 3 * 3_600_000, () => undefined);
    await world.run(3 * 3_600_000);
    world.update();
    world.openTab();
    await world.run(20_000);
    expect((await world.cache.packed.get('config_items', [gone])).size).toBe(0);
    expect((await world.cache.get({ tbl: 'people', id: simId(1, 3) })).row).toBeUndefined();
  });

  test('[UPG11] a walk that is interrupted goes on where it stood', async () => {
    const { world, asked } = await beforeUpdate(4);
    world.update();
    const tab = world.openTab();
    let last: string | null = null;
    await world.run(60_000, async () => {
      const cursor = await world.cache.cursor('hypotheses');
      if (last !== null || cursor === undefined || cursor.walk === 'done' || cursor.shape === undefined)
        return;
      if (cursor.walk.afterId === null || !(await hasColumn(world))) return;
      last = cursor.walk.afterId;
      world.killTab(tab);
    });
    expect(last).not.toBeNull();
    expect(await unread(world)).toContain('hypotheses');
    asked.length = 0;
    world.openTab();
    await world.run(60_000);
    expect(walks(asked, 'hypotheses')[0]).toContain(`id=gt.${last}`);
    expect(await unread(world)).toEqual([]);
  });
});

async function hasColumn(world: World): Promise<boolean> {
  return (await world.cache.dump('hypotheses')).some((row) => Object.hasOwn(row, 'team_id'));
}
