import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ROUTES } from '../../vite.config.ts';
import { ROOT } from './source-files.ts';

/** What is used of the generator, which comes with the router's plugin. */
interface RouteGenerator {
  readonly getConfig: (options: object, root: string) => object;
  readonly Generator: new (options: { config: object; root: string }) => { run(): Promise<void> };
}

/** Writes `src/routeTree.gen.ts` as a build would. */
export async function writeRouteTree(): Promise<void> {
  const plugin = createRequire(import.meta.url).resolve('@tanstack/router-plugin/vite');
  const path = createRequire(plugin).resolve('@tanstack/router-generator');
  const { Generator, getConfig } = (await import(pathToFileURL(path).href)) as RouteGenerator; // not typed from here
  await new Generator({ config: getConfig(ROUTES, ROOT), root: ROOT }).run();
}
