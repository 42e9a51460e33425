/** @vitest-environment jsdom */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import type { Notice } from '#sync/protocol/op.ts';
import { useNotices } from '#src/features/sync/sync-queries.ts';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import { useFailureToast } from './failure-toast.ts';

/** For a loaded machine. */
const PATIENCE = { timeout: 30_000 };

let replica: FakeReplica;

// What follows at once is told by the clock, which stands still.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  messageLog.clear();
  await replica.close();
});

/** Its own read starts after the one under test, so "ready" means that both have answered. */
function Probe(): ReactElement {
  useFailureToast();
  return <p>{useNotices().value === undefined ? 'reading' : 'ready'}</p>;
}

function notice(id: string): Notice {
  return { id, kind: 'failed', message: `Lost ${id}`, opIds: [id], createdAt: 0, readAt: null };
}

const said = (): { text: string; href: string | undefined }[] =>
  messageLog.getSnapshot().messages.map(({ text, href }) => ({ text, href }));

it('says a failure once, with the way to the outbox of this page, and counts those that follow at once', async () => {
  replica = createFakeReplica({ notices: [notice('old')] });
  const router = createRouter({
    routeTree: createRootRoute({ component: Probe }),
    history: createMemoryHistory({ initialEntries: ['/incidents?status=open'] }),
  });
  render(
    <ReplicaFrame replica={replica}>
      <RouterProvider router={router} />
    </ReplicaFrame>,
  );
  await screen.findByText('ready', {}, PATIENCE);
  await replica.set({ notices: [notice('a'), notice('old')] });
  const href = '/incidents?status=open&panel=sync';
  await vi.waitFor(() => expect(said()).toEqual([{ text: 'Not saved on server', href }]), PATIENCE);
  await replica.set({ notices: [notice('b'), notice('a'), notice('old')] });
  await vi.waitFor(
    () => expect(said()).toEqual([{ text: '2 changes were not saved on the server', href }]),
    PATIENCE,
  );
});
