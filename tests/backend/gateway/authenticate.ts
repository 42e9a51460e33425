import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Gateway, GatewayEnv } from './context.ts';
import { effectiveRoles } from './roles.ts';
import { findSession, type Session } from './sessions.ts';

export const SESSION_COOKIE = 'ory_kratos_session';

/** The session of the request's cookie if it is good now; otherwise whether it ever was one. */
export async function sessionOf(
  gateway: Gateway,
  c: Context,
): Promise<{ session: Session } | { session?: undefined; reason: 'missing' | 'over' }> {
  const token = getCookie(c, SESSION_COOKIE);
  if (token === undefined || token === '') return { reason: 'missing' };
  const session = await findSession(gateway.pool, token);
  if (session === undefined) return { reason: 'missing' };
  const isGood =
    session.active && session.identity.state === 'active' && session.expiresAt.getTime() > gateway.clock();
  return isGood ? { session } : { reason: 'over' };
}

/** Lets only signed-in callers through; the two texts are the real server's. */
export function requireSession(gateway: Gateway): MiddlewareHandler<GatewayEnv> {
  return async (c, next) => {
    const found = await sessionOf(gateway, c);
    if (found.session === undefined) {
      return c.text(found.reason === 'over' ? 'Session Expired' : 'Authorization Error', 401);
    }
    c.set('caller', { session: found.session, roles: effectiveRoles(found.session.storedRoles) });
    return next();
  };
}

/** A refusal as the policy engine words it. */
export const accessDenied = (c: Context): Response => c.text('unauthorized. Access Denied', 403);
