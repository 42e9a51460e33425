import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  incidentOf,
  insertWorld,
  openTestApi,
  signToken,
  type ApiAnswer,
  type Row,
  type TestApi,
  type World,
} from './database-fixture.ts';

let api: TestApi;
let world: World;

beforeAll(async () => {
  api = await openTestApi();
  world = await insertWorld(api.database);
});
afterAll(() => api.close());

const IGNORE = 'resolution=ignore-duplicates,return=representation';
const MERGE = 'resolution=merge-duplicates,return=representation';

const post = (path: string, body: unknown, prefer = 'return=representation'): Promise<ApiAnswer> =>
  api.request(path, { method: 'POST', body, prefer });
const patch = (path: string, body: Row): Promise<ApiAnswer> => api.request(path, { method: 'PATCH', body });
const remove = (path: string): Promise<ApiAnswer> => api.request(path, { method: 'DELETE' });

const newIncident = (): Row & { id: string } => ({ ...incidentOf(world.person), id: randomUUID() });
const historyTypes = async (incident: string): Promise<unknown[]> =>
  (await api.request(`incident_histories?incident_id=eq.${incident}&order=created_at,id`)).rows.map(
    (row) => row['type'],
  );
const number = (row: Row | undefined): number => Number(String(row?.['incident_id']).slice('INC-'.length));

