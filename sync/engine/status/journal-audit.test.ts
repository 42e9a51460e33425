import { expect, it } from 'vitest';
import { Scene } from '#tests/support/engine-world.ts';
import type { JournalStore } from '../../ports.ts';
import { askCache } from './journal-audit.ts';
import type { Runtime } from '../runtime.ts';

it('[DSK10] what a person saves while the cache is asked hides nothing that is gone', async () => {
  const scene = new Scene();
  const tab = await scene.open();
  scene.world.conditions.isUp = false;
  const lostId = await scene.comment(tab, 'lost with the last writes');
  const lost = await scene.op(lostId);
  const { journal } = scene.world;
  await scene.title(tab, 'saved in its place');
  const [saved] = (await journal.read({ open: true })).filter(({ id }) => id !== lostId);
  expect(saved).toBeDefined();
  // The journal has gone back to before the first; between two reads the second is saved, under the number of the first.
  let reads = 0;
  const next = (): boolean => (reads += 1) > 1;
  const back: Pick<JournalStore, 'read' | 'meta'> = {
    read: async (scope) => {
      if (!('open' in scope)) return [];
      return next() && saved !== undefined ? [{ ...saved, seq: lost.seq }] : [];
    },
    meta: async () => ({ ...(await journal.meta()), lastSeq: next() ? lost.seq : lost.seq - 1 }),
  };
  const runtime = {
    ports: { cache: scene.world.cache, journal: { ...journal, ...back } },
  } as unknown as Runtime; // only its two stores are asked
  expect(await askCache(runtime)).toContain(lostId);
});
