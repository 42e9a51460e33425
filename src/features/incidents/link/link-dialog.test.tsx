/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFakeReplica,
  foundIncident,
  hypothesis,
  listRow,
  LIVE,
  op,
  read,
  ReplicaFrame,
  type FakeReplica,
  type ReplicaState,
} from '#tests/page/fake-replica.tsx';
import { createFakeIndex } from '#tests/page/fake-index.ts';
import type { AttachSource, OnLinked } from '#src/platform/actions/attach-evidence.tsx';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { toastQueue } from '#src/ui/overlays/toast-queue.ts';
import { LinkDialog } from './link-dialog.tsx';

let replica: FakeReplica;
const onLinked = vi.fn<OnLinked>();
const onClose = vi.fn<() => void>();

beforeEach(() => localStorage.clear());
afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  toastQueue.clear();
  await replica.close();
});

const CHECK: AttachSource = { kind: 'check', checkId: 'k1', name: 'api-health' };
const PAYLOAD = expect.objectContaining({ check_id: 'k1', snapshot: expect.anything() });
const EVIDENCE = { type: 'check', checkId: 'k1', description: '', payload: PAYLOAD };

function open(source: AttachSource = CHECK, state: Partial<ReplicaState> = {}): void {
  const rows = [
    listRow({ id: 'i-1', title: 'Checkout is slow' }),
    listRow({ id: 'i-2', number: 'INC-2', title: 'Old one', status: 'closed' }),
  ];
  replica = createFakeReplica({
    incidentList: read({ rows, others: [], hidden: { total: 0, byStatus: {} } }),
    incident: foundIncident({ tree: [hypothesis()] }),
    ...state,
  });
  render(
    <ReplicaFrame index={createFakeIndex({ rows: {} })} replica={replica}>
      <LinkDialog source={source} onClose={onClose} onLinked={onLinked} />
    </ReplicaFrame>,
  );
}

const field = (name: string) => screen.findByRole('combobox', { name: new RegExp(`^${name}`, 'u') });
const link = () => userEvent.click(screen.getByRole('button', { name: 'Link' }));

