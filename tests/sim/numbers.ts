import { createPrng, type Prng } from './prng.ts';
import type { WorldOptions } from './world-options.ts';
import type { World } from './world.ts';

/* Numbers that others have given incidents by hand, ahead of those that the server draws (RPL19). */

const numbersSalt = 0x9b3d;
const drawnOf = new WeakMap<World, Prng>();
/** An insert that meets more of them in a row than this is given up; here there are always fewer. */
const MOST_TAKEN = 3;

export function beginNumbers(world: World, options: WorldOptions): void {
  if (options.takesNumbers !== true && options.sabotage?.isOfNumbers !== true) return;
  drawnOf.set(world, createPrng(options.seed ^ numbersSalt));
}

/** Somebody takes the numbers that come next, where that is drawn. */
export function takeNumbersAround(world: World, tell: (name: string) => void): void {
  const drawn = drawnOf.get(world);
  if (drawn?.chance(0.25) !== true) return;
  tell('others number incidents');
  world.server.takenNumbers = 1 + drawn.int(MOST_TAKEN);
}
