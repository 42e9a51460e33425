import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, preview } from 'vite';
import { isBuildStale } from './app-build.ts';
import { startBackend, type Backend } from './backend.ts';
import { reclaimDataDir } from './database.ts';
import { roleTables, type RoleTable } from './gateway/context.ts';
import { startLife } from './life/life.ts';
import { wires, type Wire } from './migrate.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DEFAULT_PORT = 4173;
const SEEDS = ['demo', 'team', 'large'] as const;
type Seed = (typeof SEEDS)[number];

const HELP = `usage: npm start -- [--seed demo|team|large] [--wire 2024|2026] [--roles spec|server] [--fresh [--yes]] [--port <number>]

Starts the backend with its data, builds the app when it changed, and serves it on this machine.

  --seed   which data: demo (default), team, or large (100,000 configs)
  --wire   which server: its tables and columns of September 2024 (default) or of August 2026
  --roles  what each role may do: as the specification says (default), or as little as the real server allows
  --fresh  throws the data of that seed and server away and makes it anew; asks first
  --yes    does not ask, for scripts
  --port   where the app is served (default ${DEFAULT_PORT})

Environment: BACKEND_URL serves the app in front of a server that runs already, DATABASE_URL uses an outside Postgres,
POSTGREST_BIN names a PostgREST where npm has none.`;

/** A mistake of the caller: one line and the code 2. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Settings {
  seed: Seed;
  wire: Wire;
  roles: RoleTable;
  fresh: boolean;
  yes: boolean;
  port: number;
  backendUrl: string | undefined;
  databaseUrl: string | undefined;
}

/** Runs until a signal; every failure is one line on stderr. */
export async function start(args: string[]): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  stopOnSignals(undo);
  try {
    const settings = parse(args);
    if (settings === 'help') console.log(HELP);
    else await run(settings, undo);
  } catch (error) {
    await unwind(undo);
    console.error(error instanceof Error ? error.message.split('\n')[0] : String(error));
    process.exit(error instanceof UsageError ? 2 : 1);
  }
}

function parse(args: string[]): Settings | 'help' {
  const { seed, wire, roles, fresh = false, yes = false, port, help } = readFlags(args);
  if (help === true) return 'help';
  const found = seed === undefined ? 'demo' : SEEDS.find((name) => name === seed);
  if (found === undefined) throw new UsageError(`--seed is one of ${SEEDS.join(', ')}, not ${seed}`);
  const server = wire === undefined ? '2024' : wires.find((name) => name === wire);
  if (server === undefined) throw new UsageError(`--wire is one of ${wires.join(', ')}, not ${wire}`);
  const table = roles === undefined ? 'spec' : roleTables.find((name) => name === roles);
  if (table === undefined) throw new UsageError(`--roles is one of ${roleTables.join(', ')}, not ${roles}`);
  const portNumber = port === undefined ? DEFAULT_PORT : Number(port);
  if (!Number.isInteger(portNumber) || portNumber < 1 || portNumber > 65_535) {
    throw new UsageError(`--port is a number from 1 to 65535, not ${port}`);
  }
  if (yes && !fresh) throw new UsageError('--yes answers the question of --fresh, which is not there');
  const backendUrl = process.env['BACKEND_URL'] || undefined;
  if (backendUrl !== undefined) {
    if (!URL.canParse(backendUrl)) throw new UsageError(`BACKEND_URL is no address: ${backendUrl}`);
    if (fresh || seed !== undefined || wire !== undefined || roles !== undefined) {
      throw new UsageError(
        'With BACKEND_URL there is no data of our own: leave out --seed, --wire, --roles and --fresh',
      );
    }
  }
  return {
    seed: found,
    wire: server,
    roles: table,
    fresh,
    yes,
    port: portNumber,
    backendUrl,
    databaseUrl: process.env['DATABASE_URL'] || undefined,
  };
}

interface Flags {
  seed?: string;
  wire?: string;
  roles?: string;
  fresh?: boolean;
  yes?: boolean;
  port?: string;
  help?: boolean;
}

