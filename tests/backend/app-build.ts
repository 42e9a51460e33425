import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything the built app is made of. */
const SOURCES = ['src', 'sync', 'workers', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/** Whether what is built is missing or older than something it is made of. */
export async function isBuildStale(root: string, builtInto = 'dist'): Promise<boolean> {
  const built = await stat(join(root, builtInto, 'index.html')).catch(() => undefined); // never built
  if (built === undefined) return true;
  const times = await Promise.all(SOURCES.map((source) => newest(join(root, source))));
  return Math.max(...times) > built.mtimeMs;
}

/** When the file, or the youngest file below the folder, was changed; folders count too, for what was removed. */
async function newest(path: string): Promise<number> {
  const own = await stat(path).catch(() => undefined); // not every source has to exist
  if (own === undefined) return 0;
  if (!own.isDirectory()) return own.mtimeMs;
  const below = await Promise.all((await readdir(path)).map((name) => newest(join(path, name))));
  return Math.max(own.mtimeMs, ...below);
}
