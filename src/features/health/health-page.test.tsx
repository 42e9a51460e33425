/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import '#tests/page/patience.ts';
import { answerHealth } from '#sync/core/check/query.ts';
import type { HealthRefresh, HealthRow } from '#sync/protocol/health.ts';
import type { HealthClient } from '#src/platform/replica/health-client.ts';
import { followStoredLimits, setFreshnessLimit } from '#src/platform/device/freshness-limits.ts';
import { createFakeHealth, healthRow, type FakeHealthState } from '#tests/page/fake-health.ts';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { HealthPage } from './health-page.tsx';
import { SORT_COLUMNS, type HealthSearch } from './health-search.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
const patience = { timeout: 30_000 };

let replica: FakeReplica;
let steps: { search: HealthSearch; replace: boolean }[];
let refreshes: number[];

// jsdom has no layout: every width is 0, which the page takes for a wide one.
class NoResize {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Of one test alone: what another one left in the same entry would take the focus. */
let ownEntry = 0;

beforeAll(() => {
  followStoredLimits();
});
beforeEach(() => {
  ownEntry += 1;
  vi.stubGlobal('ResizeObserver', NoResize);
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  replica = createFakeReplica();
  steps = [];
  refreshes = [];
  localStorage.clear();
  // Nothing holds that another test has set.
  dispatchEvent(new StorageEvent('storage', { key: null }));
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await replica.close();
});

interface PageProps {
  rows?: readonly HealthRow[];
  start?: HealthSearch;
  state?: FakeHealthState;
}

const checks = [
  healthRow({ id: 'a', name: 'api ping', labels: { app: 'web', tier: 'front' } }),
  healthRow({ id: 'b', name: 'api dns', status: 'unhealthy', labels: { app: 'web' } }),
  healthRow({ id: 'c', name: 'disk', canaryName: 'storage', namespace: 'infra', labels: { app: 'db' } }),
  healthRow({
    id: 'd',
    name: 'lonely',
    canaryName: 'edge',
    namespace: null,
    agentId: 'ag-1',
    agentName: 'west',
    agentSilentSince: '2026-11-20T11:10:00Z',
    lastRuntime: '2026-11-20T10:00:00Z',
  }),
];

function Page({ rows = checks, start = {}, state = {} }: PageProps): ReactElement {
  const [search, setSearch] = useState(start);
  const [health] = useState(() => createFakeHealth(rows, state, refreshes));
  return (
    <ReplicaFrame health={health} replica={replica}>
      <HealthPage
        entryKey={`own ${ownEntry}`}
        search={search}
        onBack={() => steps.push({ search: { query: 'back' }, replace: false })}
        onChange={(next, { replace }) => {
          steps.push({ search: next, replace });
          setSearch(next);
        }}
      />
    </ReplicaFrame>
  );
}

/** A tree where something folds, else a grid. */
const table = (): Promise<HTMLElement> => screen.findByLabelText('Checks');
async function names(): Promise<readonly string[]> {
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1);
  return rows.map((row) => (row.querySelector('td')?.textContent ?? '').replace(/reported by .*/u, ''));
}
const user = (): ReturnType<typeof userEvent.setup> =>
  userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

