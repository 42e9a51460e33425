import { describe, expect, it } from 'vitest';
import { draftText } from './form-draft-words.ts';

const evidence = JSON.stringify({
  id: 'c-1',
  title: 'auth-gateway',
  detail: 'Kubernetes::Deployment',
  source: {
    kind: 'config',
    configId: 'c-1',
    name: 'auth-gateway',
    configType: null,
    lines: [],
    selected: [],
  },
});

describe('what is read of a kept text', () => {
  it('[I2] is the text itself where somebody wrote it', () => {
    const text = 'severity: it is high\nkind: of';
    expect(draftText({ key: '/incidents/i-1#comment:h-1', text })).toBe(text);
  });

  it('[I2] is the choices of a new incident in words, without its JSON', () => {
    const text = `severity: high\ntype: technicalDebt\nevidence: ${evidence}\nevidenceWords: "red\\nsince noon"`;
    expect(draftText({ key: '/incidents#choices:new', text })).toBe(
      'Severity: High\nType: Technical debt\nEvidence: auth-gateway\nWhat it shows: red\nsince noon',
    );
  });

  it('[I2] is what was typed for a team, without ids and steps', () => {
    const text =
      'kind: team\nteam: 0a75515a-f6d5-4e6b-ad81-6cecdd2998df\nstep: details\ntype: email\n' +
      'field.to: pay@shop.example\nfield.issue_type: Bug\nfield.subject: ';
    expect(draftText({ key: '/incidents/i-1#ticket:new', text })).toBe(
      'Kind: Team\nType: Email\nTo: pay@shop.example\nIssue type: Bug',
    );
  });

  it('[I2] names what a link would make, and not the id of what exists', () => {
    const key = '/incidents#choices:attach';
    expect(draftText({ key, text: 'incident: new Disk full\nhypothesis: existing h-1' })).toBe(
      'Incident: Disk full',
    );
    expect(draftText({ key, text: 'incident: none\nevidence: {broken' })).toBe('');
  });
});
