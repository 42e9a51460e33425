import { describe, expect, it } from 'vitest';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';
import type { FeedReport } from '../../protocol/diagnostics.ts';
import type { PackedName } from '../../protocol/packed.ts';

const ITEMS = 6000;

/** A catalog of thirty pages, and a window of changes of six. */
function bigScene(): FeedScene {
  const scene = new FeedScene('config_items', 'config_changes');
  scene.feeds.maxRows = 200;
  for (let n = 0; n < ITEMS; n += 1) {
    scene.feeds.put('config_items', { id: simId(7, n), name: `item ${n}`, deleted_at: null });
  }
  for (let n = 0; n < 1200; n += 1) {
    const created_at = scene.at(-n * MINUTE);
    scene.feeds.put('config_changes', {
      id: simId(8, n),
      config_id: simId(7, n),
      change_type: 'diff',
      severity: 'info',
      created_at,
      first_observed: created_at,
    });
  }
  return scene;
}

const isPageOf =
  (tbl: PackedName) =>
  (path: string): boolean =>
    path.startsWith(`/db/${tbl}?`) &&
    path.includes(tbl === 'config_items' ? 'config_class' : 'order=created_at.desc');

async function until(scene: FeedScene, isDone: () => boolean): Promise<void> {
  for (let step = 0; step < 6000 && !isDone(); step += 1) await scene.run(5);
  expect(isDone()).toBe(true);
}

async function fillOf(scene: FeedScene, tbl: PackedName): Promise<FeedReport['fill'] | undefined> {
  const { leader } = await scene.settle(scene.world.anyTab().engine.diagnostics());
  return leader?.feeds.find((feed) => feed.tbl === tbl)?.fill;
}

