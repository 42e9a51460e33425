import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { connectDatabase, reclaimDataDir, startDatabase, type Database } from './database.ts';
import { demoLogins, type DemoLogin } from './gateway/accounts.ts';
import type { RoleTable } from './gateway/context.ts';
import { createGateway } from './gateway/gateway.ts';
import { serveGateway } from './gateway/serve.ts';
import { wipeDatabase, type Wire } from './migrate.ts';
import { startPostgrest } from './postgrest.ts';
import { prepareDatabase, type Size } from './prepare.ts';
import { dataDirFromTemplate } from './template.ts';

/** The page cap of the real server. */
const MAX_ROWS = 2000;

export interface BackendOptions {
  /** Where the data is kept between starts. Without it the backend has a copy of its own, gone after `stop()`. */
  dataDir?: string | undefined;
  /** Default: none, which has the schema and the demo accounts. */
  size?: Size | undefined;
  /** Which server's tables, columns and answers; default that of September 2024. */
  wire?: Wire | undefined;
  /** What each role may do: by the specification's table (default), or as narrow as the real server. */
  roles?: RoleTable | undefined;
  /** Throws the data of `dataDir` or `databaseUrl` away first. */
  fresh?: boolean | undefined;
  /** A Postgres that runs already, instead of the embedded one. */
  databaseUrl?: string | undefined;
  /** Of the gateway; default a free one. */
  port?: number | undefined;
  /** Properties of this installation, which hide those of the database with the same name. */
  localProperties?: Readonly<Record<string, string>> | undefined;
  /** Whether there is a hub of logs (default), without which the real server makes no snapshot. */
  hasLogHub?: boolean | undefined;
  /** Lines of a page of logs, whatever is asked for. */
  logPageLines?: number | undefined;
  /** Adds `/test-controls/*` to the gateway. */
  testControls?: boolean | undefined;
  /** The gateway's clock in milliseconds; default the system's. */
  clock?: (() => number) | undefined;
  /** What Postgres and PostgREST have to say; default silence. */
  log?: ((line: string) => void) | undefined;
  /** What happens to the data, and what goes wrong while serving; default the same as `log`. */
  tell?: ((line: string) => void) | undefined;
}

export interface Backend {
  /** Of the gateway, without a slash at the end. */
  url: string;
  databaseUrl: string;
  /** For whoever wants to look past the gateway. */
  pool: Pool;
  accounts: readonly DemoLogin[];
  stop(): Promise<void>;
}

/** Starts the whole backend: Postgres, schema, data, PostgREST and the gateway. On failure nothing is left running. */
export async function startBackend(options: BackendOptions = {}): Promise<Backend> {
  const log = options.log ?? (() => undefined);
  const tell = options.tell ?? log;
  const undo: (() => Promise<void>)[] = [];
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
  };
  try {
    const database = await openDatabase({ ...options, log, tell }, undo);
    const pool = new Pool({ connectionString: database.url, max: 8 });
    // A connection that breaks while idle is replaced by the next query.
    pool.on('error', (error) => {
      if (!isStopping) tell(`database: ${error.message}`);
    });
    undo.push(() => pool.end());
    const jwtSecret = randomBytes(32).toString('base64url');
    const postgrest = await startPostgrest({ databaseUrl: database.url, jwtSecret, maxRows: MAX_ROWS, log });
    undo.push(() => postgrest.stop());
    const gateway = createGateway({
      postgrestUrl: postgrest.url,
      wire: options.wire ?? '2024',
      roles: options.roles,
      pool,
      jwtSecret,
      clock: options.clock,
      localProperties: options.localProperties,
      hasLogHub: options.hasLogHub,
      logPageLines: options.logPageLines,
      testControls: options.testControls,
      log: tell,
    });
    const served = await serveGateway(gateway, options.port);
    undo.push(() => served.stop());
    return { url: served.url, databaseUrl: database.url, pool, accounts: demoLogins, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Say = (line: string) => void;

async function openDatabase(
  {
    dataDir,
    databaseUrl,
    size = 'none',
    wire = '2024',
    fresh = false,
    log,
    tell,
  }: BackendOptions & { log: Say; tell: Say },
  undo: (() => Promise<void>)[],
): Promise<Database> {
  if (databaseUrl !== undefined) {
    const outside = await connectDatabase(databaseUrl);
    if (fresh) await wipeDatabase(databaseUrl);
    await prepareDatabase({ url: databaseUrl, size, wire, mayWipe: false, log: tell });
    return outside;
  }
  if (dataDir !== undefined) {
    if (fresh) {
      await reclaimDataDir(dataDir, tell);
      await removeDataDir(dataDir);
    }
    const database = await startDatabase({ dataDir, log });
    undo.push(() => database.stop());
    await prepareDatabase({ url: database.url, size, wire, mayWipe: true, log: tell });
    return database;
  }
  const copy = await dataDirFromTemplate(size, wire, { log, tell });
  undo.push(() => rm(copy, { recursive: true, force: true }));
  const database = await startDatabase({ dataDir: copy, log, fsync: false });
  undo.push(() => database.stop());
  return database;
}

/** Only a directory that is empty or holds a cluster is removed: a mistyped path costs nothing. */
async function removeDataDir(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const isCluster = existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
  if (!isCluster && (await readdir(dataDir)).length > 0) {
    throw new Error(`${dataDir} holds something else than the backend's data; it is not removed`);
  }
  await rm(dataDir, { recursive: true, force: true });
}
