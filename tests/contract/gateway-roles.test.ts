import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles, type Role } from '#tests/backend/seed/accounts.ts';
import { emailOf, startGateway, type Client, type Gateway } from './gateway-client.ts';

const NOBODY = '00000000-0000-7000-8000-00000000dead';

/** May read and write, may read, may neither. */
type Access = 'rw' | 'r' | '-';

/** The spec's role table, spelled out: admin, editor, commander, responder, viewer. */
type Row = readonly [Access, Access, Access, Access, Access];
const INCIDENT_WORK: Row = ['rw', 'rw', 'rw', 'rw', 'r'];
const CONFIGURATION: Row = ['rw', 'rw', 'r', 'r', 'r'];
const PRIVATE: Row = ['rw', 'r', '-', '-', '-'];
const PRIVATE_WRITES: Row = ['rw', 'r', 'r', 'r', 'r'];

/** Representative relations with a filter that meets no row. */
const matrix: readonly (readonly [relation: string, filter: string, row: Row])[] = [
  ['incidents', `id=eq.${NOBODY}`, INCIDENT_WORK],
  ['hypotheses', `id=eq.${NOBODY}`, INCIDENT_WORK],
  ['evidences', `id=eq.${NOBODY}`, INCIDENT_WORK],
  ['comments', `id=eq.${NOBODY}`, INCIDENT_WORK],
  ['responders', `id=eq.${NOBODY}`, INCIDENT_WORK],
  ['teams', `id=eq.${NOBODY}`, CONFIGURATION],
  ['team_members', `team_id=eq.${NOBODY}`, CONFIGURATION],
  ['config_items', `id=eq.${NOBODY}`, CONFIGURATION],
  ['config_component_relationships', `config_id=eq.${NOBODY}`, CONFIGURATION],
  ['canaries', `id=eq.${NOBODY}`, CONFIGURATION],
  ['checks', `id=eq.${NOBODY}`, CONFIGURATION],
  ['topologies', `id=eq.${NOBODY}`, CONFIGURATION],
  ['components', `id=eq.${NOBODY}`, CONFIGURATION],
  ['config_scrapers', `id=eq.${NOBODY}`, CONFIGURATION],
  ['agents', `id=eq.${NOBODY}`, CONFIGURATION],
  ['properties', 'name=eq.nothing', CONFIGURATION],
  ['logging_backends', `id=eq.${NOBODY}`, CONFIGURATION],
  ['notifications', `id=eq.${NOBODY}`, CONFIGURATION],
  ['playbooks', `id=eq.${NOBODY}`, CONFIGURATION],
  ['playbook_runs', `id=eq.${NOBODY}`, CONFIGURATION],
  ['people', `id=eq.${NOBODY}`, PRIVATE_WRITES],
  ['connections', `id=eq.${NOBODY}`, PRIVATE],
  ['identities', `id=eq.${NOBODY}`, PRIVATE],
  ['casbin_rule', 'id=eq.0', PRIVATE],
];

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

let gateway: Gateway;
const clients = new Map<Role, Client>();
const clientOf = (role: Role): Client => clients.get(role)!;

beforeAll(async () => {
  gateway = await startGateway();
  for (const role of roles) clients.set(role, await gateway.signedIn(role));
});
afterAll(() => gateway.stop());

/** A request of the method that changes nothing even where it is allowed. */
function harmless(
  client: Client,
  method: (typeof methods)[number],
  relation: string,
  filter: string,
): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  if (method === 'POST') return client.send(`/api/db/${relation}`, { method, headers, body: '[]' });
  if (method === 'PATCH')
    return client.send(`/api/db/${relation}?${filter}`, { method, headers, body: '{}' });
  return client.send(`/api/db/${relation}?${filter}`, { method });
}

const DONE = 'done';
const REFUSED = '403 text/plain: unauthorized. Access Denied';

/** Done, or all of the answer that says why not. */
async function outcomeOf(answer: Response): Promise<string> {
  const body = await answer.text();
  if (answer.status < 300) return DONE;
  return `${answer.status} ${answer.headers.get('content-type')?.split(';')[0]}: ${body}`;
}

describe.each(roles.map((role, at) => [role, at] as const))('%s', (role, at) => {
  it.each(matrix)('on %s', async (relation, filter, row) => {
    const access = row[at]!;
    const outcomes: Record<string, string> = {};
    for (const method of methods) {
      outcomes[method] = await outcomeOf(await harmless(clientOf(role), method, relation, filter));
    }
    const reading = access === '-' ? REFUSED : DONE;
    const writing = access === 'rw' ? DONE : REFUSED;
    expect(outcomes).toEqual({ GET: reading, POST: writing, PATCH: writing, DELETE: writing });
  });

  it('reads names, roles and the public list of connections', async () => {
    for (const relation of ['people?select=id,name', `people_roles?id=in.(${NOBODY})`, 'connections_list']) {
      expect((await clientOf(role).send(`/api/db/${relation}`)).status).toBe(200);
    }
  });

  it('never reaches the identity service’s tables', async () => {
    for (const relation of ['sessions', 'access_tokens', 'identity_credentials']) {
      expect((await clientOf(role).send(`/api/db/${relation}`)).status).toBe(403);
    }
  });

  it('is told its role', async () => {
    const { payload } = await clientOf(role).json<{ payload: { user: { email: string }; roles: string[] } }>(
      '/api/auth/whoami',
    );
    expect(payload.user.email).toBe(emailOf(role));
    expect(payload.roles).toEqual([role]);
  });
});