function readFlags(args: string[]): Flags {
  try {
    return parseArgs({
      args,
      options: {
        seed: { type: 'string' },
        wire: { type: 'string' },
        roles: { type: 'string' },
        fresh: { type: 'boolean' },
        yes: { type: 'boolean' },
        port: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? '') : String(error);
    throw new UsageError(`${reason} (npm start -- --help lists the flags)`, { cause: error });
  }
}

async function run(settings: Settings, undo: (() => Promise<void>)[]): Promise<void> {
  // Before anything slow: the commonest reason to fail.
  await checkPort(settings.port);
  if (settings.fresh) await agreeToDelete(settings);
  const backend = settings.backendUrl === undefined ? await startOwnBackend(settings, undo) : undefined;
  // vite.config.ts proxies /api to this address.
  process.env['BACKEND_URL'] = settings.backendUrl ?? backend?.url;
  if (await isBuildStale(ROOT)) await buildApp();
  const server = await preview({
    root: ROOT,
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: settings.port, strictPort: true },
  });
  undo.push(() => server.close());
  announce(settings, server.resolvedUrls?.local[0] ?? `http://127.0.0.1:${settings.port}/`, backend);
}

/** Data is deleted only when nobody runs on it and somebody has said so. */
async function agreeToDelete({ seed, wire, yes, databaseUrl }: Settings): Promise<void> {
  const dataDir = dataDirOf(seed, wire);
  if (databaseUrl === undefined) {
    await reclaimDataDir(dataDir, (line) => console.log(`  ${line}`));
    if (!existsSync(dataDir)) return;
  }
  const what = databaseUrl === undefined ? relative(process.cwd(), dataDir) : 'the Postgres of DATABASE_URL';
  if (yes) return;
  if (!process.stdin.isTTY) {
    throw new UsageError(`--fresh deletes the data in ${what}: add --yes where nobody can be asked`);
  }
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`Delete the data in ${what}? [y/N] `);
  prompt.close();
  if (!/^y(?:es)?$/iu.test(answer.trim())) throw new Error('Nothing was deleted');
}

async function buildApp(): Promise<void> {
  console.log('Building the app');
  try {
    await build({ root: ROOT, logLevel: 'error' });
  } catch (error) {
    // Which file and where stands on further lines.
    console.error(error instanceof Error ? error.message : String(error));
    throw new Error('The app could not be built, see above', { cause: error });
  }
}

async function startOwnBackend(
  { seed, wire, roles, fresh, databaseUrl }: Settings,
  undo: (() => Promise<void>)[],
): Promise<Backend> {
  console.log('Starting the backend');
  const tell = (line: string): void => console.log(`  ${line}`);
  const backend = await startBackend({
    size: seed,
    wire,
    roles,
    fresh,
    tell,
    ...(databaseUrl === undefined ? { dataDir: dataDirOf(seed, wire) } : { databaseUrl }),
  });
  undo.push(() => backend.stop());
  const life = startLife({ pool: backend.pool, wire, log: tell });
  undo.push(() => life.stop());
  return backend;
}

const dataDirOf = (seed: Seed, wire: Wire): string =>
  fileURLToPath(new URL(`../../.data/${wire === '2024' ? seed : `${seed}-${wire}`}`, import.meta.url));

function announce({ seed, wire, databaseUrl }: Settings, url: string, backend: Backend | undefined): void {
  const lines = ['', `Holdfast is running at ${url}`, ''];
  if (backend === undefined) lines.push(`in front of ${process.env['BACKEND_URL']}`);
  else {
    lines.push(`Sign in with one of these (password of all: ${backend.accounts[0]?.password}):`);
    for (const { role, email } of backend.accounts) lines.push(`  ${role.padEnd(10)} ${email}`);
    const place =
      databaseUrl === undefined
        ? relative(process.cwd(), dataDirOf(seed, wire))
        : 'the Postgres of DATABASE_URL';
    lines.push('', `The data stays in ${place}; npm start -- --fresh makes it anew.`);
  }
  lines.push('', 'Ctrl-C stops everything.');
  console.log(lines.join('\n'));
}

function checkPort(port: number): Promise<void> {
  return new Promise((free, taken) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      taken(
        new Error(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use; stop what listens there or choose another with --port`
            : `Port ${port} cannot be used: ${error.message}`,
        ),
      ),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => free()));
  });
}

async function unwind(undo: (() => Promise<void>)[]): Promise<void> {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) {
    await step().catch((error: unknown) =>
      console.error(error instanceof Error ? error.message : String(error)),
    );
  }
}

function stopOnSignals(undo: (() => Promise<void>)[]): void {
  let isStopping = false;
  const handle = (): void => {
    // A second one means it: whoever presses twice does not want to wait.
    if (isStopping) process.exit(130);
    isStopping = true;
    console.log('\nStopping');
    void unwind(undo).then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
}
