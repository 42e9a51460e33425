import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  connectDatabase,
  freePort,
  reclaimDataDir,
  startDatabase,
  type Database,
} from '#tests/backend/database.ts';
import { migrate, wipeDatabase } from '#tests/backend/migrate.ts';
import { temporaryDirectory } from './database-fixture.ts';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function dataDirectory(): Promise<string> {
  const directory = await temporaryDirectory();
  cleanups.push(() => directory.remove());
  return directory.path;
}

async function start(dataDir: string, lines: string[] = []): Promise<Database> {
  const database = await startDatabase({ dataDir, log: (line) => lines.push(line), fsync: false });
  cleanups.push(() => database.stop());
  return database;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return Object.values((await client.query<Record<string, unknown>>(sql)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/** Another process that starts the database in `dataDir`, says so, and waits. */
async function startElsewhere(dataDir: string): Promise<{ kill(signal: NodeJS.Signals): Promise<void> }> {
  const script = `
    import { startDatabase } from '#tests/backend/database.ts';
    await startDatabase({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined, fsync: false });
    console.log('started');
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  cleanups.push(() => kill('SIGKILL'));
  const [first] = (await Promise.race([once(child.stdout, 'data'), ended])) as unknown[]; // a chunk, or an exit code
  expect(String(first)).toBe('started\n');
  return { kill };
}

describe('startDatabase', () => {
  it('keeps its data from one start to the next, in a directory with a space in its name', async () => {
    const dataDir = await dataDirectory();
    expect(dataDir).toContain(' ');
    const first = await startDatabase({ dataDir, log: () => undefined, fsync: false });
    expect(await migrate(first.url)).toEqual({ fresh: true });
    await first.stop();
    const second = await start(dataDir);
    expect(await migrate(second.url)).toEqual({ fresh: false });
    expect(await ask(second.url, 'select count(*)::int from severities')).toBe(5);
  });

  it('refuses a directory that another process uses, and starts again after that one was killed', async () => {
    const dataDir = await dataDirectory();
    const other = await startElsewhere(dataDir);
    await expect(startDatabase({ dataDir, log: () => undefined })).rejects.toThrow(
      /in use by process \d+; stop that/,
    );
    await other.kill('SIGKILL');
    const lines: string[] = [];
    const database = await start(dataDir, lines);
    expect(lines.join('\n')).toContain('stopping the Postgres an earlier run left behind');
    expect(await ask(database.url, 'select 1')).toBe(1);
  });

  it('before data is removed, who runs on it is refused, and what a killed run left behind is stopped', async () => {
    const dataDir = await dataDirectory();
    await reclaimDataDir(dataDir, () => undefined);
    const other = await startElsewhere(dataDir);
    await expect(reclaimDataDir(dataDir, () => undefined)).rejects.toThrow(
      /in use by process \d+; stop that/,
    );
    const [pid = ''] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    await other.kill('SIGKILL');
    const lines: string[] = [];
    await reclaimDataDir(dataDir, (line) => lines.push(line));
    expect(lines).toEqual([`stopping the Postgres an earlier run left behind (process ${pid})`]);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('keeps its data below a directory that only its owner may enter', async () => {
    const closed = await dataDirectory();
    await chmod(closed, 0o700);
    const dataDir = join(closed, 'data');
    const lines: string[] = [];
    const first = await startDatabase({ dataDir, log: (line) => lines.push(line), fsync: false });
    await migrate(first.url);
    await first.stop();
    // As root Postgres runs as somebody else, who cannot enter.
    const isRoot = process.getuid?.() === 0;
    expect((await lstat(join(dataDir, 'postgres'))).isSymbolicLink()).toBe(isRoot);
    expect(lines.some((line) => line.includes('postgres is kept in'))).toBe(isRoot);
    const second = await startDatabase({ dataDir, log: () => undefined, fsync: false });
    expect(await migrate(second.url)).toEqual({ fresh: false });
    await second.stop();
    await rm(dataDir, { recursive: true });
    expect(await migrate((await start(dataDir)).url)).toEqual({ fresh: true });
  });

  it('starts where the temporary directory is closed to others', async () => {
    const closed = await dataDirectory();
    await chmod(closed, 0o700);
    vi.stubEnv('TMPDIR', closed);
    expect(await ask((await start(join(closed, 'data'))).url, 'select 1')).toBe(1);
  });

  it('does not share its data with a copy of its directory', async () => {
    const closed = await dataDirectory();
    await chmod(closed, 0o700);
    const [original, copy] = [join(closed, 'original'), join(closed, 'copy')];
    await (await startDatabase({ dataDir: original, log: () => undefined, fsync: false })).stop();
    await cp(original, copy, { recursive: true, verbatimSymlinks: true });
    const [first, second] = [await start(original), await start(copy)];
    await ask(second.url, 'create table only_here (id int)');
    expect(await ask(first.url, `select to_regclass('only_here') is null`)).toBe(true);
  });

  it('copes with the lock file of a Postgres that is gone', async () => {
    const dataDir = await dataDirectory();
    const first = await startDatabase({ dataDir, log: () => undefined, fsync: false });
    const lock = join(dataDir, 'postgres', 'postmaster.pid');
    const left = await readFile(lock, 'utf8');
    await first.stop();
    await writeFile(lock, left);
    expect(await ask((await start(dataDir)).url, 'select 1')).toBe(1);
  });

  it('stops Postgres when its process is asked to end', async () => {
    const dataDir = await dataDirectory();
    const other = await startElsewhere(dataDir);
    await other.kill('SIGTERM');
    await expect(readFile(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('says in one line why it cannot start', async () => {
    const dataDir = await dataDirectory();
    await (await startDatabase({ dataDir, log: () => undefined, fsync: false })).stop();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '9.6\n');
    const failure = startDatabase({ dataDir, log: () => undefined });
    await expect(failure).rejects.toThrow(
      /^Postgres did not start in .*database files are incompatible[^\n]*$/,
    );
  });
});

describe('connectDatabase', () => {
  it('uses a running Postgres and leaves it running', async () => {
    const { url } = await start(await dataDirectory());
    const connected = await connectDatabase(url);
    await connected.stop();
    expect(await ask(connected.url, 'select 1')).toBe(1);
  });

  it('says in one line why a Postgres cannot be used', async () => {
    const nobody = `postgresql://user:word@127.0.0.1:${await freePort()}/db`;
    await expect(connectDatabase(nobody)).rejects.toThrow(
      /^The Postgres of DATABASE_URL cannot be used: .*ECONNREFUSED/,
    );
  });
});

describe('migrate', () => {
  it('applies each file once, refuses a changed one, and begins anew after a wipe', async () => {
    const { url } = await start(await dataDirectory());
    expect(await Promise.all([migrate(url), migrate(url)])).toEqual(
      expect.arrayContaining([{ fresh: true }, { fresh: false }]),
    );
    await ask(url, `update holdfast.applied_sql set sha256 = 'other' where name = '013-catalog.sql'`);
    await expect(migrate(url)).rejects.toThrow(/another version of 013-catalog.sql; start with --fresh/);
    await wipeDatabase(url);
    expect(await migrate(url)).toEqual({ fresh: true });
  });

  it('leaves a database of something else alone', async () => {
    const { url } = await start(await dataDirectory());
    await ask(url, 'create table theirs (id int)');
    await expect(migrate(url)).rejects.toThrow('holds tables of something else (1)');
    expect(await ask(url, `select to_regclass('incidents') is null`)).toBe(true);
  });
});
