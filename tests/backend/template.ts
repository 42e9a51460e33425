import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startDatabase } from './database.ts';
import { enterableTemporary, findAccount, placeDirectory, type Account } from './place.ts';
import type { Wire } from './migrate.ts';
import { prepareDatabase, type Size } from './prepare.ts';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const TEMPLATES = fileURLToPath(new URL('../../.data/templates', import.meta.url));
const TEMPORARY_PREFIX = 'holdfast-backend-';

/** Seeded times are relative to the hour of seeding; a template older than this has no "last hour" left to speak of. */
const MAX_AGE_MS: Readonly<Record<Size, number>> = {
  none: Number.POSITIVE_INFINITY,
  demo: 6 * 3_600_000,
  team: 24 * 3_600_000,
  large: 30 * 24 * 3_600_000,
};
const LOCK_POLL_MS = 100;

interface Say {
  log: (line: string) => void;
  tell: (line: string) => void;
}

/**
 * A new data directory with the data of a size for a wire, copied from a template that is made once per version of
 * schema and seed. Takes a second where a seed takes many. The caller removes it.
 */
export async function dataDirFromTemplate(size: Size, wire: Wire, say: Say): Promise<string> {
  const account = await findAccount();
  const temporary = enterableTemporary(account);
  await sweepTemporary(temporary);
  const templates = await placeTemplates(account, say.log);
  return withTemplate(templates, size, wire, say, (template) => copyInto(temporary, template, account));
}

async function copyInto(temporary: string, template: string, account: Account | undefined): Promise<string> {
  const home = await mkdtemp(join(temporary, TEMPORARY_PREFIX));
  // As root, Postgres runs as another user, who must get through to its cluster.
  if (account !== undefined) await chmod(home, 0o711);
  // Its owner is this process from the first file on: the name of whoever made the template, long dead, would let the
  // sweep of another test process take the copy away before its Postgres runs.
  await writeFile(join(home, 'owner'), String(process.pid));
  await rm(join(template, 'owner'), { force: true });
  await copyTree(template, home);
  return home;
}

/** Keeps owners and modes, which Postgres insists on. */
async function copyTree(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/** As root below a closed directory the templates are kept elsewhere: Postgres makes them. */
async function placeTemplates(account: Account | undefined, log: Say['log']): Promise<string> {
  await mkdir(dirname(TEMPLATES), { recursive: true });
  const release = await takeLock(`${TEMPLATES}.lock`);
  try {
    return await placeDirectory(TEMPLATES, account, log);
  } finally {
    await release();
  }
}

/** Makes the template where there is none, or one too old, and keeps everybody else from that until it was used. */
async function withTemplate(
  templates: string,
  size: Size,
  wire: Wire,
  { log, tell }: Say,
  task: (template: string) => Promise<string>,
): Promise<string> {
  const name = nameOf(size, wire);
  const template = join(templates, `${name}-${await versionKey()}`);
  const isUsable = async (): Promise<boolean> => {
    const made = await stat(template).catch(() => undefined); // none yet
    return made !== undefined && Date.now() - made.mtimeMs < MAX_AGE_MS[size];
  };
  const make = async (): Promise<void> => {
    await removeTemplates(templates, name, `${template}.lock`);
    tell(`making the template of ${size} data for the ${wire} server`);
    const building = `${template}.building`;
    const database = await startDatabase({ dataDir: building, log, fsync: false });
    try {
      await prepareDatabase({ url: database.url, size, wire, mayWipe: true, log: tell });
    } finally {
      await database.stop();
    }
    await rename(building, template);
  };
  const release = await takeLock(`${template}.lock`);
  try {
    if (!(await isUsable())) await make();
    return await task(template);
  } finally {
    await release();
  }
}

/** Names that no other one begins with: old templates are found by it. */
const nameOf = (size: Size, wire: Wire): string => (wire === '2024' ? size : `${wire}-${size}`);

/** Templates of the name, of other versions or half made, with their locks. Only called under the lock. */
async function removeTemplates(templates: string, wanted: string, lock: string): Promise<void> {
  const paths = (await readdir(templates))
    .filter((name) => name.startsWith(`${wanted}-`))
    .map((name) => join(templates, name));
  await Promise.all(
    paths.filter((path) => path !== lock).map((path) => rm(path, { recursive: true, force: true })),
  );
}

/** What the content of a template depends on: schema, seed, and how they are applied. */
async function versionKey(): Promise<string> {
  const hash = createHash('sha256');
  const folders = ['sql', 'sql-2026', 'seed', 'gateway'];
  for (const folder of folders) {
    const names = (await readdir(join(HERE, folder))).toSorted();
    for (const name of names) {
      const isPart = folder === 'gateway' ? name === 'accounts.ts' : !name.includes('.test.');
      if (isPart) hash.update(name).update(await readFile(join(HERE, folder, name)));
    }
  }
  for (const name of ['server.ts', 'database.ts', 'migrate.ts', 'prepare.ts'])
    hash.update(await readFile(join(HERE, name)));
  return hash.digest('hex').slice(0, 12);
}

/** Test processes that start together make a template once. A lock whose owner is dead counts for nothing. */
async function takeLock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await mkdir(path);
      await writeFile(join(path, 'owner'), String(process.pid));
      return () => rm(path, { recursive: true, force: true });
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    }
    const owner = await ownerOf(path);
    if (owner !== undefined && !isAlive(owner)) await rm(path, { recursive: true, force: true });
    await new Promise((wake) => setTimeout(wake, LOCK_POLL_MS));
  }
}

/** The process id in a directory's `owner` file; undefined while it is being written. */
async function ownerOf(directory: string): Promise<number | undefined> {
  const text = await readFile(join(directory, 'owner'), 'utf8').catch(() => ''); // being made or being removed
  const pid = Number(text.trim());
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes what killed test runs left in a temporary directory. */
async function sweepTemporary(temporary: string): Promise<void> {
  const names = (await readdir(temporary)).filter((name) => name.startsWith(TEMPORARY_PREFIX));
  for (const name of names) {
    const home = join(temporary, name);
    const owner = await ownerOf(home);
    const postgres = Number(
      (await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
    ); // stopped well
    const isOurs = existsSync(join(home, 'postgres', 'PG_VERSION'));
    if (isOurs && owner !== undefined && !isAlive(owner) && (postgres === 0 || !isAlive(postgres))) {
      await rm(home, { recursive: true, force: true });
    }
  }
}
