import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runChecks } from '#tests/backend/life/check-runs.ts';
import { keepHouse } from '#tests/backend/life/housekeeping.ts';
import type { Wire } from '#tests/backend/migrate.ts';
import { prepareDatabase } from '#tests/backend/prepare.ts';
import { createPrng } from '#tests/sim/prng.ts';
import {
  adminId,
  ask,
  serverOf,
  sql,
  startServers,
  stopServers,
  write,
  type Answer,
} from './wire-servers.ts';

/* What the server of August 2026 does otherwise than that of September 2024, asked of both. */

beforeAll(startServers, 180_000);
afterAll(stopServers);

describe('configs', () => {
  it('counts changes and insights as lists in 2024, as a number and an object in 2026', async () => {
    const path = 'configs?select=changes,analysis&changes=not.is.null&limit=200';
    const old = (await ask('2024', path)).rows;
    expect(old.length).toBeGreaterThan(0);
    expect(old.every(({ changes }) => Array.isArray(changes))).toBe(true);
    expect(old.find(({ analysis }) => analysis !== null)?.['analysis']).toEqual(
      expect.arrayContaining([expect.objectContaining({ analyzer: expect.any(String) as string })]),
    );
    const recent = (await ask('2026', path)).rows;
    expect(recent.every(({ changes }) => typeof changes === 'number')).toBe(true);
    expect(recent.some(({ changes }) => Number(changes) > 0)).toBe(true);
    const counted = recent.find(({ analysis }) => Object.keys(analysis ?? {}).length > 0)?.['analysis'];
    expect(Object.values(counted ?? {})).toEqual([expect.any(Number)]);
  });

  it('has costs of one currency, none of several, and the other currency by name in 2026', async () => {
    const { rows } = await ask(
      '2026',
      'configs?select=billing_currency,mixed_currency,cost_total_30d,cost_total_1h&limit=2000',
    );
    const costed = rows.filter(({ billing_currency }) => billing_currency !== null);
    expect(new Set(costed.map(({ billing_currency }) => billing_currency))).toEqual(new Set(['USD', 'EUR']));
    expect(costed.every(({ cost_total_30d }) => typeof cost_total_30d === 'number')).toBe(true);
    const mixed = rows.filter(({ mixed_currency }) => mixed_currency === true);
    expect(mixed).toHaveLength(1);
    expect(mixed[0]).toMatchObject({ billing_currency: null, cost_total_30d: null, cost_total_1h: null });
    // The rates of 2024 became bills of the same height.
    const total = (wire: Wire, view: string): Promise<Record<string, unknown>[]> =>
      sql(wire, `select max(cost_total_30d)::float as cost from ${view}`);
    const [before] = await total('2024', 'config_items');
    const [after] = await total('2026', 'configs');
    expect(after?.['cost']).toBeCloseTo(Number(before?.['cost']), 2);
  });

  it('related to one another have the new columns too', async () => {
    const related = async (wire: Wire, path: string): Promise<Answer> => {
      const [cluster] = (await ask(wire, 'config_items?select=id&type=eq.Kubernetes::Cluster&limit=1')).rows;
      return ask(wire, path.replace('ID', String(cluster?.['id'])));
    };
    const path = 'rpc/related_configs_recursive?config_id=ID&type_filter=outgoing&limit=5';
    expect((await related('2024', path)).rows[0]).toHaveProperty('cost_total_7d');
    const [first] = (await related('2026', path)).rows;
    expect(first).toHaveProperty('cost_total_1h');
    expect(first).not.toHaveProperty('cost_total_7d');
    const changes = 'rpc/related_changes_recursive?lookup_id=ID&type_filter=all&limit=1';
    expect((await related('2024', changes)).rows[0]).not.toHaveProperty('inserted_at');
    expect((await related('2026', changes)).rows[0]).toHaveProperty('inserted_at');
    expect((await related('2024', `${changes}&soft=true`)).status).toBe(404);
    expect((await related('2026', `${changes}&soft=true`)).status).toBe(200);
  });
});

