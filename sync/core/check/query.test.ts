import { describe, expect, test } from 'vitest';
import { plainHealthQuery } from '#tests/support/health-query.ts';
import { DEFAULT_CHECK_LIMIT, type HealthQuery, type HealthRow } from '../../protocol/health.ts';
import { answerHealth, listHealth } from './query.ts';
import { uptimePercent } from './aggregate.ts';
import { aggregateOf } from './sums.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function check(id: string, row: Partial<HealthRow> = {}): HealthRow {
  return {
    id,
    canaryId: 'n',
    canaryName: 'shop',
    namespace: 'web',
    name: id,
    type: 'http',
    description: null,
    endpoint: null,
    icon: null,
    owner: null,
    severity: null,
    status: 'healthy',
    labels: {},
    agentId: null,
    agentName: null,
    uptime: null,
    latency: null,
    lastRuntime: null,
    lastTransition: null,
    silencedAt: null,
    intervalMs: null,
    statusAsOf: null,
    summaryAsOf: null,
    isComputed: false,
    ranAtMs: NOW - DEFAULT_CHECK_LIMIT.leastMs,
    agentSilentSince: null,
    ...row,
  };
}

const plain = plainHealthQuery(NOW);

const ask = (rows: readonly HealthRow[], query: Partial<HealthQuery>) =>
  answerHealth(rows, { ...plain, ...query });
const idsOf = (rows: readonly HealthRow[], query: Partial<HealthQuery>): readonly string[] =>
  ask(rows, query).groups.flatMap(({ ids }) => ids);

describe('filters', () => {
  const rows = [
    check('pay', { description: 'Charges cards', labels: { team: 'a', env: 'prod' } }),
    check('cart', { endpoint: 'https://cart.test/HEALTH', labels: { team: 'b', env: 'prod' } }),
    check('bare', { status: 'unhealthy' }),
  ];

  test('a text is looked for in name, description and endpoint, whatever its case', () => {
    expect(idsOf(rows, { text: 'PAY' })).toEqual(['pay']);
    expect(idsOf(rows, { text: 'cards charges' })).toEqual(['pay']);
    expect(idsOf(rows, { text: 'cart.test health' })).toEqual(['cart']);
    expect(idsOf(rows, { text: 'http' })).toEqual(['cart']);
  });

  test('labels: one value of every included key, none of the excluded', () => {
    const label = (value: string, key = 'team') => ({ key, value });
    expect(idsOf(rows, { labels: { include: [label('a'), label('b')], exclude: [] } })).toEqual([
      'cart',
      'pay',
    ]);
    expect(idsOf(rows, { labels: { include: [label('a'), label('prod', 'env')], exclude: [] } })).toEqual([
      'pay',
    ]);
    expect(idsOf(rows, { labels: { include: [], exclude: [label('a')] } })).toEqual(['bare', 'cart']);
    expect(idsOf(rows, { labels: { include: [label('', 'team')], exclude: [] } })).toEqual(['bare']);
  });

  test('hidden passing checks count on among what was let through', () => {
    const answer = ask(rows, { hidePassing: true });
    expect(answer.groups.flatMap(({ ids }) => ids)).toEqual(['bare']);
    expect(answer.filtered).toEqual({ total: 3, passing: 2, failing: 1, unknown: 0, stale: 0 });
  });
});

describe('tabs', () => {
  const rows = [
    check('a', { namespace: 'web' }),
    check('b', { namespace: 'Data', status: 'unhealthy' }),
    check('c', { namespace: null }),
    check('d', { namespace: '' }),
  ];

  test('stand in text order, none for the checks without a value, and stay when a filter empties them', () => {
    expect(ask(rows, {}).tabs.map(({ value, total }) => [value, total])).toEqual([
      ['Data', 1],
      ['none', 2],
      ['web', 1],
    ]);
    expect(ask(rows, { text: 'a' }).tabs.map(({ total }) => total)).toEqual([0, 0, 1]);
  });

  test('let through their own checks, and the counts of the others stay', () => {
    const answer = ask(rows, { tab: 'none' });
    expect(answer.groups[0]?.ids).toEqual(['c', 'd']);
    expect(answer.filtered.total).toBe(2);
    expect(answer.tabs.map(({ failing }) => failing)).toEqual([1, 0, 0]);
  });

  test('are made of agents, the server itself under the empty name, or of a label key', () => {
    const some = [
      check('a', { agentId: 'ag-1', agentName: 'west', labels: { team: 'x' } }),
      check('b'),
      check('c', { agentId: 'ag-2', agentName: 'east' }),
    ];
    const { tabs } = ask(some, { tabBy: { kind: 'column', column: 'agent_id' } });
    expect(tabs.map(({ value }) => value)).toEqual(['ag-2', '', 'ag-1']);
    expect(tabs.map(({ label }) => label)).toEqual(['east', 'local', 'west']);
    expect(ask(some, { tabBy: { kind: 'label', key: 'team' } }).tabs.map(({ value }) => value)).toEqual([
      'none',
      'x',
    ]);
  });
});