describe('who may ask', () => {
  it('nobody without a token, with a wrong secret or with the role that has no grants', async () => {
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${api.url}/incidents`, { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ Authorization: `${api.authorization}x` })).toBe(401);
    const anon = await signToken({ role: 'postgrest_anon' });
    expect([401, 403]).toContain(await status({ Authorization: `Bearer ${anon}` }));
    expect(await status({ Authorization: api.authorization })).toBe(200);
  });

  it('sees nothing of accounts, sessions and the bookkeeping of migrations', async () => {
    for (const table of ['credentials', 'sessions', 'recovery_links', 'applied_sql']) {
      expect(await api.request(table)).toMatchObject({ status: 404, body: { code: '42P01' } });
    }
    const profile = await fetch(`${api.url}/sessions`, {
      headers: { Authorization: api.authorization, 'Accept-Profile': 'identity' },
    });
    expect(profile.status).toBe(406);
  });
});

describe('POST', () => {
  it('of a new row answers 201 with the row; of an existing one 409 and 23505', async () => {
    const incident = newIncident();
    expect(await post('incidents', incident)).toMatchObject({ status: 201, rows: [{ id: incident.id }] });
    expect(await post('incidents', incident)).toMatchObject({ status: 409, body: { code: '23505' } });
  });

  it('with ignore-duplicates replays safely: 201, empty, nothing fires, one number burnt', async () => {
    const incident = newIncident();
    const first = await post('incidents', incident, IGNORE);
    expect(first).toMatchObject({ status: 201, rows: [{ id: incident.id }] });
    await patch(`incidents?id=eq.${incident.id}`, { status: 'mitigated' });
    expect(await post('incidents', incident, IGNORE)).toMatchObject({ status: 201, rows: [] });
    expect(await historyTypes(incident.id)).toEqual(['incident.created', 'incident.status_updated']);
    const next = await post('incidents', newIncident());
    expect(number(next.rows[0]) - number(first.rows[0])).toBe(2);
  });

  it('with merge-duplicates overwrites with 200 and fires the update triggers', async () => {
    const incident = newIncident();
    const first = await post('incidents', incident, MERGE);
    expect(first.status).toBe(201);
    await patch(`incidents?id=eq.${incident.id}`, { status: 'resolved' });
    const again = await post('incidents', incident, MERGE);
    expect(again).toMatchObject({ status: 200, rows: [{ status: 'open' }] });
    expect(await historyTypes(incident.id)).toEqual([
      'incident.created',
      'incident.status_updated',
      'incident.status_updated',
    ]);
    const same = await post('incidents', incident, MERGE);
    expect(same.rows[0]?.['updated_at']).toBe(again.rows[0]?.['updated_at']);
  });

  it('of a child before its parent answers 409 and 23503', async () => {
    const orphan = { incident_id: randomUUID(), created_by: world.person, comment: 'x' };
    expect(await post('comments', orphan)).toMatchObject({ status: 409, body: { code: '23503' } });
    const evidence = { hypothesis_id: randomUUID(), created_by: world.person, description: '', type: 'log' };
    expect(await post('evidences', evidence)).toMatchObject({ status: 409, body: { code: '23503' } });
  });

  it('takes the text now() for a time, and an explicit null instead of a default', async () => {
    const answer = await post('incidents', { ...newIncident(), created_at: 'now()' });
    expect(Math.abs(Date.parse(String(answer.rows[0]?.['created_at'])) - Date.now())).toBeLessThan(60_000);
    const withNull = await post('incidents', { ...newIncident(), incident_id: null });
    expect(withNull).toMatchObject({ status: 400, body: { code: '23502' } });
  });

  it.each([
    ['a missing value', { title: null }, 400, '23502'],
    ['a value of another type', { id: 'x' }, 400, '22P02'],
    ['a column nobody knows', { colour: 'red' }, 400, 'PGRST204'],
  ])('with %s answers %s', async (_, change, status, code) => {
    expect(await post('incidents', { ...newIncident(), ...change })).toMatchObject({
      status,
      body: { code },
    });
  });

  it('to a partial unique index as conflict target answers 42P10', async () => {
    const playbook = { name: randomUUID(), category: '', namespace: 'default', spec: {}, source: 'UI' };
    for (const path of [
      'playbooks?on_conflict=namespace,name,category',
      'connections?on_conflict=name,namespace',
      'people?on_conflict=email',
      'agents?on_conflict=name',
    ]) {
      const body = path.startsWith('playbooks') ? playbook : { name: randomUUID(), type: 'http' };
      expect(await post(path, path.startsWith('agents') ? { name: 'a' } : body, MERGE)).toMatchObject({
        status: 400,
        body: { code: '42P10' },
      });
    }
  });

  it('to a table without a primary key needs on_conflict for its resolution', async () => {
    const config = await api.database.insert('config_items', { type: 'T', config_class: 'C' });
    const link = {
      component_id: world.component,
      config_id: config['id'],
      selector_id: 'manual',
      deleted_at: null,
    };
    expect((await post('config_component_relationships', link)).status).toBe(201);
    await patch(`config_component_relationships?config_id=eq.${String(config['id'])}`, {
      deleted_at: 'now()',
    });
    expect(await post('config_component_relationships', link, MERGE)).toMatchObject({
      status: 409,
      body: { code: '23505' },
    });
    const path = 'config_component_relationships?on_conflict=component_id,config_id';
    expect(await post(path, link, MERGE)).toMatchObject({ status: 200, rows: [{ deleted_at: null }] });
  });

  it('keeps names of deleted rows taken in teams and rules, and free elsewhere', async () => {
    const retake = async (table: string, row: Row): Promise<number> => {
      const made = await post(table, row);
      expect(made.status).toBe(201);
      await patch(`${table}?id=eq.${String(made.rows[0]?.['id'])}`, { deleted_at: 'now()' });
      return (await post(table, row)).status;
    };
    const name = randomUUID();
    expect(await retake('teams', { name, created_by: world.person })).toBe(409);
    expect(await retake('incident_rules', { name, created_by: world.person })).toBe(409);
    expect(await retake('playbooks', { name, spec: {}, source: 'UI' })).toBe(201);
    expect(await retake('connections', { name, type: 'http' })).toBe(201);
    expect(await retake('canaries', { name, namespace: 'default', spec: {}, source: 'UI' })).toBe(201);
    expect(await retake('topologies', { name, namespace: 'default' })).toBe(201);
    expect(await retake('agents', { name })).toBe(201);
  });

  it('of a canary without a source is never a duplicate', async () => {
    const canary = { name: randomUUID(), namespace: 'default', spec: {} };
    expect([(await post('canaries', canary)).status, (await post('canaries', canary)).status]).toEqual([
      201, 201,
    ]);
  });

  it('of a member twice is idempotent with ignore-duplicates', async () => {
    const member = { team_id: world.team, person_id: world.person };
    expect(await post('team_members', member, IGNORE)).toMatchObject({ status: 201, rows: [member] });
    expect(await post('team_members', member, IGNORE)).toMatchObject({ status: 201, rows: [] });
  });
});

describe('PATCH', () => {
  it('answers the row, or 200 and an empty list when a guard does not hold any more', async () => {
    const incident = newIncident();
    const made = (await post('incidents', incident)).rows[0];
    const byStatus = `incidents?id=eq.${incident.id}&status=eq.open`;
    expect(await patch(byStatus, { status: 'mitigated' })).toMatchObject({
      status: 200,
      rows: [{ status: 'mitigated' }],
    });
    expect(await patch(byStatus, { status: 'closed' })).toMatchObject({ status: 200, rows: [] });
    const bySeen = `incidents?id=eq.${incident.id}&updated_at=eq.${encodeURIComponent(String(made?.['updated_at']))}`;
    expect(await patch(bySeen, { title: 'late' })).toMatchObject({ status: 200, rows: [] });
    expect(await historyTypes(incident.id)).toEqual(['incident.created', 'incident.status_updated']);
  });

  it('guarded by the exact updated_at holds: times keep their microseconds', async () => {
    const made = (await post('incidents', newIncident())).rows[0];
    expect(String(made?.['updated_at'])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/);
    const path = `incidents?id=eq.${String(made?.['id'])}&updated_at=eq.${encodeURIComponent(String(made?.['updated_at']))}`;
    expect((await patch(path, { title: 'in time' })).rows).toHaveLength(1);
  });

  it('soft-deletes without moving updated_at', async () => {
    const made = (await post('teams', { name: randomUUID(), created_by: world.person })).rows[0];
    const gone = (await patch(`teams?id=eq.${String(made?.['id'])}`, { deleted_at: 'now()' })).rows[0];
    expect(gone?.['deleted_at']).not.toBeNull();
    expect(gone?.['updated_at']).toBe(made?.['updated_at']);
  });
});

describe('DELETE', () => {
  it('of a hypothesis works bottom up and is refused before', async () => {
    const incident = newIncident();
    await post('incidents', incident);
    const node = { incident_id: incident.id, created_by: world.person, title: 't', status: 'likely' };
    const [root, child] = [randomUUID(), randomUUID()];
    await post('hypotheses', { ...node, id: root, type: 'root' });
    await post('hypotheses', { ...node, id: child, type: 'factor', parent_id: root });
    await post('evidences', { hypothesis_id: child, created_by: world.person, description: '', type: 'log' });
    await post('comments', {
      hypothesis_id: child,
      incident_id: incident.id,
      created_by: world.person,
      comment: 'x',
    });
    const refused = { status: 409, body: { code: '23503' } };
    expect(await remove(`hypotheses?id=eq.${root}`)).toMatchObject(refused);
    expect(await remove(`hypotheses?id=eq.${child}`)).toMatchObject(refused);
    expect((await remove(`evidences?hypothesis_id=eq.${child}`)).rows).toHaveLength(1);
    expect(await remove(`hypotheses?id=eq.${child}`)).toMatchObject(refused);
    expect((await remove(`comments?hypothesis_id=eq.${child}`)).rows).toHaveLength(1);
    expect((await remove(`hypotheses?id=eq.${child}`)).rows).toHaveLength(1);
    expect((await remove(`hypotheses?id=eq.${root}`)).rows).toHaveLength(1);
    expect(await remove(`hypotheses?id=eq.${root}`)).toMatchObject({ status: 200, rows: [] });
    expect(await historyTypes(incident.id)).toContain('evidence.created');
  });

  it('of a person or an incident with dependants is refused', async () => {
    const incident = newIncident();
    await post('incidents', incident);
    expect(await remove(`incidents?id=eq.${incident.id}`)).toMatchObject({ status: 409 });
    expect(await remove(`people?id=eq.${world.person}`)).toMatchObject({ status: 409 });
  });
});

describe('settings of the connection', () => {
  it('limit a statement to 120 seconds', async () => {
    await api.database.query(
      `create function public.show_timeout() returns text language sql as $$ select current_setting('statement_timeout') $$`,
    );
    await api.database.query(`notify pgrst, 'reload schema'`);
    // The reload is asynchronous; until it is done the function is unknown.
    await expect
      .poll(async () => (await api.request('rpc/show_timeout')).body, { timeout: 60_000, interval: 25 })
      .toBe('2min');
  });
});
