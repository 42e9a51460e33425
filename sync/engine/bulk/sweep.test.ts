import { expect, it } from 'vitest';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { otherUserId, simId, userId } from '#tests/sim/facts.ts';
import type { JsonRow } from '../../protocol/op.ts';

it('[REC5] an item that somebody else who has just signed in may not see is not gone', async () => {
  const scene = new FeedScene('config_items');
  const item = (n: number): JsonRow => ({
    id: simId(7, n),
    name: `item ${n}`,
    type: 'Pod',
    config_class: 'Pod',
    health: 'healthy',
    created_at: scene.at(-9 * DAY),
    updated_at: scene.at(-8 * DAY),
    deleted_at: null,
  });
  scene.feeds.put('config_items', ...Array.from({ length: 40 }, (_, n) => item(n)));
  await scene.open();
  await scene.work(10 * MINUTE);
  expect(await scene.packedKeys('config_items')).toHaveLength(40);
  scene.feeds.drop('config_items', (row) => row['id'] === simId(7, 2));
  const { session } = scene.world.server;
  let asked = 0;
  scene.meddle = (request) => {
    // In another program, while the item is asked for by its key.
    if (request.path.includes('in.(') && request.path.includes(simId(7, 2)) && (asked += 1) === 1)
      session.userId = otherUserId;
    return scene.feeds.handle(request);
  };
  await scene.work(70 * MINUTE);
  expect(asked).toBe(2);
  // The copy is emptied as a whole (AUT6); no pass has taken the item for gone.
  const { events } = scene.world.anyTab().log;
  expect(events.filter(({ code }) => code === 'reconcile.deleted')).toEqual([]);
  session.userId = userId;
  await scene.work(70 * MINUTE);
  expect(await scene.packedKeys('config_items')).toEqual(scene.remoteKeys('config_items'));
});
