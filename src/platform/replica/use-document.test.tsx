import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FetchedDocument } from '#sync/protocol/document.ts';
import { fetchedBody, UNFETCHED } from '#tests/page/fake-answers.ts';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { useDocument } from './use-document.ts';

let replica: FakeReplica;
let answers: ((fetched: FetchedDocument) => void)[];

beforeEach(() => {
  replica = createFakeReplica();
  answers = [];
  vi.mocked(replica.sync.fetchDocument).mockImplementation(
    async () => new Promise((answer) => answers.push(answer)),
  );
});
afterEach(async () => {
  cleanup();
  await replica.close();
});

const wrapper = ({ children }: { children: ReactNode }): ReactElement => (
  <ReplicaFrame replica={replica}>{children}</ReplicaFrame>
);
const show = () => renderHook(() => useDocument('action-result', 's1', true), { wrapper });
const phase = (to: typeof LIVE.phase): void => act(() => replica.sync.status.set({ ...LIVE, phase: to }));
const answer = (at: number, fetched: FetchedDocument): Promise<void> =>
  act(async () => answers[at]?.(fetched));

describe('a body on demand', () => {
  it('that is on its way while the app finds its server is asked for once', async () => {
    phase('offline');
    const { result } = show();
    phase('live');
    await answer(0, fetchedBody({ body: 'all of it' }));
    await waitFor(() => expect(result.current.value?.body).toBe('all of it'));
    expect(answers).toHaveLength(1);
  });

  it('that could not be had is asked for again, at once where the server was found meanwhile', async () => {
    phase('offline');
    const { result } = show();
    phase('live');
    await answer(0, UNFETCHED);
    await waitFor(() => expect(answers).toHaveLength(2));
    await answer(1, fetchedBody({ body: 'all of it' }));
    await waitFor(() => expect(result.current.value?.body).toBe('all of it'));
    phase('offline');
    phase('live');
    expect(answers).toHaveLength(2);
  });

  it('that is kept is asked for again when the server can be reached, and stays meanwhile', async () => {
    phase('offline');
    const { result } = show();
    await answer(0, fetchedBody({ body: 'kept', reason: 'Not reachable now.' }));
    await waitFor(() => expect(result.current.value?.body).toBe('kept'));
    expect(answers).toHaveLength(1);
    phase('live');
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(result.current.value?.body).toBe('kept');
  });
});
