import { describe, expect, it } from 'vitest';
import { responderFields, responderTypes, type TicketClient } from '#sync/protocol/ticketing.ts';
import { fillTemplate } from './template.ts';
import {
  keptTicket,
  missingFields,
  teamTexts,
  ticketFields,
  ticketHref,
  wholeTicket,
} from './ticket-form.ts';

const incident = { title: 'Checkout is slow', severity: 'high', description: '' };
const jira: TicketClient = {
  type: 'jira',
  values: { project: 'PAY', issueType: 'Incident' },
  defaults: { priority: 'High', summary: '${incident.title} (<%= incident.severity %>)' },
  linkUrl: 'https://jira.example/browse/ID',
};
const byName = (fields: ReturnType<typeof ticketFields>, name: string) =>
  fields.find((field) => field.name === name);

describe('templates', () => {
  it.each([
    ['plain text', 'plain text', true],
    ['${incident.title}', 'Checkout is slow', true],
    ['<%= incident["title"] %> / <%- severity %>', 'Checkout is slow / high', true],
    ['${list[1].name}', 'two', true],
    ['${nothing}', '', true],
    ['${unknown.path}', '${unknown.path}', false],
    ['${incident}', '${incident}', false],
    ['${incident.constructor}', '${incident.constructor}', false],
    ['${title.length}', '${title.length}', false],
    ['${alert(1)}', '${alert(1)}', false],
    ['<% alert(1) %>ok', '<% alert(1) %>ok', false],
    ['<%= 1 + 1 %>', '<%= 1 + 1 %>', false],
  ])('%s', (template, text, isWhole) => {
    const scope = { ...incident, incident, nothing: null, list: [{ name: 'one' }, { name: 'two' }] };
    expect(fillTemplate(template, scope)).toEqual({ text, isWhole });
  });

  it('puts a value in as it is, whatever it holds', () => {
    expect(fillTemplate('${a}', { a: '$& ${b} <%= c %>' }).text).toBe('$& ${b} <%= c %>');
  });
});

describe('the form', () => {
  it.each(responderTypes)('%s has its fields and an external id, all required but that', (type) => {
    const fields = ticketFields({ type, values: {}, defaults: {}, linkUrl: null }, {}, incident);
    expect(fields.map(({ name }) => name)).toEqual([...responderFields[type], 'external_id']);
    expect(missingFields(fields)).toEqual(responderFields[type]);
    expect(fields.every(({ label, name }) => label !== name)).toBe(true);
  });

  it('what the team fixed cannot be changed, its defaults can', () => {
    const fields = ticketFields(jira, { project: 'SRE', priority: 'Low' }, incident);
    expect(byName(fields, 'project')).toMatchObject({ value: 'PAY', isFixed: true });
    expect(byName(fields, 'priority')).toMatchObject({ value: 'Low', isFixed: false });
    expect(byName(fields, 'summary')).toMatchObject({ value: 'Checkout is slow (high)', isFixed: false });
    expect(missingFields(fields)).toEqual(['description']);
  });

  it('a text may name another field, and follows it', () => {
    const client = { ...jira, values: { ...jira.values, description: '${summary} in ${form.project}' } };
    expect(byName(ticketFields(client, { summary: 'Down' }, incident), 'description')).toMatchObject({
      value: 'Down in PAY',
      isFixed: true,
    });
  });

  it('a fixed text that names something unknown is left to the person', () => {
    const client = { ...jira, values: { project: '${team.key}' } };
    expect(byName(ticketFields(client, {}, incident), 'project')).toMatchObject({
      value: '${team.key}',
      isFixed: false,
      isUnfilled: true,
    });
    expect(byName(ticketFields(client, { project: 'X' }, incident), 'project')).toMatchObject({
      value: 'X',
      isUnfilled: false,
    });
  });

  it('keeps what a person typed and the names of the rest, and is sent with what the team sets then', () => {
    const typed = { description: ' Look ', external_id: '' };
    const fields = ticketFields(jira, typed, incident);
    const kept = keptTicket('jira', fields);
    expect(kept).toEqual({
      properties: { responderType: { label: 'Jira', value: 'jira' }, description: 'Look' },
      fromTeam: ['project', 'issueType', 'priority', 'summary'],
    });
    const later = { ...jira, values: { ...jira.values, project: 'OPS' } };
    const whole = wholeTicket(kept, [later], incident);
    expect(whole.kind === 'whole' && teamTexts(whole.fields)).toEqual({
      project: 'OPS',
      issueType: 'Incident',
      priority: 'High',
      summary: 'Checkout is slow (high)',
    });
  });

  it.each([
    [[], 'The team is no longer reached by Jira'],
    [[{ ...jira, values: {} }], 'The team no longer sets Project, Issue Type'],
  ])('a kept ticket is none any more when the team has changed: %#', (clients, why) => {
    const kept = keptTicket('jira', ticketFields(jira, { description: 'Look' }, incident));
    expect(wholeTicket(kept, clients, incident)).toEqual({ kind: 'changed', why });
  });

  it('a number that exists already may come from the team and go away again', () => {
    const client = { ...jira, defaults: { ...jira.defaults, external_id: 'PAY-1' } };
    const kept = keptTicket('jira', ticketFields(client, { description: 'Look' }, incident));
    expect(wholeTicket(kept, [jira], incident)).toEqual({
      kind: 'changed',
      why: 'The team no longer sets External ID',
    });
  });
});

describe('the link to a ticket', () => {
  it.each([
    ['https://jira.example/browse/ID', 'PAY-7', 'https://jira.example/browse/PAY-7'],
    ['https://x.example/t?id=${ID}', 'a b&c', 'https://x.example/t?id=a%20b%26c'],
    ['https://x.example/<%= ID %>/IDEA', '1', 'https://x.example/1/IDEA'],
    ['https://x.example/${ID}', 'OPS-ID', 'https://x.example/OPS-ID'],
    ['https://x.example/ID', 'OPS-ID', 'https://x.example/OPS-ID'],
    ['https://x.example/${form.ID}', '1', null],
    ['javascript:alert(ID)', '1', null],
    ['/browse/ID', '1', null],
    ['https://x.example/${other}', '1', null],
    ['https://x.example/ID', null, null],
    [null, '1', null],
  ])('%s with %s', (linkUrl, externalId, href) => {
    expect(ticketHref(linkUrl, externalId)).toBe(href);
  });
});
