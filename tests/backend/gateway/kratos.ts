import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { hashPassword, verifyPassword } from '../seed/password.ts';
import { SESSION_COOKIE, sessionOf } from './authenticate.ts';
import type { Gateway, GatewayEnv } from './context.ts';
import {
  kratosError,
  loginFlowJson,
  noSuchMethod,
  sessionJson,
  wrongCredentials,
  type FormFailure,
} from './kratos-shapes.ts';
import { createLoginFlows, type LoginFlow, type LoginFlows } from './login-flows.ts';
import { isAllowedReturn } from './return-to.ts';
import { findSession, openSession, revokeSession, SESSION_LIFETIME_MS } from './sessions.ts';

const CSRF_COOKIE = 'csrf_token_holdfast';
const CSRF_COOKIE_SHAPE = /^[\w-]{43}$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether the caller is a page that navigates, not a script that wants JSON. */
const wantsHtml = (c: Context): boolean => {
  const accept = c.req.header('accept') ?? '';
  return accept.includes('text/html') && !accept.includes('application/json');
};

const isSecure = (c: Context): boolean => c.req.header('x-forwarded-proto') === 'https';

const unauthenticated = (c: Context): Response =>
  kratosError(c, {
    code: 401,
    id: 'session_inactive',
    reason: 'No active session was found in this request.',
    message: 'request does not have a valid authentication session',
  });

/** The part of the identity service's public API the product uses, below `/kratos`. */
export function createKratos(gateway: Gateway): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  const flows = createLoginFlows(gateway.clock);
  addSession(app, gateway);
  addLogin(app, gateway, flows);
  addLogout(app, gateway);
  app.get('/self-service/errors', (c) =>
    // Every error of this backend goes to the caller at once; none is kept to be read later.
    kratosError(c, { code: 404, message: 'Unable to locate the resource' }),
  );
  app.all('*', (c) =>
    kratosError(c, {
      code: 501,
      message: `not implemented: ${c.req.method} ${c.req.path.replace('/kratos', '')}`,
    }),
  );
  return app;
}

function addSession(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.get('/sessions/whoami', async (c) => {
    const { session } = await sessionOf(gateway, c);
    if (session !== undefined) return c.json(sessionJson(session));
    return kratosError(c, {
      code: 401,
      reason: 'No valid session credentials found in the request.',
      message: 'The request could not be authorized',
    });
  });
}

function addLogin(app: Hono<GatewayEnv>, gateway: Gateway, flows: LoginFlows): void {
  app.get('/self-service/login/browser', async (c) => {
    const refresh = c.req.query('refresh') === 'true';
    const returnTo = c.req.query('return_to');
    if (c.req.query('aal') === 'aal2') {
      return kratosError(c, { code: 501, message: 'not implemented: a second factor' });
    }
    if (returnTo !== undefined && !isAllowedReturn(returnTo)) {
      return kratosError(c, {
        code: 400,
        id: 'self_service_flow_return_to_forbidden',
        reason: `Requested return_to URL "${returnTo}" is not allowed.`,
        message: 'The request was malformed or contained invalid parameters',
      });
    }
    const { session } = await sessionOf(gateway, c);
    if (session !== undefined && !refresh) return alreadySignedIn(c, returnTo);
    const csrfCookie = ensureCsrfCookie(c);
    const requestUrl = c.req.url;
    const flow = flows.begin({
      requestUrl,
      returnTo: returnTo === '' ? undefined : returnTo,
      refresh,
      csrfCookie,
    });
    return wantsHtml(c) ? c.redirect(`/login?flow=${flow.id}`, 303) : c.json(loginFlowJson(flow));
  });

  app.get('/self-service/login/flows', (c) => {
    const found = usableFlow(c, gateway, flows, c.req.query('id'));
    return found instanceof Response ? found : c.json(loginFlowJson(found));
  });

  app.post('/self-service/login', async (c) => {
    const flow = usableFlow(c, gateway, flows, c.req.query('flow'));
    if (flow instanceof Response) return flow;
    const form = await readForm(c);
    if (!isSame(form['csrf_token'] ?? '', flow.csrfToken)) return csrfViolation(c);
    const outcome = await checkCredentials(gateway, form);
    if ('failure' in outcome) {
      return wantsHtml(c)
        ? c.redirect(`/login?flow=${flow.id}`, 303)
        : c.json(loginFlowJson(flow, outcome.failure), 400);
    }
    if (!outcome.isActive) {
      return kratosError(c, {
        code: 401,
        reason: 'This account was disabled.',
        message: 'identity is disabled',
      });
    }
    return finishLogin(c, gateway, flows, flow, outcome.identityId);
  });
}

function alreadySignedIn(c: Context, returnTo: string | undefined): Response {
  if (wantsHtml(c)) return c.redirect(returnTo || '/', 303);
  return kratosError(c, {
    code: 400,
    id: 'session_already_available',
    reason:
      'A valid session was detected and thus login is not possible. Did you forget to set `?refresh=true`?',
    message: 'you are already logged in',
  });
}

