import { describe, expect, it } from 'vitest';
import { problemsOf } from '#src/views/form/form-checks.ts';
import { submissionOf } from '#src/views/form/submission.ts';
import { membersForm } from './members.form.ts';
import { teamForm } from './team.form.ts';

const row = { name: 'Payments', icon: 'group', spec: { components: [{ types: ['Service'] }], other: 1 } };

describe('the form of a team', () => {
  const form = teamForm(true);
  const read = form.row?.read(row) ?? {};

  it('shows the definition as YAML, and saves what was changed of it against what was there', () => {
    expect(read).toMatchObject({
      name: 'Payments',
      spec: 'components:\n  - types:\n      - Service\nother: 1\n',
    });
    expect(submissionOf(form, read, row)).toBeNull();
    expect(submissionOf(form, { ...read, spec: 'components: []\nother: 1' }, row)).toMatchObject({
      kind: 'row',
      patch: { spec: { components: [], other: 1 } },
      opened: { spec: row.spec },
    });
    expect(submissionOf(form, form.empty({ name: ' Search ' }), null)).toMatchObject({
      patch: { name: 'Search', icon: 'group', spec: {} },
    });
  });

  it('[D22] takes no secret, and nothing that is no definition', () => {
    const problem = (spec: string): string | undefined => problemsOf(form, { ...read, spec }).get('spec');
    expect(problem('password: hunter22')).toContain('looks like a password');
    expect(problem('password: secret://jira/password')).toBeUndefined();
    // What stands for one that is not here stays as it is.
    expect(problem('jira: { password: "[not kept]", header: "Bearer [not kept]" }')).toBeUndefined();
    expect(problem('jira: { password: "[not kept]", token: hunter22 }')).toContain('looks like a password');
    for (const text of ['- a', 'words', '1', 'a: ['])
      expect(problem(text)).toContain('A definition is a list');
  });

  it('leaves a definition that is not known as it is', () => {
    const facts = teamForm(false);
    expect(submissionOf(facts, { ...facts.row?.read(row), name: 'Pay' }, row)).toMatchObject({
      patch: { name: 'Pay' },
      opened: { name: 'Payments' },
    });
  });
});

it('members are added by whole rows of two ids, and at least one', () => {
  const form = membersForm('t1', [{ id: 'p1', name: 'Ada' }]);
  expect(problemsOf(form, form.empty({})).get('people')).toBe('Select at least one user');
  expect(submissionOf(form, { people: ['p1'] }, null)).toEqual({
    kind: 'command',
    command: { kind: 'row.create', table: 'team_members', rows: [{ team_id: 't1', person_id: 'p1' }] },
  });
});