describe('a first download that is held back', () => {
  it.each(['config_items', 'config_changes'] as const)(
    '[HLD1] of %s ends with the pages under way, keeps what came, and goes on where it stood',
    async (tbl) => {
      const scene = bigScene();
      const pages = (): number => scene.feeds.asked.filter(isPageOf(tbl)).length;
      // A page takes longer than to write down that the download is held.
      scene.wrap = (ports) => ({
        ...ports,
        http: {
          send: async (request, signal) => {
            if (isPageOf(tbl)(request.path))
              await new Promise<void>((resolve) => ports.timers.set(resolve, 50));
            return ports.http.send(request, signal);
          },
        },
      });
      const tab = scene.world.openTab();
      await until(scene, () => pages() >= 3);
      await scene.settle(tab.engine.holdDownload(true), 5000);
      const atHold = pages();
      expect(tab.engine.status()).toMatchObject({ phase: 'live', isHeld: true, progress: null });
      await scene.work(20 * MINUTE);
      expect(pages()).toBe(atHold);
      const here = (await scene.packedKeys(tbl)).length;
      expect(here).toBeGreaterThan(0);
      expect(here).toBeLessThan(scene.remoteKeys(tbl).length);
      expect(await fillOf(scene, tbl)).toEqual({ taken: here, counted: scene.remoteKeys(tbl).length });
      expect(await scene.statusOf(tbl)).toBe('partial');
      await scene.settle(tab.engine.holdDownload(false), 60_000);
      expect(await scene.packedKeys(tbl)).toEqual(scene.remoteKeys(tbl));
      expect(await fillOf(scene, tbl)).toBe(null);
      expect(await scene.statusOf(tbl)).toBe('complete');
      // What had come was not asked for again.
      const rest = (scene.remoteKeys(tbl).length - here) / scene.feeds.maxRows;
      expect(pages() - atHold).toBeLessThanOrEqual(rest + 4 * 3);
      expect(tab.engine.status().isHeld).toBeUndefined();
    },
  );

  it('[HLD1] goes on at once, also when it is let go while some of its last pages are on their way', async () => {
    const scene = bigScene();
    const blocked: (() => void)[] = [];
    let isBlocking = true;
    scene.wrap = (ports) => ({
      ...ports,
      http: {
        send: async (request, signal) => {
          if (isBlocking && isPageOf('config_items')(request.path))
            await new Promise<void>((resolve) => blocked.push(resolve));
          return ports.http.send(request, signal);
        },
      },
    });
    const tab = scene.world.openTab();
    await until(scene, () => blocked.length === 4);
    await scene.settle(tab.engine.holdDownload(true));
    // One lane ends with its page, the others have not looked yet.
    blocked.shift()?.();
    await scene.run(500);
    await scene.settle(tab.engine.holdDownload(false));
    isBlocking = false;
    for (const release of blocked.splice(0)) release();
    await scene.run(30_000);
    expect(await scene.packedKeys('config_items')).toEqual(scene.remoteKeys('config_items'));
  });

  it('[HLD2] takes nothing from what is open, from what is here already, and from what people do', async () => {
    const scene = bigScene();
    const tab = await scene.open();
    await scene.settle(tab.engine.holdDownload(true));
    await scene.run(60_000);
    await scene.comment(tab);
    await scene.run(10_000);
    expect(scene.effects('comments', 'insert')).toBe(1);
    expect(await scene.keys('incidents')).not.toEqual([]);
    expect(await scene.statusOf('incident_histories')).toBe('complete');
  });

  it('[HLD2] a collection that is whole is followed', async () => {
    const scene = new FeedScene('config_items');
    scene.feeds.put('config_items', { id: simId(7, 1), name: 'old', updated_at: scene.at(-DAY) });
    const tab = scene.world.openTab();
    await scene.run(40_000);
    await scene.settle(tab.engine.holdDownload(true));
    expect(tab.engine.status().isHeld).toBeUndefined();
    scene.feeds.put('config_items', { id: simId(7, 1), name: 'new', updated_at: scene.at() });
    await scene.work(20 * MINUTE);
    expect(await scene.packedRow('config_items', simId(7, 1))).toMatchObject({ name: 'new' });
  });

  it('[HLD3] stays held for the next leader, and any tab lets it go', async () => {
    const scene = bigScene();
    const first = scene.world.openTab();
    await until(scene, () => scene.feeds.asked.filter(isPageOf('config_items')).length >= 6);
    await scene.settle(first.engine.holdDownload(true), 5000);
    const here = (await scene.packedKeys('config_items')).length;
    scene.world.killTab(first);
    const second = scene.world.openTab();
    const third = scene.world.openTab();
    await scene.run(60_000);
    expect(await scene.packedKeys('config_items')).toHaveLength(here);
    expect(second.engine.status().isHeld).toBe(true);
    expect(third.engine.status().isHeld).toBe(true);
    // At once, and not with the next look of the leader.
    await scene.settle(third.engine.holdDownload(false));
    expect(second.engine.status().isHeld).toBeUndefined();
    await scene.run(30_000);
    expect(await scene.packedKeys('config_items')).toEqual(scene.remoteKeys('config_items'));
  });

  it('[HLD3] is held by what another tab has written, also where its message was lost', async () => {
    const scene = bigScene();
    const tab = scene.world.openTab();
    await scene.world.journal.holdDownload(true);
    await scene.run(60_000);
    expect(tab.engine.status().isHeld).toBe(true);
    expect(await scene.packedKeys('config_items')).toEqual([]);
  });
});

it('[COV3] a false empty answer ends no lane of a walk', async () => {
  const scene = bigScene();
  let pages = 0;
  scene.meddle = (request) => {
    const answer = scene.feeds.handle(request);
    if (answer === null || !isPageOf('config_items')(request.path)) return answer;
    pages += 1;
    if (pages !== 7) return answer;
    return { ...answer, body: '[]', headers: { ...answer.headers, 'content-range': '*/0' } };
  };
  scene.world.openTab();
  await scene.run(60_000);
  expect(pages).toBeGreaterThan(30);
  expect(await scene.packedKeys('config_items')).toEqual(scene.remoteKeys('config_items'));
});
