import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { Hono } from 'hono';
import * as v from 'valibot';
import { accessDenied } from './authenticate.ts';
import type { Gateway, GatewayEnv } from './context.ts';
import { isAllowed, permissionsOf } from './roles.ts';

const packageVersion = v.parse(
  v.object({ version: v.string() }),
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
).version;

/** What the servers beside PostgREST answer for every signed-in page: who am I, roles, feature flags, version. */
export function createServices(gateway: Gateway): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  const startedAt = new Date(gateway.clock()).toISOString();
  addWhoami(app, gateway);
  addRoles(app, gateway);
  addProperties(app, gateway);
  if (gateway.wire === '2026')
    app.get('/about', (c) => c.json({ appVersion: packageVersion, chartVersion: '' }));
  app.get('/canary/about', (c) => c.json({ Timestamp: startedAt, Version: packageVersion }));
  return app;
}

function addWhoami(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.get('/auth/whoami', async (c) => {
    const { session, roles } = c.get('caller');
    const found = await gateway.pool.query<Record<string, unknown>>(
      'select id, name, email, team_id, avatar, type, properties from people where id = $1',
      [session.identity.id],
    );
    const person = found.rows[0];
    if (person === undefined) return c.json({ error: '', message: 'Error fetching user' }, 500);
    // The real server leaves out what is not set, apart from name and address.
    const user = Object.fromEntries(
      Object.entries(person).filter(([key, value]) => value !== null || key === 'name' || key === 'email'),
    );
    // The servers of today number their permissions, all alike.
    const permissions = permissionsOf(roles).map((permission) =>
      gateway.wire === '2026' ? { id: 'na', ...permission } : permission,
    );
    return c.json({ message: 'success', payload: { user, roles, permissions, hostname: hostname() } });
  });
}

const roleUpdate = v.object({ roles: v.array(v.string()) });

function addRoles(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.post('/rbac/:id/update_role', async (c) => {
    if (!isAllowed(c.get('caller').roles, 'rbac', 'update')) return accessDenied(c);
    const personId = c.req.param('id');
    const body = v.safeParse(roleUpdate, await c.req.json().catch(() => undefined)); // no JSON: fails the schema
    if (!body.success) return c.json({ error: 'bad request', message: body.issues[0].message }, 400);
    if (!v.is(v.pipe(v.string(), v.uuid()), personId)) {
      return c.json({ error: 'bad request', message: 'the id is no uuid' }, 400);
    }
    const isKnown = await addRolesTo(gateway, personId, [...new Set(body.output.roles)]);
    if (!isKnown) return c.json({ error: 'not found', message: `person(id=${personId}) not found` }, 404);
    return c.json({ message: 'Role updated successfully' });
  });
}

/** Gives somebody roles beside those there are; a name that no policy knows is stored too. False when there is no such person. */
async function addRolesTo({ pool }: Gateway, personId: string, roles: readonly string[]): Promise<boolean> {
  const known = await pool.query<{ id: string }>(
    `with person as (
       select id from people where id = $1 and deleted_at is null
     ), added as (
       insert into casbin_rule (ptype, v0, v1)
       select 'g', person.id::text, unnest($2::text[]) from person on conflict do nothing
     )
     select id from person`,
    [personId, roles],
  );
  return known.rowCount === 1;
}

function addProperties(app: Hono<GatewayEnv>, gateway: Gateway): void {
  const local = gateway.localProperties ?? {};
  app.get('/properties', async (c) => {
    const stored = await gateway.pool.query<{ name: string; value: string }>(
      'select name, value from properties where deleted_at is null order by name',
    );
    const describe = (name: string, value: string, source: 'local' | 'db'): Record<string, string> => ({
      name,
      value,
      source,
      type: '',
      description: '',
    });
    return c.json([
      ...Object.entries(local).map(([name, value]) => describe(name, value, 'local')),
      ...stored.rows
        .filter(({ name }) => !Object.hasOwn(local, name))
        .map(({ name, value }) => describe(name, value, 'db')),
    ]);
  });
}
