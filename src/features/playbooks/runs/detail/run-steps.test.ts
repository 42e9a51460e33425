import { describe, expect, it } from 'vitest';
import { readRun } from '../run-row.ts';
import { chosenStep, isPolled, readSteps, stepsOf } from './run-steps.ts';

const run = (more: object) => {
  const read = readRun({ id: 'r1', status: 'completed', ...more });
  if (read === undefined) throw new Error('no run');
  return read;
};
const steps = readSteps([
  { id: 'a', name: 'One', status: 'completed' },
  { id: 'b', name: 'Two', status: 'failed' },
  { id: 'c', name: 'Three', status: 'skipped' },
  { name: 'no id' },
]);

describe('the steps of a run', () => {
  it('begin with an Initialization where the run failed with an error', () => {
    const names = (more: object): string[] => stepsOf(run(more), steps.slice(0, 1)).map(({ name }) => name);
    expect(names({ status: 'failed', error: 'no template' })).toEqual(['Initialization', 'One']);
    expect(names({ status: 'failed', error: null })).toEqual(['One']);
    expect(names({ status: 'cancelled', error: 'by hand' })).toEqual(['One']);
  });

  it('the last one is shown unless another is asked for; a skipped one never', () => {
    expect(chosenStep(steps, undefined)?.id).toBe('b');
    expect(chosenStep(steps, 'a')?.id).toBe('a');
    expect(chosenStep(steps, 'c')?.id).toBe('b');
    expect(chosenStep([], 'a')).toBeUndefined();
  });

  it('a run is asked about again only while it runs, waits or is pending', () => {
    const asked = ['running', 'waiting', 'pending', 'pending_approval'];
    const others = ['completed', 'failed', 'cancelled', 'timed_out', 'scheduled', 'sleeping', 'retrying'];
    expect([...asked, ...others].filter((status) => isPolled({ status }))).toEqual(asked);
    expect(isPolled({ status: null })).toBe(false);
  });
});
