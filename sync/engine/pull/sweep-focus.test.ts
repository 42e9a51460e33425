import { describe, expect, it } from 'vitest';
import { incident1, pgError, root1, Scene } from '#tests/support/engine-world.ts';
import { simId } from '#tests/sim/facts.ts';

const MINUTE = 60_000;

/** What was asked about the rows below the open incident since the last call. */
function askedOf(scene: Scene) {
  const paths = scene.sent.splice(0).map(({ path }) => decodeURIComponent(path));
  const below = paths.filter((path) => path.includes('incident_id=in.') && path.includes(incident1));
  const ofTable = (ending: string) => (table: string) =>
    below.filter((path) => path.startsWith(`/db/${table}?`) && path.endsWith(ending)).length;
  return { counts: ofTable('&limit=1'), pages: ofTable('&limit=1000') };
}

/** A device in front of an incident, right after it has listed what hangs below it. */
async function open(): Promise<Scene> {
  const scene = new Scene();
  const tab = await scene.open();
  await scene.run(MINUTE);
  scene.sent.length = 0;
  await scene.settle(tab.engine.watch({ table: 'incidents', id: incident1 }), 5000);
  return scene;
}

describe('the open incident', () => {
  it('[REC12] is listed when it is opened and every quarter of an hour, and counted every minute', async () => {
    const scene = await open();
    expect(askedOf(scene).pages('comments')).toBe(1);
    await scene.run(14 * MINUTE);
    const calm = askedOf(scene);
    expect(calm.pages('comments')).toBe(0);
    expect(calm.counts('comments')).toBeGreaterThanOrEqual(10);
    await scene.run(2 * MINUTE);
    expect(askedOf(scene).pages('comments')).toBe(1);
  });

  it('[REC12] is listed at once where a number differs, and with Refresh', async () => {
    const scene = await open();
    await scene.run(3 * MINUTE);
    scene.world.server.remove('comments', simId(12, 1));
    askedOf(scene);
    await scene.run(75_000);
    expect(await scene.local('comments', simId(12, 1))).toBeNull();
    const asked = askedOf(scene);
    expect(asked.pages('comments')).toBe(1);
    expect(asked.pages('responders')).toBe(0);
    await scene.settle(scene.world.anyTab().engine.refresh(), 5000);
    await scene.run(MINUTE);
    expect(askedOf(scene).pages('responders')).toBe(1);
  });

  it('[REC12] is counted as the server has it, whatever waits to be sent', async () => {
    const scene = await open();
    scene.meddle = ({ method }) => (method === 'GET' ? null : pgError(503, 'PGRST001'));
    const tab = scene.world.anyTab();
    await scene.comment(tab);
    await scene.submit(tab, { kind: 'row.delete', table: 'responders', rowId: simId(14, 1) });
    askedOf(scene);
    await scene.run(5 * MINUTE);
    const asked = askedOf(scene);
    for (const table of ['comments', 'responders']) {
      expect(asked.counts(table)).toBeGreaterThanOrEqual(2);
      expect(asked.pages(table)).toBe(0);
    }
  });

  it('[NET6] is looked at every ten seconds, every twenty where nothing has moved for long, until something does', async () => {
    const scene = await open();
    /** Looks at the comments in three minutes of somebody who reads. */
    const looks = async (): Promise<number> => {
      scene.sent.length = 0;
      for (let minute = 0; minute < 3; minute += 1) {
        await scene.settle(scene.world.anyTab().engine.watch({ table: 'incidents', id: incident1 }), 0);
        await scene.run(MINUTE);
      }
      return scene.sent.filter(({ path }) => /^\/db\/comments\?.*updated_at=gte/.test(path)).length;
    };
    const busy = await looks();
    expect(busy).toBeGreaterThanOrEqual(14);
    await looks();
    const calm = await looks();
    expect(calm).toBeGreaterThanOrEqual(7);
    expect(calm).toBeLessThanOrEqual(12);
    scene.edit('hypotheses', root1, { status: 'likely' });
    await scene.run(25_000);
    expect(await scene.local('hypotheses', root1)).toMatchObject({ status: 'likely' });
    expect(await looks()).toBeGreaterThanOrEqual(14);
  });
});
