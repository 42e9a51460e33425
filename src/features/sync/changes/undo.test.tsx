/** @vitest-environment jsdom */
import { beforeEach, expect, it, vi } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import type { Command, RowChange, Submitted } from '#sync/protocol/command.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { OpView } from '#sync/read/types.ts';
import { forgetChanges, lastChanges, rememberChange } from '#src/platform/replica/last-changes.ts';
import { op } from '#tests/page/fake-replica.tsx';
import { undoLast, type Undone } from './undo.ts';

const title: Command = { kind: 'row.update', table: 'hypotheses', rowId: 'h-1', set: { title: 'Mine' } };

function edit(tbl: string, id: string, before: JsonRow, set: JsonRow): RowChange {
  return { tbl, id, kind: 'update', before, set };
}

const retitled = edit('hypotheses', 'h-1', { title: 'Theirs' }, { title: 'Mine' });

function world(ops: readonly OpView[], visible: JsonRow | null = null, mayWrite = true) {
  let submitted = 0;
  const sync = {
    submit: vi.fn<(command: Command, screen: string) => Promise<Submitted>>(async (_command, screen) => {
      // As the replica does it: what takes a change back is submitted like any other.
      const saved = { opIds: [`inverse-${(submitted += 1)}`], made: [] };
      rememberChange({ submitted: saved, screen, at: 0 });
      return saved;
    }),
    discard: vi.fn<(opId: string) => Promise<void>>(async () => undefined),
  };
  const model = {
    opStates: async (ids: readonly string[]) => ops.filter(({ id }) => ids.includes(id)),
    inspectRow: async () => ({ visible, base: visible, ops: [], seen: null, deletedAt: null }),
  };
  const undo = (): Promise<Undone> => undoLast({ sync, model, mayWrite });
  return { sync, undo };
}

function changed(changes: readonly RowChange[], opIds: readonly string[] = ['op-1']): void {
  rememberChange({ submitted: { opIds, made: [], changes }, screen: '/incidents/i', at: 0 });
}

const titleOp = (
  state: OpView['state'],
  patch: JsonRow = { title: 'Mine' },
  base: JsonRow = retitled.before,
) => op({ id: 'op-1', tbl: 'hypotheses', rowId: 'h-1', state, patch, base });

beforeEach(() => forgetChanges());

it('says when there is nothing to take back', async () => {
  expect(await world([]).undo()).toEqual({ kind: 'nothing' });
});

it('cancels a change that was not sent, and sends nothing, whatever the role is by now', async () => {
  const { sync, undo } = world([titleOp('queued')], null, false);
  changed([retitled]);
  expect(await undo()).toEqual({ kind: 'cancelled', line: 'Hypothesis title changed to “Mine”' });
  expect(sync.discard).toHaveBeenCalledExactlyOnceWith('op-1');
  expect(sync.submit).not.toHaveBeenCalled();
  expect(lastChanges.get()).toEqual([]);
});

it('never cancels what another page or an earlier visit has put into the same operation', async () => {
  const { sync, undo } = world(
    [titleOp('queued', { title: 'Mine', status: 'likely' }, { title: 'Theirs', status: 'possible' })],
    { title: 'Mine', status: 'likely' },
  );
  changed([retitled]);
  expect((await undo()).kind).toBe('put-back');
  expect(sync.discard).not.toHaveBeenCalled();
  expect(sync.submit).toHaveBeenCalledExactlyOnceWith({ ...title, set: { title: 'Theirs' } }, '/incidents/i');
});

it('leaves a new row alone whose name was changed', async () => {
  const insert = op({
    id: 'op-1',
    tbl: 'hypotheses',
    rowId: 'h-1',
    kind: 'insert',
    patch: { title: 'Mine' },
  });
  const { sync, undo } = world([insert], { title: 'Mine' });
  changed([retitled]);
  expect((await undo()).kind).toBe('put-back');
  expect(sync.discard).not.toHaveBeenCalled();
});

