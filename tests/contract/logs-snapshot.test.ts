import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

/* POST /logs and GET /snapshot/topology/{id}: real answers of a hub were not recorded, their shape is server.md's. */

interface Logs {
  total: number;
  nextPage?: string;
  results: { id: string; timestamp: string; message: string; labels: Record<string, string> }[];
}

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
let gateway: Gateway;
let admin: Client;
let service: string;

beforeAll(async () => {
  gateway = await startGateway({ size: 'demo', clock: () => Date.now() });
  admin = await gateway.signedIn('admin');
  const { rows } = await gateway.pool.query<{ id: string }>(
    `select id from components where log_selectors is not null and deleted_at is null order by name limit 1`,
  );
  service = rows[0]?.id ?? '';
}, 180_000);
afterAll(() => gateway.stop());

const ask = (body: object): Promise<Response> =>
  admin.send('/api/logs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const read = async (body: object): Promise<Logs> => (await (await ask(body)).json()) as Logs;

describe('logs', () => {
  it('are the newest fifty of the last hour where nothing else is asked', async () => {
    const { total, results } = await read({ id: service, name: 'application' });
    expect([total, results.length]).toEqual([50, 50]);
    const times = results.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(Date.parse(times.at(-1) ?? '')).toBeGreaterThan(Date.now() - 3_600_000);
    expect(results[0]?.labels).toMatchObject({ app: expect.any(String), level: expect.any(String) });
  });

  it('are cut to a query and a range, and say the same each time', async () => {
    const asked = {
      id: service,
      name: 'ingress',
      query: 'WARN',
      start: '2026-03-01T00:00:00Z',
      end: new Date(NOW_MS).toISOString(),
      limit: 200,
    };
    const first = await read(asked);
    expect(first.results.every(({ message }) => message.toLowerCase().includes('warn'))).toBe(true);
    expect(first.results.length).toBeGreaterThan(10);
    expect(await read(asked)).toEqual(first);
  });

  it('have stack traces, colours, long lines, bursts and gaps', async () => {
    const { results } = await read({ id: service, name: 'application', start: '3d', limit: 100_000 });
    const holds = (pattern: RegExp): boolean => results.some(({ message }) => pattern.test(message));
    expect([
      holds(/\n {4}at /u),
      results.some(({ message }) => message.includes('\u001B[33m')),
      results.some(({ message }) => message.length > 9_000),
    ]).toEqual([true, true, true]);
    const minutes = new Map<string, number>();
    for (const { timestamp } of results)
      minutes.set(timestamp.slice(0, 16), (minutes.get(timestamp.slice(0, 16)) ?? 0) + 1);
    expect(Math.max(...minutes.values())).toBeGreaterThan(100);
    const times = results.map(({ timestamp }) => Date.parse(timestamp));
    expect(Math.max(...times.slice(1).map((at, index) => (times[index] ?? at) - at))).toBeGreaterThan(
      14 * 60_000,
    );
  });

  it('come page by page, each line once, until the range has no more', async () => {
    const range = { start: '2026-03-01T06:00:00Z', end: new Date(NOW_MS).toISOString(), query: 'warn' };
    const whole = await read({ id: service, name: 'application', ...range, limit: 10_000 });
    expect(whole.nextPage).toBeUndefined();
    const ids: string[] = [];
    let page: string | undefined;
    do {
      const part = await read({
        id: service,
        name: 'application',
        ...range,
        limit: 37,
        ...(page === undefined ? {} : { page }),
      });
      expect(part.results.length).toBeLessThanOrEqual(37);
      ids.push(...part.results.map(({ id }) => id));
      page = part.nextPage;
    } while (page !== undefined);
    expect(ids).toEqual(whole.results.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(100);
  });

  it('where few match a page is empty and names the next one', async () => {
    const part = await read({ id: service, name: 'application', start: '30d', query: 'no such words' });
    expect([part.results, typeof part.nextPage]).toEqual([[], 'string']);
  });

  it('of a page that is none are refused', async () => {
    expect(await (await ask({ id: service, page: 'second' })).json()).toMatchObject({
      message: 'page=second is no page',
    });
  });

  it.each([
    [{}, 'Component ID is required'],
    [{ id: 'x' }, 'id must be an id'],
    [
      { id: '00000000-0000-7000-8000-00000000dead' },
      'component(id=00000000-0000-7000-8000-00000000dead) not found',
    ],
  ])('%j is refused', async (body, message) => {
    const answer = await ask(body);
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'bad request', message }]);
  });

  it('of an odd start are refused', async () => {
    expect(await (await ask({ id: service, start: 'then' })).json()).toMatchObject({
      message: 'start=then is no moment and no duration',
    });
  });
});

describe('a snapshot', () => {
  const filesOf = async (query: string): Promise<Record<string, string>> => {
    const answer = await admin.send(`/api/snapshot/topology/${service}?${query}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  };

  it('is a zip with the component, its incidents and its logs', async () => {
    const files = await filesOf('start=15m&related=false');
    expect(
      Object.keys(files)
        .map((name) => name.replace(/^logs-.*-/u, 'logs-'))
        .toSorted(),
    ).toEqual([
      'components.csv',
      'components.json',
      'evidences.csv',
      'incidents.csv',
      'logs-application.log',
      'logs-ingress.log',
    ]);
    expect(JSON.parse(files['components.json'] ?? '')).toContainEqual(
      expect.objectContaining({ id: service }),
    );
  });

  it('has the catalog too where that is asked for, and logs as JSON', async () => {
    const files = await filesOf('start=1h&related=true&logFormat=json');
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['config_items.csv', 'config_changes.csv', 'config_analysis.csv']),
    );
    const [line = ''] =
      Object.entries(files)
        .find(([name]) => name.endsWith('application.json'))?.[1]
        .split('\n') ?? [];
    expect(JSON.parse(line)).toMatchObject({ message: expect.any(String) });
  });

  it('of nothing is refused', async () => {
    const answer = await admin.send('/api/snapshot/topology/00000000-0000-7000-8000-00000000dead?start=15m');
    expect(answer.status).toBe(404);
  });
});
