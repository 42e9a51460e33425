import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  incidentOf,
  insertWorld,
  openTestDatabase,
  type Row,
  type TestDatabase,
  type World,
} from './database-fixture.ts';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await openTestDatabase();
  world = await insertWorld(database);
});
afterAll(() => database.close());

const OLD = '2020-01-01 00:00:00+00';
const REMOTE_AGENT = '11111111-1111-1111-1111-111111111111';

/** Sets a known old mark behind the triggers' back, makes the edit and tells whether the mark moved. */
async function edit(table: string, id: string, assignment: string): Promise<{ moved: boolean; row: Row }> {
  await database.query(`alter table ${table} disable trigger user`);
  await database.query(`update ${table} set updated_at = $1 where id = $2`, [OLD, id]);
  await database.query(`alter table ${table} enable trigger user`);
  const row = await database.one(
    `update ${table} set ${assignment} where id = $1
     returning *, updated_at <> $2 as moved, updated_at = now() as is_now`,
    [id, OLD],
  );
  const moved = row['moved'] === true;
  expect(row['is_now']).toBe(moved);
  return { moved, row };
}

describe('updated_at', () => {
  it('moves to the start of the transaction when a local row changes', async () => {
    const { id } = await database.insert('incidents', incidentOf(world.person));
    expect((await edit('incidents', String(id), `title = 'other'`)).moved).toBe(true);
    expect((await edit('components', world.component, `description = 'x'`)).moved).toBe(true);
    expect((await edit('teams', world.team, `icon = 'x'`)).moved).toBe(true);
  });

  it('is shared by all rows of one transaction', async () => {
    const rows = await database.query(
      `insert into people (name) values ('one'), ('two') returning id, created_at = now() as same`,
    );
    expect(rows.map((row) => row['same'])).toEqual([true, true]);
  });

  it('stays when nothing changes', async () => {
    expect((await edit('components', world.component, 'name = name')).moved).toBe(false);
  });

  it('stays on a soft delete and on any edit of a deleted row, and moves on an undelete', async () => {
    const { id } = await database.insert('playbooks', { name: 'p', spec: {}, source: 'UI' });
    expect((await edit('playbooks', String(id), 'deleted_at = now()')).moved).toBe(false);
    expect((await edit('playbooks', String(id), `title = 'edited'`)).moved).toBe(false);
    expect((await edit('playbooks', String(id), 'deleted_at = null')).moved).toBe(true);
  });

  it.each([
    [`health = 'unhealthy', status = 'Failed', ready = false`, false],
    [`name = 'renamed', labels = '{"a":"b"}', tags = '{"c":"d"}'`, false],
    [`cost_per_minute = 3, properties = '[]', last_scraped_time = now(), path = 'x'`, false],
    [`deleted_at = now(), delete_reason = 'STALE'`, false],
    ['deleted_at = null', false],
    [`config = '{"a":1}'`, false],
    [`config = '{"a":2}'`, true],
  ])('on a config item, %s: moves %s', async (assignment, moves) => {
    expect((await edit('config_items', world.config, assignment)).moved).toBe(moves);
  });

  it.each([
    [`labels = '{"a":"b"}', annotations = '{"a":"b"}', source = 'UI'`, false],
    [`spec = '{"schedule":"@every 1m"}'`, true],
  ])('on a canary, %s: moves %s', async (assignment, moves) => {
    expect((await edit('canaries', world.canary, assignment)).moved).toBe(moves);
  });

  it('stays as an agent sent it on the rows of that agent', async () => {
    await database.insert('agents', { id: REMOTE_AGENT, name: 'edge' });
    const { id } = await database.insert('checks', {
      canary_id: world.canary,
      agent_id: REMOTE_AGENT,
      type: 'http',
      name: 'remote',
    });
    expect((await edit('checks', String(id), `status = 'unhealthy'`)).moved).toBe(false);
    const sent = await database.one(
      `update checks set updated_at = '2021-05-05', icon = 'x' where id = $1
       returning updated_at = '2021-05-05' as kept`,
      [id],
    );
    expect(sent['kept']).toBe(true);
  });

  it('stays when is_pushed flips, also when the first edit after a push resets it', async () => {
    expect((await edit('components', world.component, 'is_pushed = true')).moved).toBe(false);
    const first = await edit('components', world.component, `icon = 'first'`);
    expect(first).toMatchObject({ moved: false, row: { is_pushed: false } });
    expect((await edit('components', world.component, `icon = 'second'`)).moved).toBe(true);
  });

  it('moves with a login and with a heartbeat', async () => {
    expect((await edit('people', world.person, 'last_login = now()')).moved).toBe(true);
    expect((await edit('agents', REMOTE_AGENT, 'last_seen = now()')).moved).toBe(true);
  });

  it('is null on new checks, scrapers, log backends and people', async () => {
    const rows = await database.query(`
      select updated_at from checks where id = '${world.check}'
      union all select updated_at from config_scrapers where id = '${world.scraper}'
      union all select updated_at from people where name = 'System'`);
    expect(rows.map((row) => row['updated_at'])).toEqual([null, null, null]);
    const backend = await database.insert('logging_backends', { name: 'logs', spec: {} });
    expect(backend['updated_at']).toBeNull();
    expect((await edit('logging_backends', String(backend['id']), `name = 'x'`)).moved).toBe(true);
  });

  it('is kept by a trigger on exactly the known tables', async () => {
    const rows = await database.query(
      `select tgrelid::regclass::text as name from pg_trigger where tgname like '%\\_update\\_updated\\_at' order by 1`,
    );
    expect(rows.map((row) => row['name'])).toEqual([
      'agents',
      'artifacts',
      'canaries',
      'check_component_relationships',
      'check_config_relationships',
      'checks',
      'comment_responders',
      'comments',
      'component_relationships',
      'components',
      'config_component_relationships',
      'config_items',
      'config_relationships',
      'config_scrapers',
      'connections',
      'evidences',
      'hypotheses',
      'incident_histories',
      'incident_relationships',
      'incident_rules',
      'incidents',
      'integrations',
      'logging_backends',
      'notifications',
      'people',
      'playbooks',
      'properties',
      'responders',
      'saved_query',
      'teams',
      'topologies',
    ]);
  });
});