it('puts back what an accepted change replaced, and offers neither of them again', async () => {
  const { sync, undo } = world([titleOp('done')], { title: 'Mine' });
  changed([retitled]);
  expect((await undo()).kind).toBe('put-back');
  expect(sync.submit).toHaveBeenCalledExactlyOnceWith({ ...title, set: { title: 'Theirs' } }, '/incidents/i');
  expect(await undo()).toEqual({ kind: 'nothing' });
});

const marked = edit('evidences', 'e-1', { definition_of_done: null }, { definition_of_done: true });
const mitigated = edit('incidents', 'i-1', { status: 'open' }, { status: 'mitigated' });
const group = { id: 'g', step: 0, of: 2, onFail: 'stop' } as const;
const steps = (first: OpView['state'], second: OpView['state']): OpView[] => [
  op({
    id: 'op-1',
    tbl: 'evidences',
    rowId: 'e-1',
    state: first,
    patch: marked.set,
    base: marked.before,
    group,
  }),
  op({
    id: 'op-2',
    tbl: 'incidents',
    rowId: 'i-1',
    state: second,
    patch: mitigated.set,
    base: mitigated.before,
    group: { ...group, step: 1 },
  }),
];

it('puts back fields of an incident and of the evidences that went with them, the last first', async () => {
  const { sync, undo } = world(steps('done', 'done'), { definition_of_done: true, status: 'mitigated' });
  changed([marked, mitigated], ['op-1', 'op-2']);
  expect((await undo()).kind).toBe('put-back');
  expect(sync.submit.mock.calls.map(([command]) => command)).toEqual([
    { kind: 'row.update', table: 'incidents', rowId: 'i-1', set: { status: 'open' } },
    { kind: 'row.update', table: 'evidences', rowId: 'e-1', set: { definition_of_done: false } },
  ]);
});

it('cancels the rest of a command that was sent in part', async () => {
  const { sync, undo } = world(steps('done', 'waiting'));
  changed([marked, mitigated], ['op-1', 'op-2']);
  expect((await undo()).kind).toBe('cancelled');
  expect(sync.discard).toHaveBeenCalledExactlyOnceWith('op-2');
});

it('takes an accepted evidence away again', async () => {
  const { sync, undo } = world(
    [op({ id: 'op-1', tbl: 'evidences', rowId: 'e-1', kind: 'insert', state: 'done' })],
    { id: 'e-1' },
  );
  changed([{ tbl: 'evidences', id: 'e-1', kind: 'insert', before: {}, set: {} }]);
  await undo();
  expect(sync.submit).toHaveBeenCalledExactlyOnceWith(
    { kind: 'row.delete', table: 'evidences', rowId: 'e-1' },
    '/incidents/i',
  );
});

it.each([
  ['open', 'investigating', 'Investigating cannot become Open.'],
  ['open', 'closed', null],
] as const)('a status goes back only along the table: %s after %s', async (was, is, reason) => {
  const { undo } = world(
    [op({ id: 'op-1', tbl: 'incidents', rowId: 'i-1', state: 'done', patch: { status: is } })],
    { status: is },
  );
  changed([edit('incidents', 'i-1', { status: was }, { status: is })]);
  expect(await undo()).toMatchObject(reason === null ? { kind: 'put-back' } : { kind: 'refused', reason });
});

it('keeps an unsent change that it cannot part from another one, and names the outbox', async () => {
  const both = op({
    id: 'op-1',
    tbl: 'incidents',
    rowId: 'i-1',
    patch: { title: 'Mine', status: 'investigating' },
    base: { title: 'Theirs', status: 'open' },
  });
  const { sync, undo } = world([both], { title: 'Mine', status: 'investigating' });
  changed([edit('incidents', 'i-1', { status: 'open' }, { status: 'investigating' })]);
  for (let press = 0; press < 2; press += 1) {
    expect(await undo()).toMatchObject({
      kind: 'refused',
      reason: 'Investigating cannot become Open. You can discard it in Sync.',
    });
  }
  expect(sync.discard).not.toHaveBeenCalled();
});

