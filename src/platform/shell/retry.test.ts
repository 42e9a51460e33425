import { expect, test } from 'vitest';
import { createRetry } from './retry.ts';

test('each try waits longer than the one before, ten minutes at most, and a good one starts anew', () => {
  const delays: number[] = [];
  const retry = createRetry(
    () => retry.failed(),
    (run, delayMs) => {
      delays.push(delayMs);
      if (delays.length < 8) run();
    },
  );
  retry.failed();
  expect(delays.slice(0, 7).map((ms) => ms / 1000)).toEqual([30, 60, 120, 240, 480, 600, 600]);
});

test('while a try is awaited a second failure adds none', () => {
  const waiting: (() => void)[] = [];
  let tries = 0;
  const retry = createRetry(
    () => (tries += 1),
    (run) => waiting.push(run),
  );
  retry.failed();
  retry.failed();
  expect(waiting).toHaveLength(1);
  waiting.splice(0).forEach((run) => run());
  expect(tries).toBe(1);
  retry.failed();
  expect(waiting).toHaveLength(1);
});
