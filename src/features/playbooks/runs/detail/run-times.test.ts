import { expect, it } from 'vitest';
import { readRun } from '../run-row.ts';
import { readSteps } from './run-steps.ts';
import { timesOf } from './run-times.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 20, 10, 0, second)).toISOString();
const T0 = Date.parse(at(0));

function told(run: object, steps: readonly object[], knownSecond: number | null = null): readonly string[] {
  const read = readRun({ id: 'r1', status: 'completed', ...run });
  if (read === undefined) throw new Error('no run');
  const known = knownSecond === null ? null : T0 + knownSecond * 1000;
  return timesOf(read, readSteps(steps), known).map(
    ({ name, fromMs, toMs, isOpen }) =>
      `${name} ${(fromMs - T0) / 1000}–${isOpen ? '…' : ''}${(toMs - T0) / 1000}`,
  );
}

it('the time of a run is until it began, its steps, and what lay between them', () => {
  const steps = [
    { id: 'b', name: 'Two', start_time: at(30), end_time: at(45) },
    { id: 'a', name: 'One', start_time: at(5), end_time: at(9) },
    { id: 'c', name: 'Three', start_time: at(45), end_time: at(45), status: 'skipped' },
    { id: 'd', name: 'Four' },
  ];
  expect(told({ created_at: at(0), start_time: at(5), end_time: at(45) }, steps)).toEqual([
    'Queued 0–5',
    'One 5–9',
    'Wait before Two 9–30',
    'Two 30–45',
  ]);
});

it('what has not ended lasts as long as is known', () => {
  const steps = [{ id: 'a', name: 'One', start_time: at(5) }];
  expect(told({ created_at: at(0), start_time: at(5) }, steps, 12)).toEqual(['Queued 0–5', 'One 5–…12']);
  expect(told({ created_at: at(0) }, [], 8)).toEqual(['Queued 0–…8']);
  expect(told({ created_at: at(0) }, [])).toEqual([]);
  // A step that began by a clock that is ahead takes no time that is less than none.
  expect(told({ created_at: at(9), start_time: at(5) }, steps, 3)).toEqual(['Queued 9–9', 'One 5–…5']);
});
