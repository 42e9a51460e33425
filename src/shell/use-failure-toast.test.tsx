/** @vitest-environment jsdom */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import type { Notice } from '#sync/protocol/op.ts';
import { messageLog } from '#src/ui/message-log.ts';
import { useFailureToast } from './failure-toast.ts';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  messageLog.clear();
  await replica.close();
});

function Probe(): null {
  useFailureToast();
  return null;
}

function notice(id: string): Notice {
  return { id, kind: 'failed', message: `Lost ${id}`, opIds: [id], createdAt: 0, readAt: null };
}

const said = (): { text: string; href: string | undefined }[] =>
  messageLog.getSnapshot().messages.map(({ text, href }) => ({ text, href }));

it('says a failure once, with the way to the outbox of this page, and counts those that follow at once', async () => {
  replica = createFakeReplica({ notices: [notice('old')] });
  const asked = vi.spyOn(replica.model, 'notices');
  const router = createRouter({
    routeTree: createRootRoute({ component: Probe }),
    history: createMemoryHistory({ initialEntries: ['/incidents?status=open'] }),
  });
  render(
    <ReplicaFrame replica={replica}>
      <RouterProvider router={router} />
    </ReplicaFrame>,
  );
  await vi.waitFor(() => expect(asked.mock.settledResults[0]?.type).toBe('fulfilled'));
  await replica.set({ notices: [notice('a'), notice('old')] });
  const href = '/incidents?status=open&panel=sync';
  await vi.waitFor(() => expect(said()).toEqual([{ text: 'Not saved on server', href }]));
  await replica.set({ notices: [notice('b'), notice('a'), notice('old')] });
  await vi.waitFor(() => expect(said()).toEqual([{ text: '2 changes were not saved on the server', href }]));
});
