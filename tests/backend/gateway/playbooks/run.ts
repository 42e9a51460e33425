import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { approversOf } from '#tests/backend/runs/approval.ts';
import { accessDenied } from '../authenticate.ts';
import type { Gateway, GatewayEnv } from '../context.ts';
import { isAllowed } from '../roles.ts';
import { addApproval } from './approve.ts';
import { failure } from './failure.ts';

type Ctx = Context<GatewayEnv>;

const uuid = v.pipe(v.string(), v.uuid());
/** The server takes the empty text for nothing. */
const maybeId = v.optional(v.union([uuid, v.literal('')]));
const subjectSchema = v.object({
  id: uuid,
  check_id: maybeId,
  component_id: maybeId,
  config_id: maybeId,
});
const runSchema = v.object({
  ...subjectSchema.entries,
  params: v.optional(v.nullable(v.record(v.string(), v.string()))),
  request: v.optional(v.unknown()),
});
type Subject = v.InferOutput<typeof subjectSchema>;

const parameterSchema = v.looseObject({
  name: v.string(),
  label: v.optional(v.string()),
  required: v.optional(v.boolean()),
  default: v.optional(v.string()),
});
type Parameter = v.InferOutput<typeof parameterSchema>;
const specSchema = v.looseObject({
  parameters: v.optional(v.nullable(v.array(parameterSchema))),
});

interface Playbook {
  id: string;
  name: string;
  spec: unknown;
}

/** What a playbook is run on, under the word that its templates have for it. */
const subjects = [
  { key: 'check_id', word: 'check', table: 'checks' },
  { key: 'component_id', word: 'component', table: 'components' },
  { key: 'config_id', word: 'config', table: 'config_items' },
] as const;

/** `$(.config.name)` and its like; a value that nothing is known of becomes empty. */
function render(text: string, word: string, row: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\$\(\s*\.(?<of>\w+)\.(?<key>\w+)\s*\)/gu, (_all, of: string, key: string) => {
    const value = of === word ? row[key] : undefined;
    return typeof value === 'string' ? value : '';
  });
}

type Target = { word: string; row: Readonly<Record<string, unknown>> };

/** What is named; undefined where it is not there. */
async function targetOf(gateway: Gateway, asked: Subject): Promise<Target | undefined> {
  const named = subjects.find(({ key }) => (asked[key] ?? '') !== '');
  if (named === undefined) return { word: '', row: {} };
  const found = await gateway.pool.query<Record<string, unknown>>(
    `select name, type, status from ${named.table} where id = $1`,
    [asked[named.key]],
  );
  const [row] = found.rows;
  return row === undefined ? undefined : { word: named.word, row };
}

async function playbookOf(gateway: Gateway, id: string): Promise<Playbook | undefined> {
  const found = await gateway.pool.query<Playbook>(
    'select id, name, spec from playbooks where id = $1 and deleted_at is null',
    [id],
  );
  return found.rows[0];
}

function rendered(parameters: readonly Parameter[], { word, row }: Target): Parameter[] {
  return parameters.map((parameter) => ({
    ...parameter,
    ...(parameter.default === undefined ? {} : { default: render(parameter.default, word, row) }),
    ...(parameter.label === undefined ? {} : { label: render(parameter.label, word, row) }),
  }));
}

export function addRuns(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.post('/playbook/run', (c) => begin(c, gateway));
  addApproval(app, gateway);
  app.post('/playbook/:id/params', async (c) => {
    if (!isAllowed(c.get('caller').roles, 'playbooks', 'update')) return accessDenied(c);
    // The id of the path is not looked at.
    const body = v.safeParse(subjectSchema, await c.req.json().catch(() => undefined)); // no JSON: fails the schema
    if (!body.success) return failure(c, 400, 'invalid request');
    const playbook = await playbookOf(gateway, body.output.id);
    if (playbook === undefined) return failure(c, 404, `playbook(id=${body.output.id}) not found`);
    const target = await targetOf(gateway, body.output);
    if (target === undefined) return failure(c, 500, 'unable to prepare template env');
    const spec = v.safeParse(specSchema, playbook.spec);
    if (!spec.success) return failure(c, 500, 'Playbook validation failed');
    const { parameters } = spec.output;
    return c.json({ params: parameters?.length ? rendered(parameters, target) : null });
  });
}

