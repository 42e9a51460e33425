import { describe, expect, test } from 'vitest';
import { VALUE_AWAITED } from '../../protocol/health.ts';
import type { SummaryRow } from '../../protocol/health-summary.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { valueOf } from './columns.ts';
import { healthRowsOf } from './rows.ts';
import type { HealthSources } from './rows.ts';
import { summariseRuns } from './summary.ts';
import type { CheckRun } from './summary.ts';

const at = (time: string): string => `2026-11-20T${time}+00:00`;
const LOCAL = '00000000-0000-0000-0000-000000000000';

const check = (id: string, values: JsonRow = {}): JsonRow => ({
  id,
  name: id,
  canary_id: 'n1',
  agent_id: LOCAL,
  status: 'healthy',
  last_transition_time: at('08:00:00'),
  labels: { own: 'check' },
  ...values,
});
const said = (id: string, values: Partial<SummaryRow> = {}): SummaryRow => ({
  id,
  name: `${id} of the server`,
  canary_id: 'n1',
  canary_name: 'canary of the server',
  canary_namespace: 'far',
  agent_id: null,
  namespace: null,
  type: 'http',
  status: 'unhealthy',
  description: null,
  endpoint: null,
  icon: null,
  owner: null,
  severity: null,
  labels: { own: 'server' },
  uptime: { passed: 58, failed: 2, last_pass: at('11:59:00'), last_fail: at('11:30:00') },
  latency: { p99: 90, p97: null, p95: 80, p50: null, avg: null },
  last_runtime: at('11:59:00'),
  last_transition_time: at('11:00:00'),
  silenced_at: null,
  ...values,
});

const sources = (given: Partial<HealthSources> = {}): HealthSources => ({
  checks: { rows: [check('c1')], asOf: at('12:00:00'), isWhole: true },
  canaries: {
    rows: [{ id: 'n1', name: 'shop', namespace: 'web', labels: { own: 'canary', of: 'canary' } }],
    asOf: at('12:00:00'),
  },
  agents: { rows: [], asOf: at('12:00:00') },
  summary: {
    value: {
      rows: [said('c1')],
      schedules: [{ id: 'n1', schedule: '@every 10m', interval: null }],
      schedulesAsOf: null,
    },
    asOf: at('12:00:00'),
  },
  computed: new Map(),
  ...given,
});
const only = (given: Partial<HealthSources>) => healthRowsOf(sources(given))[0];
const summaryAt = (asOf: string, rows: readonly SummaryRow[] = [said('c1')]): HealthSources['summary'] => ({
  value: { rows, schedules: [], schedulesAsOf: null },
  asOf,
});
const computedAt = (asOf: string, ...runs: CheckRun[]): HealthSources['computed'] =>
  new Map([['c1', { value: summariseRuns(runs, asOf), asOf }]]);

describe('the newest word', () => {
  test('[HLT7] on the status is the row or the summary, whichever is later', () => {
    expect(only({ summary: summaryAt(at('11:59:59')) })).toMatchObject({
      status: 'healthy',
      lastTransition: at('08:00:00'),
      statusAsOf: at('12:00:00'),
    });
    expect(only({ summary: summaryAt(at('12:00:01')) })).toMatchObject({
      status: 'unhealthy',
      lastTransition: at('11:00:00'),
      statusAsOf: at('12:00:01'),
      name: 'c1 of the server',
    });
  });

  test('[HLT7] on numbers is the summary until runs that are here are later', () => {
    const run = { time: at('12:03:00'), status: true, duration: 10 };
    expect(only({ computed: computedAt(at('11:58:00'), run) })).toMatchObject({
      isComputed: false,
      summaryAsOf: at('12:00:00'),
      uptime: { passed: 58, failed: 2 },
      latency: { p95: 80 },
      lastRuntime: at('11:59:00'),
    });
    expect(only({ computed: computedAt(at('12:04:00'), run) })).toMatchObject({
      isComputed: true,
      summaryAsOf: at('12:04:00'),
      uptime: { passed: 1, failed: 0, lastPass: at('12:03:00') },
      latency: { p95: 10 },
      lastRuntime: at('12:03:00'),
    });
  });

  test('[HLT7] of a run turns the status, at the time of that run at the latest', () => {
    const failed = { time: at('12:03:00'), status: false, duration: 10 };
    expect(only({ computed: computedAt(at('12:04:00'), failed) })).toMatchObject({
      status: 'unhealthy',
      lastTransition: at('12:03:00'),
      statusAsOf: at('12:04:00'),
    });
    // A run that confirms the status leaves the time of its transition.
    expect(only({ computed: computedAt(at('12:04:00'), { ...failed, status: true }) })).toMatchObject({
      status: 'healthy',
      lastTransition: at('08:00:00'),
    });
  });
});