it('leaves alone what somebody has changed since, and a payload in another order is no change', async () => {
  const edited = edit('evidences', 'e-1', { evidence: { a: 1 } }, { evidence: { a: 2, b: 3 } });
  const done = op({ id: 'op-1', tbl: 'evidences', rowId: 'e-1', state: 'done', patch: edited.set });
  const same = world([done], { evidence: { b: 3, a: 2 } });
  changed([edited]);
  expect((await same.undo()).kind).toBe('put-back');
  const other = world([done], { evidence: { a: 4 } });
  changed([edited]);
  expect(await other.undo()).toMatchObject({ reason: 'The evidence has been changed since.' });
  expect(other.sync.submit).not.toHaveBeenCalled();
});

it('says that a comment which was sent cannot be taken back', async () => {
  const { undo } = world([op({ id: 'op-1', tbl: 'comments', kind: 'insert', state: 'done' })]);
  changed([{ tbl: 'comments', id: 'c', kind: 'insert', before: {}, set: {} }]);
  expect(await undo()).toMatchObject({ kind: 'refused', reason: 'This cannot be undone.' });
});

it('puts nothing back for a role that may not write any more', async () => {
  const { sync, undo } = world([titleOp('done')], { title: 'Mine' }, false);
  changed([retitled]);
  expect(await undo()).toMatchObject({ kind: 'refused', reason: 'Your role does not allow this.' });
  expect(sync.submit).not.toHaveBeenCalled();
});

it.each([
  ['sending', 'It is being sent. Try again in a moment.'],
  ['ambiguous', 'The server may have it already. Try again when the server can be reached.'],
] as const)('keeps a change that is %s, to be taken back when it has arrived', async (state, reason) => {
  const { undo } = world([titleOp(state)]);
  changed([retitled]);
  expect(await undo()).toMatchObject({ kind: 'refused', reason });
  expect(lastChanges.get()).toHaveLength(1);
});

it('tells why the outbox would not let go of it', async () => {
  const { sync, undo } = world([titleOp('waiting')]);
  sync.discard.mockRejectedValue(
    new SyncError({ kind: 'rejected', message: 'This change is being sent.', status: 0, table: '' }),
  );
  changed([retitled]);
  expect(await undo()).toMatchObject({ reason: 'This change is being sent.' });
});

it('passes by a command that failed, also one of which a step took effect', async () => {
  const { sync, undo } = world([
    titleOp('queued'),
    op({ id: 'op-2', tbl: 'evidences', state: 'done' }),
    op({ id: 'op-3', tbl: 'incidents', state: 'failed' }),
  ]);
  changed([retitled]);
  changed([marked, mitigated], ['op-2', 'op-3']);
  expect(await undo()).toMatchObject({ kind: 'cancelled' });
  expect(sync.discard).toHaveBeenCalledExactlyOnceWith('op-1');
});

it.each(['insert', 'delete'] as const)(
  'puts back a link between a component and a config: %s',
  async (kind) => {
    const tbl = 'config_component_relationships';
    const done = op({ id: 'op-1', tbl, rowId: 'k-1~g-1', kind, state: 'done', patch: {}, base: {} });
    const { sync, undo } = world([done], kind === 'insert' ? { selector_id: 'manual' } : null);
    changed([{ tbl, id: 'k-1~g-1', kind, before: {}, set: {} }]);
    expect((await undo()).kind).toBe('put-back');
    const [command] = sync.submit.mock.calls[0] ?? [];
    const ends = { component_id: 'k-1', config_id: 'g-1' };
    expect(command).toEqual(
      kind === 'insert'
        ? { kind: 'row.delete', table: tbl, rowId: 'k-1~g-1' }
        : { kind: 'row.create', table: tbl, rows: [ends] },
    );
  },
);
