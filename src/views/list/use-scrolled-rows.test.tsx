import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PagedRow, PagePart } from '#sync/protocol/paged.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { useScrolledRows } from './use-scrolled-rows.ts';

const SIZE = 50;
const TOTAL = 120;

let replica: FakeReplica;
let asked: number[];
let answer: (page: number) => PagePart;

const rowsOf = (page: number): readonly PagedRow[] =>
  Array.from({ length: Math.min(SIZE, TOTAL - (page - 1) * SIZE) }, (_, at) => ({
    id: `r${(page - 1) * SIZE + at}`,
  }));
const found = (page: number, rows = rowsOf(page)): PagePart => ({
  is: 'found',
  value: { page, rows, total: TOTAL, extra: null },
  claim: { state: 'complete', basis: 'server', asOf: '2026-11-20T12:00:00Z', lacks: [], reason: null },
});

beforeEach(() => {
  replica = createFakeReplica();
  asked = [];
  answer = (page) => found(page);
  vi.mocked(replica.sync.readPage).mockImplementation(async ({ page }) => {
    asked.push(page);
    return answer(page);
  });
});
afterEach(async () => {
  cleanup();
  await replica.close();
});

const wrapper = ({ children }: { children: ReactNode }): ReactElement => (
  <ReplicaFrame replica={replica}>{children}</ReplicaFrame>
);
const question = { source: 'playbook-runs', query: {}, range: null, page: 1, size: SIZE } as const;
const toRow = ({ id }: PagedRow): { id: string } | undefined => (id === 'none' ? undefined : { id });

async function show() {
  const { result } = renderHook(() => useScrolledRows({ question, toRow }), { wrapper });
  await waitFor(() => expect(result.current.claim?.state).toBe('complete'));
  return {
    list: () => result.current,
    scrollTo: (end: number) => act(async () => result.current.show?.(end - 10, end)),
  };
}

describe('rows of the server that are scrolled through', () => {
  it('are read page by page as their end comes near, each once', async () => {
    const { list, scrollTo } = await show();
    await scrollTo(20);
    expect(asked).toEqual([1]);
    expect(list().counted).toBe('Showing 50 of 120');
    await scrollTo(45);
    expect([asked, list().lines.length]).toEqual([[1, 2], 100]);
    await scrollTo(60);
    await scrollTo(95);
    expect([asked, list().counted]).toEqual([[1, 2, 3], 'Showing 120']);
    await scrollTo(120);
    expect(asked).toEqual([1, 2, 3]);
    expect((await list().all()).isWhole).toBe(true);
  });

  it('are there once, though what was written meanwhile moves some to the next page', async () => {
    answer = (page) => found(page, page === 2 ? [{ id: 'r49' }, { id: 'none' }, ...rowsOf(2)] : rowsOf(page));
    const { list, scrollTo } = await show();
    await scrollTo(50);
    expect(list().lines.length).toBe(100);
  });

  it('stay when the next page cannot be read; it is asked for again at another place, and not by itself', async () => {
    answer = (page) => (page === 1 ? found(1) : { is: 'not-here', reason: 'Not reachable now.' });
    const { list, scrollTo } = await show();
    await scrollTo(50);
    expect(list().lines.length).toBe(50);
    expect(list().problems[0]?.error.message).toBe('Not reachable now.');
    await scrollTo(50);
    expect(asked).toEqual([1, 2]);
    answer = found;
    await scrollTo(48);
    expect([list().lines.length, list().problems]).toEqual([100, []]);
  });

  it('begin anew when the first page is read again', async () => {
    const { list, scrollTo } = await show();
    await scrollTo(50);
    answer = (page) => {
      const part = found(page);
      return part.is === 'found' ? { ...part, claim: { ...part.claim, asOf: '2026-11-20T13:00:00Z' } } : part;
    };
    await act(async () => list().refresh?.());
    expect(list().lines.length).toBe(50);
  });
});
