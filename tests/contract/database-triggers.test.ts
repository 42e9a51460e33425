import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
});
beforeEach(async () => {
  world = await insertWorld(database);
});
afterAll(() => database.close());

const histories = (incident: unknown): Promise<Row[]> =>
  database.query(
    `select type, description, created_by, hypothesis_id, responder_id, evidence_id, comment_id
     from incident_histories where incident_id = $1 order by created_at, id`,
    [incident],
  );

const events = async (id: unknown): Promise<unknown[]> =>
  (
    await database.query(
      `select name from event_queue where properties ->> 'id' = $1 order by created_at, id`,
      [id],
    )
  ).map((row) => row['name']);

const newIncident = (): Promise<Row> => database.insert('incidents', incidentOf(world.person));

async function newHypothesis(): Promise<{ incident: Row; hypothesis: Row }> {
  const incident = await newIncident();
  const hypothesis = await database.insert('hypotheses', {
    incident_id: incident['id'],
    created_by: world.person,
    type: 'root',
    title: 'Disk',
    status: 'possible',
  });
  return { incident, hypothesis };
}

async function newEvidence(values: Row = {}): Promise<{ incident: Row; hypothesis: Row; evidence: Row }> {
  const { incident, hypothesis } = await newHypothesis();
  const evidence = await database.insert('evidences', {
    hypothesis_id: hypothesis['id'],
    created_by: world.person,
    description: '',
    type: 'config',
    config_id: world.config,
    ...values,
  });
  return { incident, hypothesis, evidence };
}

const update = (table: string, row: Row, assignment: string): Promise<Row> =>
  database.one(`update ${table} set ${assignment} where id = $1 returning *`, [row['id']]);

describe('incidents', () => {
  it('record their creation with their uuid, and queue an event', async () => {
    const incident = await newIncident();
    expect(await histories(incident['id'])).toMatchObject([
      { type: 'incident.created', description: incident['id'], created_by: world.person },
    ]);
    expect(await events(incident['id'])).toEqual(['incident.created']);
  });

  it('record a changed status once, in the name of the creator', async () => {
    const incident = await newIncident();
    await update('incidents', incident, `status = 'mitigated'`);
    await update('incidents', incident, `status = 'mitigated', title = 'x'`);
    expect((await histories(incident['id'])).slice(1)).toMatchObject([
      { type: 'incident.status_updated', description: 'mitigated', created_by: world.person },
    ]);
    expect(await events(incident['id'])).toEqual(['incident.created', 'incident.status.mitigated']);
  });

  it('keep the times of their progress with the status, unless the statement sets one', async () => {
    const incident = await newIncident();
    const marks = (row: Row): boolean[] =>
      ['acknowledged', 'resolved', 'closed'].map((name) => row[name] !== null);
    expect(marks(incident)).toEqual([false, false, false]);
    const seen = await update('incidents', incident, `status = 'investigating'`);
    expect(marks(seen)).toEqual([true, false, false]);
    expect(marks(await update('incidents', incident, `status = 'resolved'`))).toEqual([true, true, false]);
    expect(marks(await update('incidents', incident, `status = 'closed'`))).toEqual([true, true, true]);
    const reopened = await update('incidents', incident, `status = 'open'`);
    expect(marks(reopened)).toEqual([true, false, false]);
    expect(reopened['acknowledged']).toEqual(seen['acknowledged']);
    const cancelled = await update('incidents', incident, `status = 'cancelled', closed = '2020-01-01Z'`);
    expect(cancelled['closed']).toEqual(new Date('2020-01-01Z'));
    expect(cancelled['resolved']).toBeNull();
  });

  it('fill the times of an incident that is made closed, and keep the ones it brings', async () => {
    const incident = await database.insert('incidents', {
      ...incidentOf(world.person),
      status: 'closed',
      resolved: '2020-01-01Z',
    });
    expect(incident['resolved']).toEqual(new Date('2020-01-01Z'));
    expect(incident['closed']).toEqual(incident['created_at']);
  });
});

