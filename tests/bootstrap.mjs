/* What `npm start` and `npm test` do first on a fresh clone. Plain JS without dependencies: nothing is installed yet. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = dirname(dirname(fileURLToPath(import.meta.url)));

const modules = join(repository, 'node_modules');
const lockfile = join(repository, 'package-lock.json');
/** Which lockfile the modules were installed from. */
const stamp = join(modules, '.holdfast-lock');

/** Ends the process with one line, for whoever reads only the last one. */
export function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}

/** Whether a version is in a range made of `^a.b.c` and `>=a.b.c`, which is all that `engines` here says. */
export function isInRange(version, range) {
  const [major, minor, patch] = version.split('.').map(Number);
  return range.split('||').some((part) => {
    const [, sign, ...wanted] =
      /^(\^|>=)(\d+)\.(\d+)\.(\d+)$/u.exec(part.trim()) ?? fail(`engines: ${part}?`);
    const [oldMajor, oldMinor, oldPatch] = wanted.map(Number);
    if (major !== oldMajor) return sign === '>=' && major > oldMajor;
    return minor > oldMinor || (minor === oldMinor && patch >= oldPatch);
  });
}

function checkNode() {
  const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  if (isInRange(process.versions.node.split('-')[0], engines.node)) return;
  fail(`Holdfast needs Node ${engines.node}; this is ${process.versions.node}`);
}

const lockHash = () => createHash('sha256').update(readFileSync(lockfile)).digest('hex');

function isInstalled() {
  const installed = join(modules, '.package-lock.json');
  if (!existsSync(installed)) return false;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return true;
  // Installed by hand: the times tell.
  return statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs;
}

/** Exactly the versions of package-lock.json, which names the binaries of every platform (see complete-lock.mjs). */
function install() {
  console.log('Installing the packages of package-lock.json');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const isScript = npm !== undefined && /\.[cm]?js$/.test(npm);
  const result = isScript
    ? spawnSync(process.execPath, [npm, ...args], { cwd: repository, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: repository, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0)
    fail('npm could not install the packages; see above (it needs the network the first time)');
  writeFileSync(stamp, lockHash());
}

/** Checks Node and installs what package-lock.json names, if that has not been done. */
export function bootstrap() {
  checkNode();
  if (!isInstalled()) install();
}

/** The script behind a package's command, to be run with this Node. */
export function script(packageName, command = packageName) {
  const folder = join(modules, packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const path = typeof bin === 'string' ? bin : bin[command];
  return join(folder, path);
}
