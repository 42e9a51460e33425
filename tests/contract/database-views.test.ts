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

const item = async (values: Row = {}): Promise<string> =>
  String((await database.insert('config_items', { type: 'T', config_class: 'C', ...values }))['id']);

describe('every view', () => {
  it('answers, with all its columns', async () => {
    const views = await database.query(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by 1`,
    );
    expect(views).toHaveLength(64);
    for (const { name } of views) await database.query(`select * from ${String(name)}`);
  });
});

describe('incident_summary', () => {
  it('lists live responders, and a commenter once under each incident', async () => {
    const { person, team } = world;
    const incidents: unknown[] = [];
    const { id: gone } = await database.insert('teams', { name: 'gone', created_by: person });
    for (let n = 0; n < 2; n += 1) {
      const { id } = await database.insert('incidents', { ...incidentOf(person), commander_id: person });
      incidents.push(id);
      const by = { incident_id: id, created_by: person };
      await database.insert('comments', { ...by, comment: 'one' });
      await database.insert('comments', { ...by, comment: 'two' });
      await database.insert('responders', { ...by, type: 'system', team_id: team });
      await database.insert('responders', { ...by, type: 'system', team_id: gone, deleted_at: new Date() });
      await database.insert('responders', {
        ...by,
        type: 'person',
        person_id: person,
        deleted_at: new Date(),
      });
    }
    const rows = await database.query(
      'select commander, responders, commenters from incident_summary where id = any ($1)',
      [incidents],
    );
    const expected = {
      commander: { id: person, name: 'Ada', avatar: null },
      commenters: [{ id: person, name: 'Ada', avatar: null }],
      responders: [expect.objectContaining({ id: team })],
    };
    expect(rows).toEqual([expected, expected]);
  });

  it('has an empty commander and no lists when there is nobody', async () => {
    const { id } = await database.insert('incidents', incidentOf(world.person));
    expect(
      await database.one('select commander, responders, commenters from incident_summary where id = $1', [
        id,
      ]),
    ).toEqual({
      commander: { id: null, avatar: null, name: null },
      responders: null,
      commenters: null,
    });
  });

  it('and the counts on components leave out what is resolved', async () => {
    const { id } = await database.insert('incidents', { ...incidentOf(world.person), type: 'cost' });
    const hypothesis = await database.insert('hypotheses', {
      incident_id: id,
      created_by: world.person,
      type: 'root',
      title: 't',
      status: 'likely',
    });
    await database.insert('evidences', {
      hypothesis_id: hypothesis['id'],
      created_by: world.person,
      description: '',
      type: 'topology',
      component_id: world.component,
    });
    const counts = (): Promise<Row[]> =>
      database.query('select incidents from topology where id = $1', [world.component]);
    expect(await counts()).toEqual([{ incidents: { cost: { high: 1 } } }]);
    await database.query(`update incidents set status = 'resolved' where id = $1`, [id]);
    expect(await counts()).toEqual([{ incidents: null }]);
  });
});

describe('check_summary', () => {
  const read = (): Promise<Row> =>
    database.one('select uptime, latency, labels from check_summary where id = $1', [world.check]);

  it('has an empty map of labels when neither side has any, and lays the check over the canary', async () => {
    expect((await read())['labels']).toEqual({});
    await database.query(`update canaries set labels = '{"a":"canary","b":"canary"}' where id = $1`, [
      world.canary,
    ]);
    await database.query(`update checks set labels = '{"a":"check"}' where id = $1`, [world.check]);
    expect((await read())['labels']).toEqual({ a: 'check', b: 'canary' });
  });

  it('has the last hour after a refresh, else the last run', async () => {
    const run = (age: string, duration: number, status: boolean): Promise<Row> =>
      database.one(
        `insert into check_statuses (check_id, time, duration, status)
         values ($1, now() - $2::interval, $3, $4) returning time`,
        [world.check, age, duration, status],
      );
    await run('5 hours', 700, true);
    await run('3 hours', 900, false);
    expect((await read())['uptime']).toMatchObject({ passed: null });
    await database.query('select holdfast.refresh_check_summaries()');
    expect(await read()).toMatchObject({
      uptime: { passed: 0, failed: 1, last_pass: null },
      latency: { p99: 900, p50: 900, avg: 900 },
    });
    await run('2 minutes', 10, true);
    await run('1 minute', 30, true);
    await database.query('select holdfast.refresh_check_summaries()');
    expect(await read()).toMatchObject({ uptime: { passed: 2, failed: 0 }, latency: { p99: 30, avg: 20 } });
  });
});

describe('catalog roll-ups', () => {
  it('count open insights and changes of an item', async () => {
    const row = await database.one('select namespace, analysis, changes from configs where id = $1', [
      world.config,
    ]);
    expect(row).toEqual({
      namespace: 'shop',
      analysis: [{ analyzer: 'rule', analysis_type: 'security', severity: 'high' }],
      changes: [{ change_type: 'diff', severity: 'low', total: 1 }],
    });
    const type = await database.one(`select * from config_summary where type = 'Kubernetes::Pod'`);
    expect(type).toMatchObject({
      analysis: { security: 1 },
      severity: { high: 1 },
      changes: '1',
      total_configs: '1',
    });
  });

  it('of config_detail count links, runs of a month, and changes of two days downstream too', async () => {
    const child = await item({ parent_id: world.config });
    await database.insert('config_changes', { config_id: child, change_type: 'diff' });
    await database.insert('config_changes', {
      config_id: child,
      change_type: 'diff',
      created_at: '2020-01-01',
    });
    const { summary, components } = await database.one(
      'select summary, components from config_detail where id = $1',
      [world.config],
    );
    expect(summary).toEqual({ relationships: 1, analysis: 0, changes: 2, playbook_runs: 0, checks: 1 });
    expect(components).toMatchObject([{ id: world.component }]);
  });
});

describe('people_roles', () => {
  it('has the roles of people that have one', async () => {
    await database.insert('casbin_rule', { ptype: 'g', v0: world.person, v1: 'viewer' });
    await database.insert('casbin_rule', { ptype: 'g', v0: world.person, v1: 'admin' });
    await database.insert('casbin_rule', { ptype: 'p', v0: world.person, v1: 'incident', v2: 'read' });
    const rows = await database.query('select id, roles from people_roles');
    expect(rows).toEqual([{ id: world.person, roles: ['admin', 'viewer'] }]);
  });
});

describe('the config graph', () => {
  let cluster: string, node: string, pod: string, service: string, gone: string;

  // cluster ─hard► node ─hard► pod ─uses► service ─uses► cluster (a cycle); pod ─uses► gone (deleted)
  beforeAll(async () => {
    cluster = await item({ name: 'cluster' });
    node = await item({ name: 'node', parent_id: cluster });
    pod = await item({ name: 'pod', parent_id: node });
    service = await item({ name: 'service' });
    gone = await item({ name: 'gone', deleted_at: new Date() });
    const uses = (config_id: string, related_id: string): Promise<Row> =>
      database.insert('config_relationships', { config_id, related_id, relation: 'uses' });
    await uses(pod, service);
    await uses(service, cluster);
    await uses(pod, gone);
    await database.query('update config_items set path = $2 where id = $1', [node, `${cluster}.${node}`]);
    await database.query('update config_items set path = $2 where id = $1', [
      pod,
      `${cluster}.${node}.${pod}`,
    ]);
  });

  const reached = async (...args: unknown[]): Promise<unknown[]> =>
    (
      await database.query(
        `select c.name || ' ' || r.depth as step
         from related_config_ids_recursive(${args.map((_, n) => `$${n + 1}`).join(', ')}) r
         join config_items c using (id) order by r.depth, c.name`,
        args,
      )
    ).map((row) => row['step']);

  it('is walked out and in, each item at its smallest distance, and ends in cycles', async () => {
    expect(await reached(cluster)).toEqual(['node 1', 'pod 2', 'gone 3', 'service 3']);
    expect(await reached(pod, 'incoming')).toEqual(['node 1', 'cluster 2', 'service 3']);
    expect(await reached(cluster, 'outgoing', 1)).toEqual(['node 1']);
  });

  it('follows hard edges only, or soft ones only, when asked', async () => {
    expect(await reached(cluster, 'outgoing', 5, 'both', 'hard')).toEqual(['node 1', 'pod 2']);
    expect(await reached(pod, 'outgoing', 5, 'both', 'soft')).toEqual(['gone 1', 'service 1', 'cluster 2']);
    expect(await reached(pod, 'incoming', 5, 'hard')).toEqual(['node 1', 'cluster 2']);
  });

  it('takes any other filter for both directions', async () => {
    for (const filter of ['all', 'nonsense', '', null]) {
      expect(await reached(node, filter, 1)).toEqual(['cluster 1', 'pod 1']);
    }
  });

  it('lists edges once, with their direction and distance', async () => {
    const edges = await database.query(
      `select a.name || '>' || b.name || ' ' || relation_type || ' ' || direction || ' ' || depth as edge
       from config_relationships_recursive($1, 'outgoing', 9) e
       join config_items a on a.id = e.id join config_items b on b.id = e.related_id order by depth, b.name`,
      [cluster],
    );
    expect(edges.map((row) => row['edge'])).toEqual([
      'cluster>node hard outgoing 1',
      'node>pod hard outgoing 2',
      'pod>gone uses outgoing 3',
      'pod>service uses outgoing 3',
      'service>cluster uses outgoing 4',
    ]);
  });

  it('leaves out deleted edges', async () => {
    await database.query('update config_relationships set deleted_at = now() where related_id = $1', [
      service,
    ]);
    expect(await reached(pod)).toEqual(['gone 1']);
    await database.query('update config_relationships set deleted_at = null where related_id = $1', [
      service,
    ]);
  });

  it('gives related configs with the item, its ancestors and what each points at', async () => {
    const rows = await database.query(
      `select name, (select array_agg(c.name order by c.name) from config_items c where c.id::text = any (related_ids)) as to
       from related_configs_recursive($1, 'outgoing', false, 1)`,
      [pod],
    );
    expect(rows).toEqual([
      { name: 'pod', to: ['service'] },
      { name: 'node', to: ['pod'] },
      { name: 'service', to: null },
      { name: 'cluster', to: ['node'] },
    ]);
    const deleted = await database.query(
      `select name from related_configs_recursive($1, 'outgoing', true, 1)`,
      [pod],
    );
    expect(deleted.map((row) => row['name'])).toContain('gone');
  });

  it('knows the way from the root', async () => {
    expect(await database.one('select config_path($1) as path', [pod])).toEqual({
      path: `${cluster}.${node}.${pod}`,
    });
    expect(await database.query('select id, related_id, depth from get_recursive_path($1)', [pod])).toEqual([
      { id: node, related_id: pod, depth: 1 },
      { id: cluster, related_id: node, depth: 2 },
    ]);
  });

  it('gives the changes of an item and of its neighbours, deleted ones when asked', async () => {
    for (const config_id of [cluster, pod, gone])
      await database.insert('config_changes', { config_id, change_type: 'x' });
    const names = async (...args: unknown[]): Promise<unknown[]> =>
      (
        await database.query(
          `select name from related_changes_recursive(${args.map((_, n) => `$${n + 1}`).join(', ')}) order by name`,
          args,
        )
      ).map((row) => row['name']);
    expect(await names(cluster)).toEqual(['cluster', 'pod']);
    expect(await names(cluster, 'downstream', true)).toEqual(['cluster', 'gone', 'pod']);
    expect(await names(cluster, 'none')).toEqual(['cluster']);
    expect(await names(pod, 'upstream')).toEqual(['cluster', 'pod']);
    expect(await names(gone, 'none')).toEqual(['gone']);
  });
});

describe('maintenance', () => {
  it('deletes old changes but those that are evidence, also when other evidence points elsewhere', async () => {
    const old = { config_id: world.config, change_type: 'old', created_at: '2020-01-01' };
    const kept = await database.insert('config_changes', old);
    await database.insert('config_changes', old);
    const { id: incident_id } = await database.insert('incidents', incidentOf(world.person));
    const by = { created_by: world.person };
    const { id: hypothesis_id } = await database.insert('hypotheses', {
      ...by,
      incident_id,
      type: 'root',
      title: 't',
      status: 'likely',
    });
    const evidence = { ...by, hypothesis_id, description: '', type: 'config_change' };
    await database.insert('evidences', { ...evidence, config_change_id: kept['id'] });
    await database.insert('evidences', evidence);
    await database.query('select holdfast.delete_old_changes(60)');
    expect(await database.query(`select id from config_changes where change_type = 'old'`)).toEqual([
      { id: kept['id'] },
    ]);
  });
});
