import { describe, expect, test } from 'vitest';
import { DEFAULT_CHECK_LIMIT, type HealthRow } from '../../protocol/health.ts';
import {
  checkFreshness as judge,
  freshUntilMs,
  isStale,
  silentSince,
  type CheckFreshness,
} from './freshness.ts';
import { durationMs, scheduleMs } from './schedule.ts';

const MINUTE = 60_000;
const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`);
const iso = (time: string): string => `2026-11-20T${time}+00:00`;

describe('a schedule', () => {
  const cron = (schedule: string): number | null => scheduleMs({ schedule, interval: null });

  test.each([
    ['@every 30s', 30_000],
    ['@every 1h30m', 90 * MINUTE],
    ['@hourly', 60 * MINUTE],
    ['@daily', 1_440 * MINUTE],
    ['@weekly', 7 * 1_440 * MINUTE],
    ['*/5 * * * *', 5 * MINUTE],
    ['0 * * * *', 60 * MINUTE],
    ['0,10 * * * *', 50 * MINUTE],
    ['15 3 * * *', 1_440 * MINUTE],
    ['*/15 8-17 * * *', (24 * 60 - 9 * 60 - 45) * MINUTE],
    // From Friday to Monday.
    ['0 9 * * mon-fri', 3 * 1_440 * MINUTE],
    ['0 9 * * 7', 7 * 1_440 * MINUTE],
    ['0 0 1 * *', 31 * 1_440 * MINUTE],
    // Either day is enough where both are named.
    ['0 0 1 * 1', 7 * 1_440 * MINUTE],
    ['0 0 29 2 *', null],
    ['0 */10 * * * *', 10 * MINUTE],
  ])('%s leaves at most that long between two runs', (schedule, ms) => {
    expect(cron(schedule)).toBe(ms);
  });

  test.each([
    '@never',
    '@whenever',
    'soon',
    '99 * * * *',
    '5-1 * * * *',
    '*/0 * * * *',
    '1/2/3 * * * *',
    '@every x',
  ])('%s says nothing', (schedule) => {
    expect(cron(schedule)).toBeNull();
  });

  test('goes before an interval of seconds; nothing is nothing', () => {
    expect(scheduleMs({ schedule: '@every 2m', interval: 30 })).toBe(2 * MINUTE);
    expect(scheduleMs({ schedule: null, interval: 30 })).toBe(30_000);
    expect(scheduleMs({ schedule: '', interval: '45' })).toBe(45_000);
    expect(scheduleMs({ schedule: null, interval: '2m' })).toBe(2 * MINUTE);
    expect(scheduleMs({ schedule: null, interval: 0 })).toBeNull();
    expect(scheduleMs({ schedule: null, interval: null })).toBeNull();
    expect(durationMs('1d12h')).toBe(36 * 60 * MINUTE);
    expect(durationMs('5 m')).toBeNull();
  });
});

test('[HLT9] a status is live for three intervals and at least five minutes after its run', () => {
  const until = (ranAtMs: number | null, intervalMs: number | null): number | null =>
    freshUntilMs({ ranAtMs, intervalMs }, DEFAULT_CHECK_LIMIT);
  expect(until(at('12:00:00'), 30_000)).toBe(at('12:05:00'));
  expect(until(at('12:00:00'), 10 * MINUTE)).toBe(at('12:30:00'));
  expect(until(at('12:00:00'), null)).toBe(at('12:05:00'));
  expect(until(null, 30_000)).toBeNull();
});

test('[HLT9] a person may set how many runs may be missing, and the least time', () => {
  const row = { ranAtMs: at('12:00:00'), intervalMs: 10 * MINUTE };
  const isOver = (time: string, missedRuns: number, leastMs: number): boolean =>
    isStale(row, { nowMs: at(time), limit: { missedRuns, leastMs } });
  expect([isOver('12:10:00', 1, MINUTE), isOver('12:10:01', 1, MINUTE)]).toEqual([false, true]);
  expect([isOver('12:20:00', 2, MINUTE), isOver('12:20:01', 2, MINUTE)]).toEqual([false, true]);
  expect([isOver('12:45:00', 2, 45 * MINUTE), isOver('12:45:01', 2, 45 * MINUTE)]).toEqual([false, true]);
});

describe('an agent', () => {
  test('[HLT10] is silent when it was not heard for more than 61 s before its row was read', () => {
    const agent = { lastSeen: iso('12:00:00'), lastReceived: iso('12:00:20') };
    expect(silentSince(agent, iso('12:01:21'))).toBeNull();
    expect(silentSince(agent, iso('12:01:22'))).toBe(iso('12:00:20'));
  });

  test('is not called silent for what this device does not know', () => {
    expect(silentSince({ lastSeen: null, lastReceived: null }, iso('12:00:00'))).toBeNull();
    expect(silentSince({ lastSeen: iso('01:00:00'), lastReceived: null }, null)).toBeNull();
  });
});

describe('freshness of a check', () => {
  const row: HealthRow = {
    id: 'c',
    canaryId: null,
    canaryName: null,
    namespace: null,
    name: 'c',
    type: null,
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
    lastRuntime: iso('12:00:00'),
    lastTransition: null,
    silencedAt: null,
    intervalMs: MINUTE,
    statusAsOf: iso('12:00:30'),
    summaryAsOf: iso('12:00:30'),
    isComputed: false,
    ranAtMs: at('12:00:00'),
    agentSilentSince: null,
  };
  const checkFreshness = (of: HealthRow, nowMs: number, limit = DEFAULT_CHECK_LIMIT): CheckFreshness =>
    judge(of, { nowMs, limit });

  test('is live up to its limit, whatever green it is', () => {
    expect(checkFreshness(row, at('12:05:00'))).toEqual({ kind: 'live' });
    expect(checkFreshness(row, at('12:05:01')).kind).not.toBe('live');
  });

  test('is that of this device when nothing newer was heard', () => {
    expect(checkFreshness(row, at('13:00:30'))).toEqual({ kind: 'not-heard', since: iso('12:00:30') });
  });

  test('is that of the check when the server was heard and it had not run', () => {
    const late = { ...row, summaryAsOf: iso('12:59:00') };
    expect(checkFreshness(late, at('13:00:00'))).toEqual({ kind: 'overdue', since: iso('12:00:00') });
    // Still so when the device falls silent afterwards.
    expect(checkFreshness(late, at('18:00:00'))).toEqual({ kind: 'overdue', since: iso('12:00:00') });
  });

  test('[HLT9, I24] with a longer limit silence is still that of this device', () => {
    const limit = { missedRuns: 3, leastMs: 60 * MINUTE };
    const heard = { ...row, summaryAsOf: iso('12:30:00') };
    expect(checkFreshness(heard, at('12:59:00'), limit)).toEqual({ kind: 'live' });
    expect(checkFreshness(heard, at('13:01:00'), limit)).toEqual({
      kind: 'not-heard',
      since: iso('12:30:00'),
    });
    const late = { ...row, summaryAsOf: iso('12:59:00') };
    expect(checkFreshness(late, at('13:01:00'), limit).kind).toBe('overdue');
  });

  test('is that of its agent when that is silent', () => {
    const silent = { ...row, agentId: 'a', agentName: 'edge-1', agentSilentSince: iso('11:58:00') };
    expect(checkFreshness(silent, at('12:10:00'))).toEqual({
      kind: 'agent-silent',
      agent: 'edge-1',
      since: iso('11:58:00'),
    });
    // Its last status is still young enough to stand.
    expect(checkFreshness(silent, at('12:04:00'))).toEqual({ kind: 'live' });
  });

  test('is never live without a run', () => {
    const unrun = { ...row, lastRuntime: null, ranAtMs: null };
    expect(checkFreshness(unrun, at('12:00:31'))).toEqual({ kind: 'no-run' });
    expect(checkFreshness({ ...unrun, summaryAsOf: null }, at('12:00:31'))).toEqual({ kind: 'no-run' });
    expect(checkFreshness({ ...unrun, summaryAsOf: null }, at('13:00:00'))).toEqual({
      kind: 'not-heard',
      since: iso('12:00:30'),
    });
  });
});
