import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  readTicketClients,
  readTicketFacts,
  readTicketOptions,
  type TicketQuestion,
} from '#sync/protocol/ticketing.ts';
import { ticketRequest } from '#sync/transport/ticket-requests.ts';
import type { Wire } from '#tests/backend/migrate.ts';
import { ask, sql, startServers, stopServers } from './wire-servers.ts';

/* What is asked about ticket systems, of both servers and for the teams of the demo. */

beforeAll(startServers, 180_000);
afterAll(stopServers);

const wires = ['2024', '2026'] as const;

async function rowsOf(wire: Wire, question: TicketQuestion) {
  const { path } = ticketRequest(question, false);
  const answer = await ask(wire, path.replace('/db/', ''));
  expect([answer.status, answer.message]).toEqual([200, undefined]);
  return answer.rows;
}

async function idOf(wire: Wire, query: string): Promise<string> {
  const [row] = await sql(wire, query);
  return String(row?.['id']);
}

it.each(wires)("[TKT1] a team's ways to be reached come alone, in %s", async (wire) => {
  const teamId = await idOf(wire, `select id from teams where name = 'Payments'`);
  const [row] = await rowsOf(wire, { kind: 'clients', teamId });
  expect(Object.keys(row ?? {}).sort()).toEqual(['clients', 'id']);
  expect(readTicketClients(row?.['clients'])).toEqual([
    {
      type: 'jira',
      values: { project: 'PAY', issueType: 'Incident' },
      defaults: { priority: 'High' },
      linkUrl: 'https://jira.larkspur.example/browse/ID',
    },
  ]);
});

it.each(wires)('[TKT1] choices are those of the instance of the team, in %s', async (wire) => {
  const payments = await idOf(wire, `select id from teams where name = 'Payments'`);
  const jira = await rowsOf(wire, { kind: 'options', type: 'jira', teamId: payments });
  expect(readTicketOptions('jira', payments, jira)).toMatchObject({
    project: [
      { id: 'PAY', name: 'Payments' },
      { id: 'SRE', name: 'Reliability' },
    ],
    issueType: [{ id: 'Incident' }, { id: 'Bug' }, { id: 'Task' }],
  });
  const platform = await idOf(wire, `select id from teams where name = 'Platform'`);
  const planner = await rowsOf(wire, { kind: 'options', type: 'ms_planner', teamId: platform });
  expect(Object.keys(readTicketOptions('ms_planner', platform, planner))).toEqual([
    'plan_id',
    'bucket_id',
    'priority',
  ]);
});

it.each(wires)(
  '[TKT1] a responder comes with its form and the address of its tickets, in %s',
  async (wire) => {
    const responderId = await idOf(
      wire,
      `select r.id from responders r join teams t on t.id = r.team_id
      where t.name = 'Payments' and r.properties -> 'responderType' ->> 'value' = 'jira' limit 1`,
    );
    const [row] = await rowsOf(wire, { kind: 'responder', responderId });
    const facts = readTicketFacts(row ?? {});
    expect(facts).toMatchObject({ type: 'jira', linkUrl: 'https://jira.larkspur.example/browse/ID' });
    expect(facts.fields.length).toBeGreaterThan(0);
  },
);
