/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { OpView } from '#sync/read/types.ts';
import {
  createFakeReplica,
  foundIncident,
  hypothesis,
  listRow,
  op,
  read,
  ReplicaFrame,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import { orphanOf } from './orphans.ts';
import { SyncPanel } from '../sync-panel.tsx';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

const gone: OpView['lastError'] = { class: 'missing-parent', status: 409, code: '23503', message: '' };
const comment = op({
  kind: 'insert',
  tbl: 'comments',
  state: 'failed',
  lastError: gone,
  patch: { comment: 'Rolled back', incident_id: 'i-1', hypothesis_id: 'h-gone' },
});
const evidence = op({
  kind: 'insert',
  tbl: 'evidences',
  state: 'cancelled',
  lastError: { class: 'cancelled', status: null, code: null, message: 'Depended on x' },
  screen: '/health',
  patch: {
    type: 'log',
    description: 'The first error',
    hypothesis_id: 'h-gone',
    check_id: null,
    definition_of_done: false,
    evidence: { lines: ['boom'] },
  },
});

function show(...failed: readonly OpView[]): void {
  const opIds = failed.map(({ id }) => id);
  replica = createFakeReplica({
    outbox: [...failed],
    notices: [{ id: 'n', kind: 'failed', message: 'Not saved.', opIds, createdAt: 0, readAt: null }],
    drafts: [{ key: '/incidents/i-1#comment:h-gone', text: 'Rolled back', savedAt: 0, fromOpId: 'op-1' }],
    incidentList: read({ rows: [listRow()], others: [], hidden: { total: 0, byStatus: {} } }),
    incident: foundIncident({ tree: [hypothesis({ id: 'h-2', title: 'The pool is small' })] }),
  });
  render(
    <ReplicaFrame replica={replica}>
      <SyncPanel lock={null} onClose={() => undefined} onRemoveData={() => undefined} />
    </ReplicaFrame>,
  );
}

async function place(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'Attach elsewhere' }));
  return screen.findByRole('dialog', { name: 'Attach elsewhere' });
}

async function chooseHypothesis(dialog: HTMLElement): Promise<void> {
  await userEvent.click(await within(dialog).findByRole('button', { name: /Hypothesis/u }));
  await userEvent.click(await screen.findByRole('option', { name: 'The pool is small' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Attach' }));
}

it('[I2] a comment whose hypothesis was deleted goes to another one, once', async () => {
  show(comment);
  const dialog = await place();
  const attach = within(dialog).getByRole('button', { name: 'Attach' });
  expect(attach.getAttribute('aria-disabled')).toBe('true');
  await chooseHypothesis(dialog);
  expect(replica.sync.submit).toHaveBeenCalledExactlyOnceWith(
    { kind: 'comment.add', incidentId: 'i-1', hypothesisId: 'h-2', text: 'Rolled back' },
    '/incidents/i-1',
  );
  await waitFor(() => expect(replica.sync.dismissNotice).toHaveBeenCalledExactlyOnceWith('n'));
  expect(replica.sync.deleteDraft).toHaveBeenCalledExactlyOnceWith('/incidents/i-1#comment:h-gone');
});

it('[I2] an evidence that knows no incident keeps its payload at the chosen place', async () => {
  show(evidence);
  const dialog = await place();
  expect(within(dialog).getByText('Choose an incident first')).toBeDefined();
  await userEvent.type(within(dialog).getByRole('combobox', { name: 'Incident' }), 'checkout');
  await userEvent.click(await screen.findByRole('option', { name: 'INC-1 Checkout is slow' }));
  await chooseHypothesis(dialog);
  expect(replica.sync.submit).toHaveBeenCalledExactlyOnceWith(
    {
      kind: 'evidence.add',
      hypothesisId: 'h-2',
      evidence: {
        type: 'log',
        description: 'The first error',
        definitionOfDone: false,
        payload: { lines: ['boom'] },
      },
    },
    '/incidents/i-1',
  );
});

it('[I2] of several that lost their place none is attached twice, and the news goes with the last', async () => {
  show(comment, { ...comment, id: 'op-2', patch: { ...comment.patch, comment: 'Scaled up' } });
  const button = (at: number): HTMLElement =>
    screen.getAllByRole('button', { name: 'Attach elsewhere' })[at]!;
  await screen.findAllByRole('button', { name: 'Attach elsewhere' });
  await userEvent.click(button(0));
  await chooseHypothesis(await screen.findByRole('dialog', { name: 'Attach elsewhere' }));
  await waitFor(() => expect(button(0).getAttribute('aria-disabled')).toBe('true'));
  await userEvent.click(button(0));
  expect(screen.queryByRole('dialog', { name: 'Attach elsewhere' })).toBeNull();
  expect(replica.sync.dismissNotice).not.toHaveBeenCalled();
  await userEvent.click(button(1));
  await chooseHypothesis(await screen.findByRole('dialog', { name: 'Attach elsewhere' }));
  await waitFor(() => expect(replica.sync.dismissNotice).toHaveBeenCalledExactlyOnceWith('n'));
  expect(replica.sync.submit).toHaveBeenCalledTimes(2);
});

it.each<[string, OpView]>([
  ['a refused role', { ...comment, lastError: { ...gone, class: 'forbidden' } }],
  ['a change of a row', { ...comment, kind: 'update' }],
  ['one that is still on its way', { ...comment, state: 'waiting' }],
  ['a person as responder', { ...comment, tbl: 'responders' }],
  ['a payload that is none', { ...evidence, patch: { ...evidence.patch, type: 'poem' } }],
])('%s is no orphan', (_what, view) => {
  expect(orphanOf(view)).toBeNull();
});
