import { expect, it } from 'vitest';
import { readSteps } from '../detail/run-steps.ts';
import type { RunRead } from '../detail/use-run.ts';
import { readRun } from '../run-row.ts';
import { factPairs, hasOutput, parameterPairs, stepFacts, stepPairs } from './compare-runs.ts';

function read(run: object, parameters?: Record<string, string>): RunRead {
  const known = readRun({ id: 'r', status: 'completed', ...run });
  if (known === undefined) throw new Error('no run');
  return { run: known, steps: [], areStepsKnown: true, parameters, turn: 0, again: () => undefined };
}
const time = (second: number): string => new Date(Date.UTC(2026, 10, 20, 10, 0, second)).toISOString();

it('facts of two runs stand beside each other, those that neither has are left out', () => {
  const pairs = factPairs(
    read({ created_by: 'p', start_time: time(0), end_time: time(5) }),
    read({ status: 'failed', error: 'no', created_by: null, start_time: time(0), end_time: time(5) }),
    () => 'Amara',
  );
  expect(pairs.map(({ name, a, b, isEqual }) => [name, a, b, isEqual])).toEqual([
    ['Status', 'Completed', 'Failed', false],
    ['Error', null, 'no', false],
    ['Triggered by', 'Amara', 'An event', false],
    ['Duration', '5s', '5s', true],
  ]);
});

it('parameters are compared by name, and not at all where one side is not here', () => {
  expect(parameterPairs(read({}, { a: '1', b: '2' }), read({}, { b: '2', c: '3' }))).toEqual([
    { name: 'a', a: '1', b: null, isEqual: false },
    { name: 'b', a: '2', b: '2', isEqual: true },
    { name: 'c', a: null, b: '3', isEqual: false },
  ]);
  expect(parameterPairs(read({}, {}), read({}))).toBeNull();
});

it('steps are paired by name, in order, and a skipped one has nothing to compare', () => {
  const left = readSteps([
    { id: '1', name: 'Roll', status: 'completed', start_time: time(0), end_time: time(9) },
    { id: '2', name: 'Roll', status: 'completed', start_time: time(9), end_time: time(9) },
    { id: '3', name: 'Wait', status: 'skipped' },
  ]);
  const right = readSteps([
    { id: '4', name: 'Roll', status: 'failed', start_time: time(0), end_time: time(4) },
    { id: '5', name: 'Wait', status: 'completed' },
  ]);
  const pairs = stepPairs(left, right);
  expect(stepFacts(pairs)).toEqual([
    { name: 'Roll', a: 'Completed, 9s', b: 'Failed, 4s', isEqual: false, change: '5s shorter' },
    { name: 'Roll (2)', a: 'Completed, 0ms', b: null, isEqual: false, change: null },
    { name: 'Wait', a: 'Skipped', b: 'Completed', isEqual: false, change: null },
  ]);
  expect(pairs.filter(hasOutput).map(({ name }) => name)).toEqual(['Roll']);
});