/** Why the values do not fit; undefined where they do. */
function wrongValue(
  parameters: readonly Parameter[],
  given: Readonly<Record<string, string>>,
): string | undefined {
  const known = new Set(parameters.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  if (unknown.length > 0) return `unknown parameter(s): ${unknown.join(', ')}`;
  const missing = parameters.filter(
    ({ name, required, default: preset }) =>
      required === true && (given[name] ?? '') === '' && (preset ?? '') === '',
  );
  if (missing.length > 0)
    return `missing required parameter(s): ${missing.map(({ name }) => name).join(', ')}`;
  return undefined;
}

async function begin(c: Ctx, gateway: Gateway): Promise<Response> {
  const { roles, session } = c.get('caller');
  if (!isAllowed(roles, 'playbooks', 'update')) return accessDenied(c);
  const body = v.safeParse(runSchema, await c.req.json().catch(() => undefined)); // no JSON: fails the schema
  if (!body.success) return failure(c, 400, 'invalid request');
  const asked = body.output;
  const playbook = await playbookOf(gateway, asked.id);
  if (playbook === undefined) {
    const reason = `playbook '${asked.id}' not found`;
    // The server of 2024 says it twice.
    return failure(c, 404, gateway.wire === '2024' ? `${reason}: ${reason}` : reason);
  }
  const named = subjects.filter(({ key }) => (asked[key] ?? '') !== '');
  if (named.length > 1) return failure(c, 400, 'provide exactly one of component_id, config_id or check_id');
  const target = await targetOf(gateway, asked);
  if (target === undefined) return failure(c, 404, 'the resource was not found');
  const spec = v.safeParse(specSchema, playbook.spec);
  if (!spec.success) return failure(c, 500, 'Playbook validation failed');
  const parameters = spec.output.parameters ?? [];
  const given = asked.params ?? {};
  const wrong = wrongValue(parameters, given);
  if (wrong !== undefined) return failure(c, 400, wrong);
  const values = Object.fromEntries(
    rendered(parameters, target).flatMap(({ name, default: preset }): [string, string][] => {
      const value = given[name] ?? preset;
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const approvers = approversOf(playbook.spec);
  const email = session.identity.traits.email;
  const mayApprove = email !== undefined && approvers?.people.includes(email) === true;
  const waits = approvers !== undefined && !(mayApprove && approvers.isAny);
  const runId = await insertRun(gateway, {
    playbook,
    asked,
    values,
    by: session.identity.id,
    status: waits ? (gateway.wire === '2026' ? 'pending_approval' : 'pending') : 'scheduled',
    isApproved: mayApprove,
  });
  const startsAt = new Date(gateway.clock()).toISOString().replace(/\.\d+Z$/u, 'Z');
  return c.json({ run_id: runId, starts_at: startsAt }, 201);
}

interface NewRun {
  playbook: Playbook;
  asked: v.InferOutput<typeof runSchema>;
  values: Readonly<Record<string, string>>;
  by: string;
  status: string;
  isApproved: boolean;
}

async function insertRun(
  { pool, wire }: Gateway,
  { playbook, asked, values, by, status, isApproved }: NewRun,
): Promise<string> {
  const id = (key: (typeof subjects)[number]['key']): string | null => asked[key] || null;
  const run = await pool.query<{ id: string }>(
    `insert into playbook_runs (playbook_id, status, created_by, check_id, config_id, component_id, parameters, request, agent_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, null) returning id`,
    [
      playbook.id,
      status,
      by,
      id('check_id'),
      id('config_id'),
      id('component_id'),
      JSON.stringify(values),
      asked.request === undefined ? null : JSON.stringify(asked.request),
    ],
  );
  const runId = run.rows[0]?.id ?? '';
  if (wire === '2026')
    await pool.query('update playbook_runs set spec = $2 where id = $1', [
      runId,
      JSON.stringify(playbook.spec),
    ]);
  if (isApproved)
    await pool.query('insert into playbook_approvals (run_id, person_id) values ($1, $2)', [runId, by]);
  if (id('config_id') !== null) {
    await pool.query(
      `insert into config_changes (config_id, external_change_id, change_type, severity, source, summary, details, created_by)
       values ($1, $2, $3, 'info', 'Playbook', $4, $5, $6)`,
      [
        id('config_id'),
        runId,
        status === 'scheduled' ? 'PlaybookScheduled' : 'PlaybookPending',
        playbook.name,
        JSON.stringify({ parameters: values, spec: playbook.spec }),
        by,
      ],
    );
  }
  return runId;
}
