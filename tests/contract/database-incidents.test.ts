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

const events = async (id: unknown): Promise<string[]> =>
  (
    await database.query(
      `select name from event_queue where properties ->> 'id' = $1 order by created_at, id`,
      [id],
    )
  ).map((row) => String(row['name']));

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
