import { describe, expect, it } from 'vitest';
import { problemsOf } from '#src/views/form/form-checks.ts';
import { submissionOf } from '#src/views/form/submission.ts';
import { readOnlyReason } from './origin.ts';
import { hasRemarks, playbookForm } from './playbook.form.ts';

const spec = {
  category: 'Kubernetes',
  description: 'Rolls all pods',
  actions: [
    { name: 'Roll', exec: { script: '# one by one\nkubectl rollout restart\n' }, 'x-later': [1, null] },
  ],
  'x-unknown': { deep: true },
};
const row = { name: 'restart', title: 'Restart', spec };
const form = playbookForm(true);
const read = form.row?.read(row) ?? {};
const text = String(read['spec']);
const save = (more: object) => submissionOf(form, { ...read, ...more }, row);

describe('the form of a playbook', () => {
  it('sends nothing of what nobody touched, and no other spelling of the same', () => {
    expect(save({})).toBeNull();
    expect(save({ title: ' Restart ', spec: `# mine\n${text}` })).toBeNull();
    expect(submissionOf(form, form.row?.read({ ...row, title: '' }) ?? {}, { ...row, title: '' })).toBeNull();
  });

  it('sends changed columns alone, against what was there, and keeps what it does not know', () => {
    expect(save({ spec: text.replace('name: Roll', 'name: Restart') })).toMatchObject({
      kind: 'row',
      tbl: 'playbooks',
      patch: { spec: { ...spec, actions: [{ ...spec.actions[0], name: 'Restart' }] } },
      opened: { spec },
    });
    expect(save({ title: 'Roll' })).toMatchObject({ patch: { title: 'Roll' }, opened: { title: 'Restart' } });
  });

  it('keeps category, description and icon as the definition has them', () => {
    const changed = text
      .replace('Kubernetes', 'Nodes')
      .replace('description: Rolls all pods\n', 'icon: k8s\n');
    expect(save({ spec: changed })).toMatchObject({
      patch: { category: 'Nodes', description: null, icon: 'k8s' },
    });
    // The column takes no NULL.
    expect(save({ spec: text.replace('category: Kubernetes\n', '') })).toMatchObject({
      patch: { category: '' },
    });
  });

  it('makes one of the UI under its title', () => {
    expect(submissionOf(form, { title: ' Drain ', spec: 'actions: []\nicon: node' }, null)).toMatchObject({
      patch: {
        title: 'Drain',
        name: 'Drain',
        source: 'UI',
        spec: { actions: [], icon: 'node' },
        category: '',
        description: null,
        icon: 'node',
      },
    });
  });

  it('[D22] takes no secret, and nothing that is no definition', () => {
    const problem = (value: string): string | undefined =>
      problemsOf(form, { ...read, spec: value }).get('spec');
    expect(problem('')).toBe('This field is required');
    expect(problemsOf(form, { title: ' ', spec: text }).get('title')).toBe('This field is required');
    expect(problem('password: hunter22')).toContain('looks like a password');
    expect(problem('password: secret://jira/password')).toBeUndefined();
    expect(problem('password: "[not kept]"')).toBeUndefined();
    for (const other of ['- a', 'words', '1']) expect(problem(other)).toContain('A playbook is a list');
    expect(problem('actions:\n\t- name: a')).toMatch(/^This is not valid YAML\. .+ at line 2/u);
  });

  it('[WRT10] leaves a column as it is whose text is not on this device', () => {
    const saved = save({
      spec: text.replace('Rolls all pods', '"[not kept]"').replace('Roll\n', 'Reroll\n'),
    });
    expect(saved).toMatchObject({ patch: { spec: { description: '[not kept]' } } });
    expect(saved).not.toHaveProperty('patch.description');
  });

  it('leaves a definition that is not known as it is', () => {
    const facts = playbookForm(false);
    expect(submissionOf(facts, { title: 'Roll' }, row)).toMatchObject({ patch: { title: 'Roll' } });
    expect(facts.groups).toHaveLength(1);
  });

  it('tells a remark from what begins like one', () => {
    expect(hasRemarks(text)).toBe(false);
    expect(hasRemarks('a: "# no"\nb: c#d\nc: |\n  # no\n')).toBe(false);
    expect(hasRemarks('a: 1 # yes')).toBe(true);
    expect(hasRemarks('# yes\na: 1')).toBe(true);
  });
});

it('what is defined elsewhere is read-only, and says where', () => {
  const reason = (source: string | null) => readOnlyReason({ source, namespace: 'ops', name: 'restart' });
  expect([reason(null), reason('UI')]).toEqual([undefined, undefined]);
  expect(reason('KubernetesCRD')).toContain('the Kubernetes resource ops/restart');
  expect(reason('ConfigFile')).toContain('a config file');
  expect(reason('Push')).toContain('Push');
});
