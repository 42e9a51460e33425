/** @vitest-environment jsdom */
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { createFakeIndex } from '#tests/page/fake-index.ts';
import { useChangesBefore } from './use-changes-before.ts';

const index = createFakeIndex({ rows: { config_changes: [], config_items: [] } });
let replica: FakeReplica;
afterEach(async () => {
  cleanup();
  await replica.close();
});

it('says the same, in the same object, while it is asked about the same items in another list', async () => {
  replica = createFakeReplica();
  vi.mocked(replica.sync.readPage).mockResolvedValue({ is: 'not-here', reason: 'This device is offline.' });
  const untilMs = Date.parse('2026-11-20T12:00:00Z');
  const { result, rerender } = renderHook(() => useChangesBefore(['i-1', 'i-2'], untilMs, 3_600_000), {
    wrapper: ({ children }) => (
      <ReplicaFrame index={index} replica={replica}>
        {children}
      </ReplicaFrame>
    ),
  });
  await waitFor(() => expect(result.current.is).toBe('found'));
  const before = result.current;
  rerender();
  expect(result.current).toBe(before);
});
