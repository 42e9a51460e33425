import { expect, it } from 'vitest';
import { readRun, runDate, runHref, runMs, runName, type Run } from './run-row.ts';
import { statusTitle } from './status-title.ts';

const run = (part: object = {}): Run => {
  const read = readRun({ id: 'r1', playbook_id: '0123456789', ...part });
  if (read === undefined) throw new Error('no run');
  return read;
};

it('a run is called what its playbook is called, by title, by name, or by its id', () => {
  expect(runName(run({ playbooks: { name: 'restart', title: 'Restart a pod' } }))).toBe('Restart a pod');
  expect(runName(run({ playbooks: { name: 'restart', title: '' } }))).toBe('restart');
  expect(runName(run())).toBe('Playbook 01234567');
  expect(runName(run({ playbook_id: null }))).toBe('Playbook');
  expect(readRun({ status: 'failed' })).toBeUndefined();
});

it('began when it started, or begins when it is planned, and took as long as until its end', () => {
  const [start, end] = ['2026-11-20T09:00:00Z', '2026-11-20T09:01:30Z'];
  expect(runDate(run({ scheduled_time: start }))).toBe(start);
  expect(runDate(run({ scheduled_time: start, start_time: end }))).toBe(end);
  expect(runMs(run({ start_time: start, end_time: end }))).toBe(90_000);
  expect(runMs(run({ start_time: start }))).toBeNull();
  // The clock of an agent may be behind.
  expect(runMs(run({ start_time: end, end_time: start }))).toBe(0);
});

it('its state is said in words, and its page has its id', () => {
  expect(statusTitle('timed_out')).toBe('Timed out');
  expect(runHref({ id: 'a/b' })).toBe('/playbooks/runs/a%2Fb');
});
