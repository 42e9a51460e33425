import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { accessDenied } from '../authenticate.ts';
import type { Gateway, GatewayEnv } from '../context.ts';
import { isAllowed } from '../roles.ts';
import type { Role } from '../../seed/accounts.ts';
import { parseMoment } from './durations.ts';
import { graphOf } from './graph.ts';
import { runCheck } from './run.ts';
import { refreshSummaries, summarySql } from './summary.ts';
import { addTopology } from './topology.ts';

type Ctx = Context<GatewayEnv>;

const RUNNER = 'local';
const uuid = v.pipe(v.string(), v.uuid());

/** Who is offered Run Now (spec, section 6): more than may write canaries. */
const RUNNERS: ReadonlySet<Role> = new Set<Role>(['admin', 'editor', 'commander', 'responder']);

/** The health checker behind the server: summary, graph, one check with its runs, run now, topology (server.md 4, 5). */
export function createCanary(gateway: Gateway): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  app.use('/canary/*', async (c, next) => {
    if (!isAllowed(c.get('caller').roles, 'canaries', 'read')) return accessDenied(c);
    return await next();
  });
  addSummary(app, gateway);
  addGraph(app, gateway);
  addChecks(app, gateway);
  addRun(app, gateway);
  addTopology(app, gateway);
  return app;
}

const badRequest = (c: Ctx, error: string): Response => c.json({ error }, 400);

/** Answers with rows that are JSON text already. */
function answer(c: Ctx, startedAt: number, key: string, rows: string): Response {
  const head = `{"duration":${Math.max(1, Date.now() - startedAt)},"runnerName":"${RUNNER}"`;
  return c.body(`${head},"${key}":${rows}}`, 200, { 'content-type': 'application/json' });
}

function addSummary(app: Hono<GatewayEnv>, gateway: Gateway): void {
  // No parameter is honoured: the window is the last hour.
  app.get('/canary/api/summary', async (c) => {
    const startedAt = Date.now();
    await refreshSummaries(gateway);
    const found = await gateway.pool.query<{ rows: string }>(summarySql(gateway.wire));
    return answer(c, startedAt, 'checks_summary', found.rows[0]?.rows ?? '[]');
  });
}

/** Start and end of a request, in ms; the name of the one that cannot be read. */
function rangeOf(c: Ctx, nowMs: number): { fromMs: number; toMs: number } | { error: string } {
  const start = c.req.query('start') ?? c.req.query('since') ?? '1h';
  const end = c.req.query('end') ?? c.req.query('until');
  const fromMs = parseMoment(start, nowMs);
  if (fromMs === undefined) return { error: `start is neither a duration nor a time: ${start}` };
  const toMs = end === undefined ? nowMs : parseMoment(end, nowMs);
  return toMs === undefined ? { error: `end is neither a duration nor a time: ${end}` } : { fromMs, toMs };
}

function addGraph(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.get('/canary/api/graph', async (c) => {
    const startedAt = Date.now();
    const checkId = c.req.query('check');
    if (!v.is(uuid, checkId)) return badRequest(c, 'check is required and must be an id');
    const range = rangeOf(c, gateway.clock());
    if ('error' in range) return badRequest(c, range.error);
    const graph = await graphOf(gateway.pool, checkId, range.fromMs, range.toMs);
    return c.json({ duration: Math.max(1, Date.now() - startedAt), runnerName: RUNNER, ...graph });
  });
}

/** Runs of the check since $2, newest first; texts only where they are asked for. */
const runs = (withMessages: boolean): string => `, 'checkStatuses', (
  select json_agg(json_strip_nulls(json_build_object(
    'time', r.time, 'status', r.status, 'invalid', nullif(r.invalid, false), 'duration', r.duration
    ${withMessages ? `, 'message', nullif(r.message, ''), 'error', nullif(r.error, '')` : ''}
  )) order by r.time desc)
  from check_statuses r where r.check_id = s.id and r.time >= $2
)`;

function addChecks(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.get('/canary/api', async (c) => {
    const startedAt = Date.now();
    const checkId = c.req.query('check');
    if (!v.is(uuid, checkId)) return badRequest(c, 'check is required and must be an id');
    const range = rangeOf(c, gateway.clock());
    if ('error' in range) return badRequest(c, range.error);
    await refreshSummaries(gateway);
    const sql = summarySql(gateway.wire, 'and s.id = $1', runs(c.req.query('includeMessages') === 'true'));
    const found = await gateway.pool.query<{ rows: string }>(sql, [checkId, new Date(range.fromMs)]);
    return answer(c, startedAt, 'checks', found.rows[0]?.rows ?? '[]');
  });
}

function addRun(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.post('/canary/run/check/:id', async (c) => {
    if (!c.get('caller').roles.some((role) => RUNNERS.has(role))) return accessDenied(c);
    const checkId = c.req.param('id');
    if (!v.is(uuid, checkId)) return badRequest(c, 'a check is named by its id');
    const result = await runCheck(gateway.pool, gateway.wire, checkId);
    if (result === undefined) return c.json({ error: `check with id=${checkId} was not found` }, 404);
    return c.json(result);
  });
}
