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

/** The health checker behind the server: summary, graph, run now, topology (server.md 4, 5). */
export function createCanary(gateway: Gateway): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  app.use('/canary/*', async (c, next) => {
    if (!isAllowed(c.get('caller').roles, 'canaries', 'read')) return accessDenied(c);
    return await next();
  });
  addSummary(app, gateway);
  addGraph(app, gateway);
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

/** Start and end of a request, in ms; undefined when one of them cannot be read. */
function rangeOf(c: Ctx, nowMs: number): { fromMs: number; toMs: number } | undefined {
  const start = c.req.query('start') ?? c.req.query('since') ?? '1h';
  const end = c.req.query('end') ?? c.req.query('until');
  const fromMs = parseMoment(start, nowMs);
  const toMs = end === undefined ? nowMs : parseMoment(end, nowMs);
  return fromMs === undefined || toMs === undefined ? undefined : { fromMs, toMs };
}

function addGraph(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.get('/canary/api/graph', async (c) => {
    const startedAt = Date.now();
    const range = rangeOf(c, gateway.clock());
    // The runner falls over a time that it cannot read, and the server in front of it says so.
    if (range === undefined) {
      return c.json(
        { message: `remote ${new URL(c.req.url).origin} unreachable, could not forward: EOF` },
        502,
      );
    }
    const checkId = c.req.query('check');
    if (!v.is(uuid, checkId)) return badRequest(c, 'check is required and must be an id');
    const graph = await graphOf(gateway.pool, checkId, range.fromMs, range.toMs);
    const durationMs = Date.now() - startedAt;
    return c.json({ ...(durationMs > 0 ? { duration: durationMs } : {}), runnerName: RUNNER, ...graph });
  });
}

function addRun(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.post('/canary/run/check/:id', async (c) => {
    if (!c.get('caller').roles.some((role) => RUNNERS.has(role))) return accessDenied(c);
    const checkId = c.req.param('id');
    if (!v.is(uuid, checkId)) {
      return c.json(
        { error: `ERROR: invalid input syntax for type uuid: "${String(checkId)}" (SQLSTATE 22P02)` },
        500,
      );
    }
    const result = await runCheck(gateway.pool, gateway.wire, checkId);
    if (result === undefined) return c.json({ error: `check (${checkId}) was not found` }, 404);
    return c.json(result);
  });
}
