import { describe, expect, it } from 'vitest';
import { FeedScene } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';

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

describe('the first filling of the catalog', () => {
  describe('[BLK12] what is closed waits for the catalog', () => {
    const isClosedWalk = ({ path }: { readonly path: string }): boolean =>
      path.startsWith('/db/incident_histories?') && !path.includes('=in.') && path.includes('order=id.asc');

    it('while that is filled, what is asked for beside it goes on, and ten seconds are enough', async () => {
      const scene = sceneWithItems();
      scene.wrap = (ports) => ({
        ...ports,
        http: {
          send: (request, signal) =>
            walked(request.path) ? new Promise(() => undefined) : ports.http.send(request, signal),
        },
      });
      await openWith(scene, 9_000);
      expect(scene.sent.filter(isClosedWalk)).toEqual([]);
      expect(scene.sent.some(({ path }) => path.startsWith('/db/components?'))).toBe(true);
      await scene.run(5_000);
      expect(scene.sent.some(isClosedWalk)).toBe(true);
    });

    it('and comes at once when there is nothing to fill any more', async () => {
      const scene = sceneWithItems();
      await openWith(scene, 5_000);
      expect(await scene.statusOf('config_items')).toBe('complete');
      expect(scene.sent.some(isClosedWalk)).toBe(true);
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
