import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What Chromium keeps IndexedDB in. */
export type IndexedDbEngine = 'leveldb' | 'sqlite';

const SQLITE_HEADER = 'SQLite format 3\0';

/** What a browser's profile has IndexedDB in, by the files that lie there: a flag may ask for what was never done. */
export async function indexedDbEngines(profile: string): Promise<readonly IndexedDbEngine[]> {
  const folder = join(profile, 'Default', 'IndexedDB');
  const found = new Set<IndexedDbEngine>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // The one file every LevelDB has.
    if (entry.name === 'CURRENT' && entry.parentPath.endsWith('.leveldb')) found.add('leveldb');
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (bytes.toString('latin1', 0, SQLITE_HEADER.length) === SQLITE_HEADER) found.add('sqlite');
  }
  return [...found].sort();
}