describe('config_changes.inserted_at', () => {
  const insert = (wire: Wire, config: string, details: object): Promise<Answer> =>
    write(wire, 'POST', 'config_changes', {
      config_id: config,
      external_change_id: 'wire-repeat',
      change_type: 'diff',
      details,
    });

  it('moves when a repeat is merged, where 2024 refuses the repeat', async () => {
    const config = String((await ask('2026', 'config_items?select=id&limit=1')).rows[0]?.['id']);
    const [first] = (await insert('2026', config, { n: 1 })).rows;
    expect((await insert('2026', config, { n: 2 })).status).toBe(201);
    const { rows } = await ask(
      '2026',
      'config_changes?select=id,count,details,inserted_at&external_change_id=eq.wire-repeat',
    );
    expect(rows).toMatchObject([{ id: first?.['id'], count: 2, details: { n: 2 } }]);
    expect(Date.parse(String(rows[0]?.['inserted_at']))).toBeGreaterThan(
      Date.parse(String(first?.['inserted_at'])),
    );
    const old = String((await ask('2024', 'config_items?select=id&limit=1')).rows[0]?.['id']);
    expect((await insert('2024', old, { n: 1 })).status).toBe(201);
    expect((await insert('2024', old, { n: 2 })).code).toBe('23505');
  });

  it('is later than created_at for a change that arrived late', async () => {
    const config = String((await ask('2026', 'config_items?select=id&limit=1')).rows[0]?.['id']);
    const [late] = (
      await write('2026', 'POST', 'config_changes', {
        config_id: config,
        change_type: 'late',
        created_at: '2026-01-01T00:00:00Z',
      })
    ).rows;
    expect(Date.parse(String(late?.['inserted_at']))).toBeGreaterThan(
      Date.parse(String(late?.['created_at'])),
    );
  });

  it('shows a health that changed, which 2024 leaves without any trace', async () => {
    for (const [wire, sources] of [
      ['2024', []],
      ['2026', ['config-db-health-trigger']],
    ] as const) {
      const config = String(
        (await ask(wire, 'config_items?select=id&health=eq.healthy&limit=1')).rows[0]?.['id'],
      );
      const [{ at } = { at: '' }] = await sql(wire, 'select now()::text as at');
      await sql(wire, `update config_items set health = 'unhealthy' where id = '${config}'`);
      const made = await sql(
        wire,
        `select source from config_changes where config_id = '${config}' and created_at >= '${String(at)}'`,
      );
      expect(made.map(({ source }) => source)).toEqual(sources);
    }
  });
});

