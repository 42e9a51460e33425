import { createHash } from 'node:crypto';
import { accounts, agentPeople, demoPassword, people, teams } from './accounts.ts';
import { iso, LOCAL_AGENT, type SeedContext } from './context.ts';
import { copyRows } from './copy.ts';
import { hashPassword } from './password.ts';
import { DAY, HOUR, MINUTE } from './sizes.ts';

/** The seeded person automatic work is done as. Its row comes with the schema under a random id. */
export const systemPersonId = '0190a3c4-5b00-7000-8000-000000000001';

const agentIds = ['00e01', '00e02', '00e03'].map((last) => `0190a3c4-5b00-7000-a000-0000000${last}`);

/** Ids of the remote agents: two that report, one that fell silent. */
export const remoteAgents = {
  euEdge: agentIds[0] ?? LOCAL_AGENT,
  usEdge: agentIds[1] ?? LOCAL_AGENT,
  rotterdam: agentIds[2] ?? LOCAL_AGENT,
} as const;

/** Writes people, roles, identities with their passwords, teams, members, agents and one access token. */
export async function seedDirectory(context: SeedContext): Promise<void> {
  await seedPeople(context);
  await seedIdentities(context);
  await seedTeams(context);
  await seedAgents(context);
}

async function seedPeople({ client, nowMs }: SeedContext): Promise<void> {
  // Nothing refers to it yet, and with a known id the rows that will are the same in every run.
  await client.query(`update people set id = $1, created_at = $2 where name = 'System'`, [
    systemPersonId,
    iso(nowMs - 420 * DAY),
  ]);
  const everybody = [
    ...accounts.map((account, at) => ({
      id: account.id,
      name: `${account.name.first} ${account.name.last}`,
      title: account.title,
      email: account.email,
      type: null,
      properties: { role: account.role },
      lastLoginMs: nowMs - (at * 7 + 1) * HOUR,
    })),
    ...people.map((person, at) => ({
      ...person,
      type: null,
      properties: null,
      lastLoginMs: at % 3 === 0 ? null : nowMs - (at * 19 + 5) * HOUR,
    })),
    ...agentPeople.map((person) => ({
      ...person,
      title: null,
      email: null,
      type: 'agent',
      properties: null,
      lastLoginMs: null,
    })),
  ];
  await copyRows(
    client,
    'people',
    [
      'id',
      'name',
      'title',
      'email',
      'type',
      'organization',
      'properties',
      'created_at',
      'updated_at',
      'last_login',
    ],
    everybody.map((person, at) => ({
      id: person.id,
      name: person.name,
      title: person.title,
      email: person.email,
      type: person.type,
      organization: person.type === null ? 'Larkspur Market' : null,
      properties: person.properties,
      created_at: iso(nowMs - (400 - at * 9) * DAY),
      // A login writes last_login, which moves updated_at; people who never signed in have none.
      updated_at: person.lastLoginMs === null ? null : iso(person.lastLoginMs),
      last_login: person.lastLoginMs === null ? null : iso(person.lastLoginMs),
    })),
  );
  await copyRows(
    client,
    'casbin_rule',
    ['ptype', 'v0', 'v1'],
    accounts.map((account) => ({ ptype: 'g', v0: account.id, v1: account.role })),
  );
}

async function seedIdentities({ client, nowMs }: SeedContext): Promise<void> {
  await copyRows(
    client,
    'identities',
    ['id', 'traits', 'state', 'state_changed_at', 'created_at', 'updated_at'],
    accounts.map((account, at) => {
      const created = iso(nowMs - (400 - at * 9) * DAY);
      return {
        id: account.id,
        traits: { email: account.email, name: account.name },
        state: 'active',
        state_changed_at: created,
        created_at: created,
        updated_at: created,
      };
    }),
  );
  const hashes = await Promise.all(
    accounts.map(({ id }) =>
      // A salt out of the id makes the rows repeatable. That is no loss: the password is printed on start.
      hashPassword(demoPassword, createHash('sha256').update(id).digest().subarray(0, 16)),
    ),
  );
  await copyRows(
    client,
    'identity.credentials',
    ['identity_id', 'password_hash', 'updated_at'],
    accounts.map((account, at) => ({
      identity_id: account.id,
      password_hash: hashes[at] ?? null,
      updated_at: iso(nowMs - 30 * DAY),
    })),
  );
}

