import { describe, expect, it } from 'vitest';
import { ada, insertOf, opOf, rowOf, snapOf, storedOf } from '#tests/support/op-fixture.ts';
import type { RowRef, RowSnapshot } from '../../ports.ts';
import type { Command } from '../../protocol/command.ts';
import { tables } from '../../protocol/tables.ts';
import { commentSchema } from '../../protocol/tables/comment.ts';
import * as v from 'valibot';
import { wireBody } from '../outbox/wire-body.ts';
import { commandRefs, planCommand } from './commands.ts';
import { NO_STAMP } from '../outbox/plan.ts';
import { pendingOf } from '../outbox/row-change.ts';

const context = {
  identity: ada,
  tables,
  nowMs: Date.UTC(2026, 2, 1, 9, 0, 0, 250),
  serverSkewMs: -40,
  origin: { screen: '/incidents/i1', tabId: 't1', appVersion: 'test' },
  newRowId: () => 'new-row',
  newOpId: () => 'new-op',
};
const hypothesis = snapOf({ row: storedOf(rowOf()) });

function plan(command: Command, rows: Readonly<Record<string, RowSnapshot>> = { h1: hypothesis }) {
  return planCommand(command, { at: (ref: RowRef) => rows[ref.id] ?? snapOf(), under: [] }, context);
}

const comment: Command = { kind: 'comment.add', incidentId: 'i1', hypothesisId: 'h1', text: '  Looking \n' };

describe('commands', () => {
  it('[JRN1] a comment is an insert in the lane of its incident, whole as a row', () => {
    const [op] = plan(comment);
    expect(op).toMatchObject({
      id: 'new-op',
      kind: 'insert',
      tbl: 'comments',
      rowId: 'new-row',
      lane: 'incident:i1',
      state: 'queued',
      guard: null,
      deps: [],
      serverSkewMs: -40,
      patch: {
        id: 'new-row',
        comment: 'Looking',
        created_by: 'ada',
        created_at: '2026-03-01T09:00:00.25+00:00',
      },
    });
    expect(v.safeParse(commentSchema, op?.patch).success).toBe(true);
    expect(commandRefs(comment, () => snapOf(), tables).map((ref) => ref.id)).toEqual(['h1', 'i1']);
  });

  it('[JRN8] the request of an insert carries no time of the device', () => {
    const [op] = plan(comment);
    expect(
      Object.keys(wireBody({ kind: 'insert', patch: op?.patch ?? {} })).filter((name) =>
        name.endsWith('_at'),
      ),
    ).toEqual([]);
    expect(wireBody({ kind: 'update', patch: { deleted_at: 'now()' } })).toEqual({ deleted_at: 'now()' });
  });

  it('[JRN9] an edit remembers the values on the screen and the stamp of the server row', () => {
    const shown = snapOf({ row: storedOf(rowOf({ updated_at: 'v7' })) });
    const [op] = plan(
      { kind: 'row.update', table: 'hypotheses', rowId: 'h1', set: { title: 'newer' } },
      { h1: shown },
    );
    expect(op).toMatchObject({ guard: { updatedAt: 'v7', fields: { title: 'base' } }, deps: [] });
  });

  it('[CNF7] an edit made on an unsent value matches no row until that value is settled', () => {
    const shadow = {
      tbl: 'hypotheses',
      id: 'h1',
      base: rowOf({ updated_at: 'v7' }),
      fence: 0,
      pending: [pendingOf(opOf({ patch: { title: 'unsent' } }))],
    };
    const shown = snapOf({ row: storedOf(rowOf({ title: 'unsent', updated_at: 'v7' })), shadow });
    const [op] = plan(
      { kind: 'row.update', table: 'hypotheses', rowId: 'h1', set: { title: 'newer' } },
      { h1: shown },
    );
    expect(op).toMatchObject({
      patch: { title: 'newer' },
      guard: { updatedAt: NO_STAMP, fields: { title: 'unsent' } },
      deps: [],
    });
  });

  it('[JRN9] what hangs on rows that still have to be created names their inserts', () => {
    const pending = (id: string) => ({
      tbl: 'hypotheses',
      id,
      base: null,
      fence: 0,
      pending: [
        pendingOf(insertOf({ id: `make-${id}` })),
        pendingOf(insertOf({ id: 'old', state: 'acked' })),
      ],
    });
    const rows = { h1: { ...hypothesis, shadow: pending('h1') }, i1: snapOf({ shadow: pending('i1') }) };
    expect(plan(comment, rows)[0]?.deps).toEqual(['make-h1', 'make-i1']);
    const edit = plan(
      { kind: 'row.update', table: 'hypotheses', rowId: 'h1', set: { status: 'likely' } },
      rows,
    )[0];
    expect(edit).toMatchObject({
      deps: ['make-h1'],
      guard: { updatedAt: NO_STAMP, fields: { status: 'possible' } },
    });
  });

  it('[JRN7] the value on the screen is no change', () => {
    expect(plan({ kind: 'row.update', table: 'hypotheses', rowId: 'h1', set: { title: ' base ' } })).toEqual(
      [],
    );
    expect(
      plan({ kind: 'row.update', table: 'hypotheses', rowId: 'h1', set: { status: 'possible' } }),
    ).toEqual([]);
  });

  it.each([
    [{ ...comment, text: ' \n ' }, 'needs some text'],
    [{ ...comment, hypothesisId: 'elsewhere' }, 'not on this device'],
    [{ ...comment, incidentId: 'i2' }, 'another incident'],
    [{ kind: 'row.update', table: 'hypotheses', rowId: 'h1', set: { title: '' } }, 'needs a title'],
    [{ kind: 'row.update', table: 'hypotheses', rowId: 'h2', set: { title: 'x' } }, 'not on this device'],
    [{ kind: 'row.update', table: 'hypotheses', rowId: 'h1', set: { status: ' ' } }, 'needs a status'],
  ] as const)('[JRN7] refuses %o', (command, words) => {
    const message: unknown = expect.stringContaining(words);
    expect(() => plan(command)).toThrow(
      expect.objectContaining({ message, info: expect.objectContaining({ kind: 'rejected' }) }),
    );
  });
});
