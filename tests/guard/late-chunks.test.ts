import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { ROOT } from './source-files.ts';

/*
 * What is heavy, each built alone: not every screen that will show it is there yet, and what a build without that screen
 * would leave out has to keep its budget all the same. In bytes, gzipped (screens 8).
 */
const BUDGETS: readonly { name: string; entries: readonly string[]; max: number }[] = [
  { name: 'graph', entries: ['src/graph/graph-canvas.tsx'], max: 90_000 },
  { name: 'code', entries: ['src/code/code-editor.tsx', 'src/code/diff-editor.tsx'], max: 180_000 },
  {
    name: 'form kit',
    entries: ['src/views/form/form-dialog.tsx', 'src/views/form/form-page.tsx'],
    max: 31_000,
  },
  { name: 'layout worker', entries: ['workers/layout.worker.ts'], max: 450_000 },
  { name: 'yaml worker', entries: ['workers/yaml.worker.ts'], max: 90_000 },
];

/** What every page has, or several share, is no weight of a chunk; neither is a worker, which is one of its own. */
const isShared = (id: string): boolean =>
  /^(?:react|react-dom|react-aria-components|lucide-react|@tanstack\/react-router)(?:\/|$)|^#(?:src\/(?:ui|platform|lib|code)|sync)\/|\?worker/u.test(
    id,
  );

async function gzipBytes(entries: readonly string[], external: (id: string) => boolean): Promise<number> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: entries.map((entry) => join(ROOT, entry)),
        external,
        // What an entry exports is what it is for.
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error(`${entries.join()} was not built`);
  const scripts = output.output.filter((part) => part.type === 'chunk');
  return scripts.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
}

test.each(BUDGETS)('$name stays within its budget', async ({ name, entries, max }) => {
  const bytes = await gzipBytes(entries, name.endsWith('worker') ? () => false : isShared);
  // Nothing is measured where the build left everything out.
  expect(bytes).toBeGreaterThan(max / 2);
  expect(bytes).toBeLessThanOrEqual(max);
});
