import { describe, expect, it } from 'vitest';
import { pgError } from '#tests/support/engine-world.ts';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';
import { hotTables } from '../../protocol/table.ts';
import { tables } from '../../protocol/tables.ts';

const area = { table: 'notifications' } as const;
const rule = simId(77, 1);

/** A company with one rule. */
function company(): FeedScene {
  const scene = new FeedScene('notifications', 'check_statuses');
  scene.feeds.put('notifications', {
    id: rule,
    title: 'On call',
    created_at: scene.at(-DAY),
    deleted_at: null,
  });
  return scene;
}

/** What was asked about rules since the last call. */
function asked(scene: FeedScene): { readonly pages: number; readonly columns: number } {
  const paths = scene.sent.splice(0).map(({ path }) => path);
  const ofRules = paths.filter((path) => path.startsWith('/db/notifications?'));
  const columns = ofRules.filter((path) => path.endsWith('limit=0')).length;
  return { pages: ofRules.length - columns, columns };
}

/** The device is off until its clock shows so much later, and is opened again for a minute. */
async function openAfter(scene: FeedScene, ms: number): Promise<void> {
  scene.world.killAll();
  scene.world.clockOffsetMs += ms;
  scene.sent.length = 0;
  await scene.open();
  await scene.run(MINUTE);
}

/** One visit of a minute. */
async function visit(scene: FeedScene): Promise<void> {
  const { engine } = scene.world.anyTab();
  await scene.settle(engine.watch(area), MINUTE);
  await scene.settle(engine.unwatch(area), 1000);
}

