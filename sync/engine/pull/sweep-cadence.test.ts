import { describe, expect, it } from 'vitest';
import { Scene } from '#tests/support/engine-world.ts';
import { simId } from '#tests/sim/facts.ts';
import type { HttpRequest } from '../../ports.ts';

const MINUTE = 60_000;
/** So many comments are compared by counts every 37 and a half minutes, in parts of a thousand. */
const ROWS = 2500;

const listsOf =
  (table: string) =>
  ({ path }: HttpRequest): boolean =>
    path.startsWith(`/db/${table}?select=id,updated_at&order=`);

const isPartCount = ({ path }: HttpRequest): boolean =>
  path.startsWith('/db/comments?select=id&updated_at=') && path.endsWith('&limit=1');

/** A device with many comments, a minute after it has compared them all. */
async function open(): Promise<Scene> {
  const scene = new Scene();
  const like = scene.world.server.rows('comments').get(simId(12, 1)) ?? {};
  const nowMicros = scene.world.stampMicros();
  for (let index = 0; index < ROWS; index += 1) {
    const updated_at = nowMicros - (ROWS - index) * 1_000_000;
    scene.world.server.insert('comments', { ...like, id: simId(30, index), updated_at }, updated_at);
  }
  await scene.open();
  await scene.run(MINUTE);
  scene.sent.length = 0;
  return scene;
}

describe('a table of many rows', () => {
  it('[REC10] is listed less often; what was deleted from it leaves all the same', async () => {
    const scene = await open();
    await scene.run(35 * MINUTE);
    expect(scene.sent.filter(listsOf('comments'))).toHaveLength(0);
    expect(scene.sent.filter(listsOf('hypotheses')).length).toBeGreaterThanOrEqual(2);
    scene.world.server.remove('comments', simId(30, 7));
    await scene.run(6 * MINUTE);
    expect(await scene.local('comments', simId(30, 7))).toBeNull();
  });

  it('[REC11] is counted stamp by stamp, and listed only in its share of the rows of a minute', async () => {
    const scene = await open();
    await scene.run(2 * 60 * MINUTE);
    expect(scene.sent.filter(listsOf('comments'))).toHaveLength(0);
    const counts = scene.sent.filter(isPartCount).length;
    expect([6, 9]).toContain(counts);
    await scene.run(7 * 60 * MINUTE);
    expect(scene.sent.filter(listsOf('comments')).length).toBeGreaterThan(0);
  });

  it('[REC11] whose number is right is listed when one is missing here and another there', async () => {
    const scene = await open();
    const { server } = scene.world;
    // From before the overlap of the cursor: no pull tells of it.
    server.remove('comments', simId(30, 7));
    const like = server.rows('comments').get(simId(30, 8)) ?? {};
    const late = scene.world.stampMicros() - 15 * MINUTE * 1000;
    server.insert('comments', { ...like, id: simId(31, 1), updated_at: late }, late);
    await scene.run(20 * MINUTE);
    expect(await scene.local('comments', simId(31, 1))).toBeNull();
    await scene.run(25 * MINUTE);
    expect(await scene.local('comments', simId(31, 1))).toMatchObject({ id: simId(31, 1) });
    expect(await scene.local('comments', simId(30, 7))).toBeNull();
  });

  it('[REC11] is found to differ where a change came with a stamp from before the cursor', async () => {
    const scene = await open();
    const late = scene.world.stampMicros() - 15 * MINUTE * 1000;
    scene.world.server.update('comments', simId(30, 9), { comment: 'late' }, late);
    await scene.run(45 * MINUTE);
    expect(await scene.local('comments', simId(30, 9))).toMatchObject({ comment: 'late' });
  });
});
