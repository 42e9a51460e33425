import { Client } from 'pg';
import { ensureAccounts } from './gateway/accounts.ts';
import { migrate, wipeDatabase } from './migrate.ts';
import { seedDatabase } from './seed/seed.ts';

/** What a database is filled with; `none` has the schema and the demo accounts. */
export const sizes = ['none', 'demo', 'team', 'large'] as const;
export type Size = (typeof sizes)[number];

export interface PrepareOptions {
  url: string;
  size: Size;
  /** Whether a database whose filling was interrupted may be emptied: only when it is our own. */
  mayWipe: boolean;
  log: (line: string) => void;
}

/** Brings a database to the schema and fills it once; one that is filled already stays as it is. */
export async function prepareDatabase({ url, size, mayWipe, log }: PrepareOptions): Promise<void> {
  let { fresh } = await migrate(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const filled = await filledWith(client);
    if (filled === size) return;
    if (filled !== undefined) {
      throw new Error(
        `The database is filled with the ${filled} data; start with --fresh to make it anew (its data is lost)`,
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
    // Last, so that its absence tells of an interrupted run.
    await client.query(
      'create table holdfast.filled (size text not null, at timestamptz not null default now())',
    );
    await client.query('insert into holdfast.filled (size) values ($1)', [size]);
  } finally {
    await client.end();
  }
}

async function filledWith(client: Client): Promise<string | undefined> {
  const known = await client.query<{ exists: boolean }>(
    `select to_regclass('holdfast.filled') is not null as exists`,
  );
  if (known.rows[0]?.exists !== true) return undefined;
  const found = await client.query<{ size: string }>('select size from holdfast.filled');
  return found.rows[0]?.size;
}
