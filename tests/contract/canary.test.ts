import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Wire } from '#tests/backend/migrate.ts';
import type { Role } from '#tests/backend/seed/accounts.ts';
import { graphOfRuns, graphOfServer } from '#src/features/health/check/graph/graph-data.ts';
import { readCheckGraph } from '#sync/protocol/tables/check-graph.ts';
import { frozenRunSchema } from '#sync/protocol/tables/evidence-payload.ts';
import { readSummaryAnswer } from '#sync/protocol/health-summary.ts';
import { summariseRuns, type CheckRun } from '#sync/core/check/summary.ts';
import type { Client } from './gateway-client.ts';
import { serverOf, sql, startServers, stopServers } from './wire-servers.ts';

/* The health checker's endpoints against the state of the database, on both wires (server.md 4, semantics 1). */

beforeAll(startServers, 180_000);
afterAll(stopServers);

const wires: readonly Wire[] = ['2024', '2026'];

async function get(wire: Wire, path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await serverOf(wire).admin.send(`/api/canary${path}`);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }; // every answer is an object
}

/** A test's own check with these runs: seconds ago, passed, milliseconds. */
async function checkWith(
  wire: Wire,
  name: string,
  runs: readonly (readonly [number, boolean, number])[],
  status: string | null = 'healthy',
): Promise<string> {
  const { pool } = serverOf(wire).gateway;
  const canary = await pool.query<{ id: string }>(
    `insert into canaries (name, namespace, spec, labels)
     values ($1, 'tests', '{"schedule":"@every 5m"}', '{"layer":"canary","of":"canary"}') returning id`,
    [`canary of ${name}`],
  );
  const canaryId = canary.rows[0]?.id;
  const check = await pool.query<{ id: string }>(
    `insert into checks (canary_id, type, name, status, labels, created_at)
     values ($1, 'http', $2, $3, '{"layer":"check"}', now()) returning id`,
    [canaryId, name, status],
  );
  const id = check.rows[0]?.id ?? '';
  for (const [ago, passed, duration] of runs) {
    await pool.query(
      `insert into check_statuses (check_id, time, status, duration, error)
       values ($1, date_trunc('second', now()) - $2 * interval '1 second', $3, $4, $5)`,
      [id, ago, passed, duration, passed ? null : 'it broke'],
    );
  }
  if (wire === '2026' && status !== null) {
    await pool.query(
      `insert into checks_unlogged (check_id, canary_id, status, last_runtime) values ($1, $2, $3, now())`,
      [id, canaryId, status],
    );
  }
  return id;
}

const checkRow = async (wire: Wire, id: string): Promise<Record<string, unknown>> => {
  const [row] = await sql(
    wire,
    wire === '2024'
      ? `select status, status as own, last_runtime, next_runtime, last_transition_time from checks where id = '${id}'`
      : `select c.status, u.last_runtime, u.next_runtime, c.last_transition_time, u.status as own
         from checks c join checks_unlogged u on u.check_id = c.id where c.id = '${id}'`,
  );
  return row ?? {};
};
const msOf = (value: unknown): number => (value instanceof Date ? value.getTime() : Number.NaN);
const countOf = async (wire: Wire, id: string): Promise<number> =>
  Number((await sql(wire, `select count(*) from check_statuses where check_id = '${id}'`))[0]?.['count']);

