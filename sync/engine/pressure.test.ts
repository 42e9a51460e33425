import { expect, it } from 'vitest';
import { Scene } from '#tests/support/engine-world.ts';

it('[QTA3] while pulls are paused nothing is downloaded, changes are sent, and the reason is shown', async () => {
  const scene = new Scene();
  let reason: string | null = null;
  scene.wrap = (ports) => ({ ...ports, pressure: { pauseReason: () => reason } });
  const tab = await scene.open();
  reason = 'The storage of this device is full.';
  await scene.run(120_000);
  scene.sent.length = 0;
  await scene.comment(tab, 'Still sent');
  await scene.run(120_000);
  expect(scene.writes()).toEqual(['POST /db/comments']);
  const pulls = scene.sent.filter(({ method, path }) => method === 'GET' && path.startsWith('/db/incidents'));
  expect(pulls).toEqual([]);
  expect(tab.engine.status().reason).toBe(reason);
  reason = null;
  await scene.run(120_000);
  expect(tab.engine.status().reason).toBeNull();
  expect(scene.sent.some(({ path }) => path.startsWith('/db/incidents'))).toBe(true);
});
