import { Client } from 'pg';
import { ensureAccounts } from './gateway/accounts.ts';
import { migrate, wipeDatabase, type Wire } from './migrate.ts';
import { seedDatabase } from './seed/seed.ts';

/** What a database is filled with; `none` has the schema and the demo accounts. */
export const sizes = ['none', 'demo', 'team', 'large'] as const;
export type Size = (typeof sizes)[number];

export interface PrepareOptions {
  url: string;
  size: Size;
  /** Default: 2024. */
  wire?: Wire | undefined;
  /** Whether a database whose filling was interrupted may be emptied: only when it is our own. */
  mayWipe: boolean;
  log: (line: string) => void;
}

/**
 * Brings a database to the schema and fills it once; one that is filled already stays as it is. The data is made for
 * the server of 2024; that of 2026 is made of it, as an upgrade would.
 */
export async function prepareDatabase({
  url,
  size,
  wire = '2024',
  mayWipe,
  log,
}: PrepareOptions): Promise<void> {
  let { fresh } = await migrate(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const filled = await filledWith(client);
    if (filled?.size === size && filled.wire === wire) return;
    if (filled !== undefined) {
      throw new Error(
        `The database is filled with the ${filled.size} data of the ${filled.wire} server; start with --fresh to make it anew (its data is lost)`,
      );
    }
    if (!fresh) {
      if (!mayWipe) {
        throw new Error(
          'The database was not filled to the end; start with --fresh to make it anew (its data is lost)',
        );
      }
      log('an earlier run stopped while it filled the database; starting over');
      await wipeDatabase(url);
      ({ fresh } = await migrate(url));
    }
    if (size === 'none') await ensureAccounts(client);
    else await seedDatabase({ url, size, log });
    if (wire !== '2024') {
      await migrate(url, wire);
      await client.query('analyze');
    }
    // Last, so that its absence tells of an interrupted run.
    await client.query(
      'create table holdfast.filled (size text not null, wire text not null, at timestamptz not null default now())',
    );
    await client.query('insert into holdfast.filled (size, wire) values ($1, $2)', [size, wire]);
  } finally {
    await client.end();
  }
}

async function filledWith(client: Client): Promise<{ size: string; wire: string } | undefined> {
  const known = await client.query<{ exists: boolean }>(
    `select to_regclass('holdfast.filled') is not null as exists`,
  );
  if (known.rows[0]?.exists !== true) return undefined;
  // A database filled before there were two servers does not say which one it is.
  const found = await client.query<{ size: string; wire: string }>(
    `select size, coalesce(to_jsonb(f) ->> 'wire', '2024') as wire from holdfast.filled f`,
  );
  return found.rows[0];
}
