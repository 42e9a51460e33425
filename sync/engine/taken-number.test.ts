import { describe, expect, it } from 'vitest';
import { incident1, origin, pgError, root1, Scene } from '#tests/support/engine-world.ts';
import type { Command } from '../protocol/command.ts';

const MINUTE = 60_000;
const create: Command = {
  kind: 'incident.create',
  title: 'DNS',
  severity: 'high',
  type: 'availability',
};

/** The sequence of the server lags behind its rows: the first `taken` numbers it gives are already in use. */
function lagging(scene: Scene, path: string, taken: number): { count: () => number } {
  let refused = 0;
  scene.meddle = (request) => {
    if (request.method !== 'POST' || !request.path.startsWith(path) || refused >= taken) return null;
    refused += 1;
    return pgError(409, '23505');
  };
  return { count: () => refused };
}

describe('a number that the server gives', () => {
  it('[RPL19] an incident whose number was taken arrives once, with all that belongs to it', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const refusals = lagging(scene, '/db/incidents', 3);
    const { opIds } = await scene.settle(tab.engine.submit(create, origin));
    await scene.run(MINUTE);
    expect(refusals.count()).toBe(3);
    for (const id of opIds) expect(await scene.op(id)).toMatchObject({ state: 'done' });
    expect(scene.effects('incidents', 'insert')).toBe(1);
    expect(await scene.world.journal.notices()).toEqual([]);
  });

  it('[RPL19] an incident that never gets a number of its own is given up, and its text is kept', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const refusals = lagging(scene, '/db/incidents', 1000);
    const { opIds } = await scene.settle(tab.engine.submit(create, origin));
    await scene.run(2 * MINUTE);
    expect(refusals.count()).toBe(8);
    expect(await scene.op(opIds[0] ?? '')).toMatchObject({
      state: 'failed',
      lastError: { class: 'conflict', code: '23505' },
    });
  });

  it('[RPL19] where the server numbers nothing the refusal is final at once', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const refusals = lagging(scene, '/db/comments', 1000);
    const id = await scene.submit(tab, {
      kind: 'comment.add',
      incidentId: incident1,
      hypothesisId: root1,
      text: 'Looking',
    });
    await scene.run(MINUTE);
    expect(refusals.count()).toBe(1);
    expect((await scene.op(id)).state).toBe('failed');
  });
});
