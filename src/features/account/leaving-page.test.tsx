/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import { endServerSession } from '#src/platform/session/end-server-session.ts';
import { wipeReplica } from '#src/platform/replica/open-replica.ts';
import { swapSession, type SwapSession } from '#src/platform/session/swap-session.ts';
import { session } from '#src/platform/session/session.ts';
import { LeavingPage } from './leaving-page.tsx';

vi.mock('#src/platform/replica/open-replica.ts', () => ({ wipeReplica: vi.fn<typeof wipeReplica>() }));
vi.mock('#src/platform/session/swap-session.ts', () => ({ swapSession: vi.fn<SwapSession>() }));
vi.mock('#src/platform/session/end-server-session.ts', () => ({
  endServerSession: vi.fn<typeof endServerSession>(),
}));

const ada = { userId: 'ada', name: 'Ada', email: '', tenant: 'http://localhost' };

/** What happened, in order. */
let steps: string[];

beforeEach(() => {
  steps = [];
  vi.mocked(wipeReplica).mockImplementation(async ({ userId }, confirmed) => {
    steps.push(`wipe ${userId} ${confirmed}`);
  });
  vi.mocked(swapSession).mockImplementation((run) => run());
  vi.mocked(endServerSession).mockImplementation(async () => {
    steps.push('end the session');
    return true;
  });
  vi.spyOn(session, 'signOut').mockImplementation(({ isServerTold }) => {
    steps.push(`forget, told: ${isServerTold}`);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

// The same with every drawing, as React is told.
const goTo = (href: string): void => void steps.push(`go to ${href}`);

function show(confirmedUnsent = 0): void {
  render(
    <StrictMode>
      <LeavingPage confirmedUnsent={confirmedUnsent} identity={ada} onLeft={goTo} />
    </StrictMode>,
  );
}

it('[D22] removes the data first, then ends the session, and leaves for a fresh page, once', async () => {
  show(2);
  await vi.waitFor(() => expect(steps.at(-1)).toMatch(/^go to \/login/u));
  expect(steps.slice(0, -1)).toEqual(['wipe ada 2', 'end the session', 'forget, told: true']);
});

it('[AUT7] waits until nothing of this app is on its way, and holds the session until the person is forgotten', async () => {
  vi.mocked(swapSession).mockImplementation(async (run) => {
    steps.push('held');
    const done = await run();
    steps.push('let go');
    return done;
  });
  show();
  await vi.waitFor(() => expect(steps.at(-1)).toMatch(/^go to \/login/u));
  expect(steps.slice(0, -1)).toEqual([
    'held',
    'wipe ada 0',
    'end the session',
    'forget, told: true',
    'let go',
  ]);
});

it('leaves also when the server could not be told, which is remembered', async () => {
  vi.mocked(endServerSession).mockResolvedValue(false);
  show();
  await vi.waitFor(() => expect(steps.at(-1)).toMatch(/^go to/u));
  expect(steps).toContain('forget, told: false');
});

it('[I18] stays signed in when the data could not be removed, says why, and tries again', async () => {
  vi.mocked(wipeReplica).mockRejectedValueOnce(
    new SyncError({ kind: 'rejected', status: 0, message: '1 change is not sent yet. Nothing was removed.' }),
  );
  show();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('1 change is not sent yet. Nothing was removed.');
  expect(screen.getByRole('heading', { name: 'Not signed out' })).toBeDefined();
  expect(steps).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(steps.at(-1)).toMatch(/^go to \/login/u));
});
