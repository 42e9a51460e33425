/** @vitest-environment jsdom */
import { beforeEach, expect, it, vi } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import type { Command, Submitted } from '#sync/protocol/command.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { OpView } from '#sync/read/types.ts';
import { forgetChanges, lastChanges, rememberChange } from '#src/platform/last-changes.ts';
import { op } from '#tests/page/fake-replica.tsx';
import { undoLast } from './undo.ts';

const title: Command = { kind: 'hypothesis.set-title', hypothesisId: 'h-1', title: 'Mine' };
const titleBefore = [{ tbl: 'hypotheses', id: 'h-1', fields: { title: 'Theirs' } }];

function world(ops: readonly OpView[], visible: JsonRow | null = null) {
  let submitted = 0;
  return {
    sync: {
      submit: vi.fn<(command: Command, screen: string) => Promise<Submitted>>(async (command, screen) => {
        // As the replica does it: what takes a change back is submitted like any other.
        const saved = { opIds: [`inverse-${(submitted += 1)}`], made: [] };
        rememberChange({ command, submitted: saved, screen });
        return saved;
      }),
      discard: vi.fn<(opId: string) => Promise<void>>(async () => undefined),
    },
    model: {
      opStates: async (ids: readonly string[]) => ops.filter(({ id }) => ids.includes(id)),
      inspectRow: async () => ({ visible, base: visible, ops: [], seen: null, deletedAt: null }),
    },
  };
}

function changed(command: Command, submitted: Partial<Submitted>): void {
  rememberChange({ command, submitted: { opIds: ['op-1'], made: [], ...submitted }, screen: '/incidents/i' });
}

const titleOp = (state: OpView['state'], patch: JsonRow = { title: 'Mine' }): OpView =>
  op({ id: 'op-1', tbl: 'hypotheses', rowId: 'h-1', state, patch });

beforeEach(() => forgetChanges());

it('says when there is nothing to take back', async () => {
  const { sync, model } = world([]);
  expect(await undoLast(sync, model)).toEqual({ kind: 'nothing' });
});

it('cancels a change that was not sent, and sends nothing', async () => {
  const { sync, model } = world([titleOp('queued')]);
  changed(title, { before: titleBefore });
  const undone = await undoLast(sync, model);
  expect(undone).toEqual({ kind: 'undone', line: 'Hypothesis title changed to “Mine”' });
  expect(sync.discard).toHaveBeenCalledExactlyOnceWith('op-1');
  expect(sync.submit).not.toHaveBeenCalled();
  expect(lastChanges.get()).toEqual([]);
});

it('takes back only the last of two changes that became one operation', async () => {
  const { sync, model } = world([titleOp('queued', { title: 'Mine again' })], { title: 'Mine again' });
  changed(title, { before: titleBefore });
  changed(
    { ...title, title: 'Mine again' },
    { before: [{ tbl: 'hypotheses', id: 'h-1', fields: { title: 'Mine' } }] },
  );
  await undoLast(sync, model);
  expect(sync.discard).not.toHaveBeenCalled();
  expect(sync.submit).toHaveBeenCalledExactlyOnceWith(title, '/incidents/i');
  expect(lastChanges.get()).toHaveLength(1);
});

it('puts back what an accepted change replaced, and offers neither of them again', async () => {
  const { sync, model } = world([titleOp('done')], { title: 'Mine' });
  changed(title, { before: titleBefore });
  expect((await undoLast(sync, model)).kind).toBe('undone');
  expect(sync.submit).toHaveBeenCalledExactlyOnceWith({ ...title, title: 'Theirs' }, '/incidents/i');
  expect(await undoLast(sync, model)).toEqual({ kind: 'nothing' });
});

it('puts back fields of an incident and of the evidences that went with them', async () => {
  const ops = [
    op({ id: 'op-1', tbl: 'evidences', rowId: 'e-1', state: 'done', patch: { definition_of_done: true } }),
    op({ id: 'op-2', tbl: 'incidents', rowId: 'i-1', state: 'done', patch: { status: 'mitigated' } }),
  ];
  const { sync, model } = world(ops, { definition_of_done: true, status: 'mitigated' });
  changed(
    { kind: 'incident.set-fields', incidentId: 'i-1', fields: { status: 'mitigated' } },
    {
      opIds: ['op-1', 'op-2'],
      before: [
        { tbl: 'evidences', id: 'e-1', fields: { definition_of_done: false } },
        { tbl: 'incidents', id: 'i-1', fields: { status: 'open' } },
      ],
    },
  );
  expect((await undoLast(sync, model)).kind).toBe('undone');
  expect(sync.submit.mock.calls.map(([command]) => command)).toEqual([
    { kind: 'incident.set-fields', incidentId: 'i-1', fields: { status: 'open' } },
    { kind: 'evidence.set-fields', evidenceId: 'e-1', fields: { definitionOfDone: false } },
  ]);
});

