import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account, Programs } from './place.ts';

const STOP_TIMEOUT_MS = 10_000;
const READY = 'database system is ready to accept connections';

export interface ServerOptions {
  programs: Programs;
  account: Account | undefined;
  /** The data directory; empty or initialised. */
  cluster: string;
  user: string;
  password: string;
  port: number;
  fsync: boolean;
  /** Takes what Postgres and initdb say, line by line. */
  log: (line: string) => void;
}

export interface Server {
  stop(): Promise<void>;
}

export const isInitialised = (cluster: string): boolean => existsSync(join(cluster, 'PG_VERSION'));

/** Makes an empty directory a data directory. */
export async function initialise(options: ServerOptions): Promise<void> {
  const { programs, account, cluster, user, password } = options;
  const passwordFile = `${cluster}.password`;
  await rm(passwordFile, { force: true });
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    if (account !== undefined) {
      await chown(passwordFile, account.uid, account.gid);
      await chown(cluster, account.uid, account.gid);
    }
    const child = run(options, programs.initdb, [
      `--pgdata=${cluster}`,
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // One collation on every machine, with case folding that knows more than ASCII.
      '--encoding=UTF8',
      '--no-locale',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]);
    const [code] = (await once(child, 'close')) as [number | null]; // as: what Node documents
    if (code !== 0) throw new Error(`initdb ended with code ${code}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Starts Postgres and answers once it takes connections. It stops with this process on a signal it can hear. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { programs, cluster, port, fsync } = options;
  const settings = {
    listen_addresses: '127.0.0.1',
    // Nobody needs the socket file, and a long temporary path would exceed its limit of 107 bytes.
    unix_socket_directories: '',
    timezone: 'UTC',
    // READY is recognised by its words.
    lc_messages: 'C',
    max_connections: '60',
    // Refused statements are answers to clients, not news about the server; only LOG and worse is.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = run(options, programs.postgres, ['-D', cluster, '-p', String(port), ...flags]);
  const stopOnce = once(child, 'exit').catch(() => undefined); // it never ran: there is nothing to wait for
  const release = dieTogether(child, stopOnce);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const hammer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
      interrupt(child);
      await stopOnce;
      clearTimeout(hammer);
    }
    release();
  };
  try {
    await becomesReady(child);
  } catch (error) {
    release();
    throw error;
  }
  return { stop };
}

function run({ account, log }: ServerOptions, program: string, args: string[]): ChildProcess {
  const child = spawn(program, args, {
    ...account,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      for (const line of text.split(/\r?\n/)) if (line.trim() !== '') log(line);
    });
  }
  return child;
}

function becomesReady(child: ChildProcess): Promise<void> {
  return new Promise((ready, failed) => {
    let said = '';
    const listen = (text: string): void => {
      said += text;
      if (!said.includes(READY)) return;
      child.stderr?.off('data', listen);
      ready();
    };
    child.stderr?.on('data', listen);
    child.once('error', failed);
    // Not `exit`: its last words arrive until the streams are closed.
    child.once('close', (code, signal) => failed(new Error(`it ended with ${signal ?? `code ${code}`}`)));
  });
}

/** SIGINT is the fast shutdown: clients are cut off, the data is put in order. */
function interrupt(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/f', '/t']);
  else child.kill('SIGINT');
}

/** Stops Postgres before this process ends by a signal. Answers a function that undoes it. */
function dieTogether(child: ChildProcess, stopped: Promise<unknown>): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const leave = (): void => interrupt(child);
  let isLeaving = false;
  const handlers = signals.map((signal) => {
    const handle = (): void => {
      if (isLeaving) return;
      isLeaving = true;
      interrupt(child);
      void stopped.then(() => {
        release();
        // A listener replaces the default action: without other listeners, give that back.
        if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
      });
    };
    process.on(signal, handle);
    return { signal, handle };
  });
  process.on('exit', leave);
  const release = (): void => {
    process.off('exit', leave);
    for (const { signal, handle } of handlers) process.off(signal, handle);
  };
  return release;
}
