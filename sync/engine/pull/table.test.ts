import { expect, it } from 'vitest';
import { incident1, root1, Scene } from '#tests/support/engine-world.ts';
import { otherUserId, simId } from '#tests/sim/facts.ts';

it('[CUR4] a row committed late between two pages takes no place from the newest one', async () => {
  const scene = new Scene();
  const tab = await scene.open();
  const { server, scheduler } = scene.world;
  const comment = (n: number, stampMs: number): void => {
    const links = { incident_id: incident1, hypothesis_id: root1, created_by: otherUserId };
    server.insert('comments', { id: simId(30, n), comment: `c${n}`, ...links }, stampMs * 1000);
  };
  await scene.run(30_000);
  server.maxRows = 3;
  const from = scheduler.nowMs - 10_000;
  for (let n = 1; n <= 6; n += 1) comment(n, from + 10 * n);
  let pages = 0;
  scene.meddle = ({ path }) => {
    const isPage = path.startsWith('/db/comments?') && path.includes('comment,');
    // Stamped before the rows of the second page, committed after the first one was read.
    if (isPage && (pages += 1) === 2) comment(7, from + 35);
    return null;
  };
  await scene.settle(tab.engine.refresh(), 5000);
  expect(pages).toBeGreaterThan(1);
  expect(await scene.world.cache.ids('comments', null, null)).toContain(simId(30, 6));
});
