/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STORAGE_FULL_WORDS } from '#sync/core/status.ts';
import {
  ADA,
  createFakeReplica,
  listRow,
  LIVE,
  read,
  ReplicaFrame,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import type { IncidentSearch } from './incident-filters.ts';
import { IncidentListPage } from './incident-list-page.tsx';

let replica: FakeReplica;

function advance(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}
let steps: { search: IncidentSearch; replace: boolean }[];

beforeEach(() => {
  steps = [];
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await replica.close();
});

function Page({ start = {}, entryKey = 'k1' }: { start?: IncidentSearch; entryKey?: string }): ReactElement {
  const [search, setSearch] = useState(start);
  return (
    <ReplicaFrame replica={replica}>
      <IncidentListPage
        entryKey={entryKey}
        search={search}
        onChange={(next, { replace }) => {
          steps.push({ search: next, replace });
          setSearch(next);
        }}
      />
    </ReplicaFrame>
  );
}

const rows = [
  listRow({ responders: [ADA] }),
  listRow({
    id: 'i-2',
    number: null,
    title: 'Disk pressure',
    marks: { pending: true, failed: false, conflict: false, parked: false },
  }),
];
const list = read({ rows, hidden: { total: 7, byStatus: { investigating: 3, mitigated: 2, new: 2 } } });

describe('IncidentListPage', () => {
  it('[ux 4.5] hatches marks that are past their limit, and says so beside the age', async () => {
    replica = createFakeReplica({ incidentList: list });
    const pulledAt = new Date(Date.now() - 5000).toISOString();
    replica.sync.status.set({ ...LIVE, asOf: pulledAt, updatedAt: Date.now() });
    render(<Page />);
    const glyph = async () =>
      within(await screen.findByRole('grid', { name: 'Incidents' }))
        .getAllByText('Open')[0]!
        .parentElement!.querySelector('svg')!;
    expect((await glyph()).dataset['stale']).toBeUndefined();
    expect(screen.queryByText(/May have changed since/u)).toBeNull();
    act(() =>
      replica.sync.status.set({ ...LIVE, phase: 'offline', asOf: pulledAt, updatedAt: Date.now() + 61_000 }),
    );
    expect((await glyph()).dataset['stale']).toBe('true');
    expect(screen.getByText(/May have changed since/u)).toBeDefined();
  });

  it.each(['live', 'unreachable'] as const)('[QTA9] says that the device is full while %s', async (phase) => {
    replica = createFakeReplica({ incidentList: list });
    replica.sync.status.set({ ...LIVE, phase, isFull: true, reason: STORAGE_FULL_WORDS });
    render(<Page />);
    expect((await screen.findByRole('alert')).textContent).toBe(STORAGE_FULL_WORDS);
    expect(await screen.findByRole('grid', { name: 'Incidents' })).toBeDefined();
  });

  it('[2.6] shows the columns of the spec and a real link per row', async () => {
    replica = createFakeReplica({ incidentList: list });
    render(<Page />);
    const grid = await screen.findByRole('grid', { name: 'Incidents' });
    const headers = within(grid)
      .getAllByRole('columnheader')
      .map((header) => header.textContent);
    expect(headers).toEqual(['Id', 'Type', 'Severity', 'Status', 'Name', 'Age', 'Responders']);
    expect(within(grid).getByRole('link', { name: 'Checkout is slow' })).toHaveProperty(
      'pathname',
      '/incidents/i-1',
    );
    expect(within(grid).getByText('Responders: Ada Byron')).toBeDefined();
  });

  it('an incident the server has not numbered is "new" and marked', async () => {
    replica = createFakeReplica({ incidentList: list });
    render(<Page />);
    const row = (await screen.findByText('Disk pressure')).closest('tr')!;
    expect(within(row).getByText('new')).toBeDefined();
    expect(within(row).getByText('Saved on this device')).toBeDefined();
  });

  it('[ux need 6] says what the default hides, and shows it', async () => {
    replica = createFakeReplica({ incidentList: list });
    render(<Page />);
    expect(await screen.findByText('Showing 2 open')).toBeDefined();
    expect(screen.getByText('7 more active (3 investigating, 2 mitigated, 2 new)')).toBeDefined();
    expect(replica.listCalls.at(-1)).toMatchObject({ status: 'open' });
    await userEvent.click(screen.getByRole('button', { name: 'Show incidents of every status' }));
    expect(steps.at(-1)).toEqual({ search: { status: 'all' }, replace: false });
    expect(replica.listCalls.at(-1)).toMatchObject({ status: null });
  });

  it('shows filters as chips, removes one, clears all', async () => {
    replica = createFakeReplica({ incidentList: list, people: [ADA] });
    render(<Page start={{ type: 'security', owner: ADA.id }} />);
    expect(await screen.findByRole('button', { name: 'Remove filter Owner: Ada Byron' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Remove filter Status: Open' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Type: Security' }));
    expect(steps.at(-1)?.search).toEqual({ owner: ADA.id });
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(steps.at(-1)?.search).toEqual({});
  });

  it('offers every value in a menu', async () => {
    replica = createFakeReplica({ incidentList: list });
    render(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Status' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mitigated' }));
    expect(steps.at(-1)).toEqual({ search: { status: 'mitigated' }, replace: false });
  });

  it('[9] searches 400 ms after the last key, in one step of the history', async () => {
    replica = createFakeReplica({ incidentList: list });
    render(<Page />);
    await screen.findByText('Disk pressure');
    vi.useFakeTimers();
    const field = screen.getByRole('searchbox', { name: 'Search incidents' });
    fireEvent.change(field, { target: { value: 'dis' } });
    advance(399);
    fireEvent.change(field, { target: { value: 'disk' } });
    advance(399);
    expect(steps).toEqual([]);
    advance(1);
    expect(steps).toEqual([{ search: { search: 'disk' }, replace: true }]);
  });

  it('the search field follows the address', async () => {
    replica = createFakeReplica({ incidentList: list });
    render(<Page start={{ search: 'disk' }} />);
    const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search incidents' });
    expect(field.value).toBe('disk');
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Search: disk' }));
    expect(field.value).toBe('');
  });

  it('coming back puts focus on the row that was open', async () => {
    replica = createFakeReplica({ incidentList: list });
    const first = render(<Page entryKey="back" />);
    (await screen.findByText('Disk pressure')).closest('tr')!.focus();
    first.unmount();
    render(<Page entryKey="back" />);
    await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Disk pressure'), {
      timeout: 30_000,
    });
  });
});

