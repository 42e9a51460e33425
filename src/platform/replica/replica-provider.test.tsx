/** @vitest-environment jsdom */
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeHealth } from '#tests/page/fake-health.ts';
import { createFakeTopology } from '#tests/page/fake-topology.ts';
import { createFakeReplica, LIVE, type FakeReplica } from '#tests/page/fake-replica.tsx';
import type { IndexClient } from './index-client.ts';
import { openReplica } from './open-replica.ts';
import { ReplicaProvider } from './replica-provider.tsx';
import { session } from '../session/session.ts';

vi.mock('./open-replica.ts', () => ({ openReplica: vi.fn<typeof openReplica>() }));

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await replica.close();
});

const unusedIndex: IndexClient = {
  query: () => Promise.reject(new Error('not asked here')),
  rows: () => Promise.reject(new Error('not asked here')),
  rebuild: () => Promise.reject(new Error('not asked here')),
  follow: () => () => undefined,
};

/** The provider of a person whose worker says `phase` when it mounts. */
function mount(phase: 'signed-out' | 'live'): { markExpired: ReturnType<typeof vi.fn> } {
  replica = createFakeReplica();
  replica.sync.status.set({ ...LIVE, phase });
  vi.mocked(openReplica).mockReturnValue({
    kind: 'open',
    replica: {
      identity: { userId: 'u', tenant: 't', scopeHash: '' },
      model: replica.model,
      client: {
        ...replica.sync,
        index: unusedIndex,
        health: createFakeHealth([]),
        topology: createFakeTopology([]),
      },
    },
  });
  const markExpired = vi.spyOn(session, 'markExpired');
  render(
    <ReplicaProvider
      identity={{ userId: 'u', tenant: 't', name: 'Ada', email: '' }}
      renderFailure={(error) => <p>{error.message}</p>}
    >
      <p>screens</p>
    </ReplicaProvider>,
  );
  return { markExpired };
}

const turnTo = (phase: 'signed-out' | 'live'): void => act(() => replica.sync.status.set({ ...LIVE, phase }));

it('a hold from before the sign-in does not end the fresh session, the next 401 does', () => {
  const { markExpired } = mount('signed-out');
  expect(markExpired).not.toHaveBeenCalled();
  turnTo('live');
  expect(markExpired).not.toHaveBeenCalled();
  turnTo('signed-out');
  expect(markExpired).toHaveBeenCalledTimes(1);
});

it('a 401 while the page is open ends the session', () => {
  const { markExpired } = mount('live');
  turnTo('signed-out');
  expect(markExpired).toHaveBeenCalledTimes(1);
});