describe('a collection that is visited', () => {
  it('[VIS1] is asked for by nothing before its first visit, and then at once', async () => {
    const scene = company();
    const tab = await scene.open();
    await scene.settle(tab.engine.refresh(), MINUTE);
    await scene.work(20 * MINUTE);
    expect(asked(scene)).toEqual({ pages: 0, columns: 0 });
    expect(tab.engine.status()).toMatchObject({ phase: 'live', progress: null });
    await scene.settle(tab.engine.watch(area), 5000);
    expect(await scene.keys('notifications')).toEqual([rule]);
    expect(await scene.statusOf('notifications')).toBe('complete');
    // With the columns of this server from the first time on.
    const { optional = [] } = tables.notifications;
    const [page] = scene.sent
      .map(({ path }) => path)
      .filter((path) => path.includes('/db/notifications?select=id'));
    for (const column of optional) expect(page).toContain(column);
  });

  it('[VIS1] is pulled at once on a metered link, too, where nothing else is due', async () => {
    const scene = company();
    scene.wrap = (ports) => {
      Object.assign(ports.lifecycle, { isConstrained: () => true });
      return ports;
    };
    const tab = await scene.open();
    await scene.work(2 * MINUTE);
    await scene.settle(tab.engine.watch(area), 5000);
    expect(await scene.keys('notifications')).toEqual([rule]);
  });

  it('[VIS1] says nothing of how fresh the copy is, where it would be the first of what may be read', async () => {
    const scene = company();
    for (const name of hotTables) scene.world.server.deniedReads.add(name);
    scene.meddle = (request) =>
      request.path.startsWith('/db/notifications') ? scene.feeds.handle(request) : null;
    const tab = await scene.open();
    await scene.work(2 * MINUTE);
    expect(tab.engine.status()).toMatchObject({ phase: 'live', progress: null });
  });

  it('[VIS2] has its own cadence while a screen is in front, and that of what hardly changes afterwards', async () => {
    const scene = company();
    const { engine } = await scene.open();
    await scene.settle(engine.watch(area), MINUTE);
    asked(scene);
    await scene.work(5 * MINUTE);
    const watched = asked(scene).pages;
    expect(watched).toBeGreaterThanOrEqual(8);
    expect(watched).toBeLessThanOrEqual(13);
    await scene.settle(engine.unwatch(area), 0);
    await scene.work(11 * MINUTE);
    expect(asked(scene).pages).toBe(0);
    await scene.work(9 * MINUTE);
    expect(asked(scene).pages).toBe(1);
  });

  it('[VIS2] is not looked at by a screen behind others, or of a tab that is', async () => {
    const scene = company();
    const { engine } = await scene.open();
    const behind = scene.world.openTab();
    await scene.run(5000);
    await scene.settle(behind.engine.setVisible(false), 1000);
    await scene.settle(behind.engine.watch(area), MINUTE);
    expect(asked(scene).pages).toBe(0);
    await scene.settle(behind.engine.setVisible(true), 20_000);
    expect(asked(scene).pages).toBeGreaterThan(0);
    expect(engine.status().isLeader).toBe(true);
  });

  it('[VIS3] is cold for a fortnight, rests until a month is over, and is gone then', async () => {
    const scene = company();
    await scene.open();
    await visit(scene);
    await openAfter(scene, 13 * DAY);
    expect(asked(scene).pages).toBe(1);
    await openAfter(scene, 2 * DAY);
    expect(asked(scene)).toEqual({ pages: 0, columns: 0 });
    expect(await scene.keys('notifications')).toEqual([rule]);
    await openAfter(scene, 14 * DAY);
    expect(await scene.statusOf('notifications')).toBe('complete');
    await openAfter(scene, 2 * DAY);
    expect(asked(scene).pages).toBe(0);
    expect(await scene.keys('notifications')).toEqual([]);
    expect(await scene.statusOf('notifications')).toBe('never');
  });

  it('[VIS3] is gone from a page that stays open, too', async () => {
    const scene = company();
    await scene.open();
    await visit(scene);
    scene.world.clockOffsetMs += 31 * DAY;
    await scene.run(MINUTE);
    expect(await scene.keys('notifications')).toEqual([]);
  });

  it('[VIS3] that is gone is no empty list when it cannot be read again', async () => {
    const scene = company();
    await scene.open();
    await visit(scene);
    await openAfter(scene, 31 * DAY);
    scene.meddle = (request) =>
      request.path.startsWith('/db/notifications?') ? pgError(503, 'PGRST001') : scene.feeds.handle(request);
    await visit(scene);
    expect(await scene.statusOf('notifications')).toBe('never');
    scene.meddle = (request) => scene.feeds.handle(request);
    await scene.settle(scene.world.anyTab().engine.watch(area), 5 * MINUTE);
    expect(await scene.statusOf('notifications')).toBe('complete');
    expect(await scene.keys('notifications')).toEqual([rule]);
  });

  it('[VIS3] stays for as long as it is visited, also in visits of seconds', async () => {
    const scene = company();
    const { engine } = await scene.open();
    await scene.settle(engine.watch(area), MINUTE);
    for (let times = 0; times < 3; times += 1) {
      await openAfter(scene, 20 * DAY);
      await scene.settle(scene.world.anyTab().engine.watch(area), 3000);
    }
    await openAfter(scene, 20 * DAY);
    expect(await scene.keys('notifications')).toEqual([rule]);
  });

  it('[VIS4] is not kept for years because the clock was wrong at its visit', async () => {
    const scene = company();
    scene.world.clockOffsetMs = 3650 * DAY;
    await scene.open();
    await visit(scene);
    await openAfter(scene, -3650 * DAY);
    expect(asked(scene).pages).toBe(1);
    await openAfter(scene, 15 * DAY);
    expect(asked(scene).pages).toBe(0);
    await openAfter(scene, 16 * DAY);
    expect(await scene.keys('notifications')).toEqual([]);
  });

  it('[VIS4] is visited by a tab that follows, and the visit outlives a change of leader', async () => {
    const scene = company();
    const leader = await scene.open();
    const follower = scene.world.openTab();
    await scene.run(5000);
    await scene.settle(follower.engine.watch(area), 20_000);
    expect(await scene.keys('notifications')).toEqual([rule]);
    await scene.settle(follower.engine.unwatch(area), 0);
    scene.world.killTab(leader);
    scene.sent.length = 0;
    await scene.work(20 * MINUTE);
    expect(asked(scene).pages).toBeGreaterThan(0);
  });
});
