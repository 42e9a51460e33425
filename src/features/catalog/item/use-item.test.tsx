import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JsonRow } from '#sync/protocol/op.ts';
import { fetchedBody, type FetchedBody } from '#tests/page/fake-answers.ts';
import { createFakeIndex } from '#tests/page/fake-index.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { useItem } from './use-item.ts';

let replica: FakeReplica;
beforeEach(() => {
  replica = createFakeReplica();
});
afterEach(async () => {
  cleanup();
  await replica.close();
});

const ROW = { id: 'c1', name: 'web' };
const NEVER = { state: 'never', reason: 'Not reachable now.' } as const;

function show(detail: FetchedBody, rows: readonly JsonRow[] = []) {
  vi.mocked(replica.sync.fetchDocument).mockImplementation(async () =>
    fetchedBody({ asOf: '2026-11-20T11:00:00Z', ...detail }),
  );
  const index = createFakeIndex({ rows: { config_items: rows } });
  function Frame({ children }: { children: ReactNode }): ReactElement {
    return (
      <ReplicaFrame index={index} replica={replica}>
        {children}
      </ReplicaFrame>
    );
  }
  const { result } = renderHook(() => useItem('c1'), { wrapper: Frame });
  return result;
}

it.each([
  ['missing', {}],
  ['not-here', NEVER],
  ['forbidden', { state: 'forbidden' }],
] as const)('an item that is nowhere is %s only where the server said so: %j', async (is, detail) => {
  const result = show(detail);
  expect(result.current.is).toBe('loading');
  await waitFor(() => expect(result.current.is).toBe(is));
});

it('its row alone is enough, and says why the server adds nothing', async () => {
  const result = show(NEVER, [ROW]);
  await waitFor(() => {
    expect(result.current).toMatchObject({
      is: 'found',
      value: { item: { name: 'web', summary: null } },
      claim: { basis: 'device', asOf: '2026-11-20T12:00:00Z', reason: 'Not reachable now.' },
    });
  });
});

it('what was fetched before is enough, with its own age', async () => {
  const result = show({ body: { ...ROW, summary: { changes: 4 } }, reason: 'Not reachable now.' });
  await waitFor(() => {
    expect(result.current).toMatchObject({
      is: 'found',
      value: { item: { name: 'web', summary: { changes: 4 } } },
      claim: { basis: 'kept', asOf: '2026-11-20T11:00:00Z' },
    });
  });
});

it('a fetch that fails is no missing item', async () => {
  const result = show({});
  vi.mocked(replica.sync.fetchDocument).mockRejectedValue(new Error('the worker is gone'));
  await waitFor(() => expect(result.current.is).toBe('missing'));
  cleanup();
  const index = createFakeIndex({ rows: {} });
  const failing = renderHook(() => useItem('c1'), {
    wrapper: ({ children }) => (
      <ReplicaFrame index={index} replica={replica}>
        {children}
      </ReplicaFrame>
    ),
  });
  await waitFor(() => expect(failing.result.current.is).toBe('failed'));
});