describe('which checks there are', () => {
  const two = [said('c1'), said('c2')];

  test('[HLT7] whole rows that are newer than the summary decide', () => {
    const ids = (given: Partial<HealthSources>): readonly string[] =>
      healthRowsOf(sources(given)).map(({ id }) => id);
    expect(ids({ summary: summaryAt(at('11:00:00'), two) })).toEqual(['c1']);
    expect(ids({ summary: summaryAt(at('12:30:00'), two) })).toEqual(['c1', 'c2']);
    const partial = { rows: [check('c1')], asOf: at('12:00:00'), isWhole: false };
    expect(ids({ checks: partial, summary: summaryAt(at('11:00:00'), two) })).toEqual(['c1', 'c2']);
    expect(ids({ checks: { rows: [], asOf: null, isWhole: false }, summary: null })).toEqual([]);
  });

  test('one that only the rows have has no numbers and no run', () => {
    expect(only({ summary: null })).toMatchObject({
      uptime: null,
      latency: null,
      lastRuntime: null,
      summaryAsOf: null,
      ranAtMs: null,
    });
  });
});

describe('what belongs to a check', () => {
  test('name, namespace and labels of its canary, its own labels over them', () => {
    expect(only({ summary: summaryAt(at('11:00:00')) })).toMatchObject({
      canaryName: 'shop',
      namespace: 'web',
      labels: { own: 'check', of: 'canary' },
    });
    expect(
      only({ checks: { rows: [check('c1', { namespace: 'own' })], asOf: at('12:00:00'), isWhole: true } }),
    ).toMatchObject({
      namespace: 'own',
    });
    const unknown = { rows: [], asOf: null };
    expect(only({ canaries: unknown })).toMatchObject({
      canaryName: 'canary of the server',
      namespace: 'far',
    });
  });

  test('[HLT9] the interval of its canary, which says how long its status is fresh', () => {
    expect(only({})).toMatchObject({
      intervalMs: 600_000,
      ranAtMs: Date.parse(at('11:59:00')),
    });
  });

  test('[HLT10] its agent, with the silence judged when its row was read', () => {
    const checks = { rows: [check('c1', { agent_id: 'a1' })], asOf: at('12:00:00'), isWhole: true };
    const agents = (lastSeen: string, asOf: string) => ({
      rows: [{ id: 'a1', name: 'edge-1', last_seen: lastSeen, last_received: null }],
      asOf,
    });
    expect(only({ checks, agents: agents(at('11:50:00'), at('12:00:00')) })).toMatchObject({
      agentId: 'a1',
      agentName: 'edge-1',
      agentSilentSince: at('11:50:00'),
    });
    expect(only({ checks, agents: agents(at('11:50:00'), at('11:50:30')) })?.agentSilentSince).toBeNull();
    expect(only({ checks })).toMatchObject({ agentId: 'a1', agentName: 'a1', agentSilentSince: null });
    expect(only({})).toMatchObject({ agentId: null, agentName: null });
  });
});

describe('a canary that has not arrived', () => {
  const awaited = { rows: [], asOf: null, isAwaited: true };
  const dimensions = [
    { kind: 'column', column: 'namespace' },
    { kind: 'column', column: 'canary_name' },
    { kind: 'label', key: 'of' },
  ] as const;

  test('[HLT14] what a check has of it is loading, and not none', () => {
    const row = only({ canaries: awaited, summary: null });
    for (const by of dimensions) expect([by, row && valueOf(row, by)]).toEqual([by, VALUE_AWAITED]);
    expect(row && valueOf(row, { kind: 'label', key: 'own' })).toBe('check');
  });

  test('[HLT14] is absent once the canaries are here without it, or the summary has said what it has', () => {
    const gone = only({ canaries: { ...awaited, isAwaited: false }, summary: null });
    for (const by of dimensions) expect([by, gone && valueOf(gone, by)]).toEqual([by, null]);
    const told = only({ canaries: awaited });
    expect(told && valueOf(told, { kind: 'column', column: 'namespace' })).toBe('far');
  });
});