describe('groups', () => {
  test('are good, bad, mixed, or unknown, as their checks are', () => {
    const health = (...statuses: (string | null)[]) =>
      aggregateOf(
        statuses.map((status, at) => check(String(at), { status })),
        plain,
      ).health;
    expect(health('healthy', 'healthy')).toBe('good');
    expect(health('unhealthy')).toBe('bad');
    expect(health('unhealthy', 'healthy')).toBe('mixed');
    expect(health(null, 'weird')).toBe('unknown');
    expect(health()).toBe('unknown');
    // One that never ran says nothing about the others.
    expect(health(null, 'healthy')).toBe('good');
  });

  test('sum uptime, average latency, and take the latest run, the worst severity and who is stale', () => {
    const latency = (p95: number | null) => ({ p99: 10, p97: null, p95, p50: 1, avg: 2 });
    const aggregate = aggregateOf(
      [
        check('a', {
          uptime: { passed: 3, failed: 1, lastPass: null, lastFail: null },
          latency: latency(10),
          lastRuntime: '2026-11-20T10:00:00+00:00',
          severity: 'low',
        }),
        check('b', {
          uptime: { passed: 0, failed: 4, lastPass: null, lastFail: null },
          latency: latency(null),
          lastRuntime: '2026-11-20T11:30:00.5+00:00',
          severity: 'Critical',
          ranAtMs: NOW - DEFAULT_CHECK_LIMIT.leastMs - 1,
        }),
        check('c', { ranAtMs: null }),
      ],
      plain,
    );
    expect(aggregate.uptime).toEqual({ passed: 3, failed: 5 });
    expect(uptimePercent(aggregate.uptime)).toBe(37.5);
    expect(aggregate.latency).toEqual({ p99: 10, p97: null, p95: 10, p50: 1, avg: 2 });
    expect(aggregate.lastRuntime).toBe('2026-11-20T11:30:00.5+00:00');
    expect(aggregate.severity).toBe('Critical');
    expect(aggregate.stale).toBe(2);
  });

  test('[HLT9] and everything else counts as stale what the limit of the question calls so', () => {
    const rows = [
      check('often', { ranAtMs: NOW - 10 * 60_000, intervalMs: 60_000, labels: { team: 'x' } }),
      check('seldom', { ranAtMs: NOW - 25 * 60_000, intervalMs: 600_000 }),
    ];
    const stale = (missedRuns: number, minutes: number) => {
      const limit = { missedRuns, leastMs: minutes * 60_000 };
      const { all, filtered, tabs, groups } = ask(rows, { limit, pivotBy: 'team' });
      const cell = groups[0]?.cells['x'];
      return [all, filtered, tabs[0], groups[0]?.aggregate, cell].map((of) => of?.stale);
    };
    expect(stale(3, 5)).toEqual([1, 1, 1, 1, 1]);
    expect(stale(3, 10)).toEqual([0, 0, 0, 0, 0]);
    expect(stale(2, 10)).toEqual([1, 1, 1, 1, 0]);
    expect(stale(2, 5)).toEqual([2, 2, 2, 2, 1]);
  });

  test('of a label key, with cells by the values of another', () => {
    const rows = [
      check('a', { labels: { team: 'x', env: 'prod' } }),
      check('b', { labels: { team: 'x', env: 'test' }, status: 'unhealthy' }),
      check('c', { labels: { env: 'prod' } }),
    ];
    const answer = ask(rows, { groupBy: { kind: 'label', key: 'team' }, pivotBy: 'env' });
    expect(answer.groups.map(({ value, ids }) => [value, ids])).toEqual([
      ['none', ['c']],
      ['x', ['a', 'b']],
    ]);
    expect(answer.pivotValues).toEqual(['prod', 'test']);
    expect(answer.groups[1]?.cells['test']?.health).toBe('bad');
    expect(answer.groups[1]?.cells['prod']?.health).toBe('good');
  });
});