describe('what 2026 does otherwise', () => {
  it('keeps deleted_at at its first time, and lets it go back to null', async () => {
    const later = '2026-01-02T00:00:00+00:00';
    for (const [wire, expected] of [
      ['2024', later],
      ['2026', '2026-01-01T00:00:00+00:00'],
    ] as const) {
      const [made] = (
        await write(wire, 'POST', 'teams', { name: `frozen ${wire}`, created_by: await adminId(wire) })
      ).rows;
      const path = `teams?id=eq.${String(made?.['id'])}`;
      await write(wire, 'PATCH', path, { deleted_at: '2026-01-01T00:00:00+00:00' });
      expect((await write(wire, 'PATCH', path, { deleted_at: later })).rows).toMatchObject([
        { deleted_at: expected },
      ]);
      expect((await write(wire, 'PATCH', path, { deleted_at: null })).rows).toMatchObject([
        { deleted_at: null },
      ]);
    }
  });

  it('frees the name of a deleted team and takes on_conflict=name no more', async () => {
    for (const [wire, again, upsert] of [
      ['2024', '23505', undefined],
      ['2026', undefined, '42P10'],
    ] as const) {
      const team = { name: `reused ${wire}`, created_by: await adminId(wire) };
      const [made] = (await write(wire, 'POST', 'teams', team)).rows;
      await write(wire, 'PATCH', `teams?id=eq.${String(made?.['id'])}`, { deleted_at: 'now()' });
      expect((await write(wire, 'POST', 'teams', team)).code).toBe(again);
      const upserted = await write(
        wire,
        'POST',
        'teams?on_conflict=name',
        team,
        'resolution=merge-duplicates',
      );
      expect(upserted.code).toBe(upsert);
    }
  });

  it('lets two scrapers report the same edge', async () => {
    const [edge] = (await ask('2026', 'config_relationships?select=config_id,related_id,relation&limit=1'))
      .rows;
    const scraper = String((await ask('2026', 'config_scrapers?select=id&limit=1')).rows[0]?.['id']);
    const found = { ...edge, scraper_id: scraper };
    expect((await write('2026', 'POST', 'config_relationships', found)).status).toBe(201);
    expect((await write('2026', 'POST', 'config_relationships', found)).code).toBe('23505');
    const [old] = (await ask('2024', 'config_relationships?select=config_id,related_id,relation&limit=1'))
      .rows;
    expect((await write('2024', 'POST', 'config_relationships', old ?? {})).code).toBe('23505');
  });

  it('runs a check without touching its row', async () => {
    const [check] = (await ask('2026', 'checks?select=id,updated_at&status=eq.healthy&limit=1')).rows;
    const id = String(check?.['id']);
    await sql(
      '2026',
      `update checks_unlogged set last_runtime = '2027-01-01T00:00:00Z' where check_id = '${id}'`,
    );
    expect((await ask('2026', `checks?select=id,updated_at&id=eq.${id}`)).rows).toEqual([check]);
    const [summary] = (await ask('2026', `check_summary?select=last_runtime&id=eq.${id}`)).rows;
    expect(summary?.['last_runtime']).toBe('2027-01-01T00:00:00+00:00');
  });

  it('summarises queued events by name and subject', async () => {
    for (const wire of ['2024', '2026'] as const) {
      await sql(wire, `delete from event_queue where name = 'wire.test'`);
      await sql(
        wire,
        `select enqueue_event('wire.test', jsonb_build_object('id', gen_random_uuid())) from generate_series(1, 3)`,
      );
    }
    expect((await ask('2024', 'event_queue_summary?name=eq.wire.test')).rows).toHaveLength(1);
    expect((await ask('2026', 'event_queue_summary?name=eq.wire.test')).rows).toHaveLength(3);
  });

  it('knows statuses of runs and of sends 2024 does not', async () => {
    const statuses = async (wire: Wire, table: string): Promise<Set<unknown>> =>
      new Set((await ask(wire, `${table}?select=status`)).rows.map(({ status }) => status));
    expect([...(await statuses('2026', 'playbook_runs'))]).toEqual(
      expect.arrayContaining(['pending_approval', 'timed_out', 'retrying']),
    );
    expect(await statuses('2024', 'playbook_runs')).toContain('pending');
    expect(await statuses('2026', 'playbook_runs')).not.toContain('pending');
    expect([...(await statuses('2026', 'notification_send_history'))]).toEqual(
      expect.arrayContaining(['silenced', 'repeat-interval']),
    );
    expect((await ask('2026', 'notification_send_history?select=id&body=is.null')).rows).toHaveLength(1);
    expect((await ask('2024', 'notification_send_history?select=id&body=is.null')).rows).toHaveLength(0);
  });

  it('lists the actions of a run together with those of its children', async () => {
    const [child] = (await ask('2026', 'playbook_runs?select=id,parent_id&parent_id=not.is.null&limit=1'))
      .rows;
    const path = `rpc/get_playbook_run_actions?run_id=${String(child?.['parent_id'])}`;
    const runs = (await ask('2026', path)).rows.map(({ playbook_run_id }) => playbook_run_id);
    expect(runs).toContain(child?.['id']);
    expect((await ask('2024', path)).status).toBe(404);
  });

  it('masks secrets of connections and keeps what a mask is written over', async () => {
    const [found] = await sql(
      '2026',
      `select id, password from connections where password <> '' and deleted_at is null limit 1`,
    );
    const id = String(found?.['id']);
    expect((await ask('2026', `connection_details?select=password&id=eq.${id}`)).rows).toEqual([
      { password: '***' },
    ]);
    await write('2026', 'PATCH', `connections?id=eq.${id}`, { password: '***' });
    expect(await sql('2026', `select password from connections where id = '${id}'`)).toEqual([
      { password: found?.['password'] },
    ]);
  });

  it('leaves no insight without last_observed', async () => {
    const path = 'config_analysis?select=id&last_observed=is.null&limit=1';
    expect((await ask('2024', path)).rows).toHaveLength(1);
    expect((await ask('2026', path)).rows).toHaveLength(0);
  });

  it('gives no roles to a person that is deleted', async () => {
    for (const [wire, rows] of [
      ['2024', 1],
      ['2026', 0],
    ] as const) {
      const [row] = (await ask(wire, 'people_roles?select=id&name=eq.Nobody')).rows;
      expect(row).toBeUndefined();
      const [person] = await sql(
        wire,
        `insert into people (name, email) values ('Nobody', 'nobody@example.test') returning id`,
      );
      await sql(
        wire,
        `insert into casbin_rule (ptype, v0, v1) values ('g', '${String(person?.['id'])}', 'viewer')`,
      );
      await sql(wire, `update people set deleted_at = now() where id = '${String(person?.['id'])}'`);
      expect((await ask(wire, 'people_roles?select=id&name=eq.Nobody')).rows).toHaveLength(rows);
    }
  });
});

