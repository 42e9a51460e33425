import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { preview } from 'vite';
import { isBuildStale } from '#tests/backend/app-build.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT_INTO = 'node_modules/.cache/stories';

/** The app with its story pages, which the product does not have: built and served like it, with its CSP and service worker. */
export interface StoryBuild {
  readonly url: string;
  stop(): Promise<void>;
}

export async function serveStories(): Promise<StoryBuild> {
  if (await isBuildStale(ROOT, BUILT_INTO)) {
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
    const options = [
      'build',
      '--mode',
      'stories',
      '--outDir',
      BUILT_INTO,
      '--emptyOutDir',
      '--logLevel',
      'error',
    ];
    // NODE_ENV would make it a build for tests.
    const { NODE_ENV: _mode, ...env } = process.env;
    await promisify(execFile)(process.execPath, [vite, ...options], { cwd: ROOT, env });
  }
  const server = await preview({
    root: ROOT,
    mode: 'stories',
    // There is no backend behind it, which the sign-in page asks for.
    logLevel: 'silent',
    build: { outDir: BUILT_INTO },
    preview: { host: '127.0.0.1', port: 0, strictPort: false },
  });
  const url = server.resolvedUrls?.local[0]?.replace(/\/$/u, '');
  if (url === undefined) throw new Error('the preview server has no address');
  return { url, stop: () => server.close() };
}
