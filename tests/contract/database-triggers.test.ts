import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
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
});
beforeEach(async () => {
  world = await insertWorld(database);
});
afterAll(() => database.close());

const events = async (id: unknown): Promise<string[]> =>
  (
    await database.query(
      `select name from event_queue where properties ->> 'id' = $1 order by created_at, id`,
      [id],
    )
  ).map((row) => String(row['name']));

const update = (table: string, row: Row, assignment: string): Promise<Row> =>
  database.one(`update ${table} set ${assignment} where id = $1 returning *`, [row['id']]);

describe('config items', () => {
  const item = { type: 'Kubernetes::Pod', config_class: 'Pod' };

  it('get a name from their id, and may not have an empty type', async () => {
    const row = await database.insert('config_items', { ...item, name: '' });
    expect(row['name']).toBe(String(row['id']).slice(-12));
    await expect(database.insert('config_items', { ...item, type: '' })).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('queue created, updated with a new document, health with unknown for none, and deleted', async () => {
    const row = await database.insert('config_items', { ...item, config: { a: 1 } });
    expect(await events(row['id'])).toEqual(['config.created']);
    await update('config_items', row, `status = 'Running'`);
    expect(await events(row['id'])).toEqual(['config.created']);
    await update('config_items', row, `config = '{"a":2}', health = 'warning'`);
    await update('config_items', row, `health = ''`);
    await update('config_items', row, 'deleted_at = now()');
    expect((await events(row['id'])).toSorted()).toEqual([
      'config.created',
      'config.deleted',
      'config.unknown',
      'config.updated',
      'config.warning',
    ]);
  });

  it('keep a hard edge from the parent', async () => {
    const [one, two] = [
      await database.insert('config_items', item),
      await database.insert('config_items', item),
    ];
    const child = await database.insert('config_items', { ...item, parent_id: one['id'] });
    const edges = (): Promise<Row[]> =>
      database.query(
        'select config_id, relation, deleted_at from config_relationships where related_id = $1',
        [child['id']],
      );
    expect(await edges()).toEqual([{ config_id: one['id'], relation: 'hard', deleted_at: null }]);
    await update('config_items', child, `parent_id = '${String(two['id'])}'`);
    expect(await edges()).toEqual([{ config_id: two['id'], relation: 'hard', deleted_at: null }]);
    await update('config_items', child, 'parent_id = null');
    expect(await edges()).toEqual([]);
  });
});

describe('soft deletes', () => {
  it('of a component takes its links along', async () => {
    await database.insert('team_components', { team_id: world.team, component_id: world.component });
    await update('components', { id: world.component }, 'deleted_at = now()');
    expect(
      await database.query('select from team_components where component_id = $1', [world.component]),
    ).toEqual([]);
    for (const table of ['config_component_relationships', 'check_component_relationships']) {
      const link = await database.one(`select deleted_at from ${table} where component_id = $1`, [
        world.component,
      ]);
      expect(link['deleted_at']).toBeInstanceOf(Date);
    }
  });

  it('of a check takes its component links along', async () => {
    await update('checks', { id: world.check }, 'deleted_at = now()');
    const link = await database.one(
      'select deleted_at from check_component_relationships where check_id = $1',
      [world.check],
    );
    expect(link['deleted_at']).toBeInstanceOf(Date);
  });

  it('of a canary takes its checks and their component links along', async () => {
    await update('canaries', { id: world.canary }, 'deleted_at = now()');
    const check = await database.one('select deleted_at from checks where id = $1', [world.check]);
    const link = await database.one(
      'select deleted_at from check_component_relationships where check_id = $1',
      [world.check],
    );
    expect([check['deleted_at'], link['deleted_at']]).toEqual([expect.any(Date), expect.any(Date)]);
  });

  it('of an agent ends its tokens, and with cleanup everything it owns', async () => {
    const own = async (cleanup: boolean): Promise<{ token: Row; canary: Row }> => {
      const agent = await database.insert('agents', {
        name: crypto.randomUUID(),
        person_id: world.person,
        cleanup,
      });
      const { id } = await database.insert('access_tokens', {
        name: crypto.randomUUID(),
        person_id: world.person,
        value: 'hash',
        created_at: new Date(),
      });
      const canary = await database.insert('canaries', {
        name: 'c',
        namespace: 'default',
        spec: {},
        agent_id: agent['id'],
      });
      await update('agents', agent, 'deleted_at = now()');
      return {
        token: await database.one('select expires_at from access_tokens where id = $1', [id]),
        canary: await database.one('select deleted_at from canaries where id = $1', [canary['id']]),
      };
    };
    expect(await own(false)).toEqual({
      token: { expires_at: expect.any(Date) },
      canary: { deleted_at: null },
    });
    expect((await own(true)).canary['deleted_at']).toBeInstanceOf(Date);
  });
});

describe('other triggers', () => {
  it('note when a check turns, and queue passed or failed', async () => {
    const check = { id: world.check };
    await update('checks', check, `name = 'other'`);
    expect(await events(world.check)).toEqual([]);
    const turned = await update('checks', check, `status = 'unhealthy'`);
    expect(turned['last_transition_time']).toBeInstanceOf(Date);
    await update('checks', check, `status = 'healthy'`);
    expect(await events(world.check)).toEqual(['check.failed', 'check.passed']);
  });

  it('queue the health of a component', async () => {
    await update('components', { id: world.component }, `health = 'unhealthy'`);
    expect(await events(world.component)).toEqual(['component.unhealthy']);
  });

  it('give a notification another try when what may have failed changes', async () => {
    const failed = (): Promise<Row> =>
      database.insert('notifications', {
        events: ['check.failed'],
        team_id: world.team,
        error: 'no such field',
      });
    expect(await update('notifications', await failed(), `title = 'x'`)).toMatchObject({
      error: 'no such field',
    });
    expect(await update('notifications', await failed(), `filter = 'true'`)).toMatchObject({ error: null });
    const waiting = await failed();
    await update('teams', { id: world.team }, `spec = '{"a":1}'`);
    expect(await update('notifications', waiting, `title = 'x'`)).toMatchObject({ error: null });
  });

  it('queue a changed approval of a playbook and each approval', async () => {
    const playbook = await database.insert('playbooks', {
      name: crypto.randomUUID(),
      spec: {},
      source: 'UI',
    });
    await update('playbooks', playbook, `spec = '{"icon":"x"}'`);
    expect(await events(playbook['id'])).toEqual([]);
    await update('playbooks', playbook, `spec = '{"approval":{"type":"any"}}'`);
    expect(await events(playbook['id'])).toEqual(['playbook.spec.approval.updated']);
    const run = await database.insert('playbook_runs', { playbook_id: playbook['id'] });
    expect(run['status']).toBe('pending');
    const approval = await database.insert('playbook_approvals', {
      run_id: run['id'],
      person_id: world.person,
    });
    expect(await events(approval['id'])).toEqual(['playbook.approval.inserted']);
  });

  it('make a person of a new account, and leave that person alone afterwards', async () => {
    const traits = { email: `${crypto.randomUUID()}@example.test`, name: { first: 'Grace', last: 'Hopper' } };
    const account = await database.insert('identities', { traits });
    const person = (): Promise<Row> =>
      database.one('select name, email from people where id = $1', [account['id']]);
    expect(await person()).toEqual({ name: 'Grace Hopper', email: traits.email });
    await database.query(`update identities set state = 'inactive', traits = '{}' where id = $1`, [
      account['id'],
    ]);
    expect(await person()).toEqual({ name: 'Grace Hopper', email: traits.email });
  });

  it('wake the listeners of playbooks, teams, notifications and the queue', async () => {
    const heard: string[] = [];
    const listener = (message: { channel: string }): void => void heard.push(message.channel);
    const channels = [
      'event_queue_updates',
      'notification_updates',
      'playbook_action_updates',
      'playbook_run_updates',
      'playbook_updated',
      'team_updates',
    ];
    database.client.on('notification', listener);
    for (const channel of channels) await database.query(`listen ${channel}`);
    const playbook = await database.insert('playbooks', {
      name: crypto.randomUUID(),
      spec: {},
      source: 'UI',
    });
    const run = await database.insert('playbook_runs', { playbook_id: playbook['id'] });
    const action = await database.insert('playbook_run_actions', { playbook_run_id: run['id'], name: 'one' });
    expect(heard).toEqual(['playbook_run_updates', 'playbook_action_updates']);
    heard.length = 0;
    await update('playbook_run_actions', action, `status = 'completed'`);
    expect(heard).toEqual([]);
    await update('playbook_run_actions', action, `status = 'scheduled'`);
    await update('playbooks', playbook, `title = 'x'`);
    await update('teams', { id: world.team }, `icon = 'x'`);
    const notification = await database.insert('notifications', { events: ['check.failed'] });
    await update('notifications', notification, `title = 'x'`);
    await update('checks', { id: world.check }, `status = 'unhealthy'`);
    expect(heard).toEqual([
      'playbook_action_updates',
      'playbook_updated',
      'team_updates',
      'notification_updates',
      'event_queue_updates',
    ]);
    await database.query('unlisten *');
    database.client.off('notification', listener);
  });
});
