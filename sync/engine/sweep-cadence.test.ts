import { expect, it } from 'vitest';
import { simId } from '#tests/sim/facts.ts';
import { Scene } from '#tests/support/engine-world.ts';
import type { HttpRequest } from '../ports.ts';

const MINUTE = 60_000;

it('[REC10] a table of many rows is compared less often; what was deleted from it leaves all the same', async () => {
  const scene = new Scene();
  const like = scene.world.server.rows('comments').get(simId(12, 1)) ?? {};
  for (let index = 0; index < 2500; index += 1)
    scene.world.server.insert('comments', { ...like, id: simId(30, index) }, scene.world.stampMicros());
  await scene.open();
  await scene.run(MINUTE);
  scene.sent.length = 0;
  await scene.run(35 * MINUTE);
  const lists =
    (table: string) =>
    ({ path }: HttpRequest) =>
      path.startsWith(`/db/${table}?select=id,updated_at&order=`);
  expect(scene.sent.filter(lists('comments'))).toHaveLength(0);
  expect(scene.sent.filter(lists('hypotheses')).length).toBeGreaterThanOrEqual(2);
  scene.world.server.remove('comments', simId(30, 7));
  await scene.run(6 * MINUTE);
  expect(await scene.local('comments', simId(30, 7))).toBeNull();
});
