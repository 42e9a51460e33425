/** @vitest-environment jsdom */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareEffect } from '#sync/core/commands/effects.ts';
import type { Effect } from '#sync/protocol/effect.ts';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { useEffects } from '#src/views/effect/use-effects.ts';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import { ASK_AGAIN_MS, useAskAgain } from './ask-again.ts';
import { SyncChip } from './sync-chip.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
/** For a loaded machine; nothing here waits by the clock. */
const PATIENCE = { timeout: 30_000 };

let replica: FakeReplica;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  messageLog.clear();
  await replica.close();
});

function prepared(id: string, ageMs = 0): Effect {
  const identity = { userId: 'p-1', tenant: 'http://localhost', scopeHash: '' };
  const origin = { screen: '/health', tabId: 't1', appVersion: '0' };
  const request = { kind: 'check.run', checkId: id } as const;
  return prepareEffect({ id, identity, request, title: `Run ${id}`, nowMs: NOW - ageMs, origin });
}

/** Its own read starts after the one under test, so the number shown has been seen by both. */
function Page(): ReactElement {
  useAskAgain();
  return (
    <>
      <SyncChip />
      <p>{useEffects().value?.length ?? 'reading'} known</p>
    </>
  );
}

async function show(phase: (typeof LIVE)['phase'], effects: readonly Effect[]): Promise<void> {
  replica = createFakeReplica({ effects });
  replica.sync.status.set({ ...LIVE, phase });
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: ['/incidents?status=open'] }),
  });
  render(
    <ReplicaFrame replica={replica}>
      <RouterProvider router={router} />
    </ReplicaFrame>,
  );
  await screen.findByText(`${effects.length} known`, {}, PATIENCE);
}

const become = (phase: (typeof LIVE)['phase']): void =>
  act(() => replica.sync.status.set({ ...LIVE, phase }));
const said = (): object[] =>
  messageLog.getSnapshot().messages.map(({ text, detail, href }) => ({ text, detail, href }));
const href = '/incidents?status=open&panel=sync';
const ONE = {
  text: '1 prepared action waits for you',
  detail: 'Run a. It is sent only when you say so.',
  href,
};

describe('prepared actions', () => {
  it('are asked about on any page when the server is back, and sent by nobody', async () => {
    await show('offline', [prepared('a')]);
    expect(said()).toEqual([]);
    become('live');
    expect(said()).toEqual([ONE]);
    become('syncing');
    become('live');
    expect(said()).toEqual([ONE]);
    expect(replica.sync.sendEffect).not.toHaveBeenCalled();
  });

  it('are asked about when the app is opened again, once the server has answered', async () => {
    await show('starting', [prepared('a'), prepared('b')]);
    expect(said()).toEqual([]);
    become('live');
    expect(said()).toMatchObject([{ text: '2 prepared actions wait for you', href }]);
  });

  it('are asked about once while the network comes and goes, and again at a later return', async () => {
    await show('offline', [prepared('a')]);
    for (const phase of ['live', 'unreachable', 'live', 'offline', 'live', 'offline'] as const) become(phase);
    expect(said()).toEqual([ONE]);
    vi.setSystemTime(NOW + ASK_AGAIN_MS);
    become('live');
    expect(said()).toEqual([ONE, ONE]);
  });

  it('are not asked about once their time is over, nor while they are sent by a press', async () => {
    await show('offline', [prepared('a', 15 * 60_000), { ...prepared('b'), state: 'unknown' }]);
    become('live');
    await replica.set({ effects: [prepared('c'), prepared('d'), prepared('e')] });
    await screen.findByText('3 known', {}, PATIENCE);
    expect(said()).toEqual([]);
  });

  it('are asked about by a tab nobody sees when it is shown', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await show('offline', [prepared('a')]);
    become('live');
    expect(said()).toEqual([]);
    visibility.mockReturnValue('visible');
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(said()).toEqual([ONE]);
  });

  it('are named by the chip, until they are dropped', async () => {
    await show('offline', [prepared('a')]);
    const chip = screen.getByRole('button', { name: /^Sync: / });
    const name = (): string | null => chip.getAttribute('aria-label');
    await waitFor(() => expect(name()).toBe('Sync: Offline – 1 prepared'), PATIENCE);
    become('live');
    await waitFor(() => expect(name()).toMatch(/^Sync: .* – 1 prepared$/), PATIENCE);
    await replica.set({ effects: [] });
    await waitFor(() => expect(name()).toMatch(/^Sync: (Live|Updated now)$/), PATIENCE);
  });
});
