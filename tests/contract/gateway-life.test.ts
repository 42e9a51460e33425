import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBackend, type Backend } from '#tests/backend/backend.ts';
import { runChecks } from '#tests/backend/life/check-runs.ts';
import { changeConfigs } from '#tests/backend/life/config-changes.ts';
import { keepHouse } from '#tests/backend/life/housekeeping.ts';
import { moveIncident } from '#tests/backend/life/incident-moves.ts';
import { createPrng } from '#tests/sim/prng.ts';

/** Making the demo data takes longer than starting, once per version of the seed. */
const SEED_TIMEOUT_MS = 120_000;

let backend: Backend;

beforeAll(async () => {
  backend = await startBackend({ size: 'demo' });
}, SEED_TIMEOUT_MS);
afterAll(() => backend.stop());

const count = async (sql: string): Promise<number> =>
  Number((await backend.pool.query<{ n: string }>(`select count(*) as n from ${sql}`)).rows[0]?.n);

describe('checks', () => {
  it('get results, and their state follows the newest', async () => {
    const before = await count('check_statuses');
    const rng = createPrng(7);
    for (let turn = 0; turn < 30; turn += 1) await runChecks(backend.pool, rng);
    expect((await count('check_statuses')) - before).toBe(300);
    expect(await count(`checks where last_runtime > now() - interval '1 minute'`)).toBeGreaterThan(50);
    const contradicting = await count(`checks c
      join lateral (select status from check_statuses where check_id = c.id order by time desc limit 1) s on true
      where last_runtime > now() - interval '1 minute' and (c.status = 'healthy') <> s.status`);
    expect(contradicting).toBe(0);
  });

  it('flip now and then, and say when', async () => {
    const flipped = `checks where last_transition_time > now() - interval '1 minute'`;
    const rng = createPrng(11);
    for (let turn = 0; turn < 60; turn += 1) await runChecks(backend.pool, rng);
    expect(await count(flipped)).toBeGreaterThan(0);
    expect(await count(`${flipped} and status = 'unhealthy'`)).toBeLessThan((await count('checks')) / 2);
  });
});

describe('configs', () => {
  it('change in ways that are their own', async () => {
    const rng = createPrng(3);
    for (let turn = 0; turn < 5; turn += 1) await changeConfigs(backend.pool, rng);
    expect(await count(`config_changes where external_change_id like 'life-%'`)).toBe(5);
    const strange = await count(`config_changes l where external_change_id like 'life-%' and not exists (
      select from config_changes o where o.config_id = l.config_id and o.change_type = l.change_type and o.id <> l.id)`);
    expect(strange).toBe(0);
  });
});

describe('incidents', () => {
  const moves = (): Promise<number> => count(`incident_histories where type = 'incident.status_updated'`);

  it('move a step on and leave a line in the history', async () => {
    const before = await moves();
    await backend.pool.query(`alter table incidents disable trigger user`);
    await backend.pool.query(`update incidents set updated_at = now() - interval '1 day'`);
    await backend.pool.query(`alter table incidents enable trigger user`);
    await moveIncident(backend.pool, createPrng(5));
    expect((await moves()) - before).toBe(1);
  });

  it('stay as they are while somebody works on them', async () => {
    await backend.pool.query('update incidents set title = title || $1', [' (edited)']);
    const before = await moves();
    await moveIncident(backend.pool, createPrng(5));
    expect(await moves()).toBe(before);
  });
});

describe('housekeeping', () => {
  it('consumes events, renews summaries and keeps agents that report in sight', async () => {
    await backend.pool.query(`update event_queue set created_at = now() - interval '1 hour', error = null`);
    await keepHouse(backend.pool);
    expect(await count('event_queue')).toBe(0);
    expect(await count(`agents where last_seen > now() - interval '61 seconds'`)).toBeGreaterThan(0);
    expect(
      await count(`agents where deleted_at is null and last_seen < now() - interval '61 seconds'`),
    ).toBeGreaterThan(0);
  });
});