it('takes an accepted evidence away again', async () => {
  const insert = op({ id: 'op-1', tbl: 'evidences', rowId: 'e-1', kind: 'insert', state: 'done' });
  const { sync, model } = world([insert], { id: 'e-1' });
  const evidence = { type: 'comment', description: 'Slow' } as const;
  changed(
    { kind: 'evidence.add', hypothesisId: 'h-1', evidence },
    { made: [{ tbl: 'evidences', id: 'e-1' }] },
  );
  await undoLast(sync, model);
  expect(sync.submit).toHaveBeenCalledExactlyOnceWith(
    { kind: 'evidence.remove', evidenceId: 'e-1' },
    '/incidents/i',
  );
});

it.each([
  ['open', 'investigating', 'Investigating cannot become Open.'],
  ['open', 'closed', null],
])('a status goes back only along the table: %s after %s', async (was, is, reason) => {
  const { sync, model } = world(
    [op({ id: 'op-1', tbl: 'incidents', rowId: 'i-1', state: 'done', patch: { status: is } })],
    { status: is },
  );
  changed(
    {
      kind: 'incident.set-fields',
      incidentId: 'i-1',
      fields: { status: is === 'closed' ? 'closed' : 'investigating' },
    },
    { before: [{ tbl: 'incidents', id: 'i-1', fields: { status: was } }] },
  );
  const undone = await undoLast(sync, model);
  expect(undone).toMatchObject(reason === null ? { kind: 'undone' } : { kind: 'refused', reason });
});

it('leaves alone what somebody has changed since', async () => {
  const { sync, model } = world([titleOp('done')], { title: 'Theirs too' });
  changed(title, { before: titleBefore });
  expect(await undoLast(sync, model)).toMatchObject({
    kind: 'refused',
    reason: 'The title has been changed since.',
  });
  expect(sync.submit).not.toHaveBeenCalled();
});

it('says that a comment which was sent cannot be taken back', async () => {
  const { sync, model } = world([op({ id: 'op-1', state: 'done' })]);
  changed({ kind: 'comment.add', incidentId: 'i', hypothesisId: 'h', text: 'Hm' }, {});
  expect(await undoLast(sync, model)).toMatchObject({
    kind: 'refused',
    reason: 'The server has it, and there is nothing that takes it back.',
  });
});

it.each([
  ['sending', 'It is being sent. Try again in a moment.'],
  ['ambiguous', 'The server may have it already. Try again when it can be asked.'],
] as const)('keeps a change that is %s, to be taken back when it has arrived', async (state, reason) => {
  const { sync, model } = world([titleOp(state)]);
  changed(title, { before: titleBefore });
  expect(await undoLast(sync, model)).toMatchObject({ kind: 'refused', reason });
  expect(lastChanges.get()).toHaveLength(1);
});

it('tells why the outbox would not let go of it', async () => {
  const { sync, model } = world([titleOp('waiting')]);
  sync.discard.mockRejectedValue(
    new SyncError({ kind: 'rejected', message: 'This change is being sent.', status: 0, table: '' }),
  );
  changed(title, { before: titleBefore });
  expect(await undoLast(sync, model)).toMatchObject({ reason: 'This change is being sent.' });
});

it('passes by what never took effect', async () => {
  const { sync, model } = world([
    titleOp('queued'),
    op({ id: 'op-2', tbl: 'hypotheses', rowId: 'h-1', state: 'failed' }),
  ]);
  changed(title, { before: titleBefore });
  changed({ ...title, title: 'Other' }, { opIds: ['op-2'] });
  expect(await undoLast(sync, model)).toMatchObject({ kind: 'undone' });
  expect(sync.discard).toHaveBeenCalledExactlyOnceWith('op-1');
});
