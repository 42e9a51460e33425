import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskedPage, PagePart } from '#sync/protocol/paged.ts';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { usePage, type ChosenPage } from './use-page.ts';

const CLAIM = { state: 'complete', basis: 'server', asOf: null, lacks: [], reason: null } as const;
const MAX_AGE_MS = 1000;

let replica: FakeReplica;
let asked: { readonly page: AskedPage; readonly maxAgeMs: number }[];
let answer: (page: number, maxAgeMs: number) => PagePart;

beforeEach(() => {
  replica = createFakeReplica();
  asked = [];
  answer = (page) => ({
    is: 'found',
    value: { page, rows: [{ id: `row of ${page}` }], total: 9, extra: null },
    claim: CLAIM,
  });
  vi.mocked(replica.sync.readPage).mockImplementation(async (page, maxAgeMs) => {
    asked.push({ page, maxAgeMs });
    return answer(page.page, maxAgeMs);
  });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await replica.close();
});

const wrapper = ({ children }: { children: ReactNode }): ReactElement => (
  <ReplicaFrame replica={replica}>{children}</ReplicaFrame>
);
const show = (range: ChosenPage['range'], page = 1) =>
  renderHook(() => usePage({ source: 'changes', query: {}, range, page, size: 2 }, MAX_AGE_MS), { wrapper });

describe('a page of rows that are not pulled', () => {
  it('is asked for the moments that its range means now, by the clock of the server', async () => {
    replica.sync.status.set({ ...LIVE, skewMs: 3_600_000 });
    const { result } = show({ from: 'now-2d', to: 'now' });
    await waitFor(() => expect(result.current.part.is).toBe('found'));
    expect(asked.map(({ page }) => page.range)).toEqual([
      { from: 'now-2d', to: 'now', fromAt: '2026-11-18T13:00:00.000Z', toAt: '2026-11-20T13:00:00.000Z' },
    ]);
  });

  it('has times of the address as they are, and an open end where one is none', async () => {
    const { result } = show({ from: '2026-11-01T00:00:00.000Z', to: 'Someday' });
    await waitFor(() => expect(result.current.part.is).toBe('found'));
    expect(asked[0]?.page.range).toMatchObject({ fromAt: '2026-11-01T00:00:00.000Z', toAt: null });
  });

  it('is refreshed from the first page on, for the moments of then', async () => {
    const { result } = show({ from: 'now-2d', to: 'now' }, 3);
    await waitFor(() => expect(result.current.part.is).toBe('found'));
    vi.setSystemTime(new Date('2026-11-20T12:30:00Z'));
    await act(() => result.current.refresh());
    expect(asked.map(({ page, maxAgeMs }) => [page.page, maxAgeMs, page.range?.toAt])).toEqual([
      [3, MAX_AGE_MS, '2026-11-20T12:00:00.000Z'],
      [1, 0, '2026-11-20T12:30:00.000Z'],
    ]);
    // Whoever looks at the third page goes to the first by the address.
    expect(result.current.part).toMatchObject({ value: { page: 3 } });
  });

  it('that cannot be refreshed stays, and whoever asked hears why', async () => {
    const { result } = show(null);
    await waitFor(() => expect(result.current.part.is).toBe('found'));
    answer = () => ({ is: 'failed', error: { kind: 'bug', message: 'worker gone' } });
    await expect(act(() => result.current.refresh())).rejects.toThrow('worker gone');
    expect(result.current.part).toMatchObject({ is: 'found', value: { page: 1 } });
  });

  it('that was kept and could not be renewed goes on saying why, and is asked for again when the server is back', async () => {
    const { result } = show(null);
    await waitFor(() => expect(result.current.part.is).toBe('found'));
    // Young enough for whoever takes it as it is.
    const keptOf = (page: number, maxAgeMs: number): PagePart => ({
      is: 'found',
      value: { page, rows: [], total: 9, extra: null },
      claim: { ...CLAIM, basis: 'kept', reason: maxAgeMs === 0 ? 'The index is broken.' : null },
    });
    answer = keptOf;
    await act(() => result.current.refresh());
    await waitFor(() => expect(asked.length).toBeGreaterThan(2));
    expect(result.current.part).toMatchObject({ claim: { reason: 'The index is broken.' } });
    const before = asked.length;
    act(() => replica.sync.status.set({ ...LIVE, phase: 'unreachable' }));
    answer = (page) => ({ ...keptOf(page, 1) });
    act(() => replica.sync.status.set(LIVE));
    await waitFor(() => expect(result.current.part).toMatchObject({ claim: { reason: null } }));
    expect(asked.slice(before).every(({ maxAgeMs }) => maxAgeMs === 0)).toBe(true);
  });
});
