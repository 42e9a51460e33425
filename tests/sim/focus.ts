import type { WatchScope } from '#sync/protocol/watch/scope.ts';
import { simId } from './facts.ts';
import { createPrng } from './prng.ts';
import type { Prng } from './prng.ts';
import type { Tab, World } from './world.ts';

/** What each tab looks at in each of its places: the page, a dialog. */
const looksOf = new WeakMap<Tab, Map<string, WatchScope>>();

/** A tab looks at something in one of its places, and no longer at what it saw there; null is nothing. */
export function lookAt(world: World, tab: Tab, place: string, scope: WatchScope | null): void {
  const looks = looksOf.get(tab) ?? new Map<string, WatchScope>();
  looksOf.set(tab, looks);
  const failed = (error: unknown): void => {
    if (!world.closed.has(tab.owner)) world.violations.push(`watch: ${String(error)}`);
  };
  const before = looks.get(place);
  looks.delete(place);
  if (before !== undefined) tab.engine.unwatch(before).catch(failed);
  if (scope === null) return;
  looks.set(place, scope);
  tab.engine.watch(scope).catch(failed);
}

const visitSalt = 0x715e;
const visitsOf = new WeakMap<World, Prng>();
const area: WatchScope = { table: 'notifications' };

/** Somebody comes to the area of what is visited, or leaves it, where the world has such a collection. */
export function visitAround(world: World, seed: number): void {
  const prng = visitsOf.get(world) ?? createPrng(seed ^ visitSalt);
  visitsOf.set(world, prng);
  const tabs = [...world.tabs.values()];
  if (!world.isWide || tabs.length === 0 || !prng.chance(0.1)) return;
  lookAt(world, prng.pick(tabs), 'area', prng.chance(0.5) ? area : null);
}

/** At rest every tab shows the area, so that what is visited must be whole as well. */
export function visitAll(world: World): void {
  if (world.isWide) for (const tab of world.tabs.values()) lookAt(world, tab, 'area', area);
}

/** Somebody opens an incident in one of the tabs, or leaves it (D12.3), where the world is one in which people do. */
export function lookAround(world: World): void {
  const { focus: prng } = world;
  const tabs = [...world.tabs.values()];
  if (prng === null || tabs.length === 0 || !prng.chance(0.1)) return;
  const id = prng.chance(0.3) ? null : simId(10, 1 + prng.int(world.incidents));
  lookAt(world, prng.pick(tabs), 'page', id === null ? null : { table: 'incidents', id });
}
