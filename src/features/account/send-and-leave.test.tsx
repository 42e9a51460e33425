/** @vitest-environment jsdom */
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import type { Draft, Notice } from '#sync/protocol/op.ts';
import {
  createFakeReplica,
  LIVE,
  op,
  ReplicaFrame,
  type FakeReplica,
  type ReplicaState,
} from '#tests/page/fake-replica.tsx';
import { session } from '#src/platform/session/session.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { SEND_WAIT_S } from './use-send-and-leave.ts';

/** For a loaded machine; nothing here waits by the clock. */
const PATIENCE = { timeout: 30_000 };

const draft: Draft = { key: '/incidents/i-1#comment', text: 'It is DNS', savedAt: 1, fromOpId: 'op-1' };
const notice = (id: string): Notice => ({
  id,
  kind: 'failed',
  message: 'Refused',
  opIds: ['op-1'],
  createdAt: 0,
  readAt: null,
});

let replica: FakeReplica;
let leave: MockInstance<typeof session.beginSignOut>;

beforeEach(() => {
  leave = vi.spyOn(session, 'beginSignOut').mockReturnValue();
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await replica.close();
});

/** One unsent change, and the press that sends it. */
async function send(state: Partial<ReplicaState> = {}): Promise<void> {
  replica = createFakeReplica({ outbox: [op({ patch: { comment: 'It is DNS' } })], ...state });
  await press();
}

async function press(): Promise<void> {
  replica.sync.status.set({ ...LIVE, waiting: 1 });
  vi.mocked(replica.sync.unsent).mockResolvedValue(1);
  render(
    <ReplicaFrame replica={replica}>
      <SignOutDialog onClose={() => undefined} />
    </ReplicaFrame>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Send and sign out' }, PATIENCE));
}

/** What the worker says once nothing waits; what was sent has left the list before that. */
async function settle(left: number, state: Partial<ReplicaState>, needsAttention = 0): Promise<void> {
  vi.mocked(replica.sync.unsent).mockResolvedValue(left);
  await act(() => replica.set(state));
  const isListed = state.outbox?.length !== 0;
  const list = { name: 'Changes that were not sent' };
  await vi.waitFor(() => expect(screen.queryByRole('list', list) !== null).toBe(isListed), PATIENCE);
  await act(async () => replica.sync.status.set({ ...LIVE, waiting: 0, needsAttention }));
}

describe('[D22] "Send and sign out"', () => {
  it('asks for the outbox to be sent, counts, and signs out once nothing is left', async () => {
    await send();
    expect(replica.sync.refresh).toHaveBeenCalledTimes(1);
    expect(screen.getByText(`Sending, 1 left. Waiting up to ${SEND_WAIT_S} s.`)).toBeDefined();
    expect(leave).not.toHaveBeenCalled();
    await settle(0, { outbox: [] });
    await vi.waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(0), PATIENCE);
  });

  it('waits for the journal, which has the last word', async () => {
    await send();
    const look = vi.spyOn(replica.model, 'notices');
    await settle(1, {});
    await vi.waitFor(() => expect(replica.sync.unsent).toHaveBeenCalled(), PATIENCE);
    await act(async () => undefined);
    // What was refused is only looked for when nothing is left.
    expect(look).not.toHaveBeenCalled();
    expect(leave).not.toHaveBeenCalled();
    expect(screen.getByText(/^Sending, 0 left/u)).toBeDefined();
  });

  it('says when it could not read what was refused before, and may be pressed again', async () => {
    replica = createFakeReplica({ outbox: [op({ patch: { comment: 'It is DNS' } })] });
    vi.spyOn(replica.model, 'notices').mockRejectedValueOnce(new Error('The journal is closed'));
    await press();
    expect(await screen.findByText('The journal is closed', {}, PATIENCE)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Send and sign out' }));
    await settle(0, { outbox: [] });
    await vi.waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(0), PATIENCE);
  });

  it('stays when the server refuses, says so, and loses nothing of what was typed', async () => {
    await send({ notices: [notice('old')] });
    await settle(0, { outbox: [], drafts: [draft], notices: [notice('new'), notice('old')] }, 1);
    expect(
      await screen.findByText(
        '1 change was not saved on the server: see Sync for the reason. 1 draft is still on this device.',
        {},
        PATIENCE,
      ),
    ).toBeDefined();
    expect(
      screen.getByText('1 draft on this device has not been sent. Signing out removes it.'),
    ).toBeDefined();
    expect(leave).not.toHaveBeenCalled();
  });

  it('stays too when what was refused left no text, and does not say that everything was sent', async () => {
    await send();
    await settle(0, { outbox: [], notices: [notice('new')] }, 1);
    expect(
      await screen.findByText('1 change was not saved on the server: see Sync for the reason.', {}, PATIENCE),
    ).toBeDefined();
    expect(screen.queryByText(/Everything has been sent/u)).toBeNull();
    expect(leave).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(leave).toHaveBeenCalledExactlyOnceWith(0);
  });

  it('keeps a draft that cannot be sent, and goes past notices from before', async () => {
    await send({ drafts: [draft], notices: [notice('old')] });
    await settle(0, { outbox: [] }, 1);
    expect(
      await screen.findByText('Everything was sent. 1 draft is still on this device.', {}, PATIENCE),
    ).toBeDefined();
    expect(leave).not.toHaveBeenCalled();
  });

  it('stays when something needs a decision', async () => {
    await send();
    await settle(1, { outbox: [op({ state: 'conflict', patch: { title: 'X' } })] }, 1);
    expect(
      await screen.findByText('1 could not be sent: decide in Sync what to do.', {}, PATIENCE),
    ).toBeDefined();
    expect(leave).not.toHaveBeenCalled();
  });

  it('[AUT8] stays when something may have been sent under another account: the notice would go with the data', async () => {
    await send();
    await settle(0, { outbox: [], notices: [{ ...notice('op-1 foreign'), kind: 'foreign' }] });
    const said = '1 change may have been sent under another account: see Sync.';
    expect(await screen.findByText(said, {}, PATIENCE)).toBeDefined();
    expect(leave).not.toHaveBeenCalled();
  });

  it('gives up aloud after its time, and may be tried again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await send();
    act(() => {
      vi.advanceTimersByTime((SEND_WAIT_S - 1) * 1000);
    });
    expect(screen.getByText('Sending, 1 left. Waiting up to 1 s.')).toBeDefined();
    act(() => {
      vi.advanceTimersByTime(1000);
    });
    expect(screen.getByText('Not everything was sent within 30 seconds.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Send and sign out' }));
    expect(screen.getByText(`Sending, 1 left. Waiting up to ${SEND_WAIT_S} s.`)).toBeDefined();
    expect(leave).not.toHaveBeenCalled();
  });

  it('says why it could not begin', async () => {
    replica = createFakeReplica({ outbox: [op({})] });
    vi.mocked(replica.sync.refresh).mockRejectedValue(
      new SyncError({ kind: 'cancelled', message: 'Another tab has taken over.' }),
    );
    replica.sync.status.set({ ...LIVE, waiting: 1 });
    render(
      <ReplicaFrame replica={replica}>
        <SignOutDialog onClose={() => undefined} />
      </ReplicaFrame>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Send and sign out' }, PATIENCE));
    expect(await screen.findByText('Another tab has taken over.', {}, PATIENCE)).toBeDefined();
    expect(leave).not.toHaveBeenCalled();
  });
});
