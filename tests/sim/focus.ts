import { simId } from './facts.ts';
import type { World } from './world.ts';

/** Somebody opens an incident in one of the tabs, or leaves it (D12.3), where the world is one in which people do. */
export function lookAround(world: World): void {
  const { focus: prng } = world;
  const tabs = [...world.tabs.values()];
  if (prng === null || tabs.length === 0 || !prng.chance(0.1)) return;
  const id = prng.chance(0.3) ? null : simId(10, 1 + prng.int(world.incidents));
  const { engine, owner } = prng.pick(tabs);
  engine.focusIncident(id).catch((error: unknown) => {
    if (!world.closed.has(owner)) world.violations.push(`focus: ${String(error)}`);
  });
}
