import type { HttpBindings } from '@hono/node-server';
import type { Pool } from 'pg';
import type { Wire } from '../migrate.ts';
import type { Role } from '../seed/accounts.ts';
import type { Session } from './sessions.ts';

export const roleTables = ['spec', 'server'] as const;
export type RoleTable = (typeof roleTables)[number];

export interface GatewayOptions {
  /** Where PostgREST listens. */
  postgrestUrl: string;
  /** Which relations there are beside those of September 2024. */
  wire: Wire;
  /** Whose table of roles holds: the specification's (default), or what the real server answered. */
  roles?: RoleTable | undefined;
  /** The database of sessions, roles and properties. */
  pool: Pool;
  /** The secret PostgREST was started with. */
  jwtSecret: string;
  /** Milliseconds since 1970; decides about sessions, flows and the Date header. */
  clock?: (() => number) | undefined;
  log: (line: string) => void;
  /** Properties of this installation; they hide the database's of the same name. */
  localProperties?: Readonly<Record<string, string>> | undefined;
  /** Whether there is a hub of logs (default), without which the real server makes no snapshot. */
  hasLogHub?: boolean | undefined;
  /** Lines of a page of logs, whatever is asked for: for long logs without thousands of pages. */
  logPageLines?: number | undefined;
  /** Adds `/test-controls/*`, for tests of our own only. */
  testControls?: boolean | undefined;
}

/** Options with the defaults filled in. */
export interface Gateway extends GatewayOptions {
  clock: () => number;
}

/** Who calls: a valid session and the roles it has at this moment. */
export interface Caller {
  session: Session;
  roles: Role[];
}

export interface GatewayEnv {
  Bindings: HttpBindings;
  Variables: { caller: Caller };
}