describe('incidents', () => {
  it('have the same columns on both', async () => {
    const listed = (wire: Wire): Promise<Record<string, unknown>[]> =>
      sql(
        wire,
        `select table_name, column_name, data_type from information_schema.columns
         where table_schema = 'public' and table_name in ('incidents', 'hypotheses', 'evidences', 'comments', 'responders', 'incident_histories')
         order by 1, 2`,
      );
    expect(await listed('2026')).toEqual(await listed('2024'));
  });
});

describe('life', () => {
  it('runs checks beside their rows and renews the roll-ups', async () => {
    const { pool } = serverOf('2026').gateway;
    const before = await sql('2026', 'select id, last_runtime::text as at from checks order by id');
    const [{ runs } = { runs: null }] = await sql(
      '2026',
      'select max(last_runtime)::text as runs from checks_unlogged where last_runtime < now()',
    );
    await runChecks(pool, createPrng(1), '2026');
    expect(await sql('2026', 'select id, last_runtime::text as at from checks order by id')).toEqual(before);
    const newer = await sql(
      '2026',
      `select from checks_unlogged where last_runtime > '${String(runs)}' and last_runtime <= now()`,
    );
    expect(newer.length).toBeGreaterThanOrEqual(10);

    const [config] = await sql(
      '2026',
      'select id from config_items where deleted_at is null order by id limit 1',
    );
    const id = String(config?.['id']);
    const changes = async (): Promise<unknown> =>
      (await ask('2026', `configs?select=changes&id=eq.${id}`)).rows[0]?.['changes'];
    const known = Number(await changes());
    await sql('2026', `insert into config_changes (config_id, change_type) values ('${id}', 'diff')`);
    expect(await changes()).toBe(known);
    await keepHouse(pool, '2026');
    expect(await changes()).not.toBe(known);
  });
});

describe('a database', () => {
  it('of one server is not taken for the other', async () => {
    const url = serverOf('2026').gateway.databaseUrl;
    await expect(
      prepareDatabase({ url, size: 'demo', wire: '2024', mayWipe: false, log: () => undefined }),
    ).rejects.toThrow('The database is filled with the demo data of the 2026 server; start with --fresh');
    await prepareDatabase({ url, size: 'demo', wire: '2026', mayWipe: false, log: () => undefined });
  });
});
