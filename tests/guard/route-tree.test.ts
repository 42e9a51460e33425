import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeRouteTree } from './route-tree.ts';
import { read, ROOT } from './source-files.ts';

const TREE = 'src/routeTree.gen.ts';

test('a build writes the tree of the routes as it is committed', async () => {
  const committed = read(TREE);
  await writeRouteTree();
  const written = read(TREE);
  if (written !== committed) writeFileSync(join(ROOT, TREE), committed);
  expect(written, `${TREE} is of other routes: \`npm run routes\` writes it anew`).toBe(committed);
});
