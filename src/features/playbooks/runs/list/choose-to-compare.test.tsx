import { expect, it } from 'vitest';
import { readRun, type Run } from '../run-row.ts';
import { compareHref, reasonAgainst } from './choose-to-compare.tsx';

const [ONE, OTHER] = ['0190a3c4-5b00-7000-8300-000000000301', '0190a3c4-5b00-7000-8300-000000000302'];
const run = (id: string, playbook: string, at: string): Run => {
  const read = readRun({ id, playbook_id: playbook, created_at: at, playbooks: { title: `P${playbook}` } });
  if (read === undefined) throw new Error('no run');
  return read;
};
const first = run(ONE, '1', '2026-11-20T12:00:00Z');

it('two runs are compared where they are of one playbook, and the second one says why not', () => {
  const against = (known: Run | undefined, isRead: boolean, playbook: string): string | undefined =>
    reasonAgainst({ id: ONE, run: known, isRead }, run(OTHER, playbook, ''));
  expect(against(first, true, '1')).toBeUndefined();
  expect(against(first, true, '2')).toBe(
    'Only two runs of the same playbook can be compared; the first is one of P1',
  );
  expect(against(undefined, false, '1')).toBe('The run chosen first is still being read');
  expect(against(undefined, true, '1')).toBe(
    'The run chosen first is not on this device: choose another one',
  );
});

it('the earlier run stands on the left, whichever was chosen first', () => {
  const later = run(OTHER, '1', '2026-11-20T12:00:01Z');
  const href = `/playbooks/runs/compare?a=${ONE}&b=${OTHER}`;
  expect([compareHref(first, later), compareHref(later, first)]).toEqual([href, href]);
});