describe('ids', () => {
  it('are ULIDs in a uuid: the time of the transaction in front, random bits behind', async () => {
    const made = await database.one(
      `select generate_ulid() <> generate_ulid() as differ,
              left(replace(generate_ulid()::text, '-', ''), 12) as prefix,
              lpad(to_hex(floor(extract(epoch from now()) * 1000)::bigint), 12, '0') as time`,
    );
    expect(made).toMatchObject({ differ: true, prefix: made['time'] });
  });

  it('have the text form of a ULID', async () => {
    const known = await database.one(
      `select uuid_to_ulid('01563e3a-b5d3-d676-4c61-efb99302bd5b') as text,
              uuid_to_ulid('ffffffff-ffff-ffff-ffff-ffffffffffff') as last`,
    );
    expect(known).toEqual({ text: '01ARZ3NDEKTSV4RRFFQ69G5FAV', last: '7ZZZZZZZZZZZZZZZZZZZZZZZZZ' });
  });

  it('number incidents one after the other', async () => {
    const [one, two] = [
      await database.insert('incidents', incidentOf(world.person)),
      await database.insert('incidents', incidentOf(world.person)),
    ];
    const number = (row: Row): number => Number(/^INC-(\d+)$/.exec(String(row['incident_id']))?.[1]);
    expect(number(two)).toBe(number(one) + 1);
  });
});

describe('a new database', () => {
  it('has the severities, the System person and the local agent', async () => {
    expect(await database.query('select id, name from severities order by id')).toEqual([
      { id: 1, name: 'Critical' },
      { id: 2, name: 'Blocker' },
      { id: 3, name: 'High' },
      { id: 4, name: 'Medium' },
      { id: 5, name: 'Low' },
    ]);
    expect(await database.one(`select email from people where name = 'System'`)).toEqual({ email: null });
    const agent = await database.one(`select id from agents where name = 'local'`);
    expect(agent['id']).toBe('00000000-0000-0000-0000-000000000000');
  });
});
