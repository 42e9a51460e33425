import { expect, it } from 'vitest';
import { Scene } from '#tests/support/engine-world.ts';
import { FeedServer } from '#tests/support/feed-server.ts';
import { simId } from '#tests/sim/facts.ts';
import type { PackedSpec } from '../protocol/packed.ts';
import { configChangePacked } from '../protocol/tables/config-change.ts';

const HOUR = 3_600_000;

/** A world that notes when pages of `/db/<table>` are asked for and when they are stored. */
class NotingScene extends Scene {
  readonly order: ('ask' | 'answer' | 'store')[] = [];
  failsStore = false;

  constructor(table: string, packed?: readonly PackedSpec[]) {
    super(1, (core) => core, packed);
    const stored = async <T>(isOurs: boolean, store: () => Promise<T>): Promise<T> => {
      if (isOurs && this.failsStore) throw new Error('no page is stored');
      const result = await store();
      if (isOurs) this.order.push('store');
      return result;
    };
    this.wrap = (ports) => ({
      ...ports,
      http: {
        send: async (request, signal) => {
          const isOurs = request.path.startsWith(`/db/${table}?`);
          if (isOurs) this.order.push('ask');
          const answer = await ports.http.send(request, signal);
          if (isOurs) this.order.push('answer');
          return answer;
        },
      },
      cache: {
        ...ports.cache,
        mutate: (refs, epoch, decide) =>
          stored(refs[0]?.tbl === table, () => ports.cache.mutate(refs, epoch, decide)),
      },
      packed: {
        ...ports.packed,
        apply: (write, epoch) => stored(write.tbl === table, () => ports.packed.apply(write, epoch)),
      },
    });
  }
}

it('[CUR13] a walk asks for the next page before the present one is stored', async () => {
  const scene = new NotingScene('people');
  await scene.open();
  expect(scene.order.slice(0, 4).join()).toBe('ask,answer,ask,store');
});

it('[CUR13] a walk whose page could not be stored does not go on behind it', async () => {
  const scene = new NotingScene('people');
  scene.failsStore = true;
  await scene.open();
  expect(scene.order.filter((what) => what === 'ask').length).toBeGreaterThan(1);
  expect(await scene.world.cache.cursor('people')).toBeUndefined();
  scene.failsStore = false;
  await scene.run(60_000);
  expect(await scene.world.cache.ids('people', null, null)).toEqual(
    [...scene.world.server.rows('people').keys()].toSorted(),
  );
});

it('[CUR13] the filling of a window asks for the next page before the present one is stored', async () => {
  const scene = new NotingScene('config_changes', [configChangePacked]);
  const feeds = new FeedServer(() => scene.world.scheduler.nowMs);
  feeds.maxRows = 5;
  for (let n = 1; n <= 12; n += 1) {
    const at = new Date(scene.world.scheduler.nowMs - n * HOUR).toISOString().replace('Z', '+00:00');
    const row = { config_id: simId(7, n), change_type: 'diff', count: 1, created_at: at, first_observed: at };
    feeds.put('config_changes', { id: simId(8, n), ...row });
  }
  scene.meddle = (request) => feeds.handle(request);
  await scene.open();
  await scene.run(60_000);
  // What columns there are, the first page, and the one after it.
  const asked = scene.order.slice(0, scene.order.indexOf('store')).filter((what) => what === 'ask');
  expect(asked).toHaveLength(3);
  expect(await scene.world.cache.packed.count('config_changes')).toBe(12);
});
