import { randomUUID } from 'node:crypto';
import type { Cookie } from 'playwright';
import { SESSION_COOKIE } from '#tests/backend/gateway/authenticate.ts';
import { openSession, SESSION_LIFETIME_MS } from '#tests/backend/gateway/sessions.ts';
import { demoAccounts, demoPassword, type Role } from '#tests/backend/seed/accounts.ts';
import type { Stack } from './stack.ts';

/** Somebody made for one test: what happens to their session, role or work is nobody else's business. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
}

/** The demo account of a role: who made the seed's incidents. */
export function demoAccount(role: Role): (typeof demoAccounts)[number] {
  const found = demoAccounts.find((candidate) => candidate.role === role);
  if (found === undefined) throw new Error(`no demo account with role ${role}`);
  return found;
}

/** What the demo account of a role types into the sign-in form. */
export function demoLogin(role: Role): Pick<Person, 'email' | 'password'> {
  return { email: demoAccount(role).email, password: demoPassword };
}

/** Makes a person with a role, who can sign in with the password of the demo accounts. */
export async function createPerson(stack: Stack, role: Role): Promise<Person> {
  const id = randomUUID();
  const last = `${role[0]?.toUpperCase()}${role.slice(1)}-${id.slice(0, 6)}`;
  const email = `${last.toLowerCase()}@e2e.example`;
  // The trigger on identities makes the person of the same id.
  await stack.sql('insert into identities (id, traits) values ($1, $2)', [
    id,
    { email, name: { first: 'Robin', last } },
  ]);
  await stack.sql(
    `insert into identity.credentials (identity_id, password_hash)
     select $1, password_hash from identity.credentials where identity_id = $2`,
    [id, demoAccount('admin').id],
  );
  await setRole(stack, { id }, role);
  return { id, name: `Robin ${last}`, email, password: demoPassword, role };
}

/** Takes every role of a person away and gives them this one. */
export async function setRole(stack: Stack, { id }: Pick<Person, 'id'>, role: Role): Promise<void> {
  await stack.sql(`delete from casbin_rule where ptype = 'g' and v0 = $1`, [id]);
  await stack.sql(`insert into casbin_rule (ptype, v0, v1) values ('g', $1, $2)`, [id, role]);
}

/** Ends every session of a person on the server, as an administrator would. */
export async function endSessions(stack: Stack, { id }: Pick<Person, 'id'>): Promise<void> {
  await stack.sql('delete from identity.sessions where identity_id = $1', [id]);
}

/** A session of this person as the browser keeps it. Cookies know no port: it is good on every origin of 127.0.0.1. */
export async function sessionCookie(stack: Stack, { id }: Pick<Person, 'id'>): Promise<Cookie> {
  const nowMs = Date.now();
  return {
    name: SESSION_COOKIE,
    value: await openSession(stack.backend.pool, id, nowMs, 'e2e'),
    domain: '127.0.0.1',
    path: '/',
    expires: Math.floor((nowMs + SESSION_LIFETIME_MS) / 1000),
    httpOnly: true,
    secure: false,
    sameSite: 'Lax',
  };
}