describe('IncidentListPage without rows', () => {
  const none = { rows: [], hidden: { total: 0, byStatus: {} } };
  const EMPTY = 'There are no incidents matching this criteria';

  it('says the sentence of the spec only when the list is complete', async () => {
    replica = createFakeReplica({ incidentList: read(none) });
    render(<Page start={{ type: 'cost' }} />);
    expect(await screen.findByText(EMPTY)).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(steps.at(-1)?.search).toEqual({});
  });

  it.each([
    ['never', 'offline', 'Not on this device yet'],
    ['never', 'unreachable', 'Not on this device yet'],
    ['partial', 'offline', 'None of the incidents on this device match'],
    ['forbidden', 'live', 'Unauthorized'],
    ['skew', 'live', 'Incidents cannot be read'],
  ] as const)('%s while %s says "%s"', async (state, phase, text) => {
    replica = createFakeReplica({ incidentList: read(none, state) });
    replica.sync.status.set({ ...LIVE, phase });
    render(<Page />);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByText(EMPTY)).toBeNull();
  });

  it('is loading while the first pull runs', async () => {
    replica = createFakeReplica({ incidentList: read(none, 'never') });
    replica.sync.status.set({ ...LIVE, phase: 'syncing' });
    render(<Page />);
    expect(await screen.findByText('Loading incidents')).toBeDefined();
    await act(async () => replica.set({ incidentList: list }));
    expect(await screen.findByText('Disk pressure')).toBeDefined();
  });

  it('a failed read is an error, not an empty list', async () => {
    replica = createFakeReplica({ failure: 'The database is locked' });
    render(<Page />);
    expect((await screen.findByRole('alert')).textContent).toContain('The database is locked');
    expect(screen.queryByText(EMPTY)).toBeNull();
  });

  it('keeps rows and says why they are old', async () => {
    replica = createFakeReplica({ incidentList: list });
    replica.sync.status.set({ ...LIVE, phase: 'offline' });
    render(<Page />);
    expect(await screen.findByText('Disk pressure')).toBeDefined();
    expect(screen.getByText(/This device is offline/u, { selector: 'div' })).toBeDefined();
  });
});
