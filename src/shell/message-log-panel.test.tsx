/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import { MessageLogPanel } from './message-log-panel.tsx';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  messageLog.clear();
  await replica.close();
});

function show(): void {
  render(
    <ReplicaFrame replica={replica}>
      <MessageLogPanel onClose={() => undefined} />
    </ReplicaFrame>,
  );
}

const notice = {
  id: 'op-9',
  kind: 'failed' as const,
  message: 'Your comment was not saved: your role does not allow it.',
  opIds: ['op-9'],
  createdAt: 0,
  readAt: null,
};

it('shows unread notices above what toasts said', async () => {
  replica = createFakeReplica({ notices: [notice, { ...notice, id: 'op-8', message: 'Old', readAt: 1 }] });
  messageLog.add({ kind: 'success', text: 'Exported' });
  show();
  const list = await screen.findByRole('list', { name: 'Notices' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('Exported')).toBeDefined();
  await userEvent.click(within(list).getByRole('button', { name: 'Dismiss' }));
  expect(replica.sync.dismissNotice).toHaveBeenCalledExactlyOnceWith('op-9');
});

it('is not empty while a notice waits, and says so when nothing does', async () => {
  replica = createFakeReplica({ notices: [notice] });
  show();
  expect(await screen.findByRole('list', { name: 'Notices' })).toBeDefined();
  expect(screen.queryByText('No messages yet')).toBeNull();
  await replica.set({ notices: [] });
  expect(await screen.findByText('No messages yet')).toBeDefined();
});
