import type { Rng } from '#sync/ports.ts';

/** Random numbers from the platform's generator: ids made from them must not clash across devices. */
export function createRng(): Rng {
  const words = new Uint32Array(2);
  return {
    next: () => {
      crypto.getRandomValues(words);
      const [high = 0, low = 0] = words;
      // 26 + 27 bits: all a double can hold between 0 and 1.
      return ((high >>> 6) * 2 ** 27 + (low >>> 5)) / 2 ** 53;
    },
  };
}
