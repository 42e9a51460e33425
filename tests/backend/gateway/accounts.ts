import type { Client } from 'pg';
import { demoAccounts, demoPassword, type Role } from '../seed/accounts.ts';
import { hashPassword } from '../seed/password.ts';

/** What somebody needs to sign in as one of the demo accounts. */
export interface DemoLogin {
  id: string;
  name: string;
  email: string;
  password: string;
  role: Role;
}

/** One login per role. */
export const demoLogins: readonly DemoLogin[] = demoAccounts.map(({ id, name, email, role }) => ({
  id,
  name: `${name.first} ${name.last}`,
  email,
  password: demoPassword,
  role,
}));

/** Writes the demo accounts into a database that has no seed; those already there stay as they are. */
export async function ensureAccounts(client: Client): Promise<void> {
  for (const { id, email, name, role } of demoAccounts) {
    // The trigger on identities makes the person of the same id.
    const made = await client.query(
      `insert into identities (id, traits) values ($1, $2) on conflict do nothing`,
      [id, { email, name }],
    );
    if (made.rowCount === 0) continue;
    await client.query('insert into identity.credentials (identity_id, password_hash) values ($1, $2)', [
      id,
      await hashPassword(demoPassword),
    ]);
    await client.query(`insert into casbin_rule (ptype, v0, v1) values ('g', $1, $2)`, [id, role]);
  }
}
