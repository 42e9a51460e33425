import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** How long a sign-in lasts. */
export const SESSION_LIFETIME_MS = 336 * 3_600_000;

export interface Identity {
  id: string;
  schema_id: string;
  state: string;
  state_changed_at: Date | null;
  traits: { email?: string; name?: { first?: string; last?: string } };
  metadata_public: unknown;
  created_at: Date;
  updated_at: Date;
}

export interface Session {
  id: string;
  active: boolean;
  authenticatedAt: Date;
  issuedAt: Date;
  expiresAt: Date;
  identity: Identity;
  /** Role names as stored, unknown ones included. */
  storedRoles: string[];
}

interface SessionRow {
  id: string;
  active: boolean;
  authenticated_at: Date;
  issued_at: Date;
  expires_at: Date;
  identity: Identity;
  roles: string[];
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Columns of an identity as JSON; the table keeps UTC without saying so. */
const IDENTITY = `jsonb_build_object(
  'id', i.id, 'schema_id', i.schema_id, 'state', i.state, 'state_changed_at', i.state_changed_at at time zone 'utc',
  'traits', i.traits, 'metadata_public', i.metadata_public,
  'created_at', i.created_at at time zone 'utc', 'updated_at', i.updated_at at time zone 'utc')`;

/** The session of a cookie, expired and revoked ones included; undefined when there never was one. */
export async function findSession(pool: Pool, token: string): Promise<Session | undefined> {
  const found = await pool.query<SessionRow>(
    `select s.id, s.active, s.authenticated_at, s.issued_at, s.expires_at, ${IDENTITY} as identity,
            array(select distinct v1::text from casbin_rule where ptype = 'g' and v0 = i.id::text) as roles
     from identity.sessions s join identities i on i.id = s.identity_id
     where s.token_hash = $1`,
    [hashOf(token)],
  );
  const row = found.rows[0];
  if (row === undefined) return undefined;
  return {
    id: row.id,
    active: row.active,
    authenticatedAt: row.authenticated_at,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    identity: row.identity,
    storedRoles: row.roles,
  };
}

/** Opens a session and stamps the person's last login. Answers the cookie's token, which is stored nowhere. */
export async function openSession(
  pool: Pool,
  identityId: string,
  nowMs: number,
  userAgent: string | undefined,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date(nowMs);
  await pool.query(
    `with opened as (
       insert into identity.sessions (token_hash, identity_id, authenticated_at, issued_at, expires_at, user_agent)
       values ($1, $2, $3, $3, $4, $5) returning identity_id
     )
     update people set last_login = $3 from opened where people.id = opened.identity_id`,
    [hashOf(token), identityId, now, new Date(nowMs + SESSION_LIFETIME_MS), userAgent ?? null],
  );
  return token;
}

/** Ends a session for good. */
export async function revokeSession(pool: Pool, sessionId: string): Promise<void> {
  await pool.query('update identity.sessions set active = false where id = $1', [sessionId]);
}

/** Lets the sessions of one address (all without one) run out now. Answers how many. For tests. */
export async function expireSessions(pool: Pool, nowMs: number, email?: string): Promise<number> {
  const expired = await pool.query(
    `update identity.sessions s set expires_at = $1
     from identities i
     where i.id = s.identity_id and s.active and s.expires_at > $1
       and ($2::text is null or lower(i.traits ->> 'email') = lower($2))`,
    [new Date(nowMs), email ?? null],
  );
  return expired.rowCount ?? 0;
}
