import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, isTest } from './source-files.ts';

/** A folder with more files of its own than this has a grain along which it can be split. */
const MOST = 40;

test('no folder is crowded', () => {
  const counts = new Map<string, number>();
  const own = ['src', 'sync', 'workers', 'tests']
    .flatMap((root) => filesBelow(root))
    // What the real servers answered: one file an answer.
    .filter((path) => !isTest(path) && !path.startsWith('tests/contract/captures/'));
  for (const path of own) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expect(own.length).toBeGreaterThan(500);
  expect([...counts].filter(([, count]) => count > MOST)).toEqual([]);
});
