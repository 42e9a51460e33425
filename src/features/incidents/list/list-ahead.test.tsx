/** @vitest-environment jsdom */
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startPainted } from '#src/platform/shell/start-painted.ts';
import {
  createFakeReplica,
  listRow,
  read,
  ReplicaFrame,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import { useIncidentList } from '../queries.ts';
import { filterOf, type IncidentSearch } from './incident-search.ts';
import { readListAhead } from './list-ahead.ts';

let replica: FakeReplica;
afterEach(async () => {
  cleanup();
  await replica.close();
});

const listOf = (title: string) =>
  read({ rows: [listRow({ title })], others: [], hidden: { total: 0, byStatus: {} } });

function open(search: IncidentSearch) {
  return renderHook(() => useIncidentList(filterOf(search)), {
    wrapper: ({ children }) => <ReplicaFrame replica={replica}>{children}</ReplicaFrame>,
  });
}

it('the list stands with the first draw of its page, and is followed from then on', async () => {
  replica = createFakeReplica({ incidentList: listOf('before') });
  readListAhead(replica.model, '');
  await waitFor(() => expect(replica.listCalls).toHaveLength(1));
  await act(() => startPainted() ?? Promise.resolve());
  const { result } = open({});
  expect(result.current.value?.data.rows[0]?.title).toBe('before');
  await act(() => replica.set({ incidentList: listOf('after') }));
  await waitFor(() => expect(result.current.value?.data.rows[0]?.title).toBe('after'));
});

it('an address with a filter is left to its page', () => {
  replica = createFakeReplica();
  readListAhead(replica.model, '?status=closed');
  expect(replica.listCalls).toEqual([]);
});

it('a page of another filter does not take it', async () => {
  replica = createFakeReplica({ incidentList: listOf('before') });
  readListAhead(replica.model, '');
  await act(() => startPainted() ?? Promise.resolve());
  const { result } = open({ status: 'closed' });
  expect(result.current.status).toBe('loading');
  await waitFor(() => expect(replica.listCalls.at(-1)?.status).toBe('closed'));
});
