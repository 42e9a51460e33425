import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startDatabase, type Database } from '#tests/backend/database.ts';
import { migrate } from '#tests/backend/migrate.ts';
import { startPostgrest, type Postgrest } from '#tests/backend/postgrest.ts';
import { JWT_SECRET, signToken, temporaryDirectory } from './database-fixture.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let database: Database;

beforeAll(async () => {
  directory = await temporaryDirectory();
  database = await startDatabase({ dataDir: directory.path, log: () => undefined, fsync: false });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await database.stop();
  await directory.remove();
});

const start = (databaseUrl = database.url): Promise<Postgrest> =>
  startPostgrest({ databaseUrl, jwtSecret: JWT_SECRET, log: () => undefined });

describe('startPostgrest', () => {
  it('says how to get PostgREST where there is none', async () => {
    vi.stubEnv('POSTGREST_BIN', '/nowhere/postgrest');
    await expect(start()).rejects.toThrow(/^No PostgREST for .*install PostgREST 12 .*POSTGREST_BIN$/);
  });

  it('says in one line why it did not start', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'wrong';
    await expect(start(wrong.href)).rejects.toThrow(
      /^PostgREST did not start: [^\n]*password authentication failed[^\n]*$/,
    );
  });

  it('takes up a schema that comes after its start, and stops', async () => {
    const server = await start();
    const authorization = async (): Promise<string> =>
      `Bearer ${await signToken({ role: 'postgrest_api', id: randomUUID() })}`;
    const read = async (): Promise<number> =>
      (await fetch(`${server.url}/severities`, { headers: { Authorization: await authorization() } })).status;
    expect(await read()).toBeGreaterThanOrEqual(400);
    await migrate(database.url);
    // PostgREST reloads when it gets round to the notification.
    await expect.poll(read, { timeout: 60_000, interval: 25 }).toBe(200);
    await server.stop();
    await expect(read()).rejects.toThrow('fetch failed');
  });

  it('ends when its process is killed', async () => {
    const script = `
      import { startPostgrest } from '#tests/backend/postgrest.ts';
      const options = ${JSON.stringify({ databaseUrl: database.url, jwtSecret: JWT_SECRET })};
      console.log((await startPostgrest({ ...options, log: () => undefined })).url);
      setInterval(() => undefined, 60_000);`;
    const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(other, 'exit');
    const [said] = (await Promise.race([once(other.stdout, 'data'), ended])) as unknown[]; // a chunk, or an exit code
    const url = String(said).trim();
    expect(url).toMatch(/^http:/);
    expect((await fetch(url)).status).toBe(401);
    other.kill('SIGKILL');
    await ended;
    const answers = (): Promise<boolean> =>
      fetch(url).then(
        () => true,
        () => false,
      );
    await expect.poll(answers, { timeout: 60_000, interval: 25 }).toBe(false);
  });
});
