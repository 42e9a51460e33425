import { describe, expect, it } from 'vitest';
import { Scene } from '#tests/support/engine-world.ts';
import { simId } from '#tests/sim/facts.ts';
import type { TabCard } from '../../ports.ts';
import type { WatchScope } from '../../protocol/watch/scope.ts';

const MINUTE = 60_000;
const incident = (n: number): WatchScope & { id: string } => ({ table: 'incidents', id: simId(10, n) });

/** Incidents below which comments were counted or listed since the last call. */
function comparedBelow(scene: Scene): readonly string[] {
  const paths = scene.sent.splice(0).map(({ path }) => decodeURIComponent(path));
  const below = paths.filter((path) => path.startsWith('/db/comments?') && path.includes('incident_id=in.'));
  return [1, 2].filter((n) => below.some((path) => path.includes(incident(n).id))).map((n) => incident(n).id);
}

/** A device on which everything has been compared just now. */
async function begin(): Promise<Scene> {
  const scene = new Scene();
  await scene.open();
  await scene.run(MINUTE);
  scene.sent.length = 0;
  return scene;
}

describe('what several screens look at', () => {
  it('[WCH2] is that of the dialog in front, and what is below it again when the dialog is closed', async () => {
    const scene = await begin();
    const { engine } = scene.world.anyTab();
    await scene.settle(engine.watch(incident(1)), 5000);
    expect(comparedBelow(scene)).toEqual([incident(1).id]);
    await scene.settle(engine.watch(incident(2)), 5000);
    expect(comparedBelow(scene)).toEqual([incident(2).id]);
    await scene.settle(engine.unwatch(incident(2)), 0);
    await scene.run(MINUTE);
    expect(comparedBelow(scene)).toEqual([incident(1).id]);
    await scene.settle(engine.unwatch(incident(1)), 0);
    await scene.run(3 * MINUTE);
    expect(comparedBelow(scene)).toEqual([]);
  });

  it('[WCH2] is looked at for as long as one of two that watch the same does', async () => {
    const scene = await begin();
    const { engine } = scene.world.anyTab();
    await scene.settle(engine.watch(incident(1)), 0);
    await scene.settle(engine.watch(incident(1)), 0);
    await scene.settle(engine.unwatch(incident(1)), 5000);
    expect(comparedBelow(scene)).toEqual([incident(1).id]);
    await scene.settle(engine.unwatch(incident(1)), 0);
    await scene.run(3 * MINUTE);
    expect(comparedBelow(scene)).toEqual([]);
  });

  it('[WCH2] is pulled by the tab that leads for the others, until they leave', async () => {
    const scene = await begin();
    const follower = scene.world.openTab();
    await scene.run(5000);
    comparedBelow(scene);
    await scene.settle(follower.engine.watch(incident(1)), 5000);
    expect(comparedBelow(scene)).toEqual([incident(1).id]);
    await scene.settle(follower.engine.unwatch(incident(1)), 5000);
    comparedBelow(scene);
    await scene.run(3 * MINUTE);
    expect(comparedBelow(scene)).toEqual([]);
  });

  it('[WCH3] goes with the tab, whether that says so or the browser closes it', async () => {
    const scene = new Scene();
    const tabs = scene.world.tabs;
    const card = (tabId: string): TabCard => ({ tabId, appVersion: null, reads: 1 });
    const open = async (): Promise<readonly TabCard[]> => [...tabs.values()].map(({ id }) => card(id));
    scene.wrap = (ports) => ({ ...ports, registry: { open } });
    await scene.open();
    const [second, third] = [scene.world.openTab(), scene.world.openTab()];
    await scene.run(MINUTE);
    await scene.settle(second.engine.watch(incident(1)), 5000);
    await scene.settle(third.engine.watch(incident(2)), 5000);
    scene.world.killTab(third);
    scene.sent.length = 0;
    await scene.run(MINUTE + 15_000);
    comparedBelow(scene);
    await scene.run(MINUTE + 15_000);
    expect(comparedBelow(scene)).toEqual([incident(1).id]);
    await scene.settle(second.engine.stop(), 0);
    await scene.run(3 * MINUTE);
    expect(comparedBelow(scene)).toEqual([]);
  });

  it('[WCH3] is told again when another tab comes, which may lead next', async () => {
    const scene = await begin();
    const first = scene.world.anyTab();
    await scene.settle(first.engine.watch(incident(1)), 5000);
    scene.world.openTab();
    await scene.run(5000);
    comparedBelow(scene);
    await scene.settle(first.engine.setVisible(false), 0);
    await scene.run(2 * MINUTE);
    expect(comparedBelow(scene)).toEqual([incident(1).id]);
  });
});
