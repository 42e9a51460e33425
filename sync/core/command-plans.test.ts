import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ada, rowOf, snapOf, storedOf } from '#tests/support/op-fixture.ts';
import type { RowRef, RowSnapshot } from '../ports.ts';
import { parseCommand } from '../protocol/command.ts';
import type { Command } from '../protocol/command.ts';
import { evidenceSchema } from '../protocol/tables/evidence.ts';
import { hypothesisSchema } from '../protocol/tables/hypothesis.ts';
import { incidentMovesFrom, isIncidentMove } from '../protocol/tables/incident-status.ts';
import { incidentSchema } from '../protocol/tables/incident.ts';
import type { JsonRow } from '../protocol/op.ts';
import { tables } from '../protocol/tables.ts';
import { responderSchema } from '../protocol/tables/responder.ts';
import { commandRefs, planCommand } from './commands/commands.ts';
import { wireBody } from './outbox/wire-body.ts';
import { deletionOrder } from './commands/hypothesis-commands.ts';

const at0 = '2026-01-01T00:00:00+00:00';
const incidentRow = {
  id: 'i1',
  title: 'Slow',
  status: 'investigating',
  commander_id: null,
  updated_at: at0,
};
const evidenceRow = {
  id: 'e1',
  hypothesis_id: 'h1',
  definition_of_done: false,
  done: null,
  script: null,
  updated_at: at0,
};
const rows: Readonly<Record<string, JsonRow>> = {
  i1: incidentRow,
  h1: rowOf(),
  h2: rowOf({ id: 'h2', parent_id: 'h1', type: 'factor' }),
  h3: rowOf({ id: 'h3', parent_id: 'h2', type: 'solution' }),
  e1: evidenceRow,
  e2: { ...evidenceRow, id: 'e2', definition_of_done: true },
  r1: { id: 'r1', incident_id: 'i1', deleted_at: null },
};
const at = (ref: RowRef): RowSnapshot => {
  const row = rows[ref.id];
  return row === undefined ? snapOf() : snapOf({ row: storedOf(row) });
};

const respond = (person: unknown, incident = 'i1'): Command => ({
  kind: 'row.create',
  table: 'responders',
  rows: [{ incident_id: incident, person_id: person }],
});

function plan(command: Command, under: readonly RowRef[] = []) {
  let number = 0;
  const next = (name: string) => () => {
    number += 1;
    return `${name}${number}`;
  };
  return planCommand(
    command,
    { at, under },
    {
      identity: ada,
      tables,
      nowMs: Date.UTC(2026, 2, 1),
      serverSkewMs: null,
      origin: { screen: '/incidents', tabId: 't1', appVersion: 'test' },
      newRowId: next('row'),
      newOpId: next('op'),
    },
  );
}