describe.each(wires)('the summary of %s', (wire) => {
  it('has every live check of the database and no deleted one, whole rows', async () => {
    const gone = await checkWith(wire, 'a deleted one', []);
    await sql(wire, `update checks set deleted_at = now() where id = '${gone}'`);
    const { status, body } = await get(wire, '/api/summary?start=1h');
    expect(status).toBe(200);
    expect(body).toMatchObject({ runnerName: expect.any(String), duration: expect.any(Number) });
    const answer = readSummaryAnswer(body);
    expect(answer?.badRows).toBe(0);
    const live = await sql(wire, 'select id from checks where deleted_at is null');
    expect(answer?.rows.map(({ id }) => id).sort()).toEqual(live.map(({ id }) => String(id)).sort());
  });

  it('says when a check last failed only on the server of 2024', async () => {
    const id = await checkWith(wire, 'one that failed', [[90, false, 20]], 'unhealthy');
    await sql(wire, 'refresh materialized view check_status_summary');
    const { body } = await get(wire, '/api/summary');
    const rows = body['checks_summary'] as { id: string; uptime: object }[]; // whole rows, shown above
    const uptime = rows.find((row) => row.id === id)?.uptime;
    expect(Object.keys(uptime ?? {}).sort()).toEqual(
      wire === '2024' ? ['failed', 'last_fail', 'passed'] : ['failed', 'passed'],
    );
  });

  it('[HLT6] says of each check what is computed here of its runs', async () => {
    const before = new Date().toISOString();
    // Stored numbers are up to a minute old on the server; here they are asked for anew.
    await sql(wire, 'refresh materialized view check_status_summary_aged');
    await sql(wire, 'refresh materialized view check_status_summary');
    const after = new Date().toISOString();
    const answer = readSummaryAnswer((await get(wire, '/api/summary')).body);
    const runs = await sql(
      wire,
      `select check_id, time, status, duration from check_statuses
       where check_id in (select id from checks where deleted_at is null)`,
    );
    const byCheck = new Map<string, typeof runs>();
    for (const row of runs) {
      const id = String(row['check_id']);
      byCheck.set(id, [...(byCheck.get(id) ?? []), row]);
    }
    const numbers = (id: string, now: string): object => {
      const known = (byCheck.get(id) ?? []).map((row): CheckRun => ({
        time: (row['time'] as Date).toISOString(), // a timestamptz comes as a Date
        status: row['status'] as boolean | null, // and a boolean as one
        duration: row['duration'] as number | null, // and an integer as a number
      }));
      const { uptime, latency } = summariseRuns(known, now);
      return {
        passed: uptime.passed,
        failed: uptime.failed,
        lastPass: msOfText(uptime.lastPass),
        lastFail: wire === '2024' ? msOfText(uptime.lastFail) : null, // not said by the server of 2026
        p99: latency.p99,
        p95: latency.p95,
      };
    };
    const differing = (answer?.rows ?? []).filter(({ id, uptime, latency }) => {
      const said = JSON.stringify({
        passed: uptime?.passed,
        failed: uptime?.failed,
        lastPass: msOfText(uptime?.last_pass ?? null),
        lastFail: msOfText(uptime?.last_fail ?? null),
        p99: latency?.p99 ?? null,
        p95: latency?.p95 ?? null,
      });
      // A run may leave the hour while it is computed.
      return ![before, after].some((now) => JSON.stringify(numbers(id, now)) === said);
    });
    expect(answer?.rows.length).toBeGreaterThan(50);
    expect(differing).toEqual([]);
  });

  it('lays the labels of a check over those of its canary', async () => {
    const id = await checkWith(wire, 'labelled', [[60, true, 5]]);
    const answer = readSummaryAnswer((await get(wire, '/api/summary')).body);
    const row = answer?.rows.find((each) => each.id === id);
    expect(row?.labels).toEqual({ layer: 'check', of: 'canary' });
    expect([row?.canary_name, row?.canary_namespace, row?.status]).toEqual([
      'canary of labelled',
      'tests',
      'healthy',
    ]);
    expect(row?.agent_id ?? null).toBe(wire === '2026' ? '00000000-0000-0000-0000-000000000000' : null);
  });
});

