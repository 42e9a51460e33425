import { describe, expect, test } from 'vitest';
import { simId } from './facts.ts';
import { checkAtRest } from './invariants.ts';
import { World } from './world.ts';

const tenYearsMs = 10 * 365 * 24 * 3_600_000;
const minuteMs = 60_000;
const hypothesisId = simId(11, 10);

function setOnLine(world: World, isOnLine: boolean): void {
  world.conditions.isUp = isOnLine;
  for (const { lifecycle } of world.tabs.values()) {
    lifecycle.isTabOnLine = isOnLine;
    lifecycle.announce();
  }
}

/** A world that has pulled everything, and a device that knows that its network is gone. */
async function offlineWorld(): Promise<World> {
  const world = new World({ seed: 11 });
  world.openTab();
  await world.run(20_000);
  setOnLine(world, false);
  return world;
}

/** Changes the title; the person is told that it is saved, or the page is gone before that. */
async function setTitle(world: World, title: string, hears: 'told' | 'untold'): Promise<void> {
  const saving = world
    .anyTab()
    .engine.submit(
      { kind: 'row.update', table: 'hypotheses', rowId: hypothesisId, set: { title } },
      { screen: '/incidents', appVersion: 'sim' },
    )
    .then(({ opIds }) => {
      if (hears === 'told') world.accept(opIds);
    });
  await world.run(1000);
  await saving;
}

/** The next leader starts years later by its clock, and tidies. */
async function restartYearsLater(world: World): Promise<void> {
  world.clockOffsetMs = tenYearsMs;
  for (const tab of world.tabs.values()) world.killTab(tab);
  world.openTab();
  await world.run(minuteMs);
}

describe('an operation that is no longer in the journal (I2)', () => {
  test('is judged by what it was when it was purged, not by what it was when it was saved', async () => {
    const world = await offlineWorld();
    await setTitle(world, 'first', 'told');
    await setTitle(world, 'second', 'untold');
    expect((await world.journal.read({ open: true })).map(({ patch }) => patch)).toEqual([
      { title: 'second' },
    ]);
    setOnLine(world, true);
    await world.run(5 * minuteMs);
    await restartYearsLater(world);
    expect(await world.journal.read({ ids: [...world.accepted] })).toEqual([]);
    expect(world.server.rows('hypotheses').get(hypothesisId)?.['title']).toBe('second');
    await checkAtRest(world);
    expect(world.violations).toEqual([]);
  });

  test('is noticed at once when a purge takes what was never sent', async () => {
    const world = await offlineWorld();
    await setTitle(world, 'first', 'told');
    const { journal } = world;
    world.journal = {
      ...journal,
      purge: () =>
        journal.mutate({ open: true }, (open) => ({ remove: open.map(({ id }) => id), result: open.length })),
    };
    await restartYearsLater(world);
    const [id] = world.accepted;
    expect(world.violations).toEqual([`I2 op ${id} was purged while it was queued`]);
  });
});
