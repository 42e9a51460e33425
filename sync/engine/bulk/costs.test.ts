import { describe, expect, it } from 'vitest';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';
import type { JsonRow } from '../../protocol/op.ts';

function item(scene: FeedScene, n: number, patch: JsonRow = {}): JsonRow {
  const times = { created_at: scene.at(-9 * DAY), updated_at: scene.at(-8 * DAY), deleted_at: null };
  return { id: simId(7, n), name: `item ${n}`, type: 'Pod', health: 'healthy', ...times, ...patch };
}

const cost = (n: number, sum: number, currency = 'USD'): JsonRow => ({
  id: `${n} ${currency}`,
  config_id: simId(7, n),
  billing_currency: currency,
  cost_30d: sum,
});

/** A server that keeps costs in a list of their own. */
async function costly(...rows: readonly JsonRow[]): Promise<FeedScene> {
  const scene = new FeedScene('config_items');
  scene.feeds.missing = ['cost_total_7d', 'cost_total_30d'];
  for (let n = 1; n <= 6; n += 1) scene.feeds.put('config_items', item(scene, n));
  scene.feeds.put('config_cost_summary', ...rows);
  scene.world.openTab();
  await scene.run(40_000);
  return scene;
}

const costOf = async (scene: FeedScene, n: number): Promise<unknown> =>
  (await scene.packedRow('config_items', simId(7, n)))?.['cost_total_30d'];

const asked = (scene: FeedScene): number =>
  scene.feeds.asked.filter((path) => path.includes('config_cost_summary')).length;

describe('costs that the server keeps apart', () => {
  it('[WIR5] become those of the items, and several currencies have no sum', async () => {
    const scene = await costly(cost(1, 12.5), cost(2, 3), cost(2, 4, 'EUR'), cost(99, 7));
    expect(await costOf(scene, 1)).toBe(12.5);
    expect(await costOf(scene, 2)).toBeNull();
    expect(await costOf(scene, 3)).toBeNull();
    expect(await scene.packedKeys('config_items')).toHaveLength(6);
  });

  it('[WIR5] stay when an item is read again, are read once an hour, and go with the last bill', async () => {
    const scene = await costly(cost(1, 12.5), cost(4, 8));
    scene.feeds.put('config_items', item(scene, 1, { name: 'renamed', updated_at: scene.at() }));
    await scene.work(5 * MINUTE);
    expect(await scene.packedRow('config_items', simId(7, 1))).toMatchObject({
      name: 'renamed',
      cost_total_30d: 12.5,
    });
    const before = asked(scene);
    scene.feeds.drop('config_cost_summary', (row) => row['config_id'] === simId(7, 4));
    scene.feeds.put('config_cost_summary', cost(1, 13), cost(5, 2));
    await scene.work(30 * MINUTE);
    expect(asked(scene)).toBe(before);
    await scene.work(45 * MINUTE);
    expect([await costOf(scene, 1), await costOf(scene, 4), await costOf(scene, 5)]).toEqual([13, null, 2]);
  });

  it('[WIR5] are not forgotten for a list that does not add up or may not be read', async () => {
    const scene = await costly(cost(1, 12.5), cost(4, 8));
    let status = 200;
    let total = 2;
    scene.meddle = (request) => {
      const answer = scene.feeds.handle(request);
      if (answer === null || !request.path.includes('config_cost_summary')) return answer;
      if (status === 403) return { ...answer, status, body: 'Access Denied' };
      return { ...answer, body: '[]', headers: { ...answer.headers, 'content-range': `*/${total}` } };
    };
    await scene.work(65 * MINUTE);
    total = 0;
    await scene.work(65 * MINUTE);
    expect([await costOf(scene, 1), await costOf(scene, 4)]).toEqual([12.5, 8]);
    status = 403;
    await scene.work(65 * MINUTE);
    expect([await costOf(scene, 1), await costOf(scene, 4)]).toEqual([12.5, 8]);
    expect(await scene.statusOf('config_items')).toBe('complete');
  });

  it('[WIR5] are not asked for where the items have them', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', item(scene, 1, { cost_total_30d: 5 }));
    scene.feeds.put('config_cost_summary', cost(1, 9));
    scene.world.openTab();
    await scene.run(40_000);
    expect([asked(scene), await costOf(scene, 1)]).toEqual([0, 5]);
  });
});
