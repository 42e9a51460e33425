import { Client } from 'pg';
import { createPrng } from '#tests/sim/prng.ts';
import { seedCatalog } from './catalog.ts';
import { buildCatalog } from './catalog-model.ts';
import type { SeedContext } from './context.ts';
import { seedDirectory } from './directory.ts';
import { volumes, type SeedSize } from './sizes.ts';

export interface SeedOptions {
  url: string;
  size: SeedSize;
  seed?: number | undefined;
  /** All times are relative to it; the same seed and now give the same rows. Default: the current time. */
  now?: Date | undefined;
  log: (line: string) => void;
}

export async function seedDatabase({
  url,
  size,
  seed = 1,
  now = new Date(),
  log,
}: SeedOptions): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `set session_replication_role = replica; set timezone = 'UTC'; set synchronous_commit = off`,
    );
    await client.query('begin');
    const context: SeedContext = {
      client,
      rng: createPrng(seed),
      nowMs: now.getTime(),
      volume: volumes[size],
    };
    await seedDirectory(context);
    const t = Date.now();
    const catalog = buildCatalog(context);
    await seedCatalog(context, catalog);
    log(`catalog ${Date.now() - t}`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
