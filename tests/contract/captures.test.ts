import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/**
 * Recorded from real servers (reference captures): the calls in which this backend answers alike. A call that it learns
 * to serve, or a difference that is mended, brings its file here from there.
 */
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

describe.each(wires)('what the real server of %s answered', (wire) => {
  let gateway: Gateway;
  let client: Client;
  /** Our ids by the part that is the same on every server. */
  const ours = new Map<string, string>();

  beforeAll(async () => {
    gateway = await startGateway({ wire, size: 'demo' });
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

  const rewritten = (text: string): string =>
    text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, (id) => ours.get(lasting(id)) ?? id);

  it.each(namesOf(wire))('%s', async (name) => {
    const { request, status, headers, body } = captureOf(wire, name);
    const answer = await client.send(`/api${rewritten(request.path)}`, {
      method: request.method,
      headers: {
        ...request.headers,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: rewritten(JSON.stringify(request.body)) }),
    });
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
