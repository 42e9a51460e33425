import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Serves the pages of the benches for as long as the work takes; `proxied` answers for `/api`. */
export async function withBenchServer<T>(work: (origin: string) => Promise<T>, proxied?: string): Promise<T> {
  const server = await createServer({
    configFile: false,
    root,
    cacheDir: 'node_modules/.cache/vite-bench',
    logLevel: 'warn',
    server: {
      host: '127.0.0.1',
      port: 0,
      // A file that somebody saves meanwhile must not reload the page.
      hmr: false,
      watch: null,
      ...(proxied === undefined ? {} : { proxy: { '/api': { target: proxied } } }),
    },
    optimizeDeps: { include: ['comlink', 'dexie', 'valibot'] },
  });
  try {
    await server.listen();
    const origin = server.resolvedUrls?.local[0];
    if (origin === undefined) throw new Error('The benchmark page has no address');
    return await work(origin);
  } finally {
    await server.close();
  }
}
