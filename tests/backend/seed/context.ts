import type { Client } from 'pg';
import type { Prng } from '#tests/sim/prng.ts';
import type { Volume } from './sizes.ts';

/** What every area of the seed works with. */
export interface SeedContext {
  client: Client;
  /** Fork it before use, so that a change in one area leaves the others as they were. */
  rng: Prng;
  nowMs: number;
  volume: Volume;
}

export const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000';

/** Timestamp text for a row. */
export const iso = (ms: number): string => new Date(ms).toISOString();

const hex32 = (rng: Prng): string =>
  Math.floor(rng.next() * 4294967296)
    .toString(16)
    .padStart(8, '0');

/** A ULID in a uuid like the database's default: 48 bits of time, 80 bits from the generator. */
export function ulid(ms: number, rng: Prng): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0');
  const random = hex32(rng) + hex32(rng) + hex32(rng);
  return `${time.slice(0, 8)}-${time.slice(8)}-${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8, 20)}`;
}

/** An integer of [from, to]. */
export const between = (rng: Prng, from: number, to: number): number => from + rng.int(to - from + 1);

/** The entry of a short name in a table of the story; a name that is not there is a mistake in the story. */
export function required<T>(map: ReadonlyMap<string, T>, key: string): T {
  const found = map.get(key);
  if (found === undefined) throw new Error(`The seed's story names ${key}, which nothing made`);
  return found;
}
