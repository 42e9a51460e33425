import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

const HERE = fileURLToPath(new URL('./', import.meta.url));

/** Which server the backend is: its columns of September 2024, or those of August 2026. */
export const wires = ['2024', '2026'] as const;
export type Wire = (typeof wires)[number];

/** The second set makes the second server of the first, as an upgrade would. */
const DIRECTORIES: Readonly<Record<Wire, readonly string[]>> = {
  '2024': ['sql'],
  '2026': ['sql', 'sql-2026'],
};

/** Any number both sides agree on: two backends that start on one database take turns. */
const MIGRATION_LOCK = 4_711_023;

interface SqlFile {
  name: string;
  sha256: string;
  text: string;
}

/**
 * Brings the database at `url` to the schema of the wire, each file once, all in one transaction. `fresh` says that
 * this call made the tables, so there is nothing in them but the seed rows. A file that changed after it was applied,
 * or tables somebody else made, is an error: this is a schema to start from, not one with upgrades. A database of 2026
 * stays one.
 */
export async function migrate(url: string, wire: Wire = '2024'): Promise<{ fresh: boolean }> {
  const known = await readSqlFiles('2026');
  const files = wire === '2026' ? known : await readSqlFiles(wire);
  return withClient(url, async (client) => {
    await client.query('begin');
    try {
      // A schema named like the user would come first otherwise.
      await client.query('set local search_path = public');
      await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      const applied = await appliedFiles(client);
      checkApplied(applied, known);
      for (const file of files) {
        if (!applied.has(file.name)) await applyFile(client, file);
      }
      await client.query('commit');
      // PostgREST reads the schema once and listens for this.
      if (files.some(({ name }) => !applied.has(name))) await client.query(`notify pgrst, 'reload schema'`);
      return { fresh: applied.size === 0 };
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  });
}

/** Empties the database at `url`: every schema the backend makes goes, with all data. */
export async function wipeDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('drop schema if exists public, identity, holdfast cascade');
    await client.query('create schema public');
  });
}

async function withClient<T>(url: string, action: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}

async function readSqlFiles(wire: Wire): Promise<SqlFile[]> {
  const folders = await Promise.all(DIRECTORIES[wire].map(readSqlFolder));
  return folders.flat();
}

async function readSqlFolder(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(join(HERE, folder))).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      // A checkout with CRLF line ends is the same schema.
      const text = (await readFile(join(HERE, folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function appliedFiles(client: Client): Promise<Map<string, string>> {
  const known = await client.query<{ ours: boolean; tables: number }>(
    `select to_regclass('holdfast.applied_sql') is not null as ours,
            (select count(*)::int from pg_tables where schemaname = 'public') as tables`,
  );
  const { ours, tables } = known.rows[0] ?? { ours: false, tables: 0 };
  if (!ours) {
    if (tables > 0) {
      throw new Error(
        `The database holds tables of something else (${tables}); give Holdfast an empty database`,
      );
    }
    await client.query('create schema holdfast');
    await client.query(
      'create table holdfast.applied_sql (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
  }
  const rows = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from holdfast.applied_sql',
  );
  return new Map(rows.rows.map((row) => [row.name, row.sha256]));
}

function checkApplied(applied: Map<string, string>, files: SqlFile[]): void {
  const current = new Map(files.map((file) => [file.name, file.sha256]));
  for (const [name, sha256] of applied) {
    if (current.get(name) !== sha256) {
      throw new Error(
        `The database was made with another version of ${name}; start with --fresh to make it anew (its data is lost)`,
      );
    }
  }
}

async function applyFile(client: Client, file: SqlFile): Promise<void> {
  try {
    await client.query(file.text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file.name}: ${reason}`, { cause: error });
  }
  await client.query('insert into holdfast.applied_sql (name, sha256) values ($1, $2)', [
    file.name,
    file.sha256,
  ]);
}
