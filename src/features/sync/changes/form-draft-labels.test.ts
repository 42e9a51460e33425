import { describe, expect, it } from 'vitest';
import { draftPointers, draftText, type PointerName } from './form-draft-labels.ts';

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

const NAMES: Readonly<Record<string, string>> = { 'teams t-1': 'Payments', 'hypotheses h-1': ' ' };
const nameOf: PointerName = ({ tbl, id }) => NAMES[`${tbl} ${id}`] ?? null;
const reading: PointerName = () => undefined;

describe('what is read of a kept text', () => {
  it('[I2] is the text itself where somebody wrote it', () => {
    const text = 'severity: it is high\nkind: of';
    expect(draftText({ key: '/incidents/i-1#comment:h-1', text }, nameOf)).toBe(text);
  });

  it('[I2] is the choices of a new incident in words, without its JSON', () => {
    const text = `severity: high\ntype: technicalDebt\nevidence: ${evidence}\nevidenceWords: "red\\nsince noon"`;
    expect(draftText({ key: '/incidents#choices:new', text }, nameOf)).toBe(
      'Severity: High\nType: Technical debt\nEvidence: auth-gateway\nWhat it shows: red\nsince noon',
    );
  });

  it('[I2] is what was typed for a team, with its name, without steps', () => {
    const text =
      'kind: team\nteam: t-1\nstep: details\ntype: email\n' +
      'field.to: pay@shop.example\nfield.issue_type: Bug\nfield.subject: ';
    const draft = { key: '/incidents/i-1#ticket:new', text };
    const typed = 'Type: Email\nTo: pay@shop.example\nIssue type: Bug';
    expect(draftText(draft, nameOf)).toBe(`Kind: Team\nTeam: Payments\n${typed}`);
    // What it is called is said once that is known.
    expect(draftText(draft, reading)).toBe(`Kind: Team\n${typed}`);
    expect(draftPointers(draft)).toEqual([{ tbl: 'teams', id: 't-1', column: 'name' }]);
  });

  it('[I2] a form that holds nothing but ids is told by their names', () => {
    const ticket = { key: '/incidents/i-1#ticket:new', text: 'person: p-1' };
    expect(draftText(ticket, nameOf)).toBe('Person: not on this device');
    const link = {
      key: '/incidents#choices:attach',
      text: 'incident: existing i-1\nhypothesis: existing h-1',
    };
    expect(draftText(link, nameOf)).toBe('Incident: not on this device\nHypothesis: (no title)');
    expect(draftPointers(link)).toEqual([
      { tbl: 'incidents', id: 'i-1', column: 'title' },
      { tbl: 'hypotheses', id: 'h-1', column: 'title' },
    ]);
  });

  it('[I2] names what a link would make', () => {
    const key = '/incidents#choices:attach';
    const link = { key, text: 'incident: new Disk full\nhypothesis: new It is full' };
    expect(draftText(link, nameOf)).toBe('Incident: Disk full\nHypothesis: It is full');
    expect(draftPointers(link)).toEqual([]);
    expect(draftText({ key, text: 'incident: none\nevidence: {broken' }, nameOf)).toBe('');
    expect(draftPointers({ key: '/incidents/i-1#comment:h-1', text: 'team: red' })).toEqual([]);
  });
});