async function finishLogin(
  c: Context,
  gateway: Gateway,
  flows: LoginFlows,
  flow: LoginFlow,
  identityId: string,
): Promise<Response> {
  const { session: previous } = await sessionOf(gateway, c);
  if (previous !== undefined && flow.refresh && previous.identity.id !== identityId) {
    return kratosError(c, {
      code: 400,
      id: 'security_identity_mismatch',
      message: 'the requested identity does not match the one of the session',
    });
  }
  const token = await openSession(gateway.pool, identityId, gateway.clock(), c.req.header('user-agent'));
  if (previous !== undefined) await revokeSession(gateway.pool, previous.id);
  flows.end(flow.id);
  setCookie(c, SESSION_COOKIE, token, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: isSecure(c),
    maxAge: SESSION_LIFETIME_MS / 1000,
  });
  if (wantsHtml(c)) return c.redirect(flow.returnTo ?? '/', 303);
  const session = await findSession(gateway.pool, token);
  if (session === undefined) throw new Error('a session vanished while it was opened');
  const onward = [{ action: 'redirect_browser_to', redirect_browser_to: flow.returnTo ?? '/' }];
  return c.json({ session: sessionJson(session), continue_with: onward });
}

type Outcome = { failure: FormFailure } | { identityId: string; isActive: boolean };

/** Hash of a password nobody has: an unknown address takes as long as a wrong password. */
const decoy = hashPassword(randomBytes(16).toString('hex'));

async function checkCredentials(gateway: Gateway, form: Record<string, string>): Promise<Outcome> {
  const { method = '', identifier = '', password = '' } = form;
  if (method !== 'password') return { failure: { messages: [noSuchMethod], identifier } };
  const missing = Object.entries({ identifier, password }).flatMap(([name, value]) =>
    value === '' ? [name] : [],
  );
  if (missing.length > 0) return { failure: { missing, identifier } };
  const found = await gateway.pool.query<{ id: string; state: string; password_hash: string }>(
    `select i.id, i.state, c.password_hash
     from identities i join identity.credentials c on c.identity_id = i.id
     where lower(i.traits ->> 'email') = lower($1)`,
    [identifier.trim()],
  );
  const row = found.rows[0];
  const isRight = await verifyPassword(password, row?.password_hash ?? (await decoy));
  if (row === undefined || !isRight) return { failure: { messages: [wrongCredentials], identifier } };
  return { identityId: row.id, isActive: row.state === 'active' };
}

/** The flow of an id if this browser may go on with it, else the answer that says why not. */
function usableFlow(
  c: Context,
  gateway: Gateway,
  flows: LoginFlows,
  id: string | undefined,
): LoginFlow | Response {
  const flow = id === undefined || !UUID.test(id) ? undefined : flows.find(id);
  // One that was used, or that went with a restart, is one that never was.
  if (flow === undefined) {
    return kratosError(c, { code: 404, message: 'Unable to locate the resource' });
  }
  const now = gateway.clock();
  if (flow.expiresAt <= now) {
    return kratosError(c, {
      code: 410,
      id: 'self_service_flow_expired',
      reason: 'The login flow has expired. Please start over.',
      message: 'self-service flow expired',
      extra: { expired_at: new Date(flow.expiresAt), since: (now - flow.expiresAt) * 1e6 },
    });
  }
  return isSame(getCookie(c, CSRF_COOKIE) ?? '', flow.csrfCookie) ? flow : csrfViolation(c);
}

const csrfViolation = (c: Context): Response =>
  kratosError(c, {
    code: 403,
    id: 'security_csrf_violation',
    reason:
      'Please retry the flow and optionally clear your cookies. The request was rejected to protect you from Cross-Site-Request-Forgery (CSRF).',
    details: {
      docs: 'https://www.ory.sh/kratos/docs/debug/csrf',
      hint: 'The form does not belong to this browser.',
      reject_reason: 'A CSRF token was sent that does not match the cookie.',
    },
    message: 'the request was rejected to protect you from Cross-Site-Request-Forgery',
  });

function ensureCsrfCookie(c: Context): string {
  const present = getCookie(c, CSRF_COOKIE);
  // Two tabs that sign in at once share the cookie.
  if (present !== undefined && CSRF_COOKIE_SHAPE.test(present)) return present;
  const made = randomBytes(32).toString('base64url');
  setCookie(c, CSRF_COOKIE, made, { httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure(c) });
  return made;
}

/** Text fields of a JSON or form body; anything else is no field. */
async function readForm(c: Context): Promise<Record<string, string>> {
  const isJson = (c.req.header('content-type') ?? '').includes('json');
  const body: unknown = await (isJson ? c.req.json() : c.req.parseBody()).catch(() => undefined); // unreadable: an empty form
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function addLogout(app: Hono<GatewayEnv>, gateway: Gateway): void {
  const logoutToken = (sessionId: string): string =>
    createHmac('sha256', gateway.jwtSecret).update(`logout ${sessionId}`).digest('base64url');

  app.get('/self-service/logout/browser', async (c) => {
    const { session } = await sessionOf(gateway, c);
    if (session === undefined) return unauthenticated(c);
    const token = logoutToken(session.id);
    return c.json({ logout_url: `/api/.ory/self-service/logout?token=${token}`, logout_token: token });
  });

  app.get('/self-service/logout', async (c) => {
    const { session } = await sessionOf(gateway, c);
    // A second logout finds nothing to do, which is what was wanted.
    if (session !== undefined) {
      if (!isSame(c.req.query('token') ?? '', logoutToken(session.id))) {
        return kratosError(c, {
          code: 403,
          reason: 'The logout token does not fit the session.',
          message: 'Forbidden',
        });
      }
      await revokeSession(gateway.pool, session.id);
    }
    deleteCookie(c, SESSION_COOKIE, { path: '/' });
    const returnTo = c.req.query('return_to') ?? '';
    if (!wantsHtml(c)) return c.body(null, 204);
    return c.redirect(returnTo !== '' && isAllowedReturn(returnTo) ? returnTo : '/login', 303);
  });
}
