import { describe, expect, it } from 'vitest';
import { problemsOf } from '#src/views/form/form-checks.ts';
import type { FormValues } from '#src/views/form/form-spec.ts';
import { linkCommand, type LinkForm } from './link-form.ts';
import { linkForm } from './link.form.ts';

const EMPTY: LinkForm = { incident: null, hypothesis: null, description: '', severity: null, type: null };
const existing = (id: string) => ({ kind: 'existing', id }) as const;
const fresh = (title: string) => ({ kind: 'new', title }) as const;

describe('what is asked for', () => {
  it('[spec 5] asks in the product’s words, and only for what the choice needs', () => {
    const problems = (values: FormValues, isNote = false) => {
      const spec = linkForm(isNote);
      return Object.fromEntries(problemsOf(spec, { ...spec.empty({}), ...values }));
    };
    expect(problems({})).toEqual({ incident: 'Must select or create an incident' });
    expect(problems({ incident: 'none' })).toEqual({ incident: 'Must select or create an incident' });
    expect(problems({ incident: 'existing i1' })).toEqual({
      hypothesis: 'Must select or create a hypothesis',
    });
    expect(problems({ incident: 'new DNS' })).toEqual({
      severity: 'Please select incident severity',
      type: 'Please select an incident type',
    });
    const done = { incident: 'new DNS', severity: 'info', type: 'technicalDebt' };
    expect(problems(done)).toEqual({});
    expect(problems(done, true)).toEqual({ description: 'Please add comment details' });
    expect(problems({ ...done, severity: 'apocalyptic' })).toHaveProperty('severity');
  });
});

describe('linkCommand', () => {
  const frozen = { type: 'check', checkId: 'k1', payload: { check_id: 'k1' } } as const;
  const evidence = { ...frozen, description: 'why' };

  it('is one command, whatever has to be made', () => {
    const form = { ...EMPTY, description: ' why ' };
    expect(linkCommand({ ...form, incident: existing('i1'), hypothesis: existing('h1') }, frozen)).toEqual({
      kind: 'evidence.add',
      hypothesisId: 'h1',
      evidence,
    });
    expect(linkCommand({ ...form, incident: existing('i1'), hypothesis: fresh('Disk') }, frozen)).toEqual({
      kind: 'hypothesis.add',
      incidentId: 'i1',
      parentId: null,
      title: 'Disk',
      evidence,
    });
    const made = { ...form, incident: fresh('DNS'), severity: 'warning', type: 'cost' };
    expect(linkCommand(made, frozen)).toEqual({
      kind: 'incident.create',
      title: 'DNS',
      severity: 'warning',
      type: 'cost',
      evidence,
    });
    expect(linkCommand(form, frozen)).toBeNull();
  });

  it('makes the words the evidence of a note', () => {
    const form = { ...EMPTY, description: 'saw it', incident: existing('i'), hypothesis: existing('h') };
    expect(linkCommand(form, { type: 'comment' })).toMatchObject({
      evidence: { type: 'comment', description: 'saw it', payload: { comment: 'saw it' } },
    });
  });
});