describe('what hangs on an incident', () => {
  it('a hypothesis records its creation and each new status', async () => {
    const { incident, hypothesis } = await newHypothesis();
    await update('hypotheses', hypothesis, `status = 'likely'`);
    await update('hypotheses', hypothesis, `title = 'x'`);
    expect((await histories(incident['id'])).slice(1)).toMatchObject([
      { type: 'hypothesis.created', description: null, hypothesis_id: hypothesis['id'] },
      { type: 'hypothesis.status_updated', description: 'likely', hypothesis_id: hypothesis['id'] },
    ]);
  });

  it('a hypothesis is a root, a factor or a solution', async () => {
    const { hypothesis } = await newHypothesis();
    await expect(update('hypotheses', hypothesis, `type = 'guess'`)).rejects.toMatchObject({ code: '23514' });
  });

  it('an evidence records its creation under the incident of its hypothesis', async () => {
    const { incident, hypothesis, evidence } = await newEvidence();
    expect((await histories(incident['id'])).slice(2)).toMatchObject([
      { type: 'evidence.created', hypothesis_id: hypothesis['id'], evidence_id: evidence['id'] },
    ]);
  });

  it('an evidence records being added to the definition of done, from null too, but not when made so', async () => {
    const { incident, evidence } = await newEvidence({ definition_of_done: null });
    await update('evidences', evidence, 'definition_of_done = true');
    await update('evidences', evidence, 'definition_of_done = true');
    const types = (await histories(incident['id'])).map((row) => row['type']);
    expect(types.filter((type) => type === 'evidence.done_definition_added')).toHaveLength(1);
    const born = await newEvidence({ definition_of_done: true });
    const bornTypes = (await histories(born.incident['id'])).map((row) => row['type']);
    expect(bornTypes).not.toContain('evidence.done_definition_added');
  });

  it('a definition of done queues events, except for a change from null', async () => {
    const { evidence } = await newEvidence();
    await update('evidences', evidence, 'definition_of_done = true');
    await update('evidences', evidence, 'done = true');
    expect(await events(evidence['id'])).toEqual(['incident.dod.added']);
    await update('evidences', evidence, 'done = false');
    await update('evidences', evidence, 'done = true');
    await update('evidences', evidence, 'definition_of_done = false');
    expect((await events(evidence['id'])).toSorted()).toEqual([
      'incident.dod.added',
      'incident.dod.passed',
      'incident.dod.regressed',
      'incident.dod.removed',
    ]);
  });

  it('a responder records its creation and queues events when it comes and goes', async () => {
    const incident = await newIncident();
    const responder = await database.insert('responders', {
      incident_id: incident['id'],
      type: 'person',
      person_id: world.person,
      created_by: world.person,
    });
    await update('responders', responder, 'deleted_at = now()');
    await update('responders', responder, 'deleted_at = now()');
    expect((await histories(incident['id'])).slice(1)).toMatchObject([
      { type: 'responder.created', responder_id: responder['id'] },
    ]);
    expect(await events(responder['id'])).toEqual(['incident.responder.added', 'incident.responder.removed']);
  });

  it('a comment queues an event, and is history only when a responder system sent it', async () => {
    const incident = await newIncident();
    const own = { incident_id: incident['id'], comment: 'hello', created_by: world.person };
    const comment = await database.insert('comments', own);
    expect(await events(comment['id'])).toEqual(['incident.comment.added']);
    expect(await histories(incident['id'])).toHaveLength(1);
    const { id } = await database.insert('responders', {
      incident_id: incident['id'],
      type: 'system',
      created_by: world.person,
    });
    const outside = await database.insert('comments', { ...own, responder_id: id });
    expect((await histories(incident['id'])).at(-1)).toMatchObject({
      type: 'responder.commented',
      comment_id: outside['id'],
    });
  });

  it('deleted evidence, comments and hypotheses leave their history behind with an empty key', async () => {
    const { incident, hypothesis, evidence } = await newEvidence();
    await expect(
      database.query('delete from hypotheses where id = $1', [hypothesis['id']]),
    ).rejects.toMatchObject({ code: '23503' });
    await database.query('delete from evidences where id = $1', [evidence['id']]);
    await database.query('delete from hypotheses where id = $1', [hypothesis['id']]);
    expect((await histories(incident['id'])).slice(1)).toMatchObject([
      { type: 'hypothesis.created', hypothesis_id: null },
      { type: 'evidence.created', hypothesis_id: null, evidence_id: null },
    ]);
  });
});

describe('the event queue', () => {
  it('holds a repeated event once and resets it', async () => {
    const incident = await newIncident();
    await update('incidents', incident, `status = 'closed'`);
    await database.query(
      `update event_queue set attempts = 3, last_attempt = now(), created_at = '2020-01-01'
       where properties ->> 'id' = $1`,
      [incident['id']],
    );
    await update('incidents', incident, `status = 'open'`);
    await update('incidents', incident, `status = 'closed'`);
    const row = await database.one(
      `select attempts, last_attempt, created_at > '2021-01-01' as is_new
       from event_queue where name = 'incident.status.closed' and properties ->> 'id' = $1`,
      [incident['id']],
    );
    expect(row).toEqual({ attempts: 0, last_attempt: null, is_new: true });
  });
});

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
});