describe('creating', () => {
  const create: Command = {
    kind: 'incident.create',
    title: ' DNS ',
    severity: 'high',
    type: 'availability',
    evidence: { type: 'topology', description: 'down', componentId: 'c1' },
  };

  it('[GRP1] an incident is one group: incident, root hypothesis, evidence, each after the one it needs', () => {
    const [incident, root, evidence] = plan(create);
    expect(
      [incident, root, evidence].map((op) => [op?.tbl, op?.kind, op?.group?.step, op?.group?.of]),
    ).toEqual([
      ['incidents', 'insert', 1, 3],
      ['hypotheses', 'insert', 2, 3],
      ['evidences', 'insert', 3, 3],
    ]);
    expect(new Set([incident, root, evidence].map((op) => op?.lane))).toEqual(
      new Set([`incident:${incident?.rowId}`]),
    );
    expect([root?.deps, evidence?.deps]).toEqual([[incident?.id], [root?.id]]);
    expect(incident?.group).toMatchObject({ onFail: 'stop', intent: 'incident.create' });
    expect(root?.patch).toMatchObject({ title: 'DNS', type: 'root', status: 'possible', parent_id: null });
    expect(evidence?.patch).toMatchObject({ component_id: 'c1', done: false });
    for (const [op, schema] of [
      [incident, incidentSchema],
      [root, hypothesisSchema],
      [evidence, evidenceSchema],
    ] as const) {
      expect(v.safeParse(schema, op?.patch).issues).toBeUndefined();
    }
    expect(plan({ ...create, evidence: undefined }).map((op) => op.group?.of)).toEqual([2, 2]);
    expect(() => plan({ ...create, title: ' ' })).toThrow('needs a title');
  });

  it('[GRP1] a hypothesis with an evidence is one group, the evidence after the node', () => {
    const add = {
      kind: 'hypothesis.add',
      incidentId: 'i1',
      parentId: null,
      title: 'Cache',
      evidence: { type: 'check', description: '', checkId: 'k1', payload: { check_id: 'k1' } },
    } as const;
    const [node, evidence] = plan(add);
    expect([node?.tbl, evidence?.tbl]).toEqual(['hypotheses', 'evidences']);
    expect(evidence?.deps).toEqual([node?.id]);
    expect(evidence?.patch).toMatchObject({ hypothesis_id: node?.rowId, check_id: 'k1' });
    expect([node, evidence].map((op) => op?.group?.step)).toEqual([1, 2]);
    expect(node?.group).toMatchObject({ onFail: 'stop', intent: 'hypothesis.add', of: 2 });
    expect(new Set([node?.lane, evidence?.lane])).toEqual(new Set(['incident:i1']));
    expect(plan({ ...add, evidence: undefined })).toHaveLength(1);
  });

  it('[JRN13] what the server assigns stays null here and is not sent', () => {
    const [incident] = plan(create);
    expect(incident?.patch).toMatchObject({ incident_id: null, status: 'open' });
    expect(wireBody({ kind: 'insert', patch: incident?.patch ?? {} })).toEqual({
      id: incident?.rowId,
      title: 'DNS',
      description: '',
      severity: 'high',
      type: 'availability',
      status: 'open',
      commander_id: 'ada',
      communicator_id: 'ada',
      created_by: 'ada',
    });
  });

  it('[JRN14] a hypothesis gets the type after that of its parent, and a solution has no children', () => {
    const add = (parentId: string | null) =>
      plan({ kind: 'hypothesis.add', incidentId: 'i1', parentId, title: 'Cache' })[0]?.patch;
    expect([add(null)?.['type'], add('h1')?.['type'], add('h2')?.['type']]).toEqual([
      'root',
      'factor',
      'solution',
    ]);
    expect(() => add('h3')).toThrow('A solution cannot have hypotheses under it');
    expect(() => add('h9')).toThrow('not on this device');
    expect(() => plan({ kind: 'hypothesis.add', incidentId: 'i9', parentId: null, title: 'x' })).toThrow(
      'not on this device',
    );
  });

  it('[JRN1] evidence and responders go in the lane of their incident, whole as rows', () => {
    const input = { type: 'comment', description: 'p99', payload: { comment: 'p99' } } as const;
    const [evidence] = plan({ kind: 'evidence.add', hypothesisId: 'h1', evidence: input });
    expect(evidence).toMatchObject({ lane: 'incident:i1', patch: { evidence: { comment: 'p99' } } });
    const [responder] = plan(respond('p1'));
    expect(responder).toMatchObject({ lane: 'incident:i1', patch: { type: 'person', person_id: 'p1' } });
    expect(v.safeParse(responderSchema, responder?.patch).issues).toBeUndefined();
    expect(() => plan(respond('p1', 'i9'))).toThrow('The incident is not on this device.');
  });
});

describe('changing', () => {
  it('[JRN15] a status moves only along the table of the spec', () => {
    const to = (status: 'open' | 'mitigated') =>
      plan({ kind: 'row.update', table: 'incidents', rowId: 'i1', set: { status } });
    expect(() => to('open')).toThrow('cannot become open');
    expect(to('mitigated')[0]).toMatchObject({
      patch: { status: 'mitigated' },
      guard: { updatedAt: at0, fields: { status: 'investigating' } },
      group: null,
    });
    expect(incidentMovesFrom('Closed')).toEqual(['closed', 'open']);
    expect(incidentMovesFrom('mitigated')).toEqual(['mitigated', 'resolved', 'closed', 'open']);
    expect([isIncidentMove('resolved', 'open'), isIncidentMove('closed', 'resolved')]).toEqual([true, false]);
    expect([isIncidentMove('cancelled', 'open'), isIncidentMove('cancelled', 'cancelled')]).toEqual([
      true,
      true,
    ]);
  });

  it('[GRP1] evidences join the definition of done before the status moves, all of it or nothing', () => {
    const command: Command = {
      kind: 'incident.set-status',
      incidentId: 'i1',
      status: 'mitigated',
      definitionOfDone: ['e1', 'e2'],
    };
    const drafts = plan(command);
    expect(drafts.map((op) => [op.tbl, op.rowId, op.patch, op.group?.onFail])).toEqual([
      ['evidences', 'e1', { definition_of_done: true }, 'compensate'],
      ['incidents', 'i1', { status: 'mitigated' }, 'compensate'],
    ]);
    expect(commandRefs(command, at, tables).map((ref) => ref.id)).toEqual(['i1', 'e1', 'h1', 'e2', 'h1']);
  });

  it('[JRN7] fields that are not named stay, and people may be unset', () => {
    const [op] = plan({
      kind: 'row.update',
      table: 'incidents',
      rowId: 'i1',
      set: { severity: 'low', commander_id: null, title: 'Slow' },
    });
    expect(op?.patch).toEqual({ severity: 'low' });
    const [done] = plan({ kind: 'row.update', table: 'evidences', rowId: 'e1', set: { done: true } });
    expect(done?.patch).toEqual({ done: true });
    const [fields] = plan({ kind: 'row.update', table: 'evidences', rowId: 'e1', set: { script: 'x' } });
    expect(fields?.patch).toEqual({ script: 'x' });
  });
});

