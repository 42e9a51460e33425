import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { demoAccount } from '../people.ts';
import { createHypothesis, type Scene } from '../scene.ts';
import type { ServerFacts } from '../server-facts.ts';
import type { Stack } from '../stack.ts';
import { createEvidence } from './panel-page.ts';

const INCIDENT_WORK = ['incident', 'responder', 'evidences', 'comments'] as const;

/** What the specification's table of roles (section 6) is about, as far as an incident goes; nobody writes `nothing`. */
export type Resource = (typeof INCIDENT_WORK)[number] | 'properties' | 'rbac' | 'identities' | 'nothing';

/** Role by role; `nobody` has none. */
export const WRITES: Readonly<
  Record<'admin' | 'editor' | 'commander' | 'responder' | 'viewer' | 'nobody', readonly Resource[]>
> = {
  admin: [...INCIDENT_WORK, 'properties', 'rbac', 'identities'],
  editor: [...INCIDENT_WORK, 'properties'],
  commander: INCIDENT_WORK,
  responder: INCIDENT_WORK,
  viewer: [],
  nobody: [],
};
export type Who = keyof typeof WRITES;

/** A scene with one of everything that can be written, and another one of what can be deleted. */
export interface RoleScene extends Scene {
  readonly factor: string;
  readonly item: string;
  readonly helper: string;
  readonly ids: Readonly<
    Record<'evidence' | 'oldEvidence' | 'comment' | 'oldComment' | 'responder' | 'solution', string>
  >;
}

/** Fills the scene: a factor with a solution, two evidences, two comments, a responder. */
export async function fillScene(stack: Stack, facts: ServerFacts, scene: Scene): Promise<RoleScene> {
  const { incidentId, hypothesisId } = scene;
  const [factor, item] = ['Consumers died', 'Customers were told'];
  const factorId = await createHypothesis(stack, { incidentId, parentId: hypothesisId, title: factor });
  const solution = await createHypothesis(stack, {
    incidentId,
    parentId: factorId,
    type: 'solution',
    title: 'Restart them',
  });
  const evidence = await createEvidence(facts, scene, { description: item, isPart: true });
  const oldEvidence = await createEvidence(facts, scene, { description: 'Fans are loud' });
  const by = demoAccount('admin').id;
  const addComment = (text: string): Promise<string> =>
    facts.value(
      `insert into comments (incident_id, hypothesis_id, comment, created_by) values ($1, $2, $3, $4) returning id`,
      [incidentId, hypothesisId, text, by],
    );
  const comment = await addComment('Seen it');
  const oldComment = await addComment('Not this one');
  const { id: personId, name } = demoAccount('editor');
  const responder = await facts.value<string>(
    `insert into responders (incident_id, type, person_id, created_by) values ($1, 'person', $2, $3) returning id`,
    [incidentId, personId, by],
  );
  return {
    ...scene,
    factor,
    item,
    helper: `${name.first} ${name.last}`,
    ids: { evidence, oldEvidence, comment, oldComment, responder, solution },
  };
}

/** One request as the client or somebody with a console sends it, and how Postgres tells that it was carried out. */
interface Write {
  readonly resource: Resource;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object | undefined;
  /** A condition on a row of `table` with the given id. */
  readonly done: { readonly table: string; readonly id: string; readonly is: string };
}

const one = (table: string, id: string): string => `/api/db/${table}?id=eq.${id}`;

type Done = Write['done'];

function created(resource: Resource, table: string, body: object): Write {
  const id = randomUUID();
  return {
    resource,
    method: 'POST',
    path: `/api/db/${table}`,
    body: { id, ...body },
    done: { table, id, is: 'true' },
  };
}

function changed(resource: Resource, { table, id, is }: Done, body: object): Write {
  return { resource, method: 'PATCH', path: one(table, id), body, done: { table, id, is } };
}

function gone(resource: Resource, table: string, id: string): Write {
  return { resource, method: 'DELETE', path: one(table, id), done: { table, id, is: 'gone' } };
}