function msOfText(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

describe.each(wires)('the graph of %s', (wire) => {
  it('has a bucket per minute, passed when every run was, named without the zeros', async () => {
    const id = await checkWith(wire, 'graphed', []);
    const minute = Math.floor(Date.now() / 60_000) * 60_000 - 10 * 60_000;
    const put = (ms: number, passed: boolean, duration: number): Promise<unknown> =>
      sql(
        wire,
        `insert into check_statuses (check_id, time, status, duration)
         values ('${id}', '${new Date(ms).toISOString()}', ${passed}, ${duration})`,
      );
    await put(minute, true, 10);
    // Nearer to this minute than to the one before.
    await put(minute - 29_000, true, 30);
    await put(minute + 60_000, true, 5);
    await put(minute + 61_000, false, 15);
    const { status, body } = await get(wire, `/api/graph?check=${id}&count=300&start=1h`);
    expect(status).toBe(200);
    const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
    expect(body['status']).toEqual([
      { time: iso(minute), status: true, duration: 20, passed: 2 },
      { time: iso(minute + 60_000), duration: 10, passed: 1, failed: 1 },
    ]);
    expect(body['uptime']).toEqual({ passed: 3, failed: 1 });
    expect(body['latency']).toEqual({ p99: 20, p97: 20, p95: 20, rolling1h: 0 });
    expect(readCheckGraph(body)?.points.map(({ isPassed }) => isPassed)).toEqual([true, false]);
  });

  it.each([
    ['2h', 60],
    ['24h', 900],
    ['7d', 3_600],
    ['30d', 14_400],
  ])('over %s puts runs into buckets of %d s', async (start, seconds) => {
    const [row] = await sql(wire, 'select check_id from check_statuses order by time desc limit 1');
    const graph = readCheckGraph(
      (await get(wire, `/api/graph?check=${String(row?.['check_id'])}&start=${start}`)).body,
    );
    expect(graph?.points.length).toBeGreaterThan(0);
    expect(graph?.points.filter(({ time }) => (Date.parse(time) / 1000) % seconds !== 0)).toEqual([]);
    const [total] = await sql(
      wire,
      `select count(*) from check_statuses
       where check_id = '${String(row?.['check_id'])}' and time >= now() - interval '${start.replace('h', ' hours').replace('d', ' days')}'`,
    );
    const { passed = 0, failed = 0 } = graph?.uptime ?? {};
    expect(Math.abs(passed + failed - Number(total?.['count']))).toBeLessThanOrEqual(1);
  });

  it('[HLT6] is what is drawn here of the same runs, over every width of a bucket', async () => {
    const found = await sql(
      wire,
      'select check_id from check_statuses group by check_id order by count(*) desc, check_id limit 6',
    );
    const to = new Date();
    let buckets = 0;
    for (const { check_id: checkId } of found) {
      for (const hours of [1, 24, 7 * 24, 30 * 24]) {
        const rangeMs = hours * 3_600_000;
        const from = new Date(to.getTime() - rangeMs);
        const window = `start=${from.toISOString()}&end=${to.toISOString()}`;
        const runs = await sql(
          wire,
          `select to_json(time) #>> '{}' as time, status, duration from check_statuses
           where check_id = '${String(checkId)}' and time >= '${from.toISOString()}' and time <= '${to.toISOString()}'
           order by time desc`,
        );
        const { body } = await get(wire, `/api/graph?check=${String(checkId)}&${window}`);
        const here = graphOfRuns(
          runs.map((row) => v.parse(frozenRunSchema, row)),
          rangeMs,
        );
        expect(here).toEqual(graphOfServer(body, rangeMs));
        buckets += here.points.length;
      }
    }
    expect(buckets).toBeGreaterThan(100);
  });

  it('is empty for a check without runs, and refuses what it cannot read', async () => {
    const id = await checkWith(wire, 'never ran', [], null);
    expect((await get(wire, `/api/graph?check=${id}`)).body).toMatchObject({
      status: null,
      uptime: { passed: 0, failed: 0 },
    });
    for (const [query, expected, field] of [
      ['', 400, 'error'],
      ['?check=me', 400, 'error'],
      [`?check=${id}&start=soon`, 502, 'message'],
      [`?check=${id}&end=later`, 502, 'message'],
    ] as const) {
      const { status, body } = await get(wire, `/api/graph${query}`);
      expect([status, typeof body[field]]).toEqual([expected, 'string']);
    }
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect((await get(wire, `/api/graph?check=${id}&start=${since}`)).status).toBe(200);
  });
});

describe.each(wires)('running a check of %s', (wire) => {
  const run = (id: string, client: Client = serverOf(wire).admin): Promise<Response> =>
    client.send(`/api/canary/run/check/${id}`, { method: 'POST' });

  it('stores a row and moves the times, and no transition while the status stays', async () => {
    const id = await checkWith(wire, 'steady', [[90, true, 42]]);
    const before = await checkRow(wire, id);
    const startedMs = Math.floor(Date.now() / 1000) * 1000;
    const answer = await run(id);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ pass: true, duration: 42, data: { code: 200 } });
    expect(await countOf(wire, id)).toBe(2);
    const after = await checkRow(wire, id);
    expect(after['status']).toBe('healthy');
    expect(msOf(after['last_runtime'])).toBeGreaterThanOrEqual(startedMs);
    expect(msOf(after['next_runtime']) - msOf(after['last_runtime'])).toBe(300_000);
    expect(after['last_transition_time']).toEqual(before['last_transition_time']);
  });

  const turns: [string, string | null, string][] = [
    ['unhealthy', 'healthy', 'check.failed'],
    ['healthy', 'unhealthy', 'check.passed'],
  ];
  // The first status is an update of the row there; in 2026 it is a row of its own, and an insert says nothing.
  if (wire === '2024') turns.push(['healthy', null, 'check.passed']);

  it.each(turns)(
    'turns a check to %s that was %s, with the time of the transition and %s',
    async (to, from, event) => {
      const hasFailed = to === 'unhealthy';
      const id = await checkWith(wire, `from ${from} to ${to}`, [[30, !hasFailed, 900]], from);
      await sql(wire, 'delete from event_queue');
      const answer = await run(id);
      expect(await answer.json()).toMatchObject({
        pass: !hasFailed,
        ...(hasFailed && { error: 'it broke' }),
      });
      const after = await checkRow(wire, id);
      expect([after['status'], after['own']]).toEqual([to, to]);
      expect(Date.now() - msOf(after['last_transition_time'])).toBeLessThan(60_000);
      const [row] = await sql(
        wire,
        `select error, status, duration from check_statuses where check_id = '${id}' order by time desc limit 1`,
      );
      expect(row).toEqual({ error: hasFailed ? 'it broke' : null, status: !hasFailed, duration: 900 });
      const events = await sql(
        wire,
        `select name, properties ->> 'id' as id from event_queue where name like 'check.%'`,
      );
      expect(events).toEqual([{ name: event, id }]);
    },
  );

  it('counts in the next summary', async () => {
    const id = await checkWith(wire, 'counted', [[30, true, 7]]);
    await run(id);
    await sql(wire, 'refresh materialized view check_status_summary');
    const answer = readSummaryAnswer((await get(wire, '/api/summary')).body);
    expect(answer?.rows.find((row) => row.id === id)?.uptime).toMatchObject({ passed: 2, failed: 0 });
  });

  it.each<[Role, number]>([
    ['admin', 200],
    ['editor', 200],
    ['commander', 200],
    ['responder', 200],
    ['viewer', 403],
  ])('as %s answers %d', async (role, status) => {
    const id = await checkWith(wire, `as ${role}`, []);
    const answer = await run(id, await serverOf(wire).gateway.signedIn(role));
    expect(answer.status).toBe(status);
    expect(await countOf(wire, id)).toBe(status === 200 ? 1 : 0);
  });

  it('that is not there is 404, and a name is 500', async () => {
    expect((await run('0190aaaa-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await run('ping')).status).toBe(500);
  });
});

describe.each(wires)('the topology of %s', (wire) => {
  interface Component {
    id: string;
    name: string;
    type?: string;
    status: string;
    parent_id?: string;
    summary: Record<string, unknown>;
    components?: Component[];
  }
  const read = async (query = ''): Promise<Record<string, unknown> & { components: Component[] }> =>
    (await get(wire, `/api/topology${query}`)).body as Record<string, unknown> & { components: Component[] }; // the shape this test is about

  it('is a tree from the components without a parent, with the lists of the filters', async () => {
    const tree = await read();
    const roots = await sql(
      wire,
      'select name from components where parent_id is null and deleted_at is null order by lower(name), id',
    );
    expect(tree.components.map(({ name }) => name)).toEqual(roots.map(({ name }) => name));
    const types = await sql(
      wire,
      `select distinct type from components where deleted_at is null and type <> ''`,
    );
    expect(tree['types']).toEqual(types.map(({ type }) => String(type)).sort());
    expect(tree['healthStatuses']).toContain('healthy');
    expect(Object.keys(tree['tags'] as object).length).toBeGreaterThan(0);
    expect(Array.isArray(tree['teams'])).toBe(true);
  });

  it('of one component has its children in the order asked for, and of depth 1 none', async () => {
    const [parent] = await sql(
      wire,
      `select parent_id as id, count(*) from components where deleted_at is null and parent_id is not null
       group by 1 order by 2 desc limit 1`,
    );
    const id = String(parent?.['id']);
    const children = await sql(
      wire,
      `select id from components where deleted_at is null and parent_id = '${id}'`,
    );
    const [only, ...others] = (await read(`?id=${id}&sortBy=name&sortOrder=desc`)).components;
    expect(others).toEqual([]);
    const found = (only?.components ?? []).map((each) => each.id);
    expect(found).toEqual(expect.arrayContaining(children.map((row) => row['id'])));
    const names = (only?.components ?? []).map(({ name }) => name.toLowerCase());
    expect(names).toEqual([...names].sort().toReversed());
    expect((await read(`?id=${id}&depth=1`)).components[0]?.components).toBeUndefined();
  });

  it('counts of a component what the job has stored, where no relationship brings others in', async () => {
    const stored = await sql(
      wire,
      `select id, summary from components p
       where deleted_at is null
         and not exists (select from component_relationships where relationship_id = p.id)
         and exists (select from components where parent_id = p.id and deleted_at is null)
         and not exists (
           select from components c
           where c.parent_id = p.id and (
             exists (select from components where parent_id = c.id)
             or exists (select from component_relationships where relationship_id = c.id)
           )
         )
       order by name limit 5`,
    );
    expect(stored.length).toBeGreaterThan(0);
    for (const { id, summary } of stored) {
      const [component] = (await read(`?id=${String(id)}`)).components;
      const counts = Object.entries(component?.summary ?? {}).filter(
        ([, count]) => typeof count === 'number',
      );
      expect(Object.fromEntries(counts)).toEqual(summary);
    }
  });

  it('filters by status, type and labels; nothing but negatives matches nothing', async () => {
    const bad = await read('?flatten=true&status=unhealthy');
    expect(bad.components.map(({ status }) => status)).toEqual(bad.components.map(() => 'unhealthy'));
    expect(bad.components.length).toBeGreaterThan(0);
    const [type] = (await read())['types'] as string[];
    const typed = await read(`?flatten=true&type=${encodeURIComponent(String(type))}`);
    expect(new Set(typed.components.map((each) => each.type))).toEqual(new Set([type]));
    expect((await read('?flatten=true&status=!unhealthy')).components).toEqual([]);
    expect((await read('?flatten=true&labels=no=such')).components).toEqual([]);
    expect((await get(wire, '/api/topology?id=me')).status).toBe(400);
  });
});
