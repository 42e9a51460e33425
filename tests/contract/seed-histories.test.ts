import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDatabase } from '#tests/backend/seed/seed.ts';
import { openTestDatabase, type Row, type TestDatabase } from './database-fixture.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  const now = new Date('2026-03-17T10:20:30.000Z');
  await seedDatabase({ url: database.url, size: 'demo', now, log: () => undefined });
}, 180_000);
afterAll(() => database.close());

const replayed = ['incidents', 'responders', 'hypotheses', 'evidences', 'comments', 'incident_histories'];

const histories = (): Promise<Row[]> =>
  database.query(
    `select incident_id, type, description, created_by, hypothesis_id, responder_id, evidence_id, comment_id
     from incident_histories order by 1, 2, 3, 4, 5, 6, 7, 8`,
  );

const outcomes = (): Promise<Row[]> =>
  database.query(
    `select id, status, acknowledged is not null as acknowledged, resolved is not null as resolved, closed is not null as closed
     from incidents union all select id, status, null, null, null from hypotheses
     union all select id, definition_of_done::text, null, null, null from evidences order by 1`,
  );

/** Puts the seeded rows aside and takes them out of their tables, without any trigger noticing. */
async function setAside(): Promise<void> {
  await database.query('set local session_replication_role = replica');
  for (const table of replayed) {
    await database.query(`create temporary table seeded_${table} on commit drop as select * from ${table}`);
  }
  for (const table of replayed) await database.query(`delete from ${table}`);
  await database.query('set local session_replication_role = origin');
}

/** Inserts a seeded table again, with some columns as they were at the time of the insert. */
async function insertAgain(table: string, first: Record<string, string> = {}): Promise<void> {
  const columns = await database.query(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  const names = columns.map(({ name }) => `"${String(name)}"`);
  const values = columns.map(({ name }) => first[String(name)] ?? `s."${String(name)}"`);
  await database.query(
    `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from seeded_${table} s`,
  );
}

/** Every later status in the order it came. */
async function updateStatuses(table: string, type: string, key: string): Promise<void> {
  const moments = await database.query(
    `select ${key} as id, description from seeded_incident_histories where type = $1 order by created_at, id`,
    [type],
  );
  for (const { id, description } of moments) {
    await database.query(`update ${table} set status = $2 where id = $1`, [id, description]);
  }
}

describe('the histories of the seed', () => {
  it('are those the triggers write when the incidents happen again', async () => {
    const seeded = await histories();
    const ends = await outcomes();
    await database.query('begin');
    try {
      await setAside();
      const hasLater = `exists (select from seeded_incident_histories h where h.incident_id = s.id and h.type = 'incident.status_updated')`;
      const noTime = `case when ${hasLater} then null else`;
      await insertAgain('incidents', {
        status: `case when ${hasLater} then 'as created' else s.status end`,
        acknowledged: `${noTime} s.acknowledged end`,
        resolved: `${noTime} s.resolved end`,
        closed: `${noTime} s.closed end`,
      });
      await insertAgain('responders');
      await insertAgain('hypotheses', { status: `'possible'` });
      await insertAgain('evidences', {
        definition_of_done: `s.definition_of_done and not exists (
          select from seeded_incident_histories h where h.evidence_id = s.id and h.type = 'evidence.done_definition_added')`,
      });
      await insertAgain('comments');
      await updateStatuses('incidents', 'incident.status_updated', 'incident_id');
      await updateStatuses('hypotheses', 'hypothesis.status_updated', 'hypothesis_id');
      await database.query(
        `update evidences e set definition_of_done = true from seeded_incident_histories h
         where h.evidence_id = e.id and h.type = 'evidence.done_definition_added'`,
      );
      expect(await histories()).toEqual(seeded);
      expect(await outcomes()).toEqual(ends);
    } finally {
      await database.query('rollback');
    }
  });

  it('name every kind of event', async () => {
    const types = await database.query('select distinct type from incident_histories order by 1');
    expect(types.map(({ type }) => type)).toEqual([
      'evidence.created',
      'evidence.done_definition_added',
      'hypothesis.created',
      'hypothesis.status_updated',
      'incident.created',
      'incident.status_updated',
      'responder.commented',
      'responder.created',
    ]);
  });

  it('lie between the creation and the last change of what they are about', async () => {
    const odd = await database.query(
      `select h.type, h.created_at, i.created_at as started from incident_histories h join incidents i on i.id = h.incident_id
       left join hypotheses y on y.id = h.hypothesis_id left join evidences e on e.id = h.evidence_id
       where h.created_at < i.created_at or h.created_at < y.created_at or h.created_at < e.created_at
          or (h.type = 'incident.status_updated' and h.created_at > i.updated_at)
          or (h.type = 'hypothesis.status_updated' and h.created_at > y.updated_at)`,
    );
    expect(odd).toEqual([]);
  });
});
