import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidentOf, insertWorld, openTestApi, type TestApi, type World } from './database-fixture.ts';

let api: TestApi;
let world: World;

beforeAll(async () => {
  api = await openTestApi();
  world = await insertWorld(api.database);
  await fillLookups();
});
afterAll(() => api.close());

/** What the look-up functions need beyond the world: a child item, its edge, and an incident on the component. */
async function fillLookups(): Promise<void> {
  const { database } = api;
  const by = { created_by: world.person };
  await database.insert('config_items', { type: 'T', config_class: 'C', parent_id: world.config });
  const incident = await database.insert('incidents', incidentOf(world.person));
  const hypothesis = await database.insert('hypotheses', {
    ...by,
    incident_id: incident['id'],
    type: 'root',
    title: 't',
    status: 'likely',
  });
  await database.insert('evidences', {
    ...by,
    hypothesis_id: hypothesis['id'],
    description: '',
    type: 'topology',
    component_id: world.component,
  });
}

describe('long lists', () => {
  beforeAll(() =>
    api.database.query(
      `insert into saved_query (query, created_by) select n::text, 'cap' from generate_series(1, 2005) n`,
    ),
  );

  it('are cut at 2000 rows without an error; only Content-Range tells', async () => {
    const answer = await api.request('saved_query?created_by=eq.cap&limit=5000', { prefer: 'count=exact' });
    expect(answer).toMatchObject({ status: 206, contentRange: '0-1999/2005' });
    expect(answer.rows).toHaveLength(2000);
    const uncounted = await api.request('saved_query?created_by=eq.cap&limit=5000');
    expect(uncounted).toMatchObject({ status: 200, contentRange: '0-1999/*' });
  });

  it('page by key without a gap', async () => {
    const first = await api.request('saved_query?created_by=eq.cap&order=id&select=id');
    const last = first.rows.at(-1)?.['id'];
    const rest = await api.request(`saved_query?created_by=eq.cap&order=id&select=id&id=gt.${String(last)}`);
    expect(new Set([...first.rows, ...rest.rows].map((row) => row['id'])).size).toBe(2005);
  });

  it('tell their size to a request for one row', async () => {
    const answer = await api.request('saved_query?created_by=eq.cap&limit=1', { prefer: 'count=exact' });
    expect(answer).toMatchObject({ status: 206, contentRange: '0-0/2005' });
    const none = await api.request('saved_query?created_by=eq.nobody&limit=1', { prefer: 'count=exact' });
    expect(none).toMatchObject({ status: 200, contentRange: '*/0', rows: [] });
  });
});

describe('cursors', () => {
  it('page with the server text and a compound condition', async () => {
    const all = await api.request('people?select=id,created_at&order=created_at,id');
    const first = all.rows[0]!;
    const time = encodeURIComponent(String(first['created_at']));
    const rest = await api.request(
      `people?select=id,created_at&order=created_at,id&or=(created_at.gt.${time},and(created_at.eq.${time},id.gt.${String(first['id'])}))`,
    );
    expect(rest.rows).toEqual(all.rows.slice(1));
  });
});

describe('errors', () => {
  it('404 with 42P01 for a relation that does not exist, PGRST202 for a function', async () => {
    expect(await api.request('config_changes_items')).toMatchObject({ status: 404, body: { code: '42P01' } });
    expect(await api.request('rpc/lookup_related_configs')).toMatchObject({
      status: 404,
      body: { code: 'PGRST202' },
    });
  });

  it('400 for a column and for an embed that do not exist', async () => {
    expect(await api.request('incidents?select=colour')).toMatchObject({
      status: 400,
      body: { code: '42703' },
    });
    expect(await api.request('incidents?select=*,canaries(*)')).toMatchObject({
      status: 400,
      body: { code: 'PGRST200' },
    });
  });

  it('406 for a single object that is not there', async () => {
    const response = await fetch(`${api.url}/incidents?id=eq.${randomUUID()}`, {
      headers: { Authorization: api.authorization, Accept: 'application/vnd.pgrst.object+json' },
    });
    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({ code: 'PGRST116' });
  });
});

describe('functions', () => {
  it('answer GET, which PostgREST runs read-only, and POST', async () => {
    const get = await api.request(
      `rpc/related_configs_recursive?config_id=${world.config}&type=eq.T&select=id,type`,
    );
    expect(get).toMatchObject({ status: 200, rows: [{ type: 'T' }] });
    const post = await api.request('rpc/uuid_to_ulid', { method: 'POST', body: { id: world.config } });
    expect(post.body).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it.each([
    ['lookup_components_by_config', 'id=CONFIG'],
    ['lookup_configs_by_component', 'id=COMPONENT'],
    ['lookup_changes_by_component', 'id=COMPONENT'],
    ['lookup_analysis_by_component', 'id=COMPONENT'],
    ['lookup_component_children', 'id=COMPONENT&max_depth=-1'],
    ['lookup_component_incidents', 'component_id=COMPONENT'],
    ['lookup_component_names', 'component_id={COMPONENT}'],
    ['lookup_components_by_check', 'id=CHECK'],
    ['lookup_config_children', 'id=CONFIG&max_depth=-1'],
    ['lookup_config_relations', 'config_id=CONFIG'],
    ['check_summary_for_component', 'id=COMPONENT'],
    ['config_relationships_recursive', 'config_id=CONFIG&type_filter=all'],
    ['related_config_ids_recursive', 'config_id=CONFIG'],
    ['related_changes_recursive', 'lookup_id=CONFIG'],
    ['related_configs', 'config_id=CONFIG'],
  ])('%s finds something', async (name, args) => {
    const filled = args
      .replace('CONFIG', world.config)
      .replace('COMPONENT', world.component)
      .replace('CHECK', world.check);
    const answer = await api.request(`rpc/${name}?${filled}`);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.rows.length).toBeGreaterThan(0);
  });
});
