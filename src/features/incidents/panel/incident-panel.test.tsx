/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import {
  createFakeReplica,
  doneItem,
  foundIncident,
  op,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import { PanelFrame } from '#tests/page/incident-panel-frame.tsx';
import { hypothesisConflictFields } from '../tree/conflict-fields.tsx';
import { itemConflictFields } from './done/done-entry.tsx';
import { deviceClaim } from '#sync/protocol/claim.ts';

let replica: FakeReplica;

beforeEach(() => localStorage.clear());

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await replica.close();
});

const patience = { timeout: 30_000 };
const submitted = (): unknown[] => vi.mocked(replica.sync.submit).mock.calls.map(([command]) => command);
const said = (): string => JSON.stringify(messageLog.getSnapshot());

async function show(state: Parameters<typeof createFakeReplica>[0] = {}): Promise<void> {
  replica = createFakeReplica({ incident: foundIncident(), ...state });
  render(<PanelFrame replica={replica} />);
  await screen.findByRole('heading', { name: 'Details' });
}

async function choose(field: RegExp, option: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: field }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${option}`, 'u') }));
}

describe('sections', () => {
  it('[2.7] one is open at a time, and the device remembers which', async () => {
    await show();
    const sections = ['Details', 'Definition of done', 'Changelog'];
    const open = (): string[] =>
      sections.filter(
        (name) => screen.getByRole('button', { name }).getAttribute('aria-expanded') === 'true',
      );
    expect(open()).toEqual(['Details']);
    await userEvent.click(screen.getByRole('button', { name: 'Changelog' }));
    expect(open()).toEqual(['Changelog']);
    expect(await screen.findByText('No changelog found')).toBeDefined();
    cleanup();
    render(<PanelFrame replica={replica} />);
    await screen.findByRole('heading', { name: 'Details' });
    expect(open()).toEqual(['Changelog']);
  });

  it('[ux 5 row 18] on a wide window the changelog may stand beside them, and the device remembers it', async () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query.includes('min-width') }),
    );
    await show({ history: { data: [], ...deviceClaim('complete', null) } });
    expect(screen.queryByText('No changelog found')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Pin changelog' }));
    const beside = await screen.findByRole('region', { name: 'Changelog' });
    expect(await within(beside).findByText('No changelog found')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unpin changelog' }));
    expect(screen.getByRole('button', { name: 'Details' }).getAttribute('aria-expanded')).toBe('true');
    cleanup();
    render(<PanelFrame replica={replica} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Unpin changelog' }));
    expect(screen.queryByRole('region', { name: 'Changelog' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Changelog' })).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pin changelog' }));
    vi.stubGlobal('matchMedia', undefined);
  });

  it('a viewer reads the facts with the reason, without dead controls', async () => {
    replica = createFakeReplica({
      incident: foundIncident({ severity: '' }),
      evidences: { data: [doneItem()], ...deviceClaim('complete', null) },
    });
    render(<PanelFrame replica={replica} roles={['viewer']} />);
    const details = await screen.findByRole('group', { name: 'Details' });
    expect(within(details).getByText('Open')).toBeDefined();
    expect(within(details).getByText('not set')).toBeDefined();
    expect(within(details).getByText(/does not allow changing incidents/u)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Open Status/u })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Definition of done' }));
    expect(await screen.findByText('Disk below 80 %')).toBeDefined();
    expect(screen.getByText(/does not allow changing the definition of done/u)).toBeDefined();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Edit|Remove|Add to/u })).toBeNull();
  });
});

describe('severity and type', () => {
  function advance(ms: number): void {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  }

  it('what the form does not offer reads as it does everywhere else', async () => {
    await show({ incident: foundIncident({ severity: 'warning', type: 'dataLoss' }) });
    expect(screen.getByRole('button', { name: /^Warning Severity$/u })).toBeDefined();
    expect(screen.getByRole('button', { name: /^Data loss Type$/u })).toBeDefined();
  });

  it('[9] saves the last choice after 500 ms, the changed field alone', async () => {
    await show({ incident: foundIncident({ severity: '', type: 'availability' }) });
    const severity = screen.getByRole('button', { name: /High \(not set\)/u });
    await userEvent.click(severity);
    const option = await screen.findByRole('option', { name: 'Critical' });
    vi.useFakeTimers();
    fireEvent.click(option);
    advance(499);
    expect(submitted()).toEqual([]);
    advance(1);
    expect(submitted()).toEqual([
      { kind: 'row.update', table: 'incidents', rowId: 'i-1', set: { severity: 'critical' } },
    ]);
  });

  it('the type alone is sent, in the spelling of the spec', async () => {
    await show({ incident: foundIncident({ severity: '' }) });
    await choose(/Type$/u, 'Technical debt');
    await vi.waitFor(
      () =>
        expect(submitted()).toEqual([
          { kind: 'row.update', table: 'incidents', rowId: 'i-1', set: { type: 'technicalDebt' } },
        ]),
      patience,
    );
  });

  it('an unknown value of the server stays readable and chosen', async () => {
    await show({ incident: foundIncident({ severity: 'apocalyptic', type: 'vibes' }) });
    expect(screen.getByRole('button', { name: /Apocalyptic/iu })).toBeDefined();
    expect(screen.getByRole('button', { name: /vibes/iu })).toBeDefined();
  });
});

describe('status', () => {
  it('[4] shows refused moves disabled with the reason', async () => {
    await show({ incident: foundIncident({ status: 'closed' }) });
    await userEvent.click(screen.getByRole('button', { name: /Status$/u }));
    const options = await screen.findAllByRole('option');
    const disabled = options.filter((option) => option.getAttribute('aria-disabled') === 'true');
    expect(disabled.map((option) => option.textContent)).toEqual(
      ['New', 'Investigating', 'Mitigated', 'Resolved'].map((name) => `${name}From Closed only to open`),
    );
    await userEvent.click(screen.getByRole('option', { name: 'Open' }));
    expect(submitted()).toEqual([
      { kind: 'row.update', table: 'incidents', rowId: 'i-1', set: { status: 'open' } },
    ]);
  });

  it('tells success when the server took it, not before', async () => {
    await show({ opStates: [op({ id: 'op-new', tbl: 'incidents', rowId: 'i-1', state: 'queued' })] });
    await choose(/Status$/u, 'Investigating');
    await vi.waitFor(() => expect(submitted()).toHaveLength(1), patience);
    expect(said()).not.toContain('Incident status updated');
    await replica.set({ opStates: [op({ id: 'op-new', tbl: 'incidents', state: 'done' })] });
    await vi.waitFor(() => expect(said()).toContain('Incident status updated successfully'), patience);
    expect(said()).not.toContain('Incident status updated failed');
  });

  it('a status chosen twice before it was sent is one change, told once', async () => {
    const waiting = op({ id: 'op-new', tbl: 'incidents', rowId: 'i-1', state: 'queued' });
    await show({ opStates: [waiting] });
    const told = (): number => said().split('Incident status updated successfully').length - 1;
    const before = told();
    await choose(/Status$/u, 'Investigating');
    await choose(/Status$/u, 'Closed');
    await vi.waitFor(() => expect(submitted()).toHaveLength(2), patience);
    await replica.set({ opStates: [{ ...waiting, state: 'done' }] });
    await vi.waitFor(() => expect(told()).toBeGreaterThan(before), patience);
    await replica.set({ opStates: [{ ...waiting, state: 'done' }] });
    expect(told()).toBe(before + 1);
  });

  it('tells failure, of the server and of the device', async () => {
    await show();
    vi.mocked(replica.sync.submit).mockRejectedValueOnce(
      new SyncError({ kind: 'storage-full', message: 'The device has no room left' }),
    );
    await choose(/Status$/u, 'Closed');
    await vi.waitFor(() => expect(said()).toContain('The device has no room left'), patience);
    const before = said().split('Incident status updated failed').length;
    const lastError = { class: 'forbidden', status: 403, code: null, message: 'No way' };
    await replica.set({
      opStates: [op({ id: 'op-new', tbl: 'incidents', state: 'failed', lastError })],
    });
    await choose(/Status$/u, 'Closed');
    await vi.waitFor(() => expect(said()).toContain('No way'), patience);
    expect(said().split('Incident status updated failed')).toHaveLength(before + 1);
  });

  it('says in words that what it depended on failed', async () => {
    await show();
    const lastError = { class: 'cancelled', status: null, code: null, message: 'Depended on 01M82VFG' };
    await replica.set({
      opStates: [op({ id: 'op-new', tbl: 'incidents', state: 'cancelled', lastError })],
    });
    await choose(/Status$/u, 'Closed');
    await vi.waitFor(() => expect(said()).toContain('What it depended on was not saved'), patience);
    expect(said()).not.toContain('01M82VFG');
  });

  it('marks the field while the server does not have it', async () => {
    const ops = [op({ tbl: 'incidents', rowId: 'i-1', patch: { status: 'closed' } })];
    await show({ incident: foundIncident({ status: 'closed', ops }) });
    expect(screen.getByText('Status saved on this device')).toBeDefined();
  });
});

describe('contributing factors', () => {
  const evidences = {
    data: [
      doneItem({ id: 'e-1', isPart: false, description: 'Pool exhausted' }),
      doneItem({ id: 'e-2', isPart: false, description: 'Deploy at nine' }),
      doneItem({ id: 'e-3', description: 'Already part' }),
    ],
    ...deviceClaim('complete', null),
  };
  const openDialog = async (status: string): Promise<HTMLElement> => {
    await show({ evidences });
    await choose(/Status$/u, status);
    return screen.findByRole('dialog', { name: 'Add contributing factors to definition of done' });
  };

  it.each(['Mitigated', 'Resolved'])(
    '[4] %s asks first, and needs one evidence or a skip',
    async (status) => {
      const dialog = await openDialog(status);
      expect(submitted()).toEqual([]);
      expect(within(dialog).queryByText('Already part')).toBeNull();
      await userEvent.click(within(dialog).getByRole('button', { name: 'Submit' }));
      expect(await within(dialog).findByText('Please select atleast one evidence')).toBeDefined();
      expect(submitted()).toEqual([]);
      await userEvent.click(within(dialog).getByRole('checkbox', { name: /Deploy at nine/u }));
      await userEvent.click(within(dialog).getByRole('button', { name: 'Submit' }));
      expect(submitted()).toEqual([
        {
          kind: 'incident.set-status',
          incidentId: 'i-1',
          status: status.toLowerCase(),
          definitionOfDone: ['e-2'],
        },
      ]);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('skip moves the status alone, cancel moves nothing', async () => {
    const dialog = await openDialog('Resolved');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(submitted()).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await choose(/Status$/u, 'Resolved');
    await userEvent.click(await screen.findByRole('button', { name: 'Skip' }));
    expect(submitted()).toEqual([
      { kind: 'row.update', table: 'incidents', rowId: 'i-1', set: { status: 'resolved' } },
    ]);
  });

  it('a mark that fails is told as such', async () => {
    const dialog = await openDialog('Resolved');
    await replica.set({ opStates: [op({ id: 'op-new', tbl: 'evidences', state: 'failed' })] });
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Pool exhausted/u }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Submit' }));
    await vi.waitFor(
      () => expect(said()).toContain('Marking evidence as part of definition of done failed'),
      patience,
    );
  });

  it.each([
    ['complete', 'There are no evidences provided for this incident'],
    ['partial', 'The evidences of this incident are not on this device yet'],
  ] as const)('without evidences, a %s copy says so', async (state, words) => {
    await show({ evidences: { data: [], ...deviceClaim(state, null) } });
    await choose(/Status$/u, 'Resolved');
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('says when all of them are part of it already', async () => {
    await show({ evidences: { ...evidences, data: evidences.data.slice(2) } });
    await choose(/Status$/u, 'Mitigated');
    expect(
      await screen.findByText('There are no evidences which are not part of definition of done'),
    ).toBeDefined();
  });
});

describe('decisions', () => {
  const clash = op({
    id: 'op-7',
    tbl: 'incidents',
    rowId: 'i-1',
    state: 'conflict',
    patch: { status: 'investigating' },
    base: { status: 'open' },
    conflict: { theirs: { status: 'closed' }, fields: ['status'] },
  });

  it('[D8] a clash stands above the sections, and mine is blocked where the table does not allow it', async () => {
    await show({ incident: foundIncident({ ops: [clash] }) });
    await userEvent.click(screen.getByRole('button', { name: 'Changelog' }));
    const review = screen.getByRole('group', { name: 'The status was changed on the server too' });
    expect(within(review).getAllByText(/Closed cannot become Investigating/u)).not.toHaveLength(0);
    const mine = within(review).getByRole('button', { name: 'Apply mine' });
    expect(mine.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(within(review).getByRole('button', { name: 'Keep theirs' }));
    expect(vi.mocked(replica.sync.resolveConflict).mock.calls).toEqual([['op-7', { take: 'theirs' }]]);
  });

  it('[D8] long texts that clash are merged in place, whatever they are texts of', async () => {
    const texts = {
      patch: { title: 'Checkout fails for all users.\nSince 9:00.' },
      base: { title: 'Checkout fails for some users.\nSince 9:00.' },
      conflict: { theirs: { title: 'Checkout fails for some users.\nSince 8:40.' }, fields: ['title'] },
    };
    const merged = 'Checkout fails for all users.\nSince 8:40.';
    await show({ incident: foundIncident({ ops: [{ ...clash, ...texts }] }) });
    const review = screen.getByRole('group', { name: 'The title was changed on the server too' });
    await userEvent.click(await within(review).findByRole('button', { name: 'Edit both together' }));
    expect(within(review).getByRole('textbox', { name: 'Title' })).toHaveProperty('value', merged);
    const node = hypothesisConflictFields(op({ state: 'conflict', ...texts }));
    expect(node[0]?.texts?.theirs).toContain('8:40');
    const item = itemConflictFields(
      op({
        state: 'conflict',
        patch: { script: 'a\nb' },
        base: { script: 'a' },
        conflict: { theirs: { script: 'c' }, fields: ['script'] },
      }),
    );
    expect(item[0]?.texts).toEqual({ base: 'a', theirs: 'c', mine: 'a\nb' });
  });

  it('a stopped change can be tried again or dropped', async () => {
    const parked = op({ id: 'op-8', tbl: 'incidents', state: 'parked', patch: { severity: 'low' } });
    await show({ incident: foundIncident({ ops: [parked] }) });
    expect(screen.getAllByText('Severity not saved on server')).not.toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(vi.mocked(replica.sync.retry).mock.calls).toEqual([['op-8']]);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(vi.mocked(replica.sync.discard).mock.calls).toEqual([['op-8']]);
  });
});
