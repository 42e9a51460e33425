import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, wipeDatabase } from '#tests/backend/migrate.ts';
import { accounts, demoAccounts, demoPassword, roles } from '#tests/backend/seed/accounts.ts';
import { verifyPassword } from '#tests/backend/seed/password.ts';
import { seedDatabase } from '#tests/backend/seed/seed.ts';
import { volumes } from '#tests/backend/seed/sizes.ts';
import { openTestDatabase, type Row, type TestDatabase } from './database-fixture.ts';

const now = new Date('2026-03-17T10:20:30.000Z');
const quiet = (): void => undefined;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedDatabase({ url: database.url, size: 'demo', now, log: quiet });
}, 180_000);
afterAll(() => database.close());

const column = async (sql: string): Promise<unknown[]> =>
  (await database.query(sql)).map((row) => Object.values(row)[0]);

/** One hash per table over all of its rows. */
async function digest(): Promise<Record<string, unknown>> {
  const tables = await column(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) from pg_tables
     where schemaname in ('public', 'identity') order by 1`,
  );
  const hashes: Record<string, unknown> = {};
  for (const table of tables.map(String)) {
    const row = await database.one(
      `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as hash from ${table} t`,
    );
    hashes[table] = `${String(row['rows'])} ${String(row['hash'])}`;
  }
  return hashes;
}

async function reseed(seed: number): Promise<void> {
  await wipeDatabase(database.url);
  await migrate(database.url);
  await seedDatabase({ url: database.url, size: 'demo', seed, now, log: quiet });
}

describe('the rows', () => {
  it('are the same for the same seed and time, and others for another seed', async () => {
    const first = await digest();
    await reseed(2);
    const other = await digest();
    await reseed(1);
    expect(await digest()).toEqual(first);
    expect(other['public.config_changes']).not.toBe(first['public.config_changes']);
    // People and teams are the same in every seed, for screenshots and scripts.
    expect(other['public.people']).toBe(first['public.people']);
  }, 180_000);

  it('satisfy every foreign key, though they were loaded with checks off', async () => {
    const keys = await database.query(
      `select c.conname as name, c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
              (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]) as child_column,
              (select attname from pg_attribute where attrelid = c.confrelid and attnum = c.confkey[1]) as parent_column,
              array_length(c.conkey, 1) as columns
       from pg_constraint c where c.contype = 'f'`,
    );
    expect(keys.length).toBeGreaterThan(60);
    const broken: string[] = [];
    for (const key of keys) {
      expect(key['columns']).toBe(1);
      const orphans = await database.one(
        `select count(*)::int as n from ${String(key['child'])} c where c.${String(key['child_column'])} is not null
           and not exists (select from ${String(key['parent'])} p where p.${String(key['parent_column'])} = c.${String(key['child_column'])})`,
      );
      if (orphans['n'] !== 0) broken.push(`${String(key['name'])}: ${String(orphans['n'])}`);
    }
    expect(broken).toEqual([]);
  });

  it('have the volumes of the size', async () => {
    const { configs, components, checks, changes, incidents, insights } = volumes.demo;
    const counts = await database.one(
      `select (select count(*)::int from config_items) as configs, (select count(*)::int from components) as components,
              (select count(*)::int from checks) as checks, (select count(*)::int from config_changes) as changes,
              (select count(*)::int from incidents) as incidents, (select count(*)::int from config_analysis) as insights`,
    );
    expect(counts).toEqual({ configs, components, checks, changes, incidents, insights });
  });

  it('leave no table of the product empty', async () => {
    const empty: string[] = [];
    for (const table of await column(
      `select tablename from pg_tables where schemaname = 'public' order by 1`,
    )) {
      const row = await database.one(`select exists (select from ${String(table)}) as filled`);
      if (row['filled'] !== true) empty.push(String(table));
    }
    // Only the agent's own side and an unused table have no rows.
    expect(empty).toEqual(['incident_relationships', 'playbook_action_agent_data']);
  });

  it('are never newer than the time they were made for', async () => {
    const late: string[] = [];
    for (const table of [
      'incidents',
      'incident_histories',
      'comments',
      'evidences',
      'config_items',
      'checks',
      'config_changes',
    ]) {
      const row = await database.one(`select count(*)::int as n from ${table} where created_at > $1`, [now]);
      if (row['n'] !== 0) late.push(table);
    }
    expect(late).toEqual([]);
  });

  it('refuse to be written twice', async () => {
    await expect(seedDatabase({ url: database.url, size: 'demo', now, log: quiet })).rejects.toThrow(
      'holds data already',
    );
  });
});

describe('the accounts', () => {
  it('are one per role, with the role granted and the demo password set', async () => {
    const granted = await database.query('select v0, v1 from casbin_rule where ptype = $1 order by id', [
      'g',
    ]);
    expect(granted).toEqual(demoAccounts.map(({ id, role }) => ({ v0: id, v1: role })));
    expect(demoAccounts.map(({ role }) => role)).toEqual([...roles]);
    for (const account of accounts) {
      const stored = await database.one(
        `select i.traits ->> 'email' as email, p.name, c.password_hash from identities i
         join people p on p.id = i.id join identity.credentials c on c.identity_id = i.id where i.id = $1`,
        [account.id],
      );
      expect(stored).toMatchObject({
        email: account.email,
        name: `${account.name.first} ${account.name.last}`,
      });
      expect(await verifyPassword(demoPassword, String(stored['password_hash']))).toBe(true);
      expect(await verifyPassword(`${demoPassword}x`, String(stored['password_hash']))).toBe(false);
    }
  });

  it('refuse stored passwords of another shape', async () => {
    expect(await verifyPassword('', '')).toBe(false);
    expect(await verifyPassword('x', 'bcrypt$1$2$3$4$5')).toBe(false);
    expect(await verifyPassword('x', 'scrypt$3$8$1$AAAA$AAAA')).toBe(false);
  });
});

describe('the incidents', () => {
  const count = (rows: Row[], key: string): Record<string, number> =>
    Object.fromEntries(rows.map((row) => [String(row[key]), Number(row['n'])]));

  it('fill the default list with some and leave others to the filters', async () => {
    const statuses = count(
      await database.query('select status, count(*)::int as n from incidents group by 1'),
      'status',
    );
    expect(statuses['open']).toBeGreaterThanOrEqual(4);
    expect(statuses['open']).toBeLessThanOrEqual(6);
    expect(Object.keys(statuses).toSorted()).toEqual([
      'cancelled',
      'closed',
      'investigating',
      'mitigated',
      'new',
      'open',
      'resolved',
    ]);
    const types = await column('select distinct type from incidents');
    expect(types).toEqual(
      expect.arrayContaining([
        'availability',
        'cost',
        'performance',
        'security',
        'technical_debt',
        'technicalDebt',
        'compliance',
        'integration',
        'reliability',
      ]),
    );
    const severities = await column('select distinct severity from incidents');
    expect(new Set(severities.map((severity) => String(severity).toLowerCase()))).toEqual(
      new Set(['low', 'medium', 'high', 'blocker', 'critical', 'info', 'warning']),
    );
    expect(severities).toEqual(expect.arrayContaining(['high', 'High', 'critical', 'Critical']));
  });

  it('carry evidence of every type, each with what it points at', async () => {
    const rows = await database.query(
      `select type, bool_and(case type
         when 'check' then check_id is not null and evidence ->> 'check_id' = check_id::text
         when 'config' then config_id is not null and evidence -> 'lines' is not null and evidence -> 'selected_lines' <> '{}'
         when 'config_change' then config_change_id is not null and config_id is not null
         when 'config_analysis' then config_analysis_id is not null and config_id is not null
         when 'topology' then component_id is not null
         when 'log' then component_id is not null and jsonb_array_length(evidence -> 'lines') > 1
         when 'comment' then evidence ->> 'comment' <> '' end) as whole
       from evidences group by 1 order by 1`,
    );
    expect(rows).toEqual(
      ['check', 'comment', 'config', 'config_analysis', 'config_change', 'log', 'topology'].map((type) => ({
        type,
        whole: true,
      })),
    );
    const changes = await database.one(
      `select count(*)::int as n from evidences e join config_changes c on c.id = e.config_change_id where c.config_id <> e.config_id`,
    );
    expect(changes['n']).toBe(0);
  });

  it('have comments that mention people who exist, and some from outside', async () => {
    const mentions = await database.query(
      `select m[1] as name, m[2] as id, p.name as person from comments
       cross join lateral regexp_matches(comment, '@\\[([^]]+)\\]\\(user:([0-9a-f-]+)\\)', 'g') m
       left join people p on p.id = m[2]::uuid`,
    );
    expect(mentions.length).toBeGreaterThan(5);
    for (const mention of mentions) expect(mention['person']).toBe(mention['name']);
    const outside = await database.one(
      `select count(*)::int as n from comments where external_created_by is not null and external_id is not null and responder_id is not null`,
    );
    expect(outside['n']).toBeGreaterThan(0);
  });

  it('leave the counter behind the last of them', async () => {
    const next = await database.one(`select format_incident_id(nextval('incident_id_sequence')) as id`);
    expect(next['id']).toBe(`INC-${volumes.demo.incidents + 1}`);
    const numbers = await database.one(
      `select count(distinct incident_id)::int as n, max(length(incident_id)) as longest from incidents`,
    );
    expect(numbers).toEqual({ n: volumes.demo.incidents, longest: 6 });
  });
});

describe('agents and checks', () => {
  it('have one agent that fell silent, and checks that are really down beside flapping ones', async () => {
    const silent = await database.query(
      `select name from agents where last_seen < $1::timestamptz - interval '1 hour' and deleted_at is null`,
      [now],
    );
    expect(silent).toEqual([{ name: 'warehouse-rotterdam' }]);
    const down = await column(
      `select c.name from checks c where status = 'unhealthy' and not exists (
         select from check_statuses s where s.check_id = c.id and s.status and s.time >= c.last_transition_time)
         and last_transition_time < '2026-03-17T09:40:00Z' and agent_id = '00000000-0000-0000-0000-000000000000'`,
    );
    expect(down).toEqual(expect.arrayContaining(['payments-api charge', 'label-jobs depth']));
    const flapping = await column(
      `select c.name from checks c join check_statuses s on s.check_id = c.id
       group by c.id having count(*) filter (where s.status) > 10 and count(*) filter (where not s.status) > 10`,
    );
    expect(flapping.length).toBeGreaterThan(3);
  });

  it('agree with their results and roll-ups', async () => {
    const wrong = await column(
      `select c.name from checks c
       join lateral (select status, time from check_statuses s where s.check_id = c.id order by time desc limit 1) s on true
       where (c.status = 'healthy') <> s.status or c.last_runtime <> s.time`,
    );
    expect(wrong).toEqual([]);
    const totals = await database.one(
      `select (select sum(total)::int from check_statuses_1h) as rolled,
              (select count(*)::int from check_statuses where time < '2026-03-17T10:00:00Z') as raw`,
    );
    expect(totals['rolled']).toBe(totals['raw']);
  });
});
