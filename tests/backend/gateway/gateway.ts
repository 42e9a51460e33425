import { Hono } from 'hono';
import { requireSession } from './authenticate.ts';
import { createCanary } from './canary/canary.ts';
import { addChanges } from './catalog/changes.ts';
import { addSearch } from './catalog/search.ts';
import { addSummary } from './catalog/summary.ts';
import type { Gateway, GatewayEnv, GatewayOptions } from './context.ts';
import { createKratos } from './kratos.ts';
import { addLogs } from './logs/logs.ts';
import { addSnapshots } from './logs/snapshot.ts';
import { normalisePath } from './paths.ts';
import { addRunControls, createPlaybooks } from './playbooks/playbooks.ts';
import { createPostgrestProxy } from './postgrest-proxy.ts';
import { createServices } from './services.ts';
import { expireSessions } from './sessions.ts';

/**
 * What the real server has and this backend does not: after the session check these say 501. An empty success would
 * look like an empty system.
 */
const NOT_BUILT = [
  'canary/run',
  'catalog',
  'config',
  'apm',
  'playbook',
  'agent',
  'resources',
  'connection',
  'kubeconfig',
  'kubeproxy',
  'artifacts',
  'schemas',
  'notification',
  'auth',
  'rbac',
  'people',
  'upstream',
  'push',
  'debug',
];

/** The HTTP surface of the server: identity, `/db`, the services, with and without the `/api` prefix. */
export function createGateway(options: GatewayOptions): Hono<GatewayEnv> {
  const gateway: Gateway = { ...options, clock: options.clock ?? Date.now };
  const app = new Hono<GatewayEnv>({ getPath: (request) => normalisePath(new URL(request.url).pathname) });

  app.use(async (c, next) => {
    await next();
    // Clients take this header for the server's time.
    c.res.headers.set('date', new Date(gateway.clock()).toUTCString());
  });
  app.get('/health', (c) => c.text('OK'));
  app.get('/_health', (c) => c.json({ health: 'ok' }));
  if (options.testControls === true) addTestControls(app, gateway);
  app.route('/kratos', createKratos(gateway));

  app.use(requireSession(gateway));
  app.route('/db', createPostgrestProxy(gateway));
  app.route('/', createServices(gateway));
  app.route('/', createPlaybooks(gateway));
  app.route('/', createCanary(gateway));
  addChanges(app, gateway);
  addSummary(app, gateway);
  addSearch(app, gateway);
  addLogs(app, gateway);
  addSnapshots(app, gateway);
  for (const area of NOT_BUILT) {
    app.all(`/${area}/*`, (c) => c.json({ error: `not implemented: ${c.req.method} ${c.req.path}` }, 501));
  }
  app.notFound((c) => c.json({ message: 'Not Found' }, 404));
  app.onError((error, c) => {
    gateway.log(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`);
    return c.json({ error: 'Internal error.' }, 500);
  });
  return app;
}

function addTestControls(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.post('/test-controls/expire-sessions', async (c) =>
    c.json({ expired: await expireSessions(gateway.pool, gateway.clock(), c.req.query('email')) }),
  );
  addRunControls(app, gateway);
}
