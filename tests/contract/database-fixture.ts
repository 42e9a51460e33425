import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { Client } from 'pg';
import { startDatabase } from '#tests/backend/database.ts';
import { migrate, type Wire } from '#tests/backend/migrate.ts';
import { startPostgrest } from '#tests/backend/postgrest.ts';

/** A value for a column, as node-postgres takes it; objects become JSON. */
export type Row = Record<string, unknown>;

export interface TestDatabase {
  url: string;
  client: Client;
  query(sql: string, values?: unknown[]): Promise<Row[]>;
  /** The single row of a query; fails when there is another number of them. */
  one(sql: string, values?: unknown[]): Promise<Row>;
  insert(table: string, values: Row): Promise<Row>;
  close(): Promise<void>;
}

/** An empty directory Postgres may enter: as root the tests run it under another user. */
export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'holdfast database '));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export async function openTestDatabase(wire: Wire = '2024'): Promise<TestDatabase> {
  const directory = await temporaryDirectory();
  const database = await startDatabase({ dataDir: directory.path, log: () => undefined, fsync: false });
  await migrate(database.url, wire);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const query = async (sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(sql, values)).rows;
  const one = async (sql: string, values: unknown[] = []): Promise<Row> => {
    const rows = await query(sql, values);
    if (rows.length !== 1) throw new Error(`${rows.length} rows for: ${sql}`);
    return rows[0]!;
  };
  return {
    url: database.url,
    client,
    query,
    one,
    insert: (table, values) => {
      const columns = Object.keys(values);
      const places = columns.map((_, index) => `$${index + 1}`);
      return one(
        `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) returning *`,
        Object.values(values),
      );
    },
    close: async () => {
      await client.end();
      await database.stop();
      await directory.remove();
    },
  };
}

export interface TestApi {
  database: TestDatabase;
  url: string;
  /** `Authorization` header of somebody signed in. */
  authorization: string;
  request(path: string, init?: ApiInit): Promise<ApiAnswer>;
  close(): Promise<void>;
}

export interface ApiInit {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  prefer?: string;
}

export interface ApiAnswer {
  status: number;
  rows: Row[];
  /** The body as it came; an error's object, or the rows. */
  body: Row;
  contentRange: string | null;
}

export const JWT_SECRET = 'a secret of the contract tests, long enough';

export async function openTestApi(wire: Wire = '2024'): Promise<TestApi> {
  const database = await openTestDatabase(wire);
  const server = await startPostgrest({
    databaseUrl: database.url,
    jwtSecret: JWT_SECRET,
    log: () => undefined,
  });
  const authorization = `Bearer ${await signToken({ role: 'postgrest_api', id: randomUUID() })}`;
  return {
    database,
    url: server.url,
    authorization,
    request: async (path, init = {}) => {
      const response = await fetch(`${server.url}/${path}`, {
        method: init.method ?? 'GET',
        headers: {
          Authorization: authorization,
          Accept: 'application/json',
          'Content-Type': 'application/json',
          Prefer: init.prefer ?? 'return=representation',
        },
        ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      });
      const text = await response.text();
      const body: unknown = text === '' ? [] : JSON.parse(text);
      return {
        status: response.status,
        rows: Array.isArray(body) ? body : [],
        body: body as Row, // tests look into it and fail on anything else
        contentRange: response.headers.get('content-range'),
      };
    },
    close: async () => {
      await server.stop();
      await database.close();
    },
  };
}

export function signToken(claims: Row): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(JWT_SECRET));
}

/** One row of everything that other rows lean on. */
export async function insertWorld(database: TestDatabase) {
  const text = (row: Row, column = 'id'): string => String(row[column]);
  const person = text(
    await database.insert('people', { name: 'Ada', email: `${randomUUID()}@example.test` }),
  );
  const team = text(await database.insert('teams', { name: `team ${randomUUID()}`, created_by: person }));
  const scraper = text(await database.insert('config_scrapers', { name: 'scraper', spec: {}, source: 'UI' }));
  const config = text(
    await database.insert('config_items', {
      name: 'api',
      type: 'Kubernetes::Pod',
      config_class: 'Pod',
      scraper_id: scraper,
      config: { a: 1 },
      tags: { namespace: 'shop' },
    }),
  );
  const change = text(
    await database.insert('config_changes', { config_id: config, change_type: 'diff', severity: 'low' }),
  );
  const insight = text(
    await database.insert('config_analysis', {
      config_id: config,
      analyzer: 'rule',
      analysis_type: 'security',
      severity: 'high',
      status: 'open',
    }),
  );
  const topology = text(await database.insert('topologies', { name: randomUUID(), namespace: 'default' }));
  const component = text(
    await database.insert('components', {
      topology_id: topology,
      name: 'shop',
      external_id: randomUUID(),
      status: 'healthy',
      type: 'service',
    }),
  );
  const canary = text(
    await database.insert('canaries', { name: randomUUID(), namespace: 'default', spec: {} }),
  );
  const check = text(
    await database.insert('checks', { canary_id: canary, type: 'http', name: 'ping', status: 'healthy' }),
  );
  await database.insert('config_component_relationships', { component_id: component, config_id: config });
  await database.insert('check_component_relationships', {
    component_id: component,
    check_id: check,
    canary_id: canary,
  });
  await database.insert('check_config_relationships', {
    config_id: config,
    check_id: check,
    canary_id: canary,
  });
  return { person, team, scraper, config, change, insight, topology, component, canary, check };
}

export type World = Awaited<ReturnType<typeof insertWorld>>;

/** An incident as the create dialog makes it. */
export const incidentOf = (person: string): Row => ({
  title: 'Checkout is slow',
  description: '',
  severity: 'high',
  type: 'availability',
  status: 'open',
  created_by: person,
});