/** Every write of an incident. */
function incidentWrites(scene: RoleScene, personId: string): Readonly<Record<string, Write>> {
  const { incidentId, hypothesisId, ids } = scene;
  const made = (resource: Resource, table: string, body: object): Write =>
    created(resource, table, { created_by: personId, ...body });
  return {
    'incident made': made('incident', 'incidents', {
      title: 'By hand',
      description: '',
      severity: 'low',
      type: 'cost',
      status: 'open',
    }),
    'incident moved': changed(
      'incident',
      { table: 'incidents', id: incidentId, is: `status = 'investigating'` },
      { status: 'investigating' },
    ),
    'hypothesis made': made('incident', 'hypotheses', {
      incident_id: incidentId,
      parent_id: hypothesisId,
      type: 'factor',
      title: 'By hand',
      status: 'possible',
    }),
    'hypothesis proven': changed(
      'incident',
      { table: 'hypotheses', id: hypothesisId, is: `status = 'proven'` },
      { status: 'proven' },
    ),
    'hypothesis deleted': gone('incident', 'hypotheses', ids.solution),
    'history written': made('incident', 'incident_histories', {
      incident_id: incidentId,
      type: 'incident.status_updated',
      description: 'closed',
    }),
    'evidence made': made('evidences', 'evidences', {
      hypothesis_id: hypothesisId,
      type: 'comment',
      description: 'By hand',
      evidence: { comment: 'By hand' },
    }),
    'evidence ticked': changed(
      'evidences',
      { table: 'evidences', id: ids.evidence, is: 'done' },
      { done: true },
    ),
    'evidence deleted': gone('evidences', 'evidences', ids.oldEvidence),
    'comment made': made('comments', 'comments', {
      incident_id: incidentId,
      hypothesis_id: hypothesisId,
      comment: 'By hand',
    }),
    'comment changed': changed(
      'comments',
      { table: 'comments', id: ids.comment, is: `comment = 'By hand'` },
      { comment: 'By hand' },
    ),
    'comment deleted': gone('comments', 'comments', ids.oldComment),
    'responder made': made('responder', 'responders', {
      incident_id: incidentId,
      type: 'person',
      person_id: personId,
    }),
    'responder deleted': changed(
      'responder',
      { table: 'responders', id: ids.responder, is: 'deleted_at is not null' },
      { deleted_at: '2026-01-02T03:04:05Z' },
    ),
  };
}

/** Those that would give somebody more than their role. */
function otherWrites(personId: string): Readonly<Record<string, Write>> {
  return {
    'person renamed': changed(
      'identities',
      { table: 'people', id: personId, is: `name = 'By hand'` },
      { name: 'By hand' },
    ),
    'flag made': {
      resource: 'properties',
      method: 'POST',
      path: '/api/db/properties',
      body: { name: `by-hand.${personId}`, value: 'true' },
      done: { table: 'properties', id: `by-hand.${personId}`, is: 'true' },
    },
    'policy written': {
      resource: 'nothing',
      method: 'POST',
      path: '/api/db/casbin_rule',
      body: { ptype: 'g', v0: personId, v1: 'by-hand' },
      done: { table: 'casbin_rule', id: personId, is: `v1 = 'by-hand'` },
    },
    // Last: it changes what the person may do.
    'roles taken': {
      resource: 'rbac',
      method: 'POST',
      path: `/api/rbac/${personId}/update_role`,
      body: { roles: ['commander', 'editor'] },
      done: {
        table: 'casbin_rule',
        id: personId,
        is: `(select count(*) from casbin_rule own where own.v0 = casbin_rule.v0 and own.v1 in ('commander', 'editor')) = 2`,
      },
    },
  };
}

function writesOf(scene: RoleScene, personId: string): Readonly<Record<string, Write>> {
  return { ...incidentWrites(scene, personId), ...otherWrites(personId) };
}

/** The column that names a row where it is not `id`. */
const KEYS: Readonly<Record<string, string>> = { properties: 'name', casbin_rule: 'v0' };

async function wasDone(facts: ServerFacts, { table, id, is }: Write['done']): Promise<boolean> {
  const where = `from ${table} where ${KEYS[table] ?? 'id'}::text = $1`;
  const sql =
    is === 'gone' ? `select not exists (select ${where})` : `select exists (select ${where} and (${is}))`;
  return facts.value<boolean>(sql, [id]);
}

/** Sends every write from the page, with nothing but its session; what the server answered and what Postgres has. */
export async function tryWrites(
  page: Page,
  facts: ServerFacts,
  scene: RoleScene,
  personId: string,
): Promise<Record<string, string>> {
  const writes = Object.entries(writesOf(scene, personId));
  const statuses = await page.evaluate(
    async (requests) => {
      const answers: number[] = [];
      for (const { path, method, body } of requests) {
        const headers = { 'content-type': 'application/json' };
        const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
        answers.push((await fetch(path, init)).status);
      }
      return answers;
    },
    writes.map(([, { path, method, body }]) => ({ path, method, body })),
  );
  const outcomes: Record<string, string> = {};
  for (const [at, [name, { done }]] of writes.entries()) {
    const status = statuses[at] ?? 0;
    const answer = status === 403 ? 'refused' : status >= 200 && status < 300 ? 'accepted' : String(status);
    outcomes[name] = `${answer} and ${(await wasDone(facts, done)) ? 'done' : 'not done'}`;
  }
  return outcomes;
}

/** What `tryWrites` must find for a role. */
export function expectedWrites(scene: RoleScene, personId: string, who: Who): Record<string, string> {
  return Object.fromEntries(
    Object.entries(writesOf(scene, personId)).map(([name, { resource }]) => [
      name,
      WRITES[who].includes(resource) ? 'accepted and done' : 'refused and not done',
    ]),
  );
}
