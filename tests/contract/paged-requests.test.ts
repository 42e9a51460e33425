import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wires, type Wire } from '#tests/backend/migrate.ts';
import { parsePageQuestion, type AskedPage } from '#sync/protocol/paged.ts';
import { classifyResponse } from '#sync/transport/classify.ts';
import { pageRequest, readPageAnswer } from '#sync/transport/paged-requests.ts';
import type { PageAnswer } from '#sync/protocol/pages/spec.ts';
import { serverOf, sql, startServers, stopServers } from './wire-servers.ts';

/* Every page of rows that are not pulled (PAG1) is asked of both servers, as the engine asks. */

beforeAll(startServers, 180_000);
afterAll(stopServers);

const WIDE = {
  from: 'now-5y',
  to: 'now',
  fromAt: '2020-01-01T00:00:00.000Z',
  toAt: '2100-01-01T00:00:00.000Z',
};

async function page(wire: Wire, asked: AskedPage): Promise<PageAnswer> {
  const question = parsePageQuestion(asked);
  const window = { fromAt: question.range?.fromAt ?? null, toAt: question.range?.toAt ?? null };
  const { kind, request } = pageRequest(question, window, false);
  const answer = await serverOf(wire).admin.send(`/api${request.path}`, {
    method: request.method,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const outcome = classifyResponse(kind, {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: await answer.text(),
    redirected: answer.redirected,
  });
  const read = readPageAnswer(question, outcome);
  const isAnswer = outcome.class === 'ok' || outcome.status === 416;
  if (!isAnswer || read === null) throw new Error(`${outcome.class} ${outcome.status ?? ''}`);
  return read;
}

const idsOf = ({ rows }: PageAnswer): unknown[] => rows.map((row) => Object(row)['id'] as unknown);

describe.each(wires)('pages of the server of %s', (wire) => {
  const countOf = async (from: string): Promise<number> =>
    Number((await sql(wire, `select count(*)::int as total from ${from}`))[0]?.['total']);

  const lists: readonly [string, (page: number, size: number) => AskedPage, string][] = [
    [
      'changes',
      (at, size) => ({ source: 'changes', query: { type: 'Pulled' }, range: WIDE, page: at, size }),
      `config_changes ch join config_items ci on ci.id = ch.config_id
       where ci.deleted_at is null and ch.change_type = 'Pulled'`,
    ],
    [
      'runs of jobs',
      (at, size) => ({ source: 'job-history', query: {}, range: WIDE, page: at, size }),
      'job_history',
    ],
  ];

  it.each(lists)('%s come in pages, all of them and each once', async (_what, questionOf, from) => {
    const total = await countOf(from);
    const size = Math.ceil(total / 3);
    const pages = await Promise.all([1, 2, 3, 4].map((at) => page(wire, questionOf(at, size))));
    expect(pages.map((each) => each.rows.length)).toEqual([size, size, total - 2 * size, 0]);
    expect(pages.slice(0, 3).map((each) => each.total)).toEqual([total, total, total]);
    expect(new Set(pages.flatMap(idsOf)).size).toBe(total);
  });

  it('deleted configs come by themselves, narrowed by every filter, and last what was deleted first', async () => {
    const read = (query: object): Promise<PageAnswer> =>
      page(wire, { source: 'deleted-configs', query, range: null, page: 1, size: 1000 });
    const count = (where: string): Promise<number> =>
      countOf(`config_items where deleted_at is not null and ${where}`);
    const all = await read({});
    expect(all.total).toBe(await count('true'));
    expect(all.total).toBeGreaterThan(3);
    expect(all.rows.every((row) => typeof Object(row)['deleted_at'] === 'string')).toBe(true);
    const [one] = await sql(
      wire,
      `select name, type, tags ->> 'namespace' as namespace, labels ->> 'app' as app from config_items
       where deleted_at is not null and type = 'Kubernetes::Pod' order by id limit 1`,
    );
    const of = (column: string): string => String(one?.[column]);
    const same = async (query: object, where: string): Promise<void> => {
      const wanted = await count(where);
      expect((await read(query)).total).toBe(wanted);
    };
    await same({ type: of('type') }, `type = '${of('type')}'`);
    await same({ search: `${of('name').slice(2).toUpperCase()} pod` }, `name = '${of('name')}'`);
    await same({ search: '100%_,)"' }, 'false');
    await same({ status: '!Deleted' }, `status <> 'Deleted'`);
    const namespace = { key: 'namespace', value: of('namespace') };
    const odd = { key: 'a"b,c', value: ')' };
    await same(
      { tags: [namespace, { ...namespace, value: 'none' }] },
      `tags ->> 'namespace' = '${of('namespace')}'`,
    );
    await same(
      {
        tags: [
          { ...namespace, isExcluded: true },
          { ...odd, isExcluded: true },
        ],
      },
      `tags ->> 'namespace' is distinct from '${of('namespace')}'`,
    );
    await same({ labels: [{ key: 'app', value: of('app') }] }, `labels ->> 'app' = '${of('app')}'`);
    await same({ labels: [odd] }, 'false');
  });

  it('the summary of the catalog is gathered by tags too, each row under its values', async () => {
    const query = { groupBy: ['type', 'namespace'] };
    const { rows } = await page(wire, { source: 'catalog-summary', query, range: null, page: 1, size: 1000 });
    const counted = await sql(
      wire,
      `select type, tags ->> 'namespace' as namespace from config_items where deleted_at is null group by 1, 2`,
    );
    expect(new Set(idsOf({ rows, total: null, extra: null }))).toEqual(
      new Set(counted.map(({ type, namespace }) => JSON.stringify([type, namespace]))),
    );
  });

  it('the summary of the catalog has every type once, with what is counted of 30 days', async () => {
    const asked = { source: 'catalog-summary', query: {}, range: null, page: 1, size: 1000 } as const;
    const { rows, total } = await page(wire, asked);
    const types = await sql(wire, 'select distinct type from config_items where deleted_at is null');
    expect(new Set(idsOf({ rows, total, extra: null }))).toEqual(new Set(types.map(({ type }) => type)));
    expect(total).toBe(rows.length);
    const has = (key: string): boolean => rows.some((row) => Object.hasOwn(Object(row), key));
    expect(['count', 'health', 'changes', 'analysis', 'cost_30d'].map(has)).toEqual(Array(5).fill(true));
    // There are none: the server says `null`.
    const none = await page(wire, { ...asked, query: { labels: { nobody: 'has this' } } });
    expect(none).toMatchObject({ rows: [], total: 0 });
  });

  it('changes of one item follow its relations, and filters narrow them', async () => {
    const [item] = await sql(
      wire,
      `select config_id as id from config_changes where change_type = 'diff' group by 1 order by count(*) desc, 1 limit 1`,
    );
    const question = (query: object): AskedPage => ({
      source: 'changes',
      query: { id: String(item?.['id']), ...query },
      range: WIDE,
      page: 1,
      size: 1000,
    });
    const own = await page(wire, question({ recursive: 'none' }));
    const all = await page(wire, question({ recursive: 'all' }));
    const diffs = await page(wire, question({ recursive: 'none', type: 'diff' }));
    expect(all.total ?? 0).toBeGreaterThan(own.total ?? 0);
    expect(diffs.total).toBe(
      await countOf(`config_changes where change_type = 'diff' and config_id = '${String(item?.['id'])}'`),
    );
    const others = await page(wire, question({ recursive: 'none', type: '!diff' }));
    expect((diffs.total ?? 0) + (others.total ?? 0)).toBe(own.total);
  });

  it('changes of several items, of all but one, and by what somebody wrote', async () => {
    const found = await sql(
      wire,
      `select ch.config_id as id, min(ch.summary) as summary from config_changes ch
       join config_items ci on ci.id = ch.config_id
       where ci.deleted_at is null and ch.summary like '% %' group by 1 order by count(*) desc, 1 limit 2`,
    );
    const [one, other] = found.map(({ id }) => String(id));
    const summary = String(found[0]?.['summary']);
    const totalOf = async (query: object): Promise<number | null> =>
      (await page(wire, { source: 'changes', query, range: WIDE, page: 1, size: 1 })).total;
    const those = `config_changes ch join config_items ci on ci.id = ch.config_id and ci.deleted_at is null`;
    expect(await totalOf({ id: `${one},${other}` })).toBe(
      await countOf(`${those} where ch.config_id in ('${one}', '${other}')`),
    );
    expect(await totalOf({ id: `!${one}` })).toBe(await countOf(`${those} where ch.config_id <> '${one}'`));
    expect(await totalOf({ summary: encodeURIComponent(summary) })).toBe(
      await countOf(`${those} where ch.summary = '${summary.replaceAll("'", "''")}'`),
    );
  });

  it('runs of jobs are excluded by status, and kept to a resource', async () => {
    const ask = (query: object): Promise<PageAnswer> =>
      page(wire, { source: 'job-history', query, range: WIDE, page: 1, size: 50 });
    expect((await ask({ status: '!SUCCESS' })).total).toBe(
      await countOf(`job_history where status <> 'SUCCESS'`),
    );
    const [one] = await sql(
      wire,
      `select resource_id as id, resource_type as type from job_history where resource_type = 'config_scraper' limit 1`,
    );
    const found = await ask({ resourceId: String(one?.['id']), resourceType: 'config_scraper' });
    expect(found.total).toBe(
      await countOf(
        `job_history where resource_id = '${String(one?.['id'])}' and resource_type = 'config_scraper'`,
      ),
    );
  });

  it('every scraper has its last run once, and its last failure', async () => {
    const asked = { source: 'scraper-runs', query: {}, range: null, page: 1, size: 1000 } as const;
    const { rows, total } = await page(wire, asked);
    const scrapers = await sql(wire, 'select id from config_scrapers where deleted_at is null');
    expect(total).toBe(scrapers.length);
    expect(new Set(idsOf({ rows, total, extra: null }))).toEqual(new Set(scrapers.map(({ id }) => id)));
    const [last] = await sql(
      wire,
      `select resource_id as id, status from job_history where resource_type = 'config_scraper' order by created_at desc limit 1`,
    );
    expect(rows).toContainEqual(expect.objectContaining({ id: last?.['id'], job_status: last?.['status'] }));
    expect(rows.some((row) => typeof Reflect.get(Object(row), 'job_last_failed') === 'string')).toBe(true);
    // Neither its definition nor what the run reported comes along.
    expect(Object.keys(Object(rows[0])).filter((name) => /spec|details/u.test(name))).toEqual([]);
  });

  it('every component that has logs is there once, by name', async () => {
    const asked = { source: 'log-components', query: {}, range: null, page: 1, size: 1000 } as const;
    const { rows, total } = await page(wire, asked);
    const having = await sql(
      wire,
      'select id from components where log_selectors is not null and deleted_at is null',
    );
    expect(having.length).toBeGreaterThan(1);
    expect(total).toBe(having.length);
    expect(new Set(idsOf({ rows, total, extra: null }))).toEqual(new Set(having.map(({ id }) => id)));
    expect(Object.keys(Object(rows[0])).sort()).toEqual(['agent_id', 'icon', 'id', 'name', 'type']);
  });

  it('runs of playbooks are kept to an item and a status, and have the names of their playbook', async () => {
    const [one] = await sql(
      wire,
      `select config_id as id from playbook_runs where config_id is not null group by 1 order by count(*) desc limit 1`,
    );
    const configId = String(one?.['id']);
    const asked = { source: 'playbook-runs', query: { configId }, range: null, page: 1, size: 50 } as const;
    const found = await page(wire, asked);
    expect(found.total).toBe(await countOf(`playbook_runs where config_id = '${configId}'`));
    expect(found.rows[0]).toMatchObject({ config_id: configId, playbooks: { name: expect.any(String) } });
    expect(Object.keys(found.rows[0] ?? {})).not.toContain('parameters');
    const size = Math.ceil((found.total ?? 0) / 2);
    const halves = await Promise.all([1, 2].map((at) => page(wire, { ...asked, page: at, size })));
    expect(halves.flatMap(idsOf)).toEqual(idsOf(found));
    expect((await page(wire, { ...asked, query: { configId, status: 'failed' } })).total).toBe(
      await countOf(`playbook_runs where config_id = '${configId}' and status = 'failed'`),
    );
    // Those that have not begun count by when they were asked for.
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const lately = await page(wire, { ...asked, query: {}, range: { ...WIDE, fromAt: since } });
    expect(lately.total).toBe(
      await countOf(`playbook_runs where coalesce(start_time, created_at) >= '${since}'`),
    );
    expect(lately.rows.some((row) => Object(row)['start_time'] === null)).toBe(true);
    expect(lately.rows[0]).toMatchObject({ config: { name: expect.any(String) }, check: null });
  });

  it('a time range holds', async () => {
    const [middle] = await sql(
      wire,
      `select percentile_disc(0.5) within group (order by created_at) as at from job_history`,
    );
    const at = new Date(String(middle?.['at'])).toISOString();
    const found = await page(wire, {
      source: 'job-history',
      query: {},
      range: { ...WIDE, fromAt: at },
      page: 1,
      size: 50,
    });
    expect(found.total).toBe(await countOf(`job_history where created_at >= '${at}'`));
  });
});
