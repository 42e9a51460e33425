import { array, assert, boolean, constantFrom, property, record, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import type { HealthRow, HealthSort } from '../../protocol/health.ts';
import { answerHealth } from './query.ts';
import { codedBy, orderOf, valueOf } from './columns.ts';
import { healthRowsOf } from './rows.ts';
import { keyOf } from './sort.ts';
import { serverTimeToMs } from '../pull/server-time.ts';

const columns: readonly HealthSort[] = [
  'name',
  'status',
  'uptime',
  'latency',
  'severity',
  'type',
  'last_runtime',
];

/** Few values of each, so that many rows are equal. */
const rowOf = record({
  name: constantFrom('', 'a', 'A', 'b', 'Ab'),
  status: constantFrom(null, 'healthy', 'unhealthy'),
  type: constantFrom(null, 'http', 'dns'),
  severity: constantFrom(null, 'low', 'critical', 'odd'),
  lastRuntime: constantFrom(null, '2026-11-20T10:00:00+00:00', '2026-11-20T10:00:00.5+00:00'),
  passed: constantFrom(null, 0, 1, 2),
  p95: constantFrom(null, 1, 20),
});

function listOf(parts: readonly (typeof rowOf extends Arbitrary<infer T> ? T : never)[]): HealthRow[] {
  const noRows = { rows: [], asOf: null };
  const checks = parts.map((_part, at) => ({ id: `c${(at * 7) % 10}${at}` }));
  const bare = healthRowsOf({
    checks: { rows: checks, asOf: null, isWhole: true },
    canaries: noRows,
    agents: noRows,
    summary: null,
    computed: new Map(),
  });
  return bare.flatMap((row, at) => {
    const part = parts[at];
    if (part === undefined) return [];
    const { passed, p95, ...rest } = part;
    return {
      ...row,
      ...rest,
      ranAtMs: serverTimeToMs(rest.lastRuntime),
      uptime: passed === null ? null : { passed, failed: 1, lastPass: null, lastFail: null },
      latency: p95 === null ? null : { p99: null, p97: null, p95, p50: null, avg: null },
    };
  });
}

/** By looking at two rows at a time: the asked key, missing ones last, then name and id. */
function compared(rows: readonly HealthRow[], column: HealthSort, isDescending: boolean): string[] {
  return [...rows]
    .sort((a, b) => {
      const [one, other] = [keyOf(a, column), keyOf(b, column)];
      if (one !== other) {
        if (one === null || other === null) return one === null ? 1 : -1;
        return (one < other ? -1 : 1) * (isDescending ? -1 : 1);
      }
      const [left, right] = [a.name.toLowerCase(), b.name.toLowerCase()];
      if (left !== right) return left < right ? -1 : 1;
      return a.id < b.id ? -1 : 1;
    })
    .map(({ id }) => id);
}

test('rows come in the order that comparing them two by two gives', () => {
  assert(
    property(
      array(rowOf, { maxLength: 30 }),
      constantFrom(...columns),
      boolean(),
      (parts, column, descending) => {
        const rows = listOf(parts);
        const order = [...orderOf(rows, { column, descending })].map((at) => rows[at]?.id);
        expect(order).toEqual(compared(rows, column, descending));
      },
    ),
  );
});

test('groups are what adding up their rows one by one gives', () => {
  // Between the times that runs half a second apart are over.
  const nowMs = Date.parse('2026-11-20T10:02:00.2Z');
  const leastMs = 2 * 60_000;
  assert(
    property(array(rowOf, { maxLength: 30 }), boolean(), (parts, hidePassing) => {
      const rows = listOf(parts);
      const { groups } = answerHealth(rows, {
        text: '',
        tabBy: { kind: 'column', column: 'namespace' },
        tab: null,
        groupBy: { kind: 'column', column: 'type' },
        labels: { include: [], exclude: [] },
        hidePassing,
        sort: null,
        pivotBy: null,
        nowMs,
        limit: { missedRuns: 3, leastMs },
        withRows: 0,
      });
      const shown = rows.filter(({ status }) => !hidePassing || status !== 'healthy');
      const types = [...new Set(shown.map(({ type }) => type ?? 'none'))].sort();
      expect(groups.map(({ value }) => value)).toEqual(types);
      for (const { value, ids, aggregate } of groups) {
        const members = shown.filter(({ type }) => (type ?? 'none') === value);
        const known = members.flatMap(({ latency }) => latency?.p95 ?? []);
        const ups = members.flatMap(({ uptime }) => uptime ?? []);
        const ran = members
          .flatMap(({ lastRuntime }) => lastRuntime ?? [])
          .sort((a, b) => Date.parse(a) - Date.parse(b));
        expect(ids).toEqual(compared(members, 'name', false));
        expect(aggregate).toMatchObject({
          total: members.length,
          passing: members.filter(({ status }) => status === 'healthy').length,
          failing: members.filter(({ status }) => status === 'unhealthy').length,
          stale: members.filter(({ ranAtMs }) => ranAtMs === null || ranAtMs + leastMs < nowMs).length,
          uptime:
            ups.length === 0
              ? null
              : { passed: ups.reduce((sum, { passed }) => sum + passed, 0), failed: ups.length },
          lastRuntime: ran.at(-1) ?? null,
        });
        const mean = known.length === 0 ? null : known.reduce((sum, p95) => sum + p95, 0) / known.length;
        expect(aggregate.latency?.p95 ?? null).toEqual(mean);
      }
    }),
  );
});

test('codes stand for the values of the rows, none for those without one', () => {
  assert(
    property(array(rowOf, { maxLength: 30 }), (parts) => {
      const rows = listOf(parts);
      const { codes, values, firstAt } = codedBy(rows, { kind: 'column', column: 'type' });
      const expected = rows.map((row) => valueOf(row, { kind: 'column', column: 'type' }) ?? 'none');
      expect([...codes].map((code) => values[code])).toEqual(expected);
      expect(firstAt.map((at) => expected[at])).toEqual(values);
    }),
  );
});
