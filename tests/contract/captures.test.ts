import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { own } from '#sync/protocol/own.ts';
import { wires, type Wire } from '#tests/backend/migrate.ts';
import { columnDifferences, differences, lasting, type Json } from './capture-shape.ts';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

interface Capture {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Json;
  };
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** Every call recorded from the real servers (reference captures). */
const folderOf = (wire: Wire): URL => new URL(`captures/${wire}/`, import.meta.url);
const namesOf = (wire: Wire): string[] =>
  readdirSync(folderOf(wire))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5));
const captureOf = (wire: Wire, name: string): Capture =>
  // Recorded by us; a file that is none fails its test.
  JSON.parse(readFileSync(new URL(`${name}.json`, folderOf(wire)), 'utf8')) as Capture;

/** What of a header can be the same on two servers with other data. */
function comparable(name: string, value: string | null): string | null {
  return name === 'content-range' ? (value?.replaceAll(/\d+/gu, 'N').replace('N-N', '*') ?? null) : value;
}

/**
 * Calls for a thing that only the recorded server had: a check that really ran, an account. Ours is one of the same kind.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['H2-graph', 'H2-graph-7d', 'H4-run'].map((name) => [
      name,
      `select c.id from checks c join check_statuses s on s.check_id = c.id
       where c.type = 'http' and c.deleted_at is null order by s.time desc, c.id limit 1`,
    ]),
  ),
  ...Object.fromEntries(
    ['F3', 'U6-role', 'U6-role-bad'].map((name) => [
      name,
      `select id from people where email = 'editor@holdfast.local'`,
    ]),
  ),
};

/**
 * Calls of screens to come, on both servers: this backend says 501. One that it learns to serve leaves this list, and its
 * answer is compared from then on.
 */
const NOT_SERVED: ReadonlySet<string> = new Set(
  `A4-generate A4-generate-again A4-generate-empty
   E-canary-schema E-scrape-schema E-topology-schema G6-kubeconfig
   N5-test N5-test-unknown
   U5-invite U5-invite-again U5-invite-bad U5-invite-role U5-invite-role-again U5-invite-role-unknown`.split(
    /\s+/u,
  ),
);

/** What a recorded header stands for; a value that was left out was a name and a password that are wrong. */
const headerOf = (value: string): string => (value === '…' ? 'Basic bm9ib2R5Om5vdGhpbmc=' : value);

/** Of a schema only the names of its definitions were kept; ours has its own. */
const withoutNames = (body: Json): Json =>
  body !== null && typeof body === 'object' && !Array.isArray(body) && Array.isArray(body['$defs'])
    ? { ...body, $defs: '…' }
    : body;

describe.each(wires)('what the real server of %s answered', (wire) => {
  let gateway: Gateway;
  let client: Client;
  /** Our ids by the part that is the same on every server. */
  const ours = new Map<string, string>();

  beforeAll(async () => {
    // The servers that were recorded had no hub of logs.
    gateway = await startGateway({ wire, size: 'demo', hasLogHub: false });
    client = await gateway.signedIn('admin');
    const tables = await gateway.pool.query<{ table_name: string }>(
      `select table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and column_name = 'id' and udt_name = 'uuid' and table_type = 'BASE TABLE'`,
    );
    for (const { table_name: table } of tables.rows) {
      const { rows } = await gateway.pool.query<{ id: string }>(`select id from ${table}`);
      for (const { id } of rows) ours.set(lasting(id), id);
    }
  });
  afterAll(() => gateway.stop());

  const rewritten = (text: string, standIn?: string): string =>
    text.replaceAll(
      /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu,
      (id) => ours.get(lasting(id)) ?? standIn ?? id,
    );
  const standInOf = async (name: string): Promise<string | undefined> => {
    const sql = own(STAND_INS, name);
    return sql === undefined ? undefined : (await gateway.pool.query<{ id: string }>(sql)).rows[0]?.id;
  };

  const send = async (name: string): Promise<Response> => {
    const { request } = captureOf(wire, name);
    const standIn = await standInOf(name);
    return client.send(`/api${rewritten(request.path, standIn)}`, {
      method: request.method,
      headers: {
        ...Object.fromEntries(
          Object.entries(request.headers ?? {}).map(([key, value]) => [key, headerOf(value)]),
        ),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: rewritten(JSON.stringify(request.body), standIn) }),
    });
  };

  it.each(namesOf(wire).filter((name) => NOT_SERVED.has(name)))('%s is not served yet', async (name) => {
    expect((await send(name)).status, 'it is served now: compare it').toBe(501);
  });

  const served = namesOf(wire).filter((name) => !NOT_SERVED.has(name));
  const isUnanswered = (name: string): boolean => captureOf(wire, name).status === 0;

  it('the connection ends without an answer where it did there', async () => {
    const names = served.filter(isUnanswered);
    const failures = await Promise.all(
      names.map((name) => send(name).then(String, ({ message }: Error) => message)),
    );
    expect(failures).toEqual(names.map(() => 'fetch failed'));
  });

  it.each(served.filter((name) => !isUnanswered(name)))('%s', async (name) => {
    const { request, status, headers, body: recorded } = captureOf(wire, name);
    const body = withoutNames(recorded);
    const answer = await send(name);
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').includes('json') && text !== '';
    const found = isJson ? (JSON.parse(text) as Json) : text;
    const rows = request.path.startsWith('/db/') && Array.isArray(body) && Array.isArray(found);
    expect({
      status: answer.status,
      headers: Object.fromEntries(
        Object.keys(headers).map((key) => [key, comparable(key, answer.headers.get(key))]),
      ),
      differences: [...(rows ? columnDifferences(body, found) : []), ...differences(body, found)],
    }).toEqual({
      status,
      headers: Object.fromEntries(
        Object.entries(headers).map(([key, value]) => [key, comparable(key, value)]),
      ),
      differences: [],
    });
  });
});