/** The person behind a key: a role of accounts.ts, an index into its `people`, or `system`. */
export function memberId(key: string): string {
  if (key === 'system') return systemPersonId;
  const person = accounts.find(({ role }) => role === key) ?? people[Number(key)];
  if (person === undefined) throw new Error(`A team names the member ${key}, who does not exist`);
  return person.id;
}

async function seedTeams({ client, nowMs }: SeedContext): Promise<void> {
  await copyRows(
    client,
    'teams',
    ['id', 'name', 'icon', 'spec', 'source', 'created_by', 'created_at', 'updated_at'],
    teams.map((team, at) => ({
      id: team.id,
      name: team.name,
      icon: team.icon,
      spec: team.spec,
      source: 'UI',
      created_by: memberId('admin'),
      created_at: iso(nowMs - (380 - at) * DAY),
      updated_at: iso(nowMs - (40 + at * 11) * DAY),
    })),
  );
  await copyRows(
    client,
    'team_members',
    ['team_id', 'person_id'],
    teams.flatMap((team) => team.members.map((key) => ({ team_id: team.id, person_id: memberId(key) }))),
  );
}

async function seedAgents({ client, nowMs }: SeedContext): Promise<void> {
  // Came with the schema, at the time of the migration.
  await client.query('update agents set created_at = $1, updated_at = $1 where id = $2', [
    iso(nowMs - 420 * DAY),
    LOCAL_AGENT,
  ]);
  // The third has been silent for nine hours; what it owns is as old as that.
  const seen = [40_000, 55_000, 9 * HOUR + 12 * MINUTE];
  const described = [
    {
      id: remoteAgents.euEdge,
      name: 'eu-west-edge',
      description: 'Edge cluster in Dublin',
      ip: '10.20.4.11',
    },
    {
      id: remoteAgents.usEdge,
      name: 'us-east-edge',
      description: 'Edge cluster in Virginia',
      ip: '10.30.4.11',
    },
    {
      id: remoteAgents.rotterdam,
      name: 'warehouse-rotterdam',
      description: 'Warehouse network, behind a mobile link',
      ip: '172.16.9.2',
    },
  ];
  await copyRows(
    client,
    'agents',
    [
      'id',
      'name',
      'hostname',
      'description',
      'ip',
      'version',
      'username',
      'person_id',
      'properties',
      'created_by',
      'created_at',
      'updated_at',
      'last_seen',
      'last_received',
    ],
    described.map((agent, at) => ({
      ...agent,
      hostname: `${agent.name}-0.mission-control-agent`,
      version: at === 2 ? 'v1.4.11' : 'v1.4.14',
      username: agentPeople[at]?.name,
      person_id: agentPeople[at]?.id,
      properties: { type: 'agent', site: agent.name },
      created_by: memberId('admin'),
      created_at: iso(nowMs - (200 - at * 30) * DAY),
      updated_at: iso(nowMs - (seen[at] ?? 0)),
      last_seen: iso(nowMs - (seen[at] ?? 0)),
      last_received: iso(nowMs - (seen[at] ?? 0) - 20_000),
    })),
  );
  await copyRows(
    client,
    'access_tokens',
    ['id', 'name', 'person_id', 'value', 'created_at', 'expires_at'],
    agentPeople.map((person, at) => ({
      id: `0190a3c4-5b00-7000-b000-0000000000f${at + 1}`,
      name: 'agent',
      person_id: person.id,
      value: `CANARY-SECRET-token-hash-${at + 1}`,
      created_at: iso(nowMs - (200 - at * 30) * DAY),
      expires_at: iso(nowMs + 200 * DAY),
    })),
  );
}
