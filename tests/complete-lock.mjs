/*
 * `npm run lock` after a change of package.json: writes package-lock.json, whole for every platform. npm leaves out the
 * binaries of a platform whose registry does not have them, and `npm ci` refuses such a lock file everywhere. Those
 * binaries get an entry without a checksum: it is skipped where the platform is another.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOCK = new URL('../package-lock.json', import.meta.url);
const SYSTEMS =
  /(?:^|[-/])(android|darwin|freebsd|linux|openbsd|openharmony|win32)-([a-z0-9]+)(?:-([a-z]+))?$/u;
const C_LIBRARIES = new Map([
  ['gnu', 'glibc'],
  ['gnueabihf', 'glibc'],
  ['musl', 'musl'],
  ['musleabihf', 'musl'],
]);

/** Each optional dependency that no entry of the lock file answers: `{ name, version, dev }`. */
export function missingBinaries(lock) {
  const missing = new Map();
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const isThere = [`${path}/node_modules/${name}`, `node_modules/${name}`].some((key) =>
        Object.hasOwn(lock.packages, key),
      );
      if (!isThere)
        missing.set(name, { name, version: version.replace(/^[v=]/u, ''), dev: entry.dev === true });
    }
  }
  return [...missing.values()];
}

/** Which systems a binary is for follows from its name, as all the packages that have them do it. */
export function binaryEntry({ name, version, dev }) {
  const entry = { version, ...(dev ? { dev } : {}), optional: true };
  if (name.endsWith('-wasm32-wasi')) return { ...entry, cpu: ['wasm32'] };
  const [, os, cpu, library] = SYSTEMS.exec(name) ?? [];
  if (os === undefined)
    throw new Error(`No platform can be read from ${name}; add it to tests/complete-lock.mjs`);
  const libc = os === 'linux' ? C_LIBRARIES.get(library) : undefined;
  return { ...entry, cpu: [cpu], os: [os], ...(libc === undefined ? {} : { libc: [libc] }) };
}

export function completed(lock) {
  const added = missingBinaries(lock).map((each) => [`node_modules/${each.name}`, binaryEntry(each)]);
  const packages = Object.entries(lock.packages).concat(added);
  return { ...lock, packages: Object.fromEntries(packages.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { status } = spawnSync('npm', ['install', '--package-lock-only', '--include=dev'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  writeFileSync(LOCK, `${JSON.stringify(completed(lock), undefined, 2)}\n`);
}
