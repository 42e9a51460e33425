import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBackend, type Backend } from '#tests/backend/backend.ts';

let dataDir: string;
let running: Backend | undefined;

const start = async (options: Parameters<typeof startBackend>[0] = {}): Promise<Backend> => {
  running = await startBackend({ dataDir, size: 'none', ...options });
  return running;
};
const stop = async (): Promise<void> => {
  await running?.stop();
  running = undefined;
};
const flags = async (backend: Backend): Promise<unknown[]> =>
  (await backend.pool.query<{ name: string }>('select name from properties')).rows.map(({ name }) => name);

beforeEach(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'holdfast data '));
  // As root, Postgres is another user.
  await chmod(parent, 0o755);
  dataDir = join(parent, 'kept here');
});
afterEach(async () => {
  await stop();
  await rm(join(dataDir, '..'), { recursive: true, force: true });
});

describe('a data directory', () => {
  it('is found again by the next start, until a fresh one', async () => {
    const first = await start();
    await first.pool.query(`insert into properties (name, value) values ('kept', 'yes')`);
    await stop();
    expect(await flags(await start())).toEqual(['kept']);
    await stop();
    expect(await flags(await start({ fresh: true }))).toEqual([]);
  });

  it('is filled anew when the first filling was interrupted', async () => {
    const first = await start();
    await first.pool.query(`insert into properties (name, value) values ('half', 'yes')`);
    await first.pool.query('drop table holdfast.filled');
    await stop();
    expect(await flags(await start())).toEqual([]);
  });

  it('with data of another size is refused in one line', async () => {
    await start();
    await stop();
    await expect(start({ size: 'demo' })).rejects.toThrow(
      /^The database is filled with the none data of the 2024 server; start with --fresh to make it anew \(its data is lost\)$/,
    );
  });

  it('that holds something else is not removed', async () => {
    const foreign = join(dataDir, '..');
    await writeFile(join(foreign, 'thesis.txt'), 'years of work');
    await expect(startBackend({ dataDir: foreign, fresh: true })).rejects.toThrow(/holds something else/);
  });
});

describe('a port in use', () => {
  it('is told in one line, and nothing is left running', async () => {
    const taken = createServer();
    await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
    const { port } = taken.address() as { port: number }; // a TCP server that listens has this shape
    try {
      await expect(start({ port })).rejects.toThrow(
        new RegExp(`^Port ${port} is in use; choose another or stop what listens there$`),
      );
      // The cluster was stopped: it can be started again at once.
      expect(await flags(await start())).toEqual([]);
    } finally {
      taken.close();
    }
  });
});
