import { expect, test } from 'vitest';
import { answerHealth, listHealth } from '../core/check/query.ts';
import { healthRowsOf } from '../core/check/rows.ts';
import {
  DEFAULT_CHECK_LIMIT,
  type HealthGroup,
  type HealthQuery,
  type HealthState,
} from '../protocol/health.ts';
import { unpackAnswer } from './check-packed.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

const state: HealthState = { version: 1, ...deviceClaim('complete', null), summaryAsOf: null };
const query: HealthQuery = {
  text: '',
  tabBy: { kind: 'column', column: 'namespace' },
  tab: null,
  groupBy: { kind: 'label', key: 'team' },
  labels: { include: [], exclude: [] },
  hidePassing: false,
  sort: null,
  pivotBy: 'env',
  nowMs: Date.parse('2026-11-20T12:00:00Z'),
  limit: DEFAULT_CHECK_LIMIT,
  withRows: 2,
};
const noRows = { rows: [], asOf: null };
const rows = healthRowsOf({
  checks: {
    rows: [
      { id: '1', name: 'a', status: 'healthy', severity: 'low', labels: { team: 'x', env: 'prod' } },
      { id: '2', name: 'b', status: 'unhealthy', severity: 'high', labels: { team: 'x', env: 'test' } },
      { id: '3', name: 'c', status: 'healthy', labels: { team: 'y', env: 'prod' } },
      { id: '4', name: 'd', labels: {} },
    ],
    asOf: null,
    isWhole: true,
  },
  canaries: noRows,
  agents: noRows,
  summary: null,
  computed: new Map(),
});
const plain = (groups: readonly HealthGroup[]) =>
  groups.map(({ value, ids, cells, aggregate }) => ({ value, ids, cells, aggregate }));

test('an answer comes out of its packed form as it went in, after a structured clone too', () => {
  for (const asked of [query, { ...query, pivotBy: null }, { ...query, groupBy: null }]) {
    const packed = structuredClone({ ...listHealth(rows, asked), ...state });
    const { groups, ...rest } = unpackAnswer(packed);
    const { groups: direct, ...others } = { ...answerHealth(rows, asked), ...state };
    expect(rest).toEqual(others);
    expect(plain(groups)).toEqual(plain(direct));
  }
});

test('cells of a pivot stay with their group', () => {
  const { groups, pivotValues } = unpackAnswer({ ...listHealth(rows, query), ...state });
  const cells = groups.map(({ value, cells: all }) => [
    value,
    ...Object.entries(all).map(([name, { total, health, severity }]) => [name, total, health, severity]),
  ]);
  expect(cells).toEqual([
    ['none', ['none', 1, 'unknown', null]],
    ['x', ['prod', 1, 'good', 'low'], ['test', 1, 'bad', 'high']],
    ['y', ['prod', 1, 'good', null]],
  ]);
  expect(pivotValues).toEqual(['none', 'prod', 'test']);
});
