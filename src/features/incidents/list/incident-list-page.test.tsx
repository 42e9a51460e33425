/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STORAGE_FULL_WORDS } from '#sync/core/outbox/status.ts';
import { componentsRead, peopleRead } from '#sync/read/names.ts';
import {
  ADA,
  createFakeReplica,
  listRow,
  LIVE,
  read,
  ReplicaFrame,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import { setFreshnessLimit } from '#src/platform/device/freshness-limits.ts';
import type { IncidentSearch } from './incident-search.ts';
import { IncidentListPage } from './incident-list-page.tsx';

let replica: FakeReplica;

function advance(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}
let steps: { search: IncidentSearch; replace: boolean }[];

let opened: string[];

/** Of one test alone: what another one left in the same entry would take the focus. */
let ownEntry = 0;

beforeEach(() => {
  localStorage.clear();
  ownEntry += 1;
  steps = [];
  opened = [];
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await replica.close();
});

interface PageProps {
  start?: IncidentSearch;
  entryKey?: string;
  roles?: readonly string[];
  onListed?: () => () => void;
  /** Until when the address stays as it is. */
  arrival?: Promise<void>;
}

const nothing = (): (() => void) => () => undefined;

function Page(props: PageProps): ReactElement {
  const { start = {}, entryKey = `own ${ownEntry}` } = props;
  const { roles = ['responder'], onListed = nothing, arrival } = props;
  const [search, setSearch] = useState(start);
  return (
    <ReplicaFrame replica={replica} roles={roles}>
      <IncidentListPage
        entryKey={entryKey}
        search={search}
        onChange={(next, { replace }) => {
          steps.push({ search: next, replace });
          if (arrival !== undefined) return arrival;
          setSearch(next);
          return undefined;
        }}
        onListed={onListed}
        onOpen={(id) => opened.push(id)}
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
const list = read({
  rows,
  others: [],
  hidden: { total: 7, byStatus: { investigating: 3, mitigated: 2, new: 2 } },
});

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

  it('[ux 4.5] goes by an edited limit at once, which does not hide why nothing newer comes', async () => {
    replica = createFakeReplica({ incidentList: list });
    const pulledAt = new Date(Date.now() - 600_000).toISOString();
    replica.sync.status.set({ ...LIVE, phase: 'unreachable', asOf: pulledAt, updatedAt: Date.now() });
    render(<Page />);
    const grid = await screen.findByRole('grid', { name: 'Incidents' });
    const isOld = (): boolean => grid.querySelector('svg[data-stale="true"]') !== null;
    expect(isOld()).toBe(true);
    act(() => setFreshnessLimit('incidentMinutes', 15));
    expect(isOld()).toBe(false);
    expect(screen.queryByText(/May have changed since/u)).toBeNull();
    expect(screen.getByText(/^The server cannot be reached/u)).toBeDefined();
    act(() => setFreshnessLimit('incidentMinutes', 1));
    expect(isOld()).toBe(true);
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
    expect(within(grid).getByRole('img', { name: 'Responders: Ada Byron' })).toBeDefined();
  });

  it('reads the incident of a row that is being pressed', async () => {
    replica = createFakeReplica({ incidentList: list });
    const reading = vi.spyOn(replica.model, 'incident');
    render(<Page />);
    const row = (await screen.findByText('Disk pressure')).closest('tr')!;
    fireEvent.pointerDown(row);
    fireEvent.click(row);
    expect(reading.mock.calls).toEqual([['i-2']]);
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
    await userEvent.click(screen.getByRole('button', { name: 'Status filter' }));
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

  it('a search or a filter keeps the table and shows it from its top', async () => {
    replica = createFakeReplica({ incidentList: list });
    render(<Page />);
    await screen.findByText('Disk pressure');
    const grid = screen.getByRole('grid', { name: 'Incidents' });
    grid.parentElement!.scrollTop = 300;
    vi.useFakeTimers();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search incidents' }), {
      target: { value: 'disk' },
    });
    advance(400);
    expect(within(grid).getAllByRole('row')).toHaveLength(2);
    expect(screen.getByRole('grid', { name: 'Incidents' })).toBe(grid);
    expect(grid.parentElement!.scrollTop).toBe(0);
    vi.useRealTimers();
    grid.parentElement!.scrollTop = 200;
    await userEvent.click(screen.getByRole('button', { name: 'Severity filter' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Low' }));
    expect(grid.parentElement!.scrollTop).toBe(0);
  });

  it('a search is shown before the address has it, and the address where it did not come into it', async () => {
    replica = createFakeReplica({ incidentList: list });
    let arrive = (): void => undefined;
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    render(<Page arrival={arrival} />);
    await screen.findByText('Disk pressure');
    const titles = (): number =>
      within(screen.getByRole('grid', { name: 'Incidents' })).getAllByRole('row').length - 1;
    vi.useFakeTimers();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search incidents' }), {
      target: { value: 'disk' },
    });
    advance(400);
    expect(titles()).toBe(1);
    vi.useRealTimers();
    await act(async () => arrive());
    expect(titles()).toBe(2);
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
  const none = { rows: [], others: [], hidden: { total: 0, byStatus: {} } };
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
    ['never', 'unreachable', /as soon as the server can be reached/u],
    ['never', 'live', /The server did not give them when it was asked/u],
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

  it('reads the names of a filter when it is opened, and of one in force only that', async () => {
    const cart = {
      id: 'c-1',
      name: 'cart',
      type: null,
      status: null,
      health: null,
      reason: null,
      agent: null,
    };
    replica = createFakeReplica({ incidentList: list, componentFacts: [cart] });
    const late = vi.spyOn(replica.model, 'late');
    render(<Page start={{ component: 'c-1' }} />);
    expect(await screen.findByRole('button', { name: /Component.*cart/u })).toBeDefined();
    expect(late).not.toHaveBeenCalledWith(componentsRead);
    expect(late).not.toHaveBeenCalledWith(peopleRead);
    await userEvent.click(screen.getByRole('button', { name: 'Component filter' }));
    await screen.findByRole('combobox', { name: 'Component' });
    expect(late).toHaveBeenCalledWith(componentsRead);
  });

  it('tells once its rows stand, so that the page behind them can be fetched', async () => {
    replica = createFakeReplica({
      incidentList: read({ ...list.data, rows: [] }, 'never'),
    });
    const onListed = vi.fn<() => () => void>(() => () => undefined);
    render(<Page onListed={onListed} />);
    await waitFor(() => expect(replica.listCalls.length).toBeGreaterThan(0));
    expect(onListed).not.toHaveBeenCalled();
    await act(async () => replica.set({ incidentList: list }));
    expect(await screen.findByText('Disk pressure')).toBeDefined();
    await waitFor(() => expect(onListed).toHaveBeenCalledOnce());
  });

  it('keeps rows and says why they are old', async () => {
    replica = createFakeReplica({ incidentList: list });
    replica.sync.status.set({ ...LIVE, phase: 'offline' });
    render(<Page />);
    expect(await screen.findByText('Disk pressure')).toBeDefined();
    expect(screen.getByText(/This device is offline/u, { selector: 'div' })).toBeDefined();
  });
});

describe('a new incident', () => {
  const dialog = (): HTMLElement | null => screen.queryByRole('dialog', { name: 'Create New Incident' });

  it('[2.6] opens from the plus button, begins with the defaults, and goes to the incident it made', async () => {
    replica = createFakeReplica({ incidentList: list });
    vi.mocked(replica.sync.submit).mockResolvedValue({
      opIds: ['o1', 'o2'],
      made: [
        { tbl: 'incidents', id: 'i-new' },
        { tbl: 'hypotheses', id: 'h-new' },
      ],
    });
    render(<Page />);
    await userEvent.click(await screen.findByRole('button', { name: 'New incident' }));
    const face = within(await screen.findByRole('dialog', { name: 'Create New Incident' }));
    expect(document.activeElement).toBe(face.getByRole('textbox', { name: /^Title/u }));
    for (const words of [/^Low Severity/u, /^Availability Type/u, /^Open Status/u]) {
      expect(face.getByRole('button', { name: words })).toBeDefined();
    }
    await userEvent.type(face.getByRole('textbox', { name: /^Title/u }), 'Checkout down');
    await userEvent.type(
      face.getByRole('textbox', { name: 'Description' }),
      'All regions{enter}{enter}Since ten',
    );
    await userEvent.click(face.getByRole('button', { name: 'Create' }));
    await vi.waitFor(() => expect(opened).toEqual(['i-new']), { timeout: 30_000 });
    expect(replica.sync.submit).toHaveBeenCalledWith(
      {
        kind: 'incident.create',
        title: 'Checkout down',
        description: 'All regions\n\nSince ten',
        severity: 'low',
        type: 'availability',
        status: 'open',
      },
      '/incidents',
    );
    expect(dialog()).toBeNull();
    await vi.waitFor(
      () =>
        expect(vi.mocked(replica.sync.saveDraft).mock.calls.slice(-2)).toEqual([
          ['/incidents#incident:new', '', null],
          ['/incidents#choices:new', '', null],
        ]),
      { timeout: 30_000 },
    );
  });

  it('[5] a title is required, and said so once the field was left or sent', async () => {
    replica = createFakeReplica({ incidentList: list });
    render(<Page />);
    await userEvent.click(await screen.findByRole('button', { name: 'New incident' }));
    expect(screen.queryByText('This field is required')).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
    expect(screen.getByText('This field is required')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Title/u }));
    expect(replica.sync.submit).not.toHaveBeenCalled();
  });

  it('what was typed and chosen is still there after closing', async () => {
    replica = createFakeReplica({ incidentList: list });
    render(<Page />);
    await userEvent.click(await screen.findByRole('button', { name: 'New incident' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /^Title/u }), 'Half a thought');
    await userEvent.click(screen.getByRole('button', { name: /^Low Severity/u }));
    await userEvent.click(await screen.findByRole('option', { name: /^High/u }));
    // The list is the top layer until it is gone, and the keys are the form's once the focus is back in it.
    const severity = await screen.findByRole('button', { name: /^High Severity/u });
    await vi.waitFor(() => expect(document.activeElement).toBe(severity));
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(dialog()).toBeNull(), { timeout: 30_000 });
    await userEvent.click(screen.getByRole('button', { name: 'New incident' }));
    const again = await screen.findByDisplayValue('Half a thought');
    expect(again).toBeDefined();
    expect(await screen.findByText(/Restored from/u)).toBeDefined();
    expect(await screen.findByRole('button', { name: /^High Severity/u })).toBeDefined();
  });

  it('one that the server refused comes back with both its texts', async () => {
    const text = 'Checkout down\n\nAll regions\n\nSince ten';
    const draft = { key: '/incidents#incident:new', text, savedAt: 0, fromOpId: 'op-1' };
    replica = createFakeReplica({ incidentList: list, drafts: [draft] });
    render(<Page />);
    await userEvent.click(await screen.findByRole('button', { name: 'New incident' }));
    expect(await screen.findByDisplayValue('Checkout down')).toBeDefined();
    const description = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
    expect(description.value).toBe('All regions\n\nSince ten');
    expect(screen.getByText(/Not saved on server\. Your text is back/u)).toBeDefined();
  });

  it('a device that refuses it keeps the dialog open and says why', async () => {
    replica = createFakeReplica({ incidentList: list });
    vi.mocked(replica.sync.submit).mockRejectedValue(new Error('The device has no room left'));
    render(<Page />);
    await userEvent.click(await screen.findByRole('button', { name: 'New incident' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /^Title/u }), 'Kept');
    await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The device has no room left');
    expect(opened).toEqual([]);
    expect(screen.getByDisplayValue('Kept')).toBeDefined();
  });

  it('[6] a viewer is told why there is none to make', async () => {
    replica = createFakeReplica({ incidentList: list });
    render(<Page roles={['viewer']} />);
    const plus = await screen.findByRole('button', { name: 'New incident' });
    expect(plus.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(plus);
    expect(dialog()).toBeNull();
  });
});
