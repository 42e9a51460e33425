import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ROUTES } from '../../vite.config.ts';
import { read, ROOT } from './source-files.ts';

const TREE = 'src/routeTree.gen.ts';

/** What is used of the generator, which comes with the router's plugin. */
interface RouteGenerator {
  readonly getConfig: (options: object, root: string) => object;
  readonly Generator: new (options: { config: object; root: string }) => { run(): Promise<void> };
}

test('a build writes the tree of the routes as it is committed', async () => {
  const plugin = createRequire(import.meta.url).resolve('@tanstack/router-plugin/vite');
  const path = createRequire(plugin).resolve('@tanstack/router-generator');
  const { Generator, getConfig } = (await import(pathToFileURL(path).href)) as RouteGenerator; // not typed from here
  const committed = read(TREE);
  await new Generator({ config: getConfig(ROUTES, ROOT), root: ROOT }).run();
  const written = read(TREE);
  if (written !== committed) writeFileSync(join(ROOT, TREE), committed);
  expect(written).toBe(committed);
});
