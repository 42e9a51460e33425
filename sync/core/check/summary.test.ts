import { expect, test } from 'vitest';
import type { CheckRun } from './summary.ts';
import { percentileDisc, summariseRuns } from './summary.ts';

const NOW = '2026-11-20T12:00:00+00:00';
const run = (time: string, status: boolean | null, duration: number | null): CheckRun => ({
  time: `2026-11-20T${time}+00:00`,
  status,
  duration,
});

test('a percentile is one of the values, as percentile_disc has it', () => {
  const values = Array.from({ length: 20 }, (_, at) => at + 1);
  expect(percentileDisc(values, 0.95)).toBe(19);
  expect(percentileDisc(values, 0.99)).toBe(20);
  expect(percentileDisc(values, 0.5)).toBe(10);
  expect(percentileDisc([7], 0.5)).toBe(7);
  expect(percentileDisc([], 0.5)).toBeNull();
});

test('counts the runs after the moment an hour ago, and none before it', () => {
  const runs = [
    run('11:59:00', true, 30),
    run('11:30:00', false, 10),
    run('11:00:00.000001', true, null),
    run('11:00:00', false, 9_999),
    run('11:45:00', null, 20),
  ];
  expect(summariseRuns(runs, NOW)).toEqual({
    uptime: { passed: 2, failed: 1, lastPass: runs[0]?.time, lastFail: runs[1]?.time },
    latency: { p99: 30, p97: null, p95: 30, p50: 20, avg: 20 },
    lastRun: runs[0],
  });
});

test('without a run in the hour the newest one speaks alone', () => {
  const runs = [run('09:00:00', false, 80), run('10:00:00', true, 40)];
  expect(summariseRuns(runs, NOW)).toEqual({
    uptime: { passed: 1, failed: 0, lastPass: runs[1]?.time, lastFail: null },
    latency: { p99: 40, p97: null, p95: 40, p50: 40, avg: 40 },
    lastRun: runs[1],
  });
  const [failed] = runs;
  expect(failed && summariseRuns([failed], NOW).uptime).toEqual({
    passed: 0,
    failed: 1,
    lastPass: null,
    lastFail: failed?.time,
  });
});

test('a single run without a result counts as failed at no time, and no run says nothing', () => {
  expect(summariseRuns([run('09:00:00', null, 5)], NOW).uptime).toEqual({
    passed: 0,
    failed: 1,
    lastPass: null,
    lastFail: null,
  });
  const none = summariseRuns([], NOW);
  expect(none.uptime).toEqual({ passed: 0, failed: 0, lastPass: null, lastFail: null });
  expect(none.latency.p95).toBeNull();
  expect(none.lastRun).toBeNull();
});
