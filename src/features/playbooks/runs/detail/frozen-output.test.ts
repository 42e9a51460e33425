import { expect, it } from 'vitest';
import { readRun } from '../run-row.ts';
import { frozenOutput } from './frozen-output.ts';
import { readSteps } from './run-steps.ts';

const run = readRun({ id: 'r1', playbooks: { name: 'restart', title: 'Restart' } });
const [step] = readSteps([{ id: 's1', name: 'Roll', status: 'failed', start_time: '2026-11-26T10:00:00Z' }]);
const part = (id: string, label: string, text: string) => ({ id, label, text, cut: null });

function frozen(parts: readonly ReturnType<typeof part>[]) {
  if (run === undefined || step === undefined) throw new Error('no run');
  return frozenOutput(run, step, parts);
}

it('what a step wrote goes along with where it is from, its error first', () => {
  const lines = frozen([part('error', 'Error', 'exit status 3'), part('stdout', 'Output', 'a\r\nb\n\n')]);
  expect(lines.map(({ message, labels }) => [message, labels['output']])).toEqual([
    ['exit status 3', 'Error'],
    ['a', 'Output'],
    ['b', 'Output'],
  ]);
  expect(lines[0]).toMatchObject({
    timestamp: '2026-11-26T10:00:00Z',
    labels: { playbook: 'Restart', run: 'r1', step: 'Roll', status: 'failed' },
  });
});

it('of a long one its end goes along, as much as every device of an incident may bear', () => {
  const text = Array.from({ length: 2_000 }, (_, at) => `line ${at}`).join('\n');
  const lines = frozen([part('error', 'Error', 'no'), part('stdout', 'Output', text)]);
  expect([lines.length, lines[0]?.message, lines.at(-1)?.message]).toEqual([500, 'no', 'line 1999']);
  const wide = frozen([part('stdout', 'Output', 'x'.repeat(1_000_000))]);
  expect(wide.map(({ message }) => message.length)).toEqual([256 * 1024]);
  expect(frozen([part('a', 'A', text), part('b', 'B', text)])).toHaveLength(500);
});
