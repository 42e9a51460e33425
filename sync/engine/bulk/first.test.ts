import { describe, expect, it } from 'vitest';
import { reply } from '#tests/support/engine-world.ts';
import { FeedScene } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';
import type { HttpRequest } from '../../ports.ts';

function sceneWithItems(): FeedScene {
  const scene = new FeedScene('config_items');
  for (let n = 0; n < 30; n += 1) {
    scene.feeds.put('config_items', { id: simId(7, n), name: `item ${n}`, deleted_at: null });
  }
  return scene;
}

async function openWith(scene: FeedScene, ms = 40_000): Promise<void> {
  scene.world.openTab();
  await scene.run(ms);
}

const walked = (path: string): boolean => path.includes('order=id.asc') && path.includes('config_class');

const isClosedWalk = ({ path }: HttpRequest): boolean =>
  path.startsWith('/db/incident_histories?') && !path.includes('=in.') && path.includes('order=id.asc');

/** A scene whose catalog, and what else `holds` names, is not answered until `release`. */
class HeldScene {
  readonly scene = sceneWithItems();
  holds: (path: string) => boolean = walked;
  #held: (() => void)[] = [];

  constructor() {
    this.scene.wrap = (ports) => ({
      ...ports,
      http: {
        send: async (request, signal) => {
          if (this.holds(request.path)) await new Promise<void>((resolve) => this.#held.push(resolve));
          return ports.http.send(request, signal);
        },
      },
    });
  }

  release(): void {
    this.holds = walked;
    for (const resolve of this.#held.splice(0)) resolve();
  }
}

describe('[BLK12] walks of what is closed', () => {
  it('wait while the catalog is filled; what is asked for beside it goes on, and ten seconds are enough', async () => {
    const { scene } = new HeldScene();
    await openWith(scene, 9_000);
    expect(scene.sent.filter(isClosedWalk)).toEqual([]);
    expect(scene.sent.some(({ path }) => path.startsWith('/db/components?'))).toBe(true);
    await scene.run(5_000);
    expect(scene.sent.some(isClosedWalk)).toBe(true);
  });

  it('come when there is nothing to fill any more', async () => {
    const scene = sceneWithItems();
    await openWith(scene, 5_000);
    expect(await scene.statusOf('config_items')).toBe('complete');
    expect(scene.sent.some(isClosedWalk)).toBe(true);
  });

  it('have their turn after the walk that is under way, and not after all of them', async () => {
    const held = new HeldScene();
    const { scene } = held;
    held.holds = (path) => walked(path) || path.startsWith('/db/people?');
    await openWith(scene, 15_000);
    expect(scene.sent.some(({ path }) => path.startsWith('/db/components?'))).toBe(false);
    expect(scene.sent.filter(isClosedWalk)).toEqual([]);
    held.release();
    await scene.run(20_000);
    const closed = scene.sent.findIndex(isClosedWalk);
    const after = scene.sent.findIndex(({ path }) => path.startsWith('/db/components?'));
    expect(closed).toBeGreaterThanOrEqual(0);
    expect(after).toBeGreaterThan(closed);
  });

  it('wait for nothing in a term that has not read what is open, and where somebody asks', async () => {
    const { scene } = new HeldScene();
    const tab = scene.world.openTab();
    await scene.run(5_000);
    expect(scene.sent.filter(isClosedWalk)).toEqual([]);
    scene.world.killTab(tab);
    await openWith(scene, 3_000);
    expect(scene.sent.some(isClosedWalk)).toBe(true);

    const asked = new HeldScene().scene;
    const asking = asked.world.openTab();
    await asked.run(3_000);
    expect(asked.sent.filter(isClosedWalk)).toEqual([]);
    await asked.settle(asking.engine.refresh(), 3_000);
    expect(asked.sent.some(isClosedWalk)).toBe(true);
  });
});

describe('[BLK16] asked for side by side before the first page are', () => {
  it.each([
    ['the places of the lanes', 'offset=', 3],
    ['the questions of the probe', 'limit=0', 4],
  ])('%s', async (_name, part, count) => {
    const scene = new FeedScene('config_items', 'config_changes');
    for (let n = 0; n < 4_500; n += 1)
      scene.feeds.put('config_items', { id: simId(7, n), name: `item ${n}`, deleted_at: null });
    let [open, most] = [0, 0];
    scene.wrap = (ports) => ({
      ...ports,
      http: {
        send: async (request, signal) => {
          if (!request.path.includes(part)) return ports.http.send(request, signal);
          open += 1;
          most = Math.max(most, open);
          return ports.http.send(request, signal).finally(() => (open -= 1));
        },
      },
    });
    await openWith(scene);
    expect(most).toBe(count);
    expect(await scene.packedKeys('config_items')).toHaveLength(4_500);
  });
});

describe('the first filling of the catalog', () => {
  it('[BLK15] every collection is pulled before the first is listed or compared', async () => {
    const scene = new FeedScene('config_items', 'config_changes', 'config_analysis');
    scene.feeds.put('config_items', { id: simId(7, 1), name: 'item', deleted_at: null });
    await openWith(scene);
    const first = (begin: string, part: string): number =>
      scene.feeds.asked.findIndex((path) => path.startsWith(`/db/${begin}?`) && path.includes(part));
    const listed = first('config_items', 'health=not.in');
    for (const tbl of ['config_items', 'config_changes']) {
      expect(first(tbl, 'limit=2000')).toBeGreaterThanOrEqual(0);
      expect(listed).toBeGreaterThan(first(tbl, 'limit=2000'));
    }
    expect(listed).toBeGreaterThan(first('config_analysis', 'status=not.in'));
  });

  describe('[BLK19] the newest changes', () => {
    /** What of the changes was asked for while no page of the catalog has been answered. */
    async function askedBeside(isConstrained: boolean): Promise<number> {
      const scene = new FeedScene('config_items', 'config_changes', 'config_analysis');
      for (let n = 0; n < 30; n += 1)
        scene.feeds.put('config_items', { id: simId(7, n), name: `item ${n}`, deleted_at: null });
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      scene.wrap = (ports) => {
        Object.assign(ports.lifecycle, { isConstrained: () => isConstrained });
        return {
          ...ports,
          http: {
            send: async (request, signal) => {
              if (walked(request.path)) await held;
              return ports.http.send(request, signal);
            },
          },
        };
      };
      await openWith(scene);
      const before = scene.sent.filter(({ path }) =>
        /^\/db\/config_changes\?.*limit=\d{4}/.test(path),
      ).length;
      expect(await scene.statusOf('config_items')).toBe('partial');
      release();
      await scene.run(30_000);
      for (const tbl of ['config_items', 'config_changes', 'config_analysis'])
        expect(await scene.statusOf(tbl)).toBe('complete');
      return before;
    }

    it('come while the catalog is walked', async () => {
      expect(await askedBeside(false)).toBeGreaterThan(0);
    });

    it('wait for it on a metered link', async () => {
      expect(await askedBeside(true)).toBe(0);
    });
  });

  it('a page of the walk has as many rows as the server gives, and half of that on a metered link', async () => {
    const limits = async (isConstrained: boolean): Promise<readonly string[]> => {
      const scene = sceneWithItems();
      scene.wrap = (ports) => {
        Object.assign(ports.lifecycle, { isConstrained: () => isConstrained });
        return ports;
      };
      await openWith(scene);
      const limit = (path: string): string => new URL(path, 'http://test').searchParams.get('limit') ?? '';
      return [...new Set(scene.feeds.asked.filter(walked).map(limit))];
    };
    expect(await limits(false)).toEqual(['2000']);
    expect(await limits(true)).toEqual(['1000']);
  });
});

it.each([
  [
    'a table',
    'evidences',
    (path: string) =>
      path.startsWith('/db/evidences?') && !path.includes('=in.') && path.includes('order=id'),
  ],
  ['the catalog', 'config_items', walked],
] as const)(
  '[NET4] a refusal that was on its way when somebody asked does not let %s rest',
  async (...of) => {
    const [, tbl, isAsked] = of;
    const scene = sceneWithItems();
    let refused = 0;
    let handleIn: (() => void) | null = null;
    scene.meddle = (request) => {
      if (!isAsked(request.path) || refused > 0) return scene.feeds.handle(request);
      refused += 1;
      return reply(403, 'unauthorized. Access Denied', 'text/plain');
    };
    scene.wrap = (ports) => ({
      ...ports,
      http: {
        send: async (request, signal) => {
          const answer = await ports.http.send(request, signal);
          if (answer.status === 403) await new Promise<void>((resolve) => (handleIn = resolve));
          return answer;
        },
      },
    });
    const tab = scene.world.openTab();
    await scene.run(12_000);
    expect(handleIn).not.toBeNull();
    await scene.settle(tab.engine.refresh(), 1_000);
    (handleIn as (() => void) | null)?.();
    await scene.run(30_000);
    expect(await scene.statusOf(tbl)).toBe('complete');
  },
);