describe('order', () => {
  const uptime = (passed: number) => ({ passed, failed: 10 - passed, lastPass: null, lastFail: null });
  const rows = [
    check('b', { uptime: uptime(5), severity: 'low' }),
    check('A', { uptime: null }),
    check('c', { uptime: uptime(9), severity: 'critical', status: 'unhealthy' }),
  ];

  test('is by name, and missing values come last in both directions', () => {
    expect(idsOf(rows, {})).toEqual(['A', 'b', 'c']);
    expect(idsOf(rows, { sort: { column: 'uptime', descending: false } })).toEqual(['b', 'c', 'A']);
    expect(idsOf(rows, { sort: { column: 'uptime', descending: true } })).toEqual(['c', 'b', 'A']);
    expect(idsOf(rows, { sort: { column: 'severity', descending: false } })).toEqual(['c', 'b', 'A']);
    expect(idsOf(rows, { sort: { column: 'status', descending: false } })).toEqual(['c', 'A', 'b']);
  });

  test('of groups is that of their aggregate, and the first rows come with the answer', () => {
    const some = rows.map((row) => ({ ...row, canaryName: row.id }));
    const answer = ask(some, {
      groupBy: { kind: 'column', column: 'canary_name' },
      sort: { column: 'uptime', descending: true },
      withRows: 2,
    });
    expect(answer.groups.map(({ value }) => value)).toEqual(['c', 'b', 'A']);
    expect(answer.rows.map(({ id }) => id)).toEqual(['c', 'b']);
  });
});

describe('failing first', () => {
  const sort = { column: 'failing', descending: false } as const;
  const at = (hour: number): string => `2026-11-20T${String(hour).padStart(2, '0')}:00:00+00:00`;
  const failing = { status: 'unhealthy', lastTransition: at(2) };
  const rows = [
    check('a', { lastTransition: at(9) }),
    check('b', { ...failing, severity: 'low' }),
    check('c', { ...failing, severity: 'critical' }),
    check('d', { ...failing, severity: 'critical', lastTransition: at(8) }),
    check('e', { ...failing, severity: 'critical', lastTransition: at(10), silencedAt: at(11) }),
    check('f', { ...failing, lastTransition: null }),
    check('g', { status: null }),
    check('h'),
  ];

  test('stands what needs somebody: the worst, then the latest, the silenced last; then the unknown', () => {
    expect(idsOf(rows, { sort })).toEqual(['d', 'c', 'b', 'f', 'e', 'g', 'a', 'h']);
  });

  test('groups stand by the neediest of their checks, and equal ones by their value', () => {
    const groupOf: Readonly<Record<string, string>> = { a: 'z', b: 'y', c: 'z', d: 'x', h: 'w', g: 'v' };
    const some = rows
      .filter(({ id }) => id in groupOf)
      .map((row) => ({ ...row, canaryName: groupOf[row.id] ?? null }));
    const also = [...some, check('i', { canaryName: 'u' })];
    const groups = ask(also, { groupBy: { kind: 'column', column: 'canary_name' }, sort }).groups;
    // The group of one passing and one critical check stands by the critical one.
    expect(groups.map(({ value }) => value)).toEqual(['x', 'z', 'y', 'v', 'u', 'w']);
    expect(groups[1]?.ids).toEqual(['c', 'a']);
  });
});

test('labels are offered with all their values, by text', () => {
  const rows = [check('a', { labels: { team: 'x', env: 'p' } }), check('b', { labels: { team: 'x' } })];
  expect(ask(rows, { text: 'nothing matches' }).labels).toEqual([
    { key: 'env', values: [{ value: 'p', count: 1 }] },
    { key: 'team', values: [{ value: 'x', count: 2 }] },
  ]);
});

describe('answers about one list', () => {
  const questions = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...plain, text: `${at}` }));

  test('are kept for who asks the same again, as long as the rows are the same', () => {
    const rows = [check('pay'), check('cart')];
    const found = listHealth(rows, { ...plain, text: 'pay' });
    listHealth(rows, plain);
    expect(listHealth(rows, { ...plain, text: 'pay' })).toBe(found);
    expect(listHealth(rows, { ...plain, text: 'pay', nowMs: NOW + 1 })).not.toBe(found);
    expect(listHealth([check('pay', { status: 'unhealthy' })], { ...plain, text: 'pay' })).toMatchObject({
      filtered: { failing: 1 },
    });
  });

  test('are few: the one that was asked for longest ago is made again', () => {
    const rows = [check('pay')];
    const [first, second] = [listHealth(rows, plain), listHealth(rows, { ...plain, text: 'second' })];
    for (const question of questions(7)) {
      listHealth(rows, question);
      listHealth(rows, plain);
    }
    expect(listHealth(rows, plain)).toBe(first);
    expect(listHealth(rows, { ...plain, text: 'second' })).not.toBe(second);
  });
});
