import { Hono, type Context } from 'hono';
import { SignJWT } from 'jose';
import { accessDenied } from './authenticate.ts';
import type { Gateway, GatewayEnv } from './context.ts';
import { FilterError, rewriteQuery } from './query.ts';
import { guardOf } from './relations.ts';
import { isAllowed, type Action } from './roles.ts';
import { isAllowedOnServer } from './server-roles.ts';

const ACTIONS: Readonly<Record<string, Action>> = {
  GET: 'read',
  POST: 'create',
  PATCH: 'update',
  DELETE: 'delete',
};

/** What PostgREST reads; cookies and credentials of the browser are none of its business. */
const REQUEST_HEADERS = ['accept', 'content-type', 'prefer', 'range', 'range-unit', 'if-none-match'];

/** What would be wrong on our own connection. */
const HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'date', 'server', 'set-cookie'];

/** `/db/*`: the map of relations, the roles, the query rewrite, then PostgREST's own answer as it comes. */
export function createPostgrestProxy(gateway: Gateway): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  const tokenOf = createTokens(gateway.jwtSecret);

  app.all('/*', async (c) => {
    const relation = c.req.path.replace(/^\/db\//, '');
    const { session, roles } = c.get('caller');
    const action = ACTIONS[c.req.method];
    if (action === undefined) return c.text('unauthorized. RBAC policy not configured correctly', 403);
    const guard = guardOf(relation, gateway.wire);
    if (guard === undefined) return c.text('', 404);
    if (guard === 'denied') return accessDenied(c);
    const resource = action === 'read' ? guard.read : guard.write;
    const recorded =
      gateway.roles === 'server' ? isAllowedOnServer(roles, relation, action, gateway.wire) : undefined;
    if (!(recorded ?? isAllowed(roles, resource, action))) return accessDenied(c);

    let query: string;
    try {
      query = rewriteQuery(new URL(c.req.url).search, gateway.clock());
    } catch (error) {
      if (error instanceof FilterError) return c.json({ error: `bad request: ${error.message}` }, 400);
      throw error;
    }
    const target = `${gateway.postgrestUrl}/${relation}${query === '' ? '' : `?${query}`}`;
    return forward(gateway, c, target, await tokenOf(session.identity.id));
  });
  return app;
}

async function forward(gateway: Gateway, c: Context, target: string, token: string): Promise<Response> {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  for (const name of REQUEST_HEADERS) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const isRead = c.req.method === 'GET';
  // Whole before anything is forwarded: a body that was cut on the way must not become half a write.
  const body = isRead ? null : await c.req.arrayBuffer();
  let answer: Response;
  try {
    answer = await fetch(target, {
      method: c.req.method,
      headers,
      body: body === null || body.byteLength === 0 ? null : body,
      // A write goes on when its caller leaves: what the caller cannot see, it must be able to ask for.
      ...(isRead ? { signal: c.req.raw.signal } : {}),
    });
  } catch (error) {
    if (c.req.raw.signal.aborted) return c.body(null, 499 as 500); // nobody reads it; 499 is outside Hono's list
    const reason = error instanceof Error ? describe(error) : String(error);
    gateway.log(`PostgREST: ${reason}`);
    return c.json(
      { message: `remote ${gateway.postgrestUrl} unreachable, could not forward: ${reason}` },
      502,
    );
  }
  const passed = new Headers(answer.headers);
  for (const name of HOP_HEADERS) passed.delete(name);
  return new Response(answer.body, { status: answer.status, headers: passed });
}

/** Node's fetch says only "fetch failed"; the cause knows why. */
const describe = (error: Error): string =>
  error.cause instanceof Error ? error.cause.message : error.message;

/** Tokens for PostgREST: role and person, no expiry, one per person as the browser never sees them. */
function createTokens(secret: string): (personId: string) => Promise<string> {
  const key = new TextEncoder().encode(secret);
  const minted = new Map<string, Promise<string>>();
  return (personId) => {
    const known = minted.get(personId);
    if (known !== undefined) return known;
    const token = new SignJWT({ role: 'postgrest_api', id: personId })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key);
    minted.set(personId, token);
    return token;
  };
}
