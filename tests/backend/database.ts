import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { findAccount, findPrograms, placeDirectory } from './place.ts';
import { initialise, isInitialised, startServer, type Server } from './server.ts';

const USER = 'postgres';
const DATABASE = 'holdfast';
const OLDEST_VERSION = 15;
/** A port found free can be taken before Postgres binds it. */
const PORT_ATTEMPTS = 3;
const ORPHAN_STOP_TIMEOUT_MS = 10_000;

export interface Database {
  url: string;
  stop(): Promise<void>;
}

export interface StartDatabaseOptions {
  /**
   * A directory of our own; the cluster lives in `postgres/` below it, or behind a link of that name where Postgres
   * could not enter. A second start finds its data again.
   */
  dataDir: string;
  log: (line: string) => void;
  /** Trades safety at power loss for speed; for data that can be made again. */
  fsync?: boolean | undefined;
}

/**
 * Starts the Postgres that came from npm on a free port of the loopback interface and answers once it takes
 * connections. It stops with `stop()`, and with this process on SIGINT and SIGTERM.
 */
export async function startDatabase({ dataDir, log, fsync = true }: StartDatabaseOptions): Promise<Database> {
  const home = resolve(dataDir);
  const account = await findAccount();
  const programs = await findPrograms(account, log);
  const made = await mkdir(home, { recursive: true });
  if (made !== undefined && account !== undefined) await chmod(home, 0o711); // whatever the umask said
  const password = await clusterPassword(home);
  const cluster = await placeDirectory(join(home, 'postgres'), account, log);
  if (isInitialised(cluster)) await reclaim(home, cluster, password, log);

  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const complaints: string[] = [];
    const listen = (line: string): void => {
      complaints.push(line);
      log(line);
    };
    const options = { programs, account, cluster, user: USER, password, port, fsync, log: listen };
    let server: Server;
    try {
      if (!isInitialised(cluster)) await initialise(options);
      server = await startServer(options);
    } catch (error) {
      if (attempt < PORT_ATTEMPTS && complaints.some((line) => line.includes('Address already in use')))
        continue;
      throw new Error(`Postgres did not start in ${cluster}: ${firstComplaint(complaints, error)}`, {
        cause: error,
      });
    }
    try {
      await writeFile(join(home, 'owner'), `${process.pid}\n`);
      await ensureDatabase(port, password);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return { url: databaseUrl(port, password, DATABASE), stop: () => server.stop() };
  }
}

/** Uses a Postgres that runs already. `stop()` leaves it alone. */
export async function connectDatabase(url: string): Promise<Database> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    const answer = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    const version = answer.rows[0]?.version ?? 0;
    if (version < OLDEST_VERSION) {
      throw new Error(`it is version ${version}, Holdfast needs ${OLDEST_VERSION} or newer`);
    }
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    throw new Error(`The Postgres of DATABASE_URL cannot be used: ${reason}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined); // a connection that never opened has nothing to close
  }
  return { url, stop: () => Promise.resolve() };
}

/**
 * Makes sure that nobody runs on this directory: what a killed run left behind is stopped, a directory whose owner lives
 * is refused. For whoever is about to remove it; without data there is nothing to do.
 */
export async function reclaimDataDir(dataDir: string, log: (line: string) => void): Promise<void> {
  const home = resolve(dataDir);
  const path = join(home, 'postgres');
  if (!existsSync(path) || !isInitialised(path) || !existsSync(join(home, 'password'))) return;
  // A link where Postgres could not enter: it knows the place it leads to.
  const cluster = lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  await reclaim(home, cluster, await clusterPassword(home), log);
}

function firstComplaint(complaints: string[], error: unknown): string {
  const telling = complaints.find((line) => /FATAL|error:|ERROR:|could not/.test(line));
  return (
    telling ?? (error instanceof Error ? error.message.split('\n')[0] : undefined) ?? 'it gave no reason'
  );
}

/** A password per data directory, readable by this user only: other users of the machine can reach the port too. */
async function clusterPassword(home: string): Promise<string> {
  const file = join(home, 'password');
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(18).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/**
 * A process that was killed leaves postmaster.pid, and perhaps a Postgres without an owner. Postgres itself copes
 * with the first; the second is stopped here. A data directory whose owner lives is refused.
 */
async function reclaim(
  home: string,
  cluster: string,
  password: string,
  log: (line: string) => void,
): Promise<void> {
  const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined); // no file: it was stopped well
  if (lock === undefined) return;
  const [pidText = '', , , portText = ''] = lock.split('\n');
  const pid = Number(pidText);
  if (!isAlive(pid) || !(await answersFor(cluster, Number(portText), password))) return;
  const owner = Number(await readFile(join(home, 'owner'), 'utf8').catch(() => '0')); // killed before it signed
  if (isAlive(owner)) {
    throw new Error(
      `The data directory ${home} is in use by process ${owner}; stop that one or choose another`,
    );
  }
  log(`stopping the Postgres an earlier run left behind (process ${pid})`);
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + ORPHAN_STOP_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline)
      throw new Error(`The Postgres left behind in ${cluster} (process ${pid}) does not stop`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Ended, but nobody has asked for its end: in a container without an init that is where a killed run's children stay. */
function isZombie(pid: number): boolean {
  try {
    // After the name in parentheses, which may hold anything, comes the state.
    return /^.*\) Z /su.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // no /proc here
  }
}

/** Whether the Postgres on this port serves this very directory; process ids and ports are used again. */
async function answersFor(cluster: string, port: number, password: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl(port, password, 'postgres') });
  try {
    await client.connect();
    const answer = await client.query<{ data_directory: string }>('show data_directory');
    return answer.rows[0]?.data_directory === cluster;
  } catch {
    return false; // nobody there, or not ours: Postgres decides when it starts
  } finally {
    await client.end().catch(() => undefined); // never opened
  }
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(port, password, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

const databaseUrl = (port: number, password: string, database: string): string =>
  `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;

/** A TCP port of the loopback interface nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string')
          failed(new Error('The system gave no free port'));
        else found(address.port);
      });
    });
  });
}
