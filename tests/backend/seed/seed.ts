import { Client } from 'pg';
import { createPrng } from '#tests/sim/prng.ts';
import { buildCatalog } from './catalog-model.ts';
import { seedCatalog } from './catalog.ts';
import { seedChanges } from './changes.ts';
import { buildHealth } from './check-model.ts';
import type { SeedContext } from './context.ts';
import { seedDirectory } from './directory.ts';
import { seedHealth } from './health.ts';
import { createRefs } from './incident-model.ts';
import { seedIncidents } from './incidents.ts';
import { seedInsights } from './insights.ts';
import { seedJobs } from './jobs.ts';
import { seedPlaybooks } from './playbooks.ts';
import { incidentRules, seedSettings } from './settings.ts';
import { volumes, type SeedSize } from './sizes.ts';
import { buildTopology } from './topology-model.ts';
import { seedTopology } from './topology.ts';

export interface SeedOptions {
  /** A migrated database without data, and a user who may set `session_replication_role`. */
  url: string;
  size: SeedSize;
  seed?: number | undefined;
  /** All times are relative to it; the same seed and now give the same rows. Default: the current time. */
  now?: Date | undefined;
  log: (line: string) => void;
}

/**
 * Fills a fresh database with the story of Larkspur Market. All or nothing: one transaction. Triggers and key checks
 * are off while it loads, so histories and relations are written here as the triggers would have.
 */
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
    await refuseFilled(client);
    await client.query(`set timezone = 'UTC'; set synchronous_commit = off; begin`);
    await client.query('set local session_replication_role = replica');
    try {
      await seedAll({ client, rng: createPrng(seed), nowMs: now.getTime(), volume: volumes[size] }, log);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
    await timed('statistics', log, () => settle(client));
  } finally {
    await client.end();
  }
}

async function refuseFilled(client: Client): Promise<void> {
  const found = await client.query<{ filled: boolean }>(
    'select exists (select from config_items) or exists (select from incidents) as filled',
  );
  if (found.rows[0]?.filled === true) throw new Error('The database holds data already; seed a fresh one');
}

async function seedAll(context: SeedContext, log: (line: string) => void): Promise<void> {
  await timed('people and teams', log, () => seedDirectory(context));
  const catalog = buildCatalog(context);
  await timed('catalog', log, () => seedCatalog(context, catalog));
  const changes = await timed('changes', log, () => seedChanges(context, catalog));
  const insights = await timed('insights', log, () => seedInsights(context, catalog));
  const topology = buildTopology(context, catalog);
  await timed('topology', log, () => seedTopology(context, topology, catalog));
  const health = buildHealth(context, catalog);
  await timed('health checks', log, () => seedHealth(context, health, topology));
  const refs = createRefs(context.nowMs, catalog, changes, insights, topology, health);
  await timed('incidents', log, () => seedIncidents(context, refs, incidentRules));
  await timed('playbooks', log, () => seedPlaybooks(context, catalog, topology));
  await timed('settings', log, () => seedSettings(context, health));
  await timed('jobs', log, () => seedJobs(context, health));
}

async function timed<T>(what: string, log: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const result = await work();
  log(`seed: ${what} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  return result;
}

/** Planner statistics and materialised views, which nothing keeps fresh while triggers are off. */
async function settle(client: Client): Promise<void> {
  await client.query('analyze');
  // Ordered by oid, which is the order of creation: a view comes after those it reads.
  const views = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'm' and c.relnamespace = 'public'::regnamespace order by c.oid`,
  );
  for (const { name } of views.rows) await client.query(`refresh materialized view ${name}`);
}