describe('HealthPage', () => {
  it('prints the checks that are listed, those of closed groups too, and what they are filtered by', async () => {
    const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined);
    render(<Page start={{ query: 'api' }} />);
    await user().click(await screen.findByRole('button', { name: 'Export' }, patience));
    await user().click(await screen.findByRole('menuitem', { name: 'Print' }));
    await vi.waitFor(() => expect(print).toHaveBeenCalledOnce());
    const paper = document.querySelector<HTMLElement>('body > [data-print-root]');
    expect(paper?.textContent).toContain('2 rows · Search: api');
    expect([...paper!.querySelectorAll('tbody td:first-child')].map((cell) => cell.textContent)).toEqual([
      'api dns',
      'api ping',
    ]);
  });

  it('lists groups folded, a group of one as its check, and counts', async () => {
    render(<Page />);
    expect(await names()).toEqual(['checkout2 checks, 1 passing, 1 failing', 'edge/lonely', 'storage/disk']);
    expect(screen.getByText('3 passing')).toBeDefined();
    expect(screen.getByText('1 failing')).toBeDefined();
    const group = within(await table()).getByRole('row', { name: /checkout/u });
    expect(within(group).getByText('Mixed')).toBeDefined();
    fireEvent.click(within(group).getByRole('button'));
    expect((await names()).slice(1)).toEqual(['api dns', 'api ping', 'edge/lonely', 'storage/disk']);
  });

  it('names its tabs All, then by the alphabet, with none', async () => {
    render(<Page />);
    await table();
    const tabs = within(screen.getByRole('navigation', { name: 'Tabs' })).getAllByRole('link');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['All4', 'infra1', 'none1', 'shop2']);
    expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual([
      '/health',
      '/health?tab=infra',
      '/health?tab=none',
      '/health?tab=shop',
    ]);
    expect(tabs[0]?.getAttribute('aria-current')).toBe('page');
  });

  it('a search opens the groups that hold its hits, and leaves the others as they were', async () => {
    render(<Page start={{ query: 'api', groupBy: 'app' }} />);
    expect(await names()).toEqual(['web2 checks, 1 passing, 1 failing', 'api dns', 'api ping']);
    // What a person folds stays folded while they look for the same.
    fireEvent.click(within(await table()).getByRole('button', { name: /^web/u }));
    expect(await names()).toEqual(['web2 checks, 1 passing, 1 failing']);
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await vi.waitFor(async () =>
      expect(await names()).toEqual(['db/disk', 'none/lonely', 'web2 checks, 1 passing, 1 failing']),
    );
  });

  it('lists failing checks first, in the address like any other order', async () => {
    const rows = [
      healthRow({ id: 'a', name: 'alpha' }),
      healthRow({ id: 'z', name: 'zeta', status: 'unhealthy' }),
    ];
    render(<Page rows={rows} start={{ groupBy: 'no_grouping' }} />);
    expect(await names()).toEqual(['alpha', 'zeta']);
    const first = screen.getByRole('switch', { name: 'Failing first' });
    fireEvent.click(first);
    await vi.waitFor(async () => expect(await names()).toEqual(['zeta', 'alpha']));
    expect(steps.at(-1)?.search).toEqual({ groupBy: 'no_grouping', sortBy: 'failing' });
    fireEvent.click(first);
    await vi.waitFor(async () => expect(await names()).toEqual(['alpha', 'zeta']));
    expect(steps.at(-1)?.search).toEqual({ groupBy: 'no_grouping' });
  });

  it('searches after 400 ms', async () => {
    render(<Page />);
    await table();
    const field = screen.getByRole('searchbox', { name: 'Search by name, description, or endpoint' });
    fireEvent.change(field, { target: { value: 'disk' } });
    act(() => {
      vi.advanceTimersByTime(399);
    });
    expect(steps).toEqual([]);
    act(() => {
      vi.advanceTimersByTime(1);
    });
    expect(steps).toEqual([{ search: { query: 'disk' }, replace: true }]);
    await vi.waitFor(async () => expect(await names()).toEqual(['storage/disk']), patience);
  });

  it('hides what passes, says how much that is, and shows it again', async () => {
    render(<Page />);
    await table();
    fireEvent.click(screen.getByRole('switch', { name: 'Hide Passing' }));
    expect(steps.at(-1)?.search).toEqual({ hidePassing: true });
    expect(await screen.findByText('3 passing hidden')).toBeDefined();
    await vi.waitFor(async () => expect(await names()).toEqual(['checkout/api dns']), patience);
    fireEvent.click(screen.getByRole('button', { name: 'Show passing checks' }));
    expect(steps.at(-1)?.search).toEqual({});
  });

  it('keeps and leaves out by label, and takes it all back in one go', async () => {
    render(<Page />);
    await table();
    await user().click(screen.getByRole('button', { name: 'app' }));
    const [first] = await screen.findAllByRole('radio', { name: 'Only' });
    fireEvent.click(first!);
    expect(Object.values(steps.at(-1)?.search.labels ?? {})).toEqual([1]);
    await user().keyboard('{Escape}');
    await user().click(screen.getByRole('button', { name: 'Clear all' }));
    expect(steps.at(-1)?.search).toEqual({});
  });

  it('groups by any label key', async () => {
    render(<Page start={{ groupBy: 'app' }} />);
    expect(await names()).toEqual(['db/disk', 'none/lonely', 'web2 checks, 1 passing, 1 failing']);
  });

  it('pivots by a label: a column for each value', async () => {
    render(<Page start={{ pivotBy: 'labels', pivotLabel: 'tier' }} />);
    const headers = within(await table()).getAllByRole('columnheader');
    expect(headers.map((header) => header.textContent)).toEqual(['Name', 'Health', 'front', 'none']);
    const group = within(await table()).getByRole('row', { name: /checkout/u });
    const cells = within(group)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(2)).toEqual(['Healthy', 'Unhealthy']);
  });

  it('marks a silenced check as such, with its state', async () => {
    render(<Page rows={[healthRow({ id: 's', silencedAt: '2026-11-20T08:00:00Z', status: 'unhealthy' })]} />);
    const row = within(await table()).getByRole('row', { name: /silenced since/u });
    expect(within(row).getByText('Unhealthy')).toBeDefined();
  });

  it('says how many values of a pivot have no column', async () => {
    const rows = Array.from({ length: 30 }, (_, at) =>
      healthRow({ id: `p${at}`, name: `p${at}`, labels: { pod: `pod ${at + 10}` } }),
    );
    render(<Page rows={rows} start={{ pivotBy: 'labels', pivotLabel: 'pod' }} />);
    expect(within(await table()).getAllByRole('columnheader')).toHaveLength(2 + 24);
    expect(screen.getByText(/^24 of the 30 values of pod are shown as columns/u)).toBeDefined();
  });

  it('[ux need 1] never shows what is past its time like live, and says who fell silent', async () => {
    render(<Page start={{ groupBy: 'no_grouping' }} />);
    const lonely = within(await table()).getByRole('row', { name: /lonely/u });
    expect(lonely.querySelector('[data-status=healthy] svg')?.getAttribute('data-stale')).toBe('true');
    expect(within(lonely).getAllByText(/reported by agent west, silent since/u).length).toBeGreaterThan(0);
    const live = within(await table()).getByRole('row', { name: /api ping/u });
    expect(live.querySelector('[data-status=healthy] svg')?.getAttribute('data-stale')).not.toBe('true');
    vi.setSystemTime(NOW + 60 * MINUTE_MS);
    act(() => {
      vi.advanceTimersByTime(MINUTE_MS);
    });
    await vi.waitFor(async () => {
      const later = within(await table()).getByRole('row', { name: /api ping/u });
      expect(later.querySelector('[data-status=healthy] svg')?.getAttribute('data-stale')).toBe('true');
    }, patience);
    expect(await screen.findByText('4 overdue')).toBeDefined();
  });

  it('[HLT9] marks and counts follow an edited limit at once, and never hide that nothing is heard', async () => {
    render(<Page start={{ groupBy: 'no_grouping' }} />);
    const isOld = async (name: RegExp): Promise<boolean> => {
      const row = within(await table()).getByRole('row', { name });
      return row.querySelector('[data-status=healthy] svg')?.getAttribute('data-stale') === 'true';
    };
    const marked = /May have changed since/u;
    expect([await isOld(/api ping/u), await isOld(/lonely/u)]).toEqual([false, true]);
    vi.setSystemTime(NOW + 20 * MINUTE_MS);
    act(() => {
      vi.advanceTimersByTime(MINUTE_MS);
    });
    expect(await screen.findByText('4 overdue', {}, patience)).toBeDefined();
    expect([await isOld(/api ping/u), screen.queryByText(marked) !== null]).toEqual([true, true]);

    act(() => setFreshnessLimit('checkMinutes', 30));
    expect(await screen.findByText('1 overdue')).toBeDefined();
    expect([await isOld(/api ping/u), await isOld(/lonely/u)]).toEqual([false, true]);
    expect(screen.queryByText(marked)).not.toBeNull();
    act(() => setFreshnessLimit('summaryMinutes', 30));
    expect(screen.queryByText(marked)).toBeNull();
    // What a longer limit does not reach.
    act(() => replica.sync.status.set({ ...LIVE, phase: 'unreachable' }));
    expect(screen.getByText(/^The server cannot be reached/u)).toBeDefined();

    act(() => setFreshnessLimit('checkMinutes', 2));
    expect(await screen.findByText('4 overdue')).toBeDefined();
    expect(await isOld(/api ping/u)).toBe(true);
  });

  it('[HLT12] goes by the clock of the server where this device is behind', async () => {
    replica.sync.status.set({ ...LIVE, skewMs: 60 * MINUTE_MS });
    render(<Page start={{ groupBy: 'no_grouping' }} />);
    const row = within(await table()).getByRole('row', { name: /api ping/u });
    expect(row.querySelector('[data-status=healthy] svg')?.getAttribute('data-stale')).toBe('true');
    expect(row.querySelector('[data-status=healthy]')?.textContent).toContain('as of 1 hour ago');
    expect(row.lastElementChild?.textContent).toMatch(/^1h/u);
    expect(await screen.findByText('4 overdue')).toBeDefined();
  });

  it('shows the age of a run only between an hour and seven days', async () => {
    render(<Page start={{ groupBy: 'no_grouping' }} />);
    const cellOf = async (name: RegExp): Promise<string> =>
      within(await table()).getByRole('row', { name }).lastElementChild?.textContent ?? '';
    expect(await cellOf(/api ping/u)).toBe('');
    expect(await cellOf(/lonely/u)).toMatch(/^2h/u);
  });

  it('asks for a summary when it opens and as often as was chosen, and stores the choice', async () => {
    localStorage.setItem('healthPageRefreshRate', '"15s"');
    render(<Page />);
    await table();
    // An hour or more rules 15s and 30s out: the next one that is allowed is in force, the choice stays.
    expect(screen.getByRole('button', { name: /^Refresh: 1m/ })).toBeDefined();
    expect(refreshes).toEqual([MINUTE_MS]);
    act(() => {
      vi.advanceTimersByTime(MINUTE_MS);
    });
    expect(refreshes).toEqual([MINUTE_MS, MINUTE_MS / 2]);
    expect(localStorage.getItem('healthPageRefreshRate')).toBe('"15s"');
  });

  it.each([
    ['None', 6, /^Refresh is None: states are updated only when this page is opened/u],
    ['15m', 6, /^Refresh is 15m: /u],
  ])('[ux need 1] names the refresh rate %s as the reason of old marks', async (rate, minutes, words) => {
    localStorage.setItem('healthPageRefreshRate', JSON.stringify(rate));
    render(<Page />);
    await table();
    expect(screen.queryByText(words)).toBeNull();
    vi.setSystemTime(NOW + minutes * MINUTE_MS);
    act(() => {
      vi.advanceTimersByTime(MINUTE_MS);
    });
    expect(await screen.findByText(words)).toBeDefined();
    const asked = refreshes.length;
    fireEvent.click(screen.getByRole('button', { name: 'Update now' }));
    expect(refreshes.slice(asked)).toEqual([0]);
    // A server that cannot be reached is the better reason, and it is said already.
    act(() => replica.sync.status.set({ ...LIVE, phase: 'unreachable' }));
    expect(screen.queryByText(words)).toBeNull();
  });

  it.each(['table', 'card'] as const)(
    '[ux need 14] keeps the order of a %s while a pointer is in it, and says when it is another',
    async (layout) => {
      const claim = { ...deviceClaim('complete', null), summaryAsOf: null } as const;
      const live = { rows: checks, version: 1 };
      const listeners = new Set<() => void>();
      const health: HealthClient = {
        ...createFakeHealth(checks),
        query: async (query) => ({ ...answerHealth(live.rows, query), ...claim, version: live.version }),
        follow: ({ onState }) => {
          const tell = (): void => onState({ ...claim, version: live.version });
          listeners.add(tell);
          tell();
          return () => listeners.delete(tell);
        },
      };
      const search: HealthSearch = { layout, sortBy: 'status', groupBy: 'no_grouping' };
      render(
        <ReplicaFrame health={health} replica={replica}>
          <HealthPage
            entryKey={`own ${ownEntry}`}
            search={search}
            onBack={() => undefined}
            onChange={() => undefined}
          />
        </ReplicaFrame>,
      );
      fireEvent.pointerEnter(await screen.findByLabelText('Checks'));
      live.rows = checks.map((check) => (check.id === 'd' ? { ...check, status: 'unhealthy' } : check));
      live.version = 2;
      act(() => listeners.forEach((tell) => tell()));
      expect(await screen.findByText('The order has changed')).toBeDefined();
      fireEvent.click(screen.getByRole('button', { name: 'Re-sort' }));
      expect(screen.queryByText('The order has changed')).toBeNull();
    },
  );

  it('sorts cards, which have no headers, by every column and both ways', async () => {
    render(<Page start={{ layout: 'card' }} />);
    const choose = async (button: RegExp, option: string): Promise<void> => {
      await user().click(await screen.findByRole('button', { name: button }));
      await user().click(await screen.findByRole('option', { name: option }));
    };
    await choose(/^Sort By:/u, 'Severity');
    expect(steps.at(-1)?.search).toEqual({ layout: 'card', sortBy: 'severity' });
    await choose(/^Order:/u, 'Descending');
    expect(steps.at(-1)?.search).toEqual({ layout: 'card', sortBy: 'severity', sortDesc: true });
    await user().click(screen.getByRole('button', { name: /^Sort By:/u }));
    expect(await screen.findAllByRole('option')).toHaveLength(SORT_COLUMNS.length);
  });

  it('opens a check by a link that keeps the list as it is', async () => {
    render(<Page start={{ hidePassing: true }} />);
    const link = await screen.findByRole('link', { name: /api dns/u });
    expect(link.getAttribute('href')).toBe('/health?hidePassing=true&checkId=b');
  });

  it('says that there is nothing only when everything is here', async () => {
    const { unmount } = render(<Page rows={[]} />);
    expect(await screen.findByText('No data available')).toBeDefined();
    unmount();
    replica.sync.status.set({ ...LIVE, phase: 'offline' });
    render(<Page rows={[]} state={{ ...deviceClaim('never', null), summaryAsOf: null }} />);
    expect(await screen.findByText('Not on this device yet')).toBeDefined();
    expect(screen.queryByText('No data available')).toBeNull();
  });

  it('asks for a summary again when the server can be reached again', async () => {
    replica.sync.status.set({ ...LIVE, phase: 'offline' });
    render(<Page />);
    await table();
    const asked = refreshes.length;
    act(() => replica.sync.status.set({ ...LIVE, phase: 'live' }));
    expect(refreshes.slice(asked)).toEqual([MINUTE_MS]);
    // Pulling and resting are both reachable.
    act(() => replica.sync.status.set({ ...LIVE, phase: 'syncing' }));
    expect(refreshes.slice(asked)).toEqual([MINUTE_MS]);
  });

  it('keeps what it has when the summary cannot be asked for, says why, and asks again', async () => {
    const answers: HealthRefresh[] = [
      { kind: 'refused', why: 'failed', reason: 'The checker is down.' },
      { kind: 'pulled' },
    ];
    const search: HealthSearch = { groupBy: 'no_grouping' };
    const asked: number[] = [];
    const refresh = async (maxAgeMs: number): Promise<HealthRefresh> => {
      asked.push(maxAgeMs);
      return answers.shift() ?? { kind: 'fresh' };
    };
    render(
      <ReplicaFrame health={{ ...createFakeHealth(checks), refresh }} replica={replica}>
        <HealthPage
          entryKey={`own ${ownEntry}`}
          search={search}
          onBack={() => undefined}
          onChange={() => undefined}
        />
      </ReplicaFrame>,
    );
    expect(
      await screen.findByText(/A new summary could not be requested: The checker is down/u),
    ).toBeDefined();
    expect((await names()).length).toBe(checks.length);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await vi.waitFor(() => expect(screen.queryByText(/could not be requested/u)).toBeNull(), patience);
    expect(asked).toEqual([MINUTE_MS, 0]);
  });

  it('says why the checks cannot be read', async () => {
    render(<Page state={{ failure: 'The worker is gone' }} />);
    expect(await screen.findByText('The worker is gone')).toBeDefined();
  });
});