describe('deleting', () => {
  it('[GRP1] a hypothesis goes with everything under it, children first, then the node', () => {
    const leaf = (tbl: 'comments' | 'evidences', id: string, hypothesisId: string) => ({
      ref: { tbl, id },
      hypothesisId,
    });
    const order = deletionOrder(
      'h1',
      [
        rowOf(),
        rowOf({ id: 'h2', parent_id: 'h1' }),
        rowOf({ id: 'h3', parent_id: 'h2' }),
        rowOf({ id: 'x' }),
      ],
      [leaf('comments', 'c1', 'h1'), leaf('evidences', 'e3', 'h3'), leaf('comments', 'cx', 'x')],
    );
    expect(order.map((ref) => ref.id)).toEqual(['e3', 'h3', 'h2', 'c1']);
    const loop = [rowOf({ id: 'a', parent_id: 'b' }), rowOf({ id: 'b', parent_id: 'a' })];
    expect(deletionOrder('a', loop, []).map((ref) => ref.id)).toEqual(['a', 'b']);

    const drafts = plan({ kind: 'hypothesis.delete', hypothesisId: 'h1' }, order);
    expect(drafts.map((op) => [op.kind, op.rowId, op.group?.step])).toEqual([
      ['delete', 'e3', 1],
      ['delete', 'h3', 2],
      ['delete', 'h2', 3],
      ['delete', 'c1', 4],
      ['delete', 'h1', 5],
    ]);
    expect(drafts[0]?.group).toMatchObject({ onFail: 'stop', intent: 'hypothesis.delete' });
  });

  it('[JRN1] an evidence and a responder are one deletion each', () => {
    expect(plan({ kind: 'row.delete', table: 'evidences', rowId: 'e1' })).toMatchObject([
      { kind: 'delete', tbl: 'evidences', lane: 'incident:i1', group: null, patch: {} },
    ]);
    expect(plan({ kind: 'row.delete', table: 'responders', rowId: 'r1' })).toMatchObject([
      { kind: 'delete', tbl: 'responders', lane: 'incident:i1' },
    ]);
    expect(() => plan({ kind: 'row.delete', table: 'responders', rowId: 'r9' })).toThrow(
      'not on this device',
    );
  });
});

describe('what the page sends', () => {
  const origin = { screen: '/incidents', appVersion: '1' };

  it('[JRN16] a message that is no command is refused where it enters', () => {
    const command = respond('p1');
    expect(parseCommand(command, origin)).toEqual([command, origin]);
    const wrong: readonly unknown[] = [
      null,
      { kind: 'incident.drop', incidentId: 'i1' },
      respond(7),
      { ...command, rows: [] },
      { kind: 'row.update', table: 'incidents', rowId: 'i1', set: { status: 'cancelled' } },
      { kind: 'row.update', table: 'incidents', rowId: 'i1', set: { severity: null } },
      { kind: 'row.update', table: 'incidents', rowId: 'i1', set: { commander_id: '' } },
    ];
    for (const each of wrong) {
      expect(() => parseCommand(each, origin)).toThrow(
        expect.objectContaining({ info: expect.objectContaining({ kind: 'bug' }) }),
      );
    }
    expect(() => parseCommand(command, { screen: 1 })).toThrow('none');
    for (const incidentId of [undefined, '']) {
      const without = { kind: 'row.update', table: 'incidents', rowId: incidentId, set: { status: 'open' } };
      expect(() => parseCommand(without, origin)).toThrow(/^No id/u);
    }
  });
});
