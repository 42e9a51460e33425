import { expect, it } from 'vitest';
import { approvalWords, notApprover, waitsForApproval } from './approval.ts';

it('says by whom a run has to be approved, as far as its playbook says it', () => {
  const of = (type: string | undefined, people: readonly string[], teams: readonly string[]): string =>
    approvalWords({ approval: { type, approvers: { people, teams } } });
  expect(of('any', ['a@x'], ['Platform'])).toBe('Waits for approval by a@x or the team Platform');
  expect(of(undefined, ['a@x', 'b@x'], ['Platform'])).toBe(
    'Waits for approval by a@x, b@x, and the team Platform',
  );
  expect(approvalWords({ approval: { approvers: { people: null } } })).toBe('Waits for approval');
  expect(approvalWords(undefined)).toBe('Waits for approval');
  expect(['pending', 'pending_approval', 'running', null].filter(waitsForApproval)).toEqual([
    'pending',
    'pending_approval',
  ]);
});

it('says who approves it to somebody whom its playbook does not name, and leaves teams to the server', () => {
  const of = (people: readonly string[], teams: readonly string[]) => ({
    approval: { type: 'any', approvers: { people, teams } },
  });
  expect(notApprover(of(['a@x', 'b@x'], []), 'c@x')).toBe('This playbook is approved by a@x or b@x.');
  expect(notApprover(of(['a@x', 'b@x'], []), 'b@x')).toBeUndefined();
  expect(notApprover(of(['a@x'], ['Platform']), 'c@x')).toBeUndefined();
  expect(notApprover(undefined, 'c@x')).toBeUndefined();
});
