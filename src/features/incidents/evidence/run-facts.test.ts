import { expect, it } from 'vitest';
import type { FrozenRun } from '#sync/protocol/tables/evidence-payload.ts';
import { latencyP95, uptimePercent, uptimeWords } from './run-facts.ts';

const run = (status: boolean | null, duration: number | null = null): FrozenRun => ({
  time: '',
  status,
  duration,
});

it('[spec 3] uptime is passed / (passed + failed); runs that said nothing do not count', () => {
  expect(uptimePercent([run(true), run(true), run(false), run(null)])).toBeCloseTo(66.67, 1);
  expect(uptimePercent([run(null)])).toBeNull();
});

it('the 95th percentile is a duration that was measured', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => run(true, 100 - at));
  expect(latencyP95(hundred)).toBe(95);
  expect(latencyP95([run(true, 7)])).toBe(7);
  expect(latencyP95([run(true)])).toBeNull();
});

it('says of how many runs it speaks', () => {
  expect(uptimeWords([run(true, 1500)])).toBe('100 % of 1 run, p95 1s');
  expect(uptimeWords([run(null), run(null)])).toBe('2 runs');
});
