import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs one of the two front doors to its end. */
function runCommand(script: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((ended, failed) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, env: { ...process.env, ...env } });
    const said = { out: '', err: '' };
    child.stdout.on('data', (text: Buffer) => (said.out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (said.err += text.toString()));
    child.once('error', failed);
    child.once('exit', (code) => ended({ code, ...said }));
  });
}

const start = (args: string[], env?: Record<string, string>): Promise<Ended> =>
  runCommand('tests/backend/start.mjs', args, env);

describe('npm start', () => {
  it.each([
    [['--sed', 'demo'], {}, /^Unknown option '--sed' .*--help/],
    [['demo'], {}, /--help/],
    [['--seed', 'huge'], {}, /^--seed is one of demo, team, large, not huge$/],
    [['--wire', '2025'], {}, /^--wire is one of 2024, 2026, not 2025$/],
    [['--roles', 'narrow'], {}, /^--roles is one of spec, server, not narrow$/],
    [
      ['--wire', '2026'],
      { BACKEND_URL: 'http://127.0.0.1:9' },
      /^With BACKEND_URL there is no data of our own/,
    ],
    [['--port', 'eighty'], {}, /^--port is a number from 1 to 65535, not eighty$/],
    [['--fresh'], { BACKEND_URL: 'http://127.0.0.1:9' }, /^With BACKEND_URL there is no data of our own/],
    [[], { BACKEND_URL: 'mission control' }, /^BACKEND_URL is no address/],
    [['--yes'], {}, /^--yes answers the question of --fresh/],
    // Nobody can be asked: the data stays.
    [
      ['--fresh', '--port', '4999'],
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
      /^--fresh deletes the data in the Postgres of DATABASE_URL: add --yes/,
    ],
  ])('%j %j ends with one line and code 2', async (args, env, message) => {
    const { code, out, err } = await start(args, env);
    expect(err.trim()).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect([code, out]).toEqual([2, '']);
  });

  it('says when the port is taken, before it starts anything', async () => {
    const taken = createServer();
    await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
    const { port } = taken.address() as { port: number }; // a TCP server that listens has this shape
    try {
      const { code, out, err } = await start(['--port', String(port)]);
      expect(err.trim()).toBe(
        `Port ${port} is in use; stop what listens there or choose another with --port`,
      );
      expect([code, out]).toEqual([1, '']);
    } finally {
      taken.close();
    }
  });

  it('explains itself', async () => {
    const { code, out } = await start(['--help']);
    expect(code).toBe(0);
    for (const word of ['--seed', '--wire', '--roles', '--fresh', '--port', 'BACKEND_URL', 'DATABASE_URL'])
      expect(out).toContain(word);
  });
});

describe('npm test', () => {
  it.each([[['everything']], [['--reporter=dot']], [['unit', 'sim', '--runs', '3']], [['long', 'unit']]])(
    '%j is refused with code 2',
    async (args) => {
      const { code, err } = await runCommand('tests/run.mjs', args);
      expect(code).toBe(2);
      expect(err.trim().split('\n')).toHaveLength(1);
    },
  );

  it('fails a stage that runs no test, and ends with the count', async () => {
    const { code, out } = await runCommand('tests/run.mjs', ['unit', 'no-such-file']);
    expect(code).toBe(1);
    expect(out.trim().split('\n').at(-1)).toBe('0 passed, 1 failed');
  });

  it.each([
    [['--seed', '7'], 1],
    [['--runs=4', 'tests/sim/random-first.sim.test.ts'], 2],
  ])('runs the seeds that %j asks for', async (args, tests) => {
    const { code, out } = await runCommand('tests/run.mjs', ['sim', ...args], { SIM_SEED: '' });
    expect(code).toBe(0);
    expect(out.trim().split('\n').at(-1)).toBe(`${tests} passed, 0 failed`);
  });

  it('counts what passed', async () => {
    const { code, out } = await runCommand('tests/run.mjs', [
      'unit',
      'tests/backend/gateway/datemath.test.ts',
    ]);
    expect(code).toBe(0);
    expect(out.trim().split('\n').at(-1)).toMatch(/^\d\d passed, 0 failed$/);
  });
});
