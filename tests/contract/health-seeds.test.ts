import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summariseRuns, type CheckRun } from '#sync/core/check/summary.ts';
import { readSummaryAnswer } from '#sync/protocol/health-summary.ts';
import { summarySql } from '#tests/backend/gateway/canary/summary.ts';
import { buildCatalog } from '#tests/backend/seed/catalog-model.ts';
import { buildHealth } from '#tests/backend/seed/check-model.ts';
import { seedHealth } from '#tests/backend/seed/health.ts';
import { volumes, type SeedSize } from '#tests/backend/seed/sizes.ts';
import { buildTopology } from '#tests/backend/seed/topology-model.ts';
import { createPrng } from '#tests/sim/prng.ts';
import { openTestDatabase, type TestDatabase } from './database-fixture.ts';

/* What is computed here of the runs of every check, beside the server's summary of them, on the larger seeds. */

let database: TestDatabase;

/** The checks of a seed with all their runs, and nothing of the hundreds of thousands of rows around them. */
async function seedChecks(size: SeedSize): Promise<void> {
  database = await openTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'; set session_replication_role = replica`);
    const context = { client, rng: createPrng(1), nowMs: Date.now(), volume: volumes[size] };
    const catalog = buildCatalog(context);
    await seedHealth(context, buildHealth(context, catalog), buildTopology(context, catalog));
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** A run as the device has it, with the text of its time. */
interface StoredRun extends CheckRun {
  readonly check_id: string;
}

async function runsByCheck(): Promise<ReadonlyMap<string, readonly CheckRun[]>> {
  const found = await database.client.query<StoredRun>(
    `select check_id, time::text as time, status, duration from check_statuses`,
  );
  const runs = new Map<string, CheckRun[]>();
  for (const run of found.rows) {
    const known = runs.get(run.check_id);
    if (known === undefined) runs.set(run.check_id, [run]);
    else known.push(run);
  }
  return runs;
}

const msOf = (time: string | null): number | null => (time === null ? null : Date.parse(time));

describe.each(['team', 'large'] as const)('the checks of the seed %s', (size) => {
  beforeAll(() => seedChecks(size));
  afterAll(() => database.close());

  it('[HLT6] are here what the server says of them, computed of their runs', async () => {
    const { client } = database;
    const clock = async (): Promise<string> =>
      String((await database.one(`select now()::text as now`))['now']);
    const before = await clock();
    // In the order of the server's jobs: the hour's numbers stand above the aged ones.
    await client.query('refresh materialized view check_status_summary_aged');
    await client.query('refresh materialized view check_status_summary');
    const after = await clock();
    const text = String((await database.one(summarySql('2024')))['rows']);
    const answer = readSummaryAnswer({ checks_summary: JSON.parse(text) });
    const runs = await runsByCheck();
    const computed = (id: string, now: string): string => {
      const { uptime, latency } = summariseRuns(runs.get(id) ?? [], now);
      const { passed, failed, lastPass, lastFail } = uptime;
      return JSON.stringify([passed, failed, msOf(lastPass), msOf(lastFail), latency.p99, latency.p95]);
    };
    const differing = (answer?.rows ?? []).filter(({ id, uptime, latency }) => {
      const said = JSON.stringify([
        uptime?.passed,
        uptime?.failed,
        msOf(uptime?.last_pass ?? null),
        msOf(uptime?.last_fail ?? null),
        latency?.p99 ?? null,
        latency?.p95 ?? null,
      ]);
      // A run may leave the hour while it is computed.
      return ![before, after].some((now) => computed(id, now) === said);
    });
    expect(answer).toMatchObject({ badRows: 0, rows: { length: volumes[size].checks } });
    // Of both kinds: what ran within the hour, and what did not.
    const newest = await database.one(
      `select count(*) filter (where last_check > now() - interval '1 hour')::int as young,
              count(*) filter (where last_check <= now() - interval '1 hour')::int as old from check_status_summary`,
    );
    expect(newest).toEqual({ young: expect.any(Number), old: expect.any(Number) });
    expect(Math.min(Number(newest['young']), Number(newest['old']))).toBeGreaterThan(0);
    expect(differing).toEqual([]);
  });
});
