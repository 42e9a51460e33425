/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeReplica, op, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { downloadJson } from '#src/platform/actions/download-json.ts';
import { session } from '#src/platform/session/session.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

vi.mock('#src/platform/actions/download-json.ts', () => ({ downloadJson: vi.fn<() => void>() }));

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await replica.close();
});

function show(): void {
  render(
    <ReplicaFrame replica={replica}>
      <SignOutDialog onClose={() => undefined} />
    </ReplicaFrame>,
  );
}

const draft = { key: '/incidents/i-1#title:h-1', text: 'It is DNS', savedAt: 1, fromOpId: 'op-9' };

it('[I2] names and exports both unsent changes and kept drafts', async () => {
  const unsent = op({ patch: { title: 'X' } });
  replica = createFakeReplica({ outbox: [unsent, op({ id: 'op-2', state: 'done' })], drafts: [draft] });
  show();
  const dialog = await screen.findByText(/^1 change and 1 draft on this device have not been sent/u);
  expect(dialog).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Export what was not sent' }));
  expect(downloadJson).toHaveBeenCalledExactlyOnceWith('holdfast-unsent.json', {
    unsent: [unsent],
    drafts: [draft],
    unreadable: [],
  });
});

it('[D22] lists what was not sent, and removes it only when that was typed', async () => {
  const leave = vi.spyOn(session, 'beginSignOut').mockReturnValue();
  const outbox = Array.from({ length: 7 }, (_none, at) => op({ id: `op-${at}`, patch: { title: `T${at}` } }));
  replica = createFakeReplica({ outbox });
  show();
  const list = await screen.findByRole('list', { name: 'Changes that were not sent' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([...[0, 1, 2, 3, 4].map((at) => `Hypothesis title changed to “T${at}”`), 'and 2 more']);
  const remove = screen.getByRole('button', { name: 'Remove 7 changes and sign out' });
  await userEvent.click(remove);
  await userEvent.type(screen.getByRole('textbox'), 'remov');
  await userEvent.click(remove);
  expect(leave).not.toHaveBeenCalled();
  await userEvent.type(screen.getByRole('textbox'), 'e');
  await userEvent.click(screen.getByRole('button', { name: 'Remove 7 changes and sign out' }));
  expect(leave).toHaveBeenCalledExactlyOnceWith(7);
});

it('does not say that everything was sent when the device could not be read', async () => {
  replica = createFakeReplica({ failure: 'The database is locked' });
  show();
  expect(await screen.findByText(/could not be counted/u)).toBeDefined();
  expect(screen.queryByText(/Everything has been sent/u)).toBeNull();
});