async function choose(name: string, text: string, option: RegExp): Promise<void> {
  await userEvent.type(await field(name), text);
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

describe('Link to Incident', () => {
  it('asks for an incident, then for a hypothesis, and focuses what is missing', async () => {
    open(CHECK, {
      incident: foundIncident({ tree: [hypothesis(), hypothesis({ id: 'h-2', title: 'Net' })] }),
    });
    expect(screen.getByRole('dialog', { name: 'Link to Incident' }).textContent).toContain(
      'Check api-health',
    );
    await field('Incident');
    await link();
    expect(await screen.findByText('Must select or create an incident')).toBeDefined();
    await waitFor(async () => expect(document.activeElement).toBe(await field('Incident')));
    await choose('Incident', 'slow', /Checkout is slow/u);
    await field('Hypothesis');
    await link();
    expect(await screen.findByText('Must select or create a hypothesis')).toBeDefined();
    expect(screen.queryByText('Must select or create an incident')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Severity/u })).toBeNull();
    expect(replica.sync.submit).not.toHaveBeenCalled();
  });

  it('takes the only hypothesis of the incident, and tells success when the server has it', async () => {
    open(CHECK, { opStates: [op({ id: 'op-new', state: 'queued' })] });
    await choose('Incident', 'slow', /Checkout is slow/u);
    await waitFor(async () =>
      expect((await field('Hypothesis')).getAttribute('value')).toBe('The database is full'),
    );
    await link();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(replica.sync.submit).toHaveBeenCalledWith(
      { kind: 'evidence.add', hypothesisId: 'h-1', evidence: EVIDENCE },
      '/incidents/i-1',
    );
    expect(onLinked).toHaveBeenCalledExactlyOnceWith(true);
    expect(toastQueue.visibleToasts).toHaveLength(0);
    await replica.set({ opStates: [op({ id: 'op-new', state: 'acked' })] });
    await waitFor(() =>
      expect(toastQueue.visibleToasts[0]?.content).toEqual({
        kind: 'success',
        text: 'Linked to incident successfully',
        link: { href: '/incidents/i-1', label: 'Open incident' },
      }),
    );
  });

  it('creates the incident with severity and type, as one command', async () => {
    open();
    vi.mocked(replica.sync.submit).mockResolvedValue({
      opIds: ['a', 'b', 'c'],
      made: [{ tbl: 'incidents', id: 'i-new' }],
    });
    await choose('Incident', 'DNS is down', /DNS is down/u);
    expect(screen.queryByRole('combobox', { name: /^Hypothesis/u })).toBeNull();
    await link();
    expect(await screen.findByText('Please select incident severity')).toBeDefined();
    expect(screen.getByText('Please select an incident type')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: /Severity/u }));
    const words = screen.getAllByRole('option').map((option) => option.textContent);
    expect(words.slice(0, 2).map((word) => word?.startsWith('Info') || word?.includes('Warning'))).toEqual([
      true,
      true,
    ]);
    await userEvent.click(screen.getByRole('option', { name: /Warning/u }));
    await userEvent.click(screen.getByRole('button', { name: /Type/u }));
    await userEvent.click(screen.getByRole('option', { name: 'Technical debt' }));
    await userEvent.type(screen.getByRole('textbox', { name: /Description/u }), 'since noon');
    await link();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(replica.sync.submit).toHaveBeenCalledWith(
      {
        kind: 'incident.create',
        title: 'DNS is down',
        severity: 'warning',
        type: 'technicalDebt',
        evidence: { ...EVIDENCE, description: 'since noon' },
      },
      '/incidents',
    );
    expect(localStorage.getItem(storageKeys.lastLinked)).toBe('"i-new"');
  });

  it('creates a hypothesis in an existing incident', async () => {
    open();
    await choose('Incident', 'slow', /Checkout is slow/u);
    const hypotheses = await field('Hypothesis');
    // The only one is chosen ahead of the person, once the incident is read.
    await waitFor(() => expect(hypotheses.getAttribute('value')).not.toBe(''), { timeout: 30_000 });
    await userEvent.clear(hypotheses);
    await choose('Hypothesis', 'Bad deploy', /Bad deploy/u);
    await link();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(replica.sync.submit).toHaveBeenCalledWith(
      { kind: 'hypothesis.add', incidentId: 'i-1', parentId: null, title: 'Bad deploy', evidence: EVIDENCE },
      '/incidents/i-1',
    );
  });

  it('[ux need 8] begins with the incident of the last time, unless it is closed', async () => {
    localStorage.setItem(storageKeys.lastLinked, '"i-1"');
    open();
    await waitFor(async () =>
      expect((await field('Incident')).getAttribute('value')).toBe('Checkout is slow'),
    );
    await field('Hypothesis');
    cleanup();
    localStorage.setItem(storageKeys.lastLinked, '"i-2"');
    open();
    await field('Incident');
    await waitFor(() => expect(replica.listCalls.length).toBeGreaterThan(0));
    expect((await field('Incident')).getAttribute('value')).toBe('');
  });

  it('is busy while it is linked, and says when this device could not keep it', async () => {
    localStorage.setItem(storageKeys.lastLinked, '"i-1"');
    open();
    let fail = (_error: Error): void => undefined;
    vi.mocked(replica.sync.submit).mockImplementation(
      () =>
        new Promise((_resolve, reject) => {
          fail = reject;
        }),
    );
    await waitFor(async () =>
      expect((await field('Hypothesis')).getAttribute('value')).toBe('The database is full'),
    );
    await link();
    expect(await screen.findByRole('button', { name: 'Linking..' })).toBeDefined();
    await waitFor(() => expect(replica.sync.submit).toHaveBeenCalled());
    fail(new Error('No room'));
    expect((await screen.findByRole('alert')).textContent).toContain('Not linked: No room');
    expect(onLinked).toHaveBeenCalledExactlyOnceWith(false);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('says at once what it did while the server cannot be reached', async () => {
    localStorage.setItem(storageKeys.lastLinked, '"i-1"');
    open(CHECK, { opStates: [op({ id: 'op-new', state: 'queued' })] });
    replica.sync.status.set({ ...LIVE, phase: 'offline' });
    await waitFor(async () =>
      expect((await field('Hypothesis')).getAttribute('value')).toBe('The database is full'),
    );
    await link();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(toastQueue.visibleToasts.map(({ content }) => content.text)).toEqual(['Saved on this device']);
  });

  it('what is deleted while it is chosen is chosen no more, and is asked for', async () => {
    const two = [hypothesis(), hypothesis({ id: 'h-2', title: 'Net' })];
    open(CHECK, { incident: foundIncident({ tree: two }) });
    await choose('Incident', 'slow', /Checkout is slow/u);
    await choose('Hypothesis', 'Net', /Net/u);
    await userEvent.tab();
    await replica.set({ incident: foundIncident({ tree: [...two.slice(0, 1), hypothesis({ id: 'h-3' })] }) });
    await waitFor(async () => expect((await field('Hypothesis')).getAttribute('value')).toBe(''));
    await link();
    expect(await screen.findByText('Must select or create a hypothesis')).toBeDefined();
    const others = [listRow({ id: 'i-2', number: 'INC-2', title: 'Old one' })];
    await replica.set({
      incidentList: read({ rows: others, others: [], hidden: { total: 0, byStatus: {} } }),
    });
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /^Hypothesis/u })).toBeNull());
    await link();
    expect(await screen.findByText('Must select or create an incident')).toBeDefined();
    expect(replica.sync.submit).not.toHaveBeenCalled();
  });

  it('a note needs its words', async () => {
    localStorage.setItem(storageKeys.lastLinked, '"i-1"');
    open({ kind: 'comment' });
    await field('Hypothesis');
    await link();
    expect(await screen.findByText('Please add comment details')).toBeDefined();
    await userEvent.type(screen.getByRole('textbox', { name: /^Note/u }), 'Saw it at noon');
    await link();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(replica.sync.submit).toHaveBeenCalledWith(
      expect.objectContaining({
        evidence: { type: 'comment', description: 'Saw it at noon', payload: { comment: 'Saw it at noon' } },
      }),
      '/incidents/i-1',
    );
  });

  it('keeps what was typed and chosen when it is closed, until it is linked', async () => {
    open({ kind: 'comment' });
    await userEvent.type(await field('Incident'), 'Disk full');
    await userEvent.tab();
    await userEvent.type(screen.getByRole('textbox', { name: /^Note/u }), 'Half a thought');
    await userEvent.click(await screen.findByRole('button', { name: /Severity/u }));
    await userEvent.click(await screen.findByRole('option', { name: /^High/u }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    cleanup();
    render(
      <ReplicaFrame index={createFakeIndex({ rows: {} })} replica={replica}>
        <LinkDialog source={{ kind: 'comment' }} onClose={onClose} />
      </ReplicaFrame>,
    );
    expect(await screen.findByDisplayValue('Half a thought')).toBeDefined();
    expect(screen.getByText(/^Restored from/u)).toBeDefined();
    expect((await field('Incident')).getAttribute('value')).toBe('Disk full');
    expect(screen.getByRole('button', { name: /^High Severity/u })).toBeDefined();
  });

  it('a list that is not here is no empty list', async () => {
    open(CHECK, {
      incidentList: read({ rows: [], others: [], hidden: { total: 0, byStatus: {} } }, 'never'),
    });
    expect(
      await screen.findByText('Incidents are not on this device yet; a new one can be created'),
    ).toBeDefined();
  });

  it('a copy brings its words along', async () => {
    const evidence = { type: 'check', description: 'was down', checkId: 'k1' } as const;
    open({ kind: 'copy', name: 'api-health', evidence });
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByDisplayValue('was down')).toBeDefined();
  });
});
