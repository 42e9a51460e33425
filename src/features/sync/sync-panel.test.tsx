/** @vitest-environment jsdom */
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { STORAGE_FULL_WORDS } from '#sync/core/outbox/status.ts';
import { createFakeReplica, LIVE, op, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import { SyncPanel } from './sync-panel.tsx';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

function show(onClose: () => void = () => undefined): void {
  render(
    <ReplicaFrame replica={replica}>
      <SyncPanel lock={null} onClose={onClose} onRemoveData={() => undefined} />
    </ReplicaFrame>,
  );
}

const forbidden = { class: 'forbidden', status: 403, code: '42501', message: 'permission denied' };
const failedNotice = {
  id: 'op-9',
  kind: 'failed' as const,
  message: 'Your comment was not saved: your role does not allow it. Its text is kept.',
  opIds: ['op-9'],
  createdAt: 0,
  readAt: null,
};

describe('SyncPanel', () => {
  it('says that everything is on the server', async () => {
    replica = createFakeReplica();
    show();
    expect(await screen.findByText('Everything you changed is on the server.')).toBeDefined();
    expect(screen.queryByText('Not saved on the server')).toBeNull();
  });

  it('[I6] lists open changes in plain words, with where, why and when', async () => {
    const waiting = op({
      state: 'waiting',
      patch: { status: 'likely' },
      attempts: 2,
      nextAt: Date.now(),
      lastError: { class: 'retryable', status: 503, code: null, message: 'upstream restarting' },
    });
    replica = createFakeReplica({ outbox: [waiting] });
    show();
    const item = await screen.findByRole('listitem');
    expect(within(item).getByText('Hypothesis status changed to Likely')).toBeDefined();
    expect(within(item).getByText('Waiting for the next try')).toBeDefined();
    expect(within(item).getByText('2 tries')).toBeDefined();
    expect(item.textContent).toContain('The server is busy or restarting (503): upstream restarting');
    expect(within(item).getByRole('link', { name: 'Open incident' }).getAttribute('href')).toBe(
      '/incidents/i-1',
    );
    await userEvent.click(within(item).getByRole('button', { name: 'Retry' }));
    expect(replica.sync.retry).toHaveBeenCalledExactlyOnceWith('op-1');
  });

  it('[B20] shows a command of several operations as one line', async () => {
    const group = { id: 'g', of: 3, onFail: 'stop' as const, intent: 'incident.create' };
    replica = createFakeReplica({
      outbox: [
        op({
          id: 'a',
          kind: 'insert',
          tbl: 'incidents',
          patch: { title: 'DNS' },
          group: { ...group, step: 1 },
        }),
        op({
          id: 'b',
          kind: 'insert',
          tbl: 'hypotheses',
          patch: { title: 'DNS' },
          group: { ...group, step: 2 },
        }),
      ],
    });
    show();
    const item = await screen.findByRole('listitem');
    expect(within(item).getByText('New incident “DNS”')).toBeDefined();
    expect(within(item).getByText('step 1 of 3')).toBeDefined();
    await userEvent.click(within(item).getByRole('button', { name: 'Discard' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard change' }));
    expect(replica.sync.discard).toHaveBeenCalledExactlyOnceWith('a');
  });

  it('asks before it discards', async () => {
    replica = createFakeReplica({ outbox: [op({ state: 'parked', patch: { title: 'X' }, attempts: 5 })] });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(replica.sync.discard).not.toHaveBeenCalled();
    const dialog = await screen.findByRole('alertdialog', { name: 'Discard this change?' });
    expect(dialog.textContent).toContain('Hypothesis title changed to “X”');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Discard change' }));
    expect(replica.sync.discard).toHaveBeenCalledExactlyOnceWith('op-1');
  });

  it('[D7] takes a text back to edit, and copies it', async () => {
    replica = createFakeReplica({ outbox: [op({ state: 'parked', patch: { title: 'X' }, attempts: 5 })] });
    show();
    const item = await screen.findByRole('listitem');
    expect(within(item).getByRole('button', { name: 'Copy' })).toBeDefined();
    await userEvent.click(within(item).getByRole('button', { name: 'Take back to edit' }));
    expect(replica.sync.discard).toHaveBeenCalledExactlyOnceWith('op-1');
    await vi.waitFor(
      () =>
        expect(messageLog.getSnapshot().messages[0]).toMatchObject({
          text: 'Taken back: the text is where you wrote it',
          href: '/incidents/i-1',
        }),
      { timeout: 30_000 },
    );
  });

  it('a change without a text, and a command of several, have nothing to take back to edit', async () => {
    const group = { id: 'g', of: 2, onFail: 'stop' as const, intent: 'incident.create' };
    const step = { kind: 'insert' as const, patch: { title: 'DNS' } };
    replica = createFakeReplica({
      outbox: [
        op({ id: 's', patch: { status: 'likely' } }),
        op({ ...step, id: 'a', tbl: 'incidents', group: { ...group, step: 1 } }),
        op({ ...step, id: 'b', tbl: 'hypotheses', group: { ...group, step: 2 } }),
      ],
    });
    show();
    expect(await screen.findAllByRole('button', { name: 'Discard' })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Take back to edit' })).toBeNull();
  });

  it.each(['sending', 'ambiguous'] as const)('[D7] offers no way back while %s', async (state) => {
    replica = createFakeReplica({ outbox: [op({ state, patch: { title: 'X' } })] });
    show();
    await screen.findByRole('listitem');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Take back to edit' })).toBeNull();
  });

  it('[D8] decides a conflict', async () => {
    const clash = op({
      state: 'conflict',
      patch: { status: 'proven' },
      base: { status: 'possible' },
      conflict: { theirs: { status: 'disproven' }, fields: ['status'] },
    });
    replica = createFakeReplica({ outbox: [clash] });
    show();
    const review = await screen.findByRole('group', {
      name: 'Changed on the server too: needs your decision',
    });
    expect(within(review).queryByRole('button', { name: 'Edit' })).toBeNull();
    await userEvent.click(within(review).getByRole('button', { name: 'Apply mine' }));
    expect(replica.sync.resolveConflict).toHaveBeenCalledExactlyOnceWith('op-1', { take: 'mine' });
  });

  it('shows a failed comment with its text, copies and dismisses it', async () => {
    // It brings a clipboard, which jsdom has not.
    const user = userEvent.setup();
    const ended = op({
      id: 'op-9',
      state: 'failed',
      kind: 'insert',
      tbl: 'comments',
      patch: { comment: 'Rolled back' },
      lastError: forbidden,
    });
    replica = createFakeReplica({ notices: [failedNotice], outbox: [ended] });
    show();
    const notices = await screen.findByRole('list', { name: 'Notices' });
    expect(within(notices).getByText('Rolled back')).toBeDefined();
    expect(screen.getByText('Everything you changed is on the server.')).toBeDefined();
    await user.click(within(notices).getByRole('button', { name: 'Copy text' }));
    expect(await navigator.clipboard.readText()).toBe('Rolled back');
    expect(await within(notices).findByRole('button', { name: 'Copied to clipboard' })).toBeDefined();
    await userEvent.click(within(notices).getByRole('button', { name: 'Dismiss' }));
    expect(replica.sync.dismissNotice).toHaveBeenCalledExactlyOnceWith('op-9');
  });

  it('[I2] lists every kept text with what it was, copies it and asks before it is deleted', async () => {
    const user = userEvent.setup();
    const lost = { key: '/incidents/i-1#title:h-1', text: 'It is DNS', savedAt: 1, fromOpId: 'op-9' };
    const typed = { key: '/incidents/i-2#comment:h-2', text: 'Half a thought', savedAt: 2, fromOpId: null };
    replica = createFakeReplica({ drafts: [lost, typed] });
    show();
    const items = within(await screen.findByRole('list', { name: 'Drafts' })).getAllByRole('listitem');
    expect(items[0]!.textContent).toContain('Comment not sent yet');
    expect(items[1]!.textContent).toContain('Title not saved on the server');
    const title = within(items[1]!);
    expect(title.getByText('It is DNS')).toBeDefined();
    expect(title.getByRole('link', { name: 'Open incident' }).getAttribute('href')).toBe('/incidents/i-1');
    await user.click(title.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('It is DNS');
    await user.click(title.getByRole('button', { name: 'Delete' }));
    expect(replica.sync.deleteDraft).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: 'Delete draft' }));
    expect(replica.sync.deleteDraft).toHaveBeenCalledExactlyOnceWith(lost.key);
  });

  it('[I2] says the choices of a form in words, and copies those', async () => {
    const user = userEvent.setup();
    const text = 'step: details\nkind: team\nteam: t-1\ntype: email';
    const drafts = [{ key: '/incidents/i-1#ticket:new', text, savedAt: 1, fromOpId: null }];
    const row = { base: null, ops: [], seen: null, deletedAt: null };
    replica = createFakeReplica({ drafts, rows: { 'teams t-1': { ...row, visible: { name: 'Payments' } } } });
    show();
    const list = within(await screen.findByRole('list', { name: 'Drafts' }));
    await list.findByText(/Payments/u);
    expect(list.getByRole('blockquote').textContent).toBe('Kind: Team\nTeam: Payments\nType: Email');
    await user.click(list.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('Kind: Team\nTeam: Payments\nType: Email');
  });

  it('[I2] says the name that a row in a kept form has been given since', async () => {
    const text = 'step: details\nkind: team\nteam: t-1\ntype: email';
    const drafts = [{ key: '/incidents/i-1#ticket:new', text, savedAt: 1, fromOpId: null }];
    const named = (name: string) => ({
      'teams t-1': { base: null, ops: [], seen: null, deletedAt: null, visible: { name } },
    });
    replica = createFakeReplica({ drafts, rows: named('Payments') });
    show();
    const list = within(await screen.findByRole('list', { name: 'Drafts' }));
    await list.findByText(/Payments/u);
    await act(async () => await replica.set({ rows: named('Checkout') }));
    expect((await list.findByText(/Checkout/u)).textContent).toContain('Team: Checkout');
  });

  it('[I2] says of a form in which nothing stands that nothing does', async () => {
    const drafts = [{ key: '/incidents#choices:attach', text: 'incident: none', savedAt: 1, fromOpId: null }];
    replica = createFakeReplica({ drafts });
    show();
    const list = within(await screen.findByRole('list', { name: 'Drafts' }));
    expect(list.getByText('Nothing was typed or chosen')).toBeDefined();
    expect(list.queryByRole('button', { name: 'Copy' })).toBeNull();
  });

  it('hides notices that were read', async () => {
    replica = createFakeReplica({ notices: [{ ...failedNotice, readAt: 1 }] });
    show();
    await screen.findByText('Everything you changed is on the server.');
    expect(screen.queryByRole('list', { name: 'Notices' })).toBeNull();
  });

  it('pulls on request, whatever tab is open', async () => {
    replica = createFakeReplica();
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Sync now' }));
    expect(replica.sync.refresh).toHaveBeenCalledOnce();
  });

  it('says when the outbox cannot be read', async () => {
    replica = createFakeReplica({ failure: 'The database is locked' });
    show();
    expect(await screen.findAllByText('The database is locked')).not.toHaveLength(0);
    expect(screen.queryByText('Everything you changed is on the server.')).toBeNull();
  });

  it('follows the state of the connection', async () => {
    replica = createFakeReplica();
    show();
    expect(await screen.findByText('Connected')).toBeDefined();
    act(() => replica.sync.status.set({ ...LIVE, phase: 'offline' }));
    expect(screen.getAllByText('This device is offline').length).toBeGreaterThan(0);
    const pull = await screen.findByRole('button', { name: /^Sync now/u });
    expect(pull.getAttribute('aria-disabled')).toBe('true');
  });

  it('leads to sign-in and back here when the session has ended', async () => {
    replica = createFakeReplica();
    show();
    await screen.findByText('Connected');
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
    act(() => replica.sync.status.set({ ...LIVE, phase: 'signed-out' }));
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login?return_to=%2F');
  });
});

it('says how old the stored data is while the worker has not pulled yet', async () => {
  const feed = { status: 'complete' as const, badRows: 0, lastError: null };
  replica = createFakeReplica({ feeds: [{ tbl: 'incidents', asOf: '2026-11-20T12:00:00Z', ...feed }] });
  replica.sync.status.set({ ...LIVE, phase: 'starting', asOf: null, isLeader: false });
  show();
  expect(await screen.findByText(/^Data as of /u)).toBeDefined();
  expect(screen.queryByText(/downloaded yet/u)).toBeNull();
  expect(screen.getByText('Connecting')).toBeDefined();
  expect(screen.queryByText(/another tab/u)).toBeNull();
});

it('[NET4] lists what this role may not read, and nothing where it may read all', async () => {
  const feed = { asOf: null, badRows: 0, lastError: null };
  replica = createFakeReplica({
    feeds: [
      { ...feed, tbl: 'incident_histories', status: 'forbidden' },
      { ...feed, tbl: 'comments', status: 'forbidden' },
      { ...feed, tbl: 'checks', status: 'complete' },
    ],
  });
  show();
  const refused = await screen.findByRole('region', { name: 'No permission' });
  expect(refused.textContent).toContain('No permission to read Comments, Incident history.');
  expect(refused.textContent).not.toContain('Checks');
});

it('[QTA10] calls paused updates paused, not an attempt to connect', async () => {
  replica = createFakeReplica();
  replica.sync.status.set({ ...LIVE, phase: 'starting', isFull: true, reason: STORAGE_FULL_WORDS });
  show();
  expect(await screen.findByText('Updates are paused')).toBeDefined();
  expect(screen.getByText(STORAGE_FULL_WORDS, { exact: false })).toBeDefined();
  expect(screen.queryByText('Connecting')).toBeNull();
});

it('does not call the device empty when its age could not be read', async () => {
  replica = createFakeReplica({ failure: 'The database is locked' });
  replica.sync.status.set({ ...LIVE, phase: 'starting', asOf: null });
  show();
  expect(await screen.findByText(/the age of the data could not be read/u)).toBeDefined();
  expect(screen.queryByText(/downloaded yet/u)).toBeNull();
});
