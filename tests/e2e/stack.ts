import { fileURLToPath } from 'node:url';
import { preview, type PreviewServer } from 'vite';
import { startBackend, type BackendOptions } from '#tests/backend/backend.ts';
import type { RoleTable } from '#tests/backend/gateway/context.ts';
import type { SeedSize } from '#tests/backend/seed/sizes.ts';

type Backend = Awaited<ReturnType<typeof startBackend>>;

/** The real thing under test: Postgres, PostgREST, gateway and the built app behind its preview server. */
export interface Stack {
  readonly appUrl: string;
  readonly backend: Backend;
  sql<T extends object>(text: string, values?: readonly unknown[]): Promise<T[]>;
  stop(): Promise<void>;
}

/** Starts the backend with a seed, the demo's by default, and serves `dist/` in front of it, with the CSP of a deployment. */
export async function startStack(
  size: SeedSize = 'demo',
  roles: RoleTable = 'spec',
  options: Pick<BackendOptions, 'logPageLines'> = {},
): Promise<Stack> {
  const backend = await startBackend({ ...options, size, roles, testControls: true });
  process.env['BACKEND_URL'] = backend.url;
  const server: PreviewServer = await preview({
    root: fileURLToPath(new URL('../../', import.meta.url)),
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 0, strictPort: false },
  });
  const appUrl = server.resolvedUrls?.local[0]?.replace(/\/$/, '');
  if (appUrl === undefined) throw new Error('the preview server has no address');
  return {
    appUrl,
    backend,
    sql: async (text, values = []) => {
      const result = await backend.pool.query(text, [...values]);
      // pg cannot know the row type; each caller names the columns it selects.
      return result.rows as never;
    },
    stop: async () => {
      await server.close();
      await backend.stop();
    },
  };
}