/* Calls of playbooks, for a playbook that there is not: whoever may make one is told so (reference server.md 7). */
describe.each(roles.map((role, at) => [role, at] as const))('%s and playbooks', (role, at) => {
  const MAY_RUN = CONFIGURATION[at] === 'rw';
  const post = async (path: string): Promise<number> =>
    (
      await clientOf(role).send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: NOBODY, params: {} }),
      })
    ).status;

  it('reads which of them fit a thing', async () => {
    const answer = await clientOf(role).send(`/api/playbook/list?check_id=${NOBODY}`);
    expect([answer.status, await answer.json()]).toEqual([500, { error: 'Internal error.' }]);
  });

  it('asks what a run takes and begins one only with the right to write playbooks', async () => {
    expect([await post(`/api/playbook/${NOBODY}/params`), await post('/api/playbook/run')]).toEqual(
      MAY_RUN ? [404, 404] : [403, 403],
    );
  });
});

describe('a refused write', () => {
  it('leaves the row as it was', async () => {
    const created = await clientOf('commander').send('/api/db/incidents', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
      body: JSON.stringify({
        title: 'Queue is full',
        created_by: gateway.accounts[2]!.id,
        severity: 'high',
        type: 'availability',
        status: 'open',
        description: '',
      }),
    });
    const [incident] = (await created.json()) as { id: string }[];
    const answer = await clientOf('viewer').send(`/api/db/incidents?id=eq.${incident!.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'changed' }),
    });
    expect(answer.status).toBe(403);
    const stored = await gateway.pool.query('select title from incidents where id = $1', [incident!.id]);
    expect(stored.rows).toEqual([{ title: 'Queue is full' }]);
  });
});

describe('update_role', () => {
  const personId = (role: Role): string => gateway.accounts.find((account) => account.role === role)!.id;
  const update = (by: Role, id: string, body: unknown): Promise<Response> =>
    clientOf(by).send(`/api/rbac/${id}/update_role`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const storedRoles = async (id: string): Promise<unknown> =>
    (
      await gateway.pool.query(`select v1 from casbin_rule where ptype = 'g' and v0 = $1 order by v1`, [id])
    ).rows.map(({ v1 }: { v1: string }) => v1);

  const withRolesBack = async (
    id: string,
    roles: readonly string[],
    action: () => Promise<void>,
  ): Promise<void> => {
    try {
      await action();
    } finally {
      await gateway.pool.query(`delete from casbin_rule where ptype = 'g' and v0 = $1 and v1 <> all($2)`, [
        id,
        roles,
      ]);
    }
  };

  it('adds the roles to those there are, and counts at once', async () => {
    const id = personId('viewer');
    await withRolesBack(id, ['viewer'], async () => {
      const answer = await update('admin', id, { roles: ['responder', 'commander'] });
      expect([answer.status, await answer.json()]).toEqual([200, { message: 'Role updated successfully' }]);
      expect(await storedRoles(id)).toEqual(['commander', 'responder', 'viewer']);
      expect((await harmless(clientOf('viewer'), 'PATCH', 'comments', `id=eq.${NOBODY}`)).status).toBe(204);
    });
    expect((await harmless(clientOf('viewer'), 'PATCH', 'comments', `id=eq.${NOBODY}`)).status).toBe(403);
  });

  it('takes a role that nobody knows, and gives nothing by it', async () => {
    const id = personId('viewer');
    await withRolesBack(id, ['viewer'], async () => {
      expect((await update('admin', id, { roles: ['owner'] })).status).toBe(200);
      expect((await harmless(clientOf('viewer'), 'PATCH', 'comments', `id=eq.${NOBODY}`)).status).toBe(403);
    });
  });

  it('leaves the roles as they are when none is given', async () => {
    expect((await update('admin', personId('responder'), { roles: [] })).status).toBe(200);
    expect(await storedRoles(personId('responder'))).toEqual(['responder']);
  });

  it.each(['editor', 'commander', 'responder', 'viewer'] as const)('is not for the %s', async (role) => {
    expect((await update(role, personId(role), { roles: ['admin'] })).status).toBe(403);
    expect(await storedRoles(personId(role))).toEqual([role]);
  });

  it('refuses what is no list of roles, and a person nobody knows', async () => {
    expect((await update('admin', personId('viewer'), 'admin')).status).toBe(400);
    expect((await update('admin', 'no-uuid', { roles: ['viewer'] })).status).toBe(400);
    expect((await update('admin', randomUUID(), { roles: ['viewer'] })).status).toBe(404);
    expect(await storedRoles(personId('viewer'))).toEqual(['viewer']);
  });
});
