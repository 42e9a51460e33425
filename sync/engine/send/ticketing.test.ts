import { describe, expect, it } from 'vitest';
import { pgError, rowsReply, Scene } from '#tests/support/engine-world.ts';
import { simId } from '#tests/sim/facts.ts';
import { SyncError } from '../../errors.ts';
import type { HttpRequest, HttpResponse } from '../../ports.ts';
import {
  parseTicketQuestion,
  readTicketClients,
  readTicketFacts,
  readTicketOptions,
  responderFields,
  responderTypes,
} from '../../protocol/ticketing.ts';

const team = simId(50, 1);
const responder = simId(51, 1);
const clients = {
  jira: {
    values: { project: 'PAY', password: 'hunter2' },
    defaults: { priority: 3, summary: '${incident.title}' },
    linkUrl: 'https://jira.example/browse/ID',
    token: 'hunter2',
  },
  pager: { values: {} },
};

describe('ticketing on demand', () => {
  it('[TKT1] what a team asks for comes without anything but the fields of the forms, and is stored nowhere', async () => {
    const scene = new Scene();
    const asked: HttpRequest[] = [];
    scene.meddle = (request) => {
      if (!request.path.startsWith('/db/teams?id=eq.')) return null;
      asked.push(request);
      return rowsReply([{ id: team, clients }]);
    };
    const tab = await scene.open();
    const answer = await scene.settle(tab.engine.askTicketing({ kind: 'clients', teamId: team }));
    expect(answer).toEqual({
      kind: 'clients',
      clients: [
        {
          type: 'jira',
          values: { project: 'PAY' },
          defaults: { priority: '3', summary: '${incident.title}' },
          linkUrl: 'https://jira.example/browse/ID',
        },
      ],
    });
    expect(asked[0]?.path).not.toContain('select=*');
    expect(asked[0]?.path.endsWith('&select=id,clients:spec->responder_clients')).toBe(true);
    expect(await scene.local('teams', team)).toBeNull();
    await scene.settle(tab.engine.askTicketing({ kind: 'clients', teamId: team }));
    expect(asked).toHaveLength(2);
  });

  it('[AUT5] is not asked while somebody else may be signed in', async () => {
    const scene = new Scene();
    scene.meddle = ({ path }) =>
      path.startsWith('/db/teams?id=eq.') ? rowsReply([{ id: team, clients }]) : null;
    const tab = await scene.open();
    scene.world.server.session.userId = simId(1, 2);
    scene.sent.length = 0;
    const answer = await scene.settle(tab.engine.askTicketing({ kind: 'clients', teamId: team }));
    expect(answer).toMatchObject({ kind: 'unanswered', why: 'offline' });
    expect(scene.sent.filter(({ path }) => path.startsWith('/db/teams?id=eq.'))).toEqual([]);
  });

  it('[TKT2] an answer that is not there says why', async () => {
    const scene = new Scene();
    let answer: HttpResponse | Error = rowsReply([]);
    scene.meddle = (request) => (request.path.startsWith('/db/responders?id=eq.') ? answer : null);
    const tab = await scene.open();
    const ask = () => scene.settle(tab.engine.askTicketing({ kind: 'responder', responderId: responder }));
    expect(await ask()).toMatchObject({ kind: 'unanswered', why: 'missing' });
    answer = new SyncError({ kind: 'timeout', message: 'It took too long.', afterMs: 20_000 });
    expect(await ask()).toMatchObject({ kind: 'unanswered', why: 'offline', reason: 'It took too long.' });
    answer = pgError(403, '42501');
    expect(await ask()).toMatchObject({ kind: 'unanswered', why: 'forbidden' });
    answer = pgError(500, 'XX000');
    expect(await ask()).toMatchObject({ kind: 'unanswered', why: 'failed' });
  });
});

describe('reading', () => {
  it('[TKT1] a question of the page that is none is refused', () => {
    expect(() => parseTicketQuestion({ kind: 'clients', teamId: '1&select=*' })).toThrow(/is none/u);
    expect(parseTicketQuestion({ kind: 'clients', teamId: team })).toEqual({ kind: 'clients', teamId: team });
  });

  it('[TKT1] every kind has its fields', () => {
    expect(responderTypes).toHaveLength(11);
    expect(Object.keys(responderFields)).toEqual([...responderTypes]);
    expect(readTicketClients(null)).toEqual([]);
    expect(readTicketClients(['jira'])).toEqual([]);
  });

  it('[TKT1] a responder gives its kind in either spelling, its fields in order, and no other property', () => {
    const properties = {
      responderType: { label: 'Jira', value: 'jira' },
      summary: 'Down',
      project: 'PAY',
      k: 's',
    };
    expect(readTicketFacts({ id: responder, external_id: 'PAY-1', properties, team: { clients } })).toEqual({
      type: 'jira',
      fields: [
        { name: 'project', value: 'PAY' },
        { name: 'summary', value: 'Down' },
      ],
      externalId: 'PAY-1',
      linkUrl: 'https://jira.example/browse/ID',
    });
    const person = { properties: { responderType: 'person', person: 'p', external_id: '7' }, team: null };
    expect(readTicketFacts(person)).toEqual({
      type: 'person',
      fields: [{ name: 'person', value: 'p' }],
      externalId: '7',
      linkUrl: null,
    });
    expect(readTicketFacts({ properties: { responderType: 'fax' } })).toMatchObject({
      type: null,
      fields: [],
    });
  });

  it('[TKT1] choices come from the instance of the team, each once, and from all without one', () => {
    const projects = [
      { key: 'PAY', name: 'Payments', issueTypes: ['Bug', 'Task'], priorities: ['High'] },
      { key: 'SRE', name: 'Reliability', issueTypes: ['Bug'] },
    ];
    const ours = { external_id: [team], config: { projects } };
    const other = { external_id: ['x'], config: { projects: [{ key: 'OPS' }, 3] } };
    expect(readTicketOptions('jira', team, [other, ours])).toEqual({
      project: [
        { id: 'PAY', name: 'Payments' },
        { id: 'SRE', name: 'Reliability' },
      ],
      issueType: [
        { id: 'Bug', name: 'Bug' },
        { id: 'Task', name: 'Task' },
      ],
      priority: [{ id: 'High', name: 'High' }],
    });
    expect(readTicketOptions('jira', team, [other])).toEqual({
      project: [
        { id: 'OPS', name: 'OPS' },
        { id: '3', name: '3' },
      ],
    });
    expect(readTicketOptions('ms_planner', team, [])).toEqual({});
  });
});
