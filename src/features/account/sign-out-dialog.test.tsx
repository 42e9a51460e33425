/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeReplica, op, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { downloadJson } from '#src/platform/download-json.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

vi.mock('#src/platform/download-json.ts', () => ({ downloadJson: vi.fn<() => void>() }));

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
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
  });
});

it('does not say that everything was sent when the device could not be read', async () => {
  replica = createFakeReplica({ failure: 'The database is locked' });
  show();
  expect(await screen.findByText(/could not be read from this device/u)).toBeDefined();
  expect(screen.queryByText(/Everything has been sent/u)).toBeNull();
});
