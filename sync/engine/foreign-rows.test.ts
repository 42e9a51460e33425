import { expect, it } from 'vitest';
import { incident1, pgError, root1, Scene } from '#tests/support/engine-world.ts';
import { simId, userId } from '#tests/sim/facts.ts';
import { SyncError } from '../errors.ts';

const MINUTE = 60_000;
const foreign = simId(10, 77);

const ids = async ({ world }: Scene): Promise<readonly string[]> => world.cache.ids('incidents', null, null);

it('[AUT6] rows pulled while somebody else had signed in unheard leave with the copy; work that waits is shown again and sent', async () => {
  const scene = new Scene();
  const { server, scheduler } = scene.world;
  const like = server.rows('incidents').get(incident1);
  const tab = await scene.open();
  const before = await ids(scene);
  const stamp = scheduler.nowMs * 1000;
  server.insert('incidents', { ...like, id: foreign, created_at: stamp, updated_at: stamp }, stamp);
  server.session.userId = 'eve';
  await scene.run(50_000);
  // They did come, or this proves nothing.
  expect(await ids(scene)).toContain(foreign);
  await scene.title(tab, 'Mine waits');
  const mine = () => scene.local('hypotheses', root1);
  server.setHidden('incidents', foreign, true);
  await scene.run(3 * MINUTE);
  expect(await ids(scene)).toEqual([]);
  expect(await mine()).toMatchObject({ title: 'Mine waits' });
  expect(scene.writes()).toEqual([]);
  server.session.userId = userId;
  await scene.run(5 * MINUTE);
  expect(await ids(scene)).toEqual(before);
  expect(await mine()).toMatchObject({ title: 'Mine waits' });
  expect(scene.writes()).toEqual(['PATCH /db/hypotheses']);
});

it('[AUT6] a copy that could not be emptied is emptied before anything else is done with it', async () => {
  const scene = new Scene();
  const { server, cache } = scene.world;
  const clear = cache.clear.bind(cache);
  let failures = 2;
  Object.assign(cache, {
    clear: () => {
      failures -= 1;
      return failures < 0
        ? clear()
        : Promise.reject(new SyncError({ kind: 'storage-lost', message: 'gone' }));
    },
  });
  await scene.open();
  server.session.userId = 'eve';
  await scene.run(4 * MINUTE);
  expect(failures).toBeLessThan(0);
  expect(await ids(scene)).toEqual([]);
});

it('[REC9] what was deleted softly before the feeds began is known although a deletion of it waits here', async () => {
  const scene = new Scene();
  const { cache, server, scheduler } = scene.world;
  const ref = { tbl: 'responders', id: simId(14, 1) } as const;
  scene.meddle = (request) => (request.method === 'GET' ? null : pgError(503, 'PGRST001'));
  const tab = await scene.open();
  await scene.submit(tab, { kind: 'row.delete', table: 'responders', rowId: ref.id });
  // Older than what any feed asks for, as after the copy was emptied.
  server.update(ref.tbl, ref.id, { deleted_at: '2026-03-01T08:30:00+00:00' }, scheduler.nowMs * 1000);
  expect((await cache.get(ref)).shadow?.base).not.toBeNull();
  await scene.run(17 * MINUTE);
  const { row, shadow } = await cache.get(ref);
  expect(row).toBeUndefined();
  expect(shadow).toMatchObject({ base: null, pending: [{ kind: 'delete' }] });
});
