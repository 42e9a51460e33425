import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const OTHERS_MAY_ENTER = 0o001;

/**
 * Started by root, Postgres runs as the user `postgres`, who must get to its programs and to its data; a home like
 * /root is closed to him. Throws with the closed directory, because Postgres itself would say nothing useful.
 */
export function assertReachable(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const programs = fileURLToPath(new URL('../../node_modules', import.meta.url));
  for (const place of [programs, resolve(dataDir)]) {
    const closed = ancestors(place).find(
      (path) => existsSync(path) && (statSync(path).mode & OTHERS_MAY_ENTER) === 0,
    );
    if (closed !== undefined) {
      throw new Error(
        `Postgres cannot run as root, and the user it runs as cannot enter ${closed}: move the repository to a place others may enter (such as /opt), start as another user, or set DATABASE_URL`,
      );
    }
  }
}

/** The path and every directory above it. */
function ancestors(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...ancestors(above)];
}
