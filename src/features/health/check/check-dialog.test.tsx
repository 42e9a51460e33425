/** @vitest-environment jsdom */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '#tests/page/no-layout.ts';
import { fetchedBody, UNFETCHED } from '#tests/page/fake-answers.ts';
import { createFakeHealth, healthRow } from '#tests/page/fake-health.ts';
import { checkBodies, runs, whole, type CheckBodies } from '#tests/page/check-fixture.ts';
import { createFakeIndex, type FakeIndexState } from '#tests/page/fake-index.ts';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import type { HealthRow } from '#sync/protocol/health.ts';
import type { Coverage } from '#sync/protocol/stored.ts';
import type { Read } from '#sync/read/types.ts';
import type { AttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import { toastQueue } from '#src/ui/overlays/toast-queue.ts';
import { CheckDialog } from './check-dialog.tsx';
import { deviceClaim } from '#sync/protocol/claim.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const AS_OF = '2026-11-20T11:59:30Z';
let replica: FakeReplica;
let user: UserEvent;
const attach = vi.fn<AttachEvidence>();
const handlers = {
  onClose: vi.fn<() => void>(),
  onPrevious: vi.fn<() => void>(),
  onNext: vi.fn<() => void>(),
};

/** Bodies the server has; the others it cannot be asked for. */
let bodies: CheckBodies;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  user = userEvent.setup();
  bodies = checkBodies();
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, 'matchMedia');
  vi.clearAllMocks();
  toastQueue.clear();
  await replica.close();
});

interface Given {
  readonly row?: Partial<HealthRow> | null;
  readonly index?: FakeIndexState;
  readonly coverage?: Coverage | null;
  readonly phase?: (typeof LIVE)['phase'];
  /** How far the server's clock is ahead of this device's. */
  readonly skewMs?: number;
  readonly roles?: readonly string[];
  readonly flags?: Readonly<Record<string, string>>;
  readonly isEnd?: boolean;
  /** How whole the copy of the checks is. */
  readonly facts?: Read<unknown>['state'];
}

function show(given: Given = {}): void {
  const { coverage = whole, phase = 'live', row = {} } = given;
  replica = createFakeReplica({ coverage });
  const { facts } = given;
  if (facts !== undefined)
    replica.model.checkFacts = async () => ({ data: null, ...deviceClaim(facts, null) });
  replica.sync.status.set({ ...LIVE, phase, skewMs: given.skewMs });
  vi.mocked(replica.sync.fetchDocument).mockImplementation(async (kind) => {
    const body = bodies[kind];
    return body === undefined ? UNFETCHED : fetchedBody({ asOf: AS_OF, ...body });
  });
  const dialog = (
    <CheckDialog
      checkId="c-1"
      onClose={handlers.onClose}
      onNext={given.isEnd === true ? undefined : handlers.onNext}
      onPrevious={handlers.onPrevious}
    />
  );
  render(
    <ReplicaFrame
      attach={attach}
      flags={given.flags ?? {}}
      health={createFakeHealth(row === null ? [] : [healthRow(row)])}
      index={createFakeIndex(given.index ?? { rows: { check_statuses: runs(60) } })}
      replica={replica}
      roles={given.roles ?? ['responder']}
    >
      {dialog}
    </ReplicaFrame>,
  );
}

const dialog = (): HTMLElement => screen.getByRole('dialog', { name: /checkout-api health/ });
const table = (): Promise<HTMLElement> => screen.findByRole('grid', { name: 'Status history' });
const errorsShown = async (): Promise<readonly string[]> =>
  within(await table())
    .queryAllByText(/^timed out/)
    .map(({ textContent }) => textContent);
const count = async (): Promise<HTMLElement> => {
  await table();
  const outputs = await screen.findAllByRole('status');
  return outputs.find(({ textContent }) => / of /.test(textContent)) ?? document.body;
};

async function choose(button: RegExp, option: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: button }));
  await user.click(await screen.findByRole('option', { name: option }));
}

describe('the dialog of a check', () => {
  it('says what it is, how it does, and when it runs next', async () => {
    show({ row: { lastTransition: '2026-11-18T12:00:00Z', severity: 'high' } });
    expect(await screen.findByText('http · shop/checkout')).toBeTruthy();
    for (const term of [
      'Uptime',
      'Latency',
      'Severity',
      'Last Run',
      'Transitioned',
      'Next Run',
      'Time Range',
    ])
      expect(screen.getByText(term, { selector: 'dt, dt *', exact: false })).toBeTruthy();
    expect(await screen.findByText('in 5m')).toBeTruthy();
    expect(within(dialog()).getAllByText('Healthy').length).toBeGreaterThan(0);
    expect(await screen.findByText('Uptime: 51 passed, 9 failed')).toBeTruthy();
    expect(screen.getByText('p97')).toBeTruthy();
    expect(screen.getByText('High')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/settings/canaries/n-1');
    expect(replica.sync.watch).toHaveBeenCalledWith({
      table: 'checks',
      id: 'c-1',
      from: '2026-11-20T11:00:00.000Z',
    });
  });

  it('shows a state that is past its time as such, with the reason', async () => {
    show({
      row: {
        lastRuntime: '2026-11-20T11:54:59Z',
        agentId: 'a1',
        agentName: 'edge',
        agentSilentSince: '2026-11-20T11:30:00Z',
      },
    });
    expect(await screen.findByText(/reported by agent edge, silent since/)).toBeTruthy();
    expect(dialog().querySelector('[data-status="healthy"]')?.textContent).toMatch(/as of/);
  });

  it('names its agent and the silence of it while its state is still live, and that it is silenced', async () => {
    show({
      row: {
        agentId: 'a1',
        agentName: 'edge',
        agentSilentSince: '2026-11-20T11:58:00Z',
        silencedAt: '2026-11-20T08:00:00Z',
      },
    });
    const clock = (time: string): string =>
      new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
    const words = `reported by agent edge, silent since ${clock('2026-11-20T11:58:00Z')}`;
    const facts = await screen.findByText(new RegExp(words));
    expect(facts.textContent).toContain(`silenced since ${clock('2026-11-20T08:00:00Z')}`);
    expect(dialog().querySelector('[data-status="healthy"]')?.textContent).not.toMatch(/as of/);
  });

  it('opens with the shortest range that holds the last run, and asks for that', async () => {
    show({ row: { lastRuntime: '2026-11-19T20:00:00Z' } });
    await waitFor(() =>
      expect(replica.sync.watch).toHaveBeenLastCalledWith({
        table: 'checks',
        id: 'c-1',
        from: '2026-11-19T12:00:00.000Z',
      }),
    );
    await choose(/Time Range:/, 'Last 2 days');
    await waitFor(() =>
      expect(replica.sync.watch).toHaveBeenLastCalledWith({
        table: 'checks',
        id: 'c-1',
        from: '2026-11-18T12:00:00.000Z',
      }),
    );
  });

  it('[HLT12] counts its range and its next run by the clock of the server', async () => {
    show({ skewMs: -3 * 3_600_000, row: { lastRuntime: '2026-11-20T08:59:00Z' } });
    await waitFor(() =>
      expect(replica.sync.watch).toHaveBeenLastCalledWith({
        table: 'checks',
        id: 'c-1',
        from: '2026-11-20T08:00:00.000Z',
      }),
    );
    expect(await screen.findByText(/^in 3h/)).toBeTruthy();
  });

  it('leads to the check before and after, by button and by key', async () => {
    show({ isEnd: true });
    await table();
    await user.click(screen.getByRole('button', { name: 'Previous check' }));
    await user.keyboard('[[');
    expect(handlers.onPrevious).toHaveBeenCalledTimes(2);
    await user.keyboard(']');
    expect(handlers.onNext).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Next check' }).getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{Escape}');
    expect(handlers.onClose).toHaveBeenCalled();
  });

  it('says that a check is gone only when its whole copy says so', async () => {
    delete bodies['check-detail'];
    show({ row: null });
    expect(await screen.findByText('Check not found')).toBeTruthy();
  });

  it('says that a check is not here when only the server may know', async () => {
    delete bodies['check-detail'];
    show({ row: null, phase: 'offline', facts: 'partial' });
    expect(await screen.findByText('Not on this device yet')).toBeTruthy();
    expect(screen.queryByText('Check not found')).toBeNull();
  });
});

describe('the history of a check', () => {
  it('lists runs newest first, with their words, fifty at a time', async () => {
    show({ index: { rows: { check_statuses: runs(59) } } });
    const grid = await table();
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Time', 'Duration', 'Message', 'Error', 'Status']);
    expect((await count()).textContent).toBe('1–50 of 59');
    await waitFor(() => expect(within(grid).getAllByText('answered 200').length).toBeGreaterThan(30));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(async () => expect((await count()).textContent).toBe('51–59 of 59'));
    await choose(/Rows:/, '100');
    await waitFor(async () => expect((await count()).textContent).toBe('1–59 of 59'));
  });

  it('goes to the last page there is when runs have left the window', async () => {
    show({ index: { rows: { check_statuses: runs(59) } } });
    await count();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(async () => expect((await count()).textContent).toBe('51–59 of 59'));
    vi.setSystemTime(NOW + 30 * 60_000);
    await user.click(screen.getByRole('button', { name: 'Refresh this check' }));
    await waitFor(async () => expect((await count()).textContent).toBe('1–30 of 30'));
  });

  it('is narrowed by status and by duration, preset or typed', async () => {
    show();
    await table();
    await choose(/Status:/, 'Unhealthy');
    await waitFor(async () => expect((await count()).textContent).toBe('1–9 of 9'));
    expect(await errorsShown()).toHaveLength(9);
    await choose(/Status:/, 'Healthy');
    await waitFor(async () => expect((await count()).textContent).toBe('1–50 of 51'));
    const field = screen.getByRole('combobox', { name: 'Duration' });
    await user.clear(field);
    await user.type(field, '150ms{Enter}');
    await waitFor(async () => expect((await count()).textContent).toBe('1–8 of 8'));
    await user.clear(field);
    await user.type(field, '2 minutes{Enter}');
    expect(await screen.findByText('duration is allowed only in milli seconds & seconds')).toBeTruthy();
    expect((await count()).textContent).toBe('1–8 of 8');
  });

  it('offers the presets of the product', async () => {
    show();
    await table();
    await user.click(screen.getByRole('combobox', { name: 'Duration' }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ dataset }) => dataset['key'])).toEqual([
      'All',
      '100ms',
      '500ms',
      '1s',
      '5s',
      '10s',
      '30s',
    ]);
    await user.click(screen.getByRole('option', { name: /^5s/ }));
    await waitFor(async () => expect((await count()).textContent).toBe('1–9 of 9'));
  });

  it('says none only of a whole window, with the way out of the filters', async () => {
    show({ index: { rows: { check_statuses: runs(3) } } });
    await table();
    await choose(/Status:/, 'Unhealthy');
    expect(await screen.findByText('No data available')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect((await count()).textContent).toBe('1–3 of 3');
  });

  it('does not call it empty while nothing was downloaded', async () => {
    show({ coverage: null, index: { rows: {} }, phase: 'offline' });
    expect(await screen.findByText('Not on this device yet')).toBeTruthy();
    expect(screen.queryByText('No data available')).toBeNull();
  });

  it('does not take an hour without a connection for an hour without runs', async () => {
    show({ coverage: { ...whole, asOf: '2026-11-20T10:30:00Z' }, index: { rows: {} }, phase: 'offline' });
    expect(await screen.findByText(/The runs of the last hour have not been downloaded/)).toBeTruthy();
    expect(screen.queryByText('No data available')).toBeNull();
  });

  it('says why its runs do not come', async () => {
    show({ coverage: null, index: { rows: {} } });
    const feed = { tbl: 'check_statuses', status: 'never', asOf: null, badRows: 0 } as const;
    await replica.set({ feeds: [{ ...feed, lastError: 'The server is busy or restarting.' }] });
    expect(
      await screen.findByText('The runs could not be downloaded: The server is busy or restarting.'),
    ).toBeTruthy();
  });

  it('says from when on the runs are here', async () => {
    show({ coverage: { ...whole, from: '2026-11-20T11:20:00Z', complete: false }, phase: 'offline' });
    expect(await screen.findByText(/are on this device, older ones are not yet/)).toBeTruthy();
    expect((await count()).textContent).toMatch(/on this device$/);
  });

  it('shows why it cannot be read, and never an empty list', async () => {
    show({ index: { rows: {}, failure: 'The database is closed' } });
    expect((await screen.findAllByText('The database is closed')).length).toBeGreaterThan(0);
    expect(screen.queryByText('No data available')).toBeNull();
  });

  it('opens a run with its whole words', async () => {
    show();
    const [first] = within(await table()).getAllByText(/^timed out/);
    await user.click(first!);
    const run = await screen.findByRole('dialog', { name: /^Run of/ });
    expect(within(run).getByRole('heading', { name: 'Error' })).toBeTruthy();
    // A tooltip of what lies under a pointer that rests is a layer of its own.
    await user.unhover(first!);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Run of/ })).toBeNull());
    expect(handlers.onClose).not.toHaveBeenCalled();
  });
});

describe('the graph of a check', () => {
  it('is walked by keys and listed as a table', async () => {
    show();
    await user.click(await screen.findByRole('tab', { name: 'Graph' }));
    const cursor = await screen.findByRole('slider', { name: 'Cursor of the graph' });
    expect(cursor.getAttribute('aria-valuetext')).toMatch(/, 100ms, healthy$/);
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    const grid = await screen.findByRole('grid', { name: 'Latency and status over time' });
    expect(grid.getAttribute('aria-rowcount')).toBe('61');
    expect(within(grid).getAllByText('Unhealthy').length).toBeGreaterThan(0);
  });

  it('keeps its cursor at the moment it was put to when runs come and leave', async () => {
    show();
    await user.click(await screen.findByRole('tab', { name: 'Graph' }));
    const cursor = (): HTMLElement => screen.getByRole('slider', { name: 'Cursor of the graph' });
    await waitFor(cursor);
    fireEvent.change(cursor(), { target: { value: '20' } });
    const before = cursor();
    const words = before.getAttribute('aria-valuetext');
    vi.setSystemTime(NOW + 10 * 60_000);
    await user.click(screen.getByRole('button', { name: 'Refresh this check' }));
    await waitFor(() => expect(cursor().getAttribute('max')).toBe('49'));
    expect(cursor().getAttribute('aria-valuetext')).toBe(words);
    // And the graph was never taken away.
    expect(cursor()).toBe(before);
  });

  it("is the server's own where its runs are not all here", async () => {
    bodies['check-graph'] = {
      body: {
        status: [{ time: '2026-11-20T11:30:00Z', duration: 420, failed: 1 }],
        uptime: { passed: 7, failed: 1 },
        latency: { p95: 400, p99: 420 },
      },
      reason: 'Not reachable now.',
    };
    show({ coverage: null, index: { rows: {} }, phase: 'offline' });
    await user.click(await screen.findByRole('tab', { name: 'Graph' }));
    expect(await screen.findByText(/Computed by the server/)).toBeTruthy();
    expect(screen.getByText('Uptime: 7 passed, 1 failed')).toBeTruthy();
    const cursor = screen.getByRole('slider', { name: 'Cursor of the graph' });
    expect(cursor.getAttribute('aria-valuetext')).toMatch(/, 420ms, unhealthy$/);
    expect(replica.sync.fetchDocument).toHaveBeenCalledWith('check-graph', 'c-1~1h');
  });

  it('stands above the tabs of a tall screen, and its tab comes back', async () => {
    const listeners = new Set<() => void>();
    const media = {
      matches: false,
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    };
    Reflect.set(globalThis, 'matchMedia', () => media);
    const turn = async (isTall: boolean): Promise<void> => {
      media.matches = isTall;
      for (const listener of listeners) listener();
      await waitFor(() => expect(screen.queryByRole('tab', { name: 'Graph' }) === null).toBe(isTall));
    };
    show();
    await user.click(await screen.findByRole('tab', { name: 'Graph' }));
    await turn(true);
    expect(screen.getByRole('tab', { name: 'History' }).getAttribute('aria-selected')).toBe('true');
    expect(await screen.findByRole('slider', { name: 'Cursor of the graph' })).toBeTruthy();
    await turn(false);
    expect(screen.getByRole('tab', { name: 'Graph' }).getAttribute('aria-selected')).toBe('true');
  });
});

describe('the definition and the relationships of a check', () => {
  it('shows the definition as YAML and as JSON', async () => {
    show();
    await user.click(await screen.findByRole('tab', { name: 'Spec' }));
    const text = await screen.findByRole('region', { name: 'Definition' });
    const lines = (): string[] => [...text.querySelectorAll('.cm-line')].map((line) => line.textContent);
    await waitFor(() => expect(lines()).toEqual(['url: https://shop', 'responseCodes:', '  - 200', '']));
    await choose(/Format:/, 'JSON');
    await waitFor(() =>
      expect(JSON.parse(lines().join('\n'))).toEqual({ url: 'https://shop', responseCodes: [200] }),
    );
    expect(within(text).getByRole('textbox', { name: 'Definition' }).getAttribute('aria-readonly')).toBe(
      'true',
    );
  });

  it('says that one with a secret is not kept, and that one is not here', async () => {
    bodies['check-spec'] = { body: { spec: { password: 'x' } }, isKept: false };
    show();
    await user.click(await screen.findByRole('tab', { name: 'Spec' }));
    expect(await screen.findByText(/is shown but not kept on this device/)).toBeTruthy();
    delete bodies['check-spec'];
    await user.click(screen.getByRole('button', { name: 'Refresh this check' }));
    expect(await screen.findByText(/The definition of this check is not on this device/)).toBeTruthy();
  });

  it('links to components and catalog items', async () => {
    show();
    await user.click(await screen.findByRole('tab', { name: 'Relationships' }));
    expect((await screen.findByRole('link', { name: 'checkout' })).getAttribute('href')).toBe(
      '/topology/p-1',
    );
    expect(screen.getByRole('link', { name: 'checkout-api' }).getAttribute('href')).toBe('/catalog/g-1');
  });
});

it('leads from a check to what defines it', async () => {
  const source = 'kubernetes/0190aaaa-0000-7000-8000-000000000001';
  bodies['check-detail'] = {
    body: { id: 'c-1', name: 'checkout-api health', canary: { id: 'n-1', name: 'shop', source } },
  };
  show();
  await user.click(await screen.findByRole('tab', { name: 'Relationships' }));
  expect(await screen.findByRole('heading', { name: 'Defined by' })).toBeTruthy();
  const link = screen.getByRole('link', { name: 'A resource of Kubernetes' });
  expect(link.getAttribute('href')).toBe('/catalog/0190aaaa-0000-7000-8000-000000000001');
});

describe('attaching a check', () => {
  it('offers it as evidence', async () => {
    show();
    await user.click(await screen.findByRole('button', { name: 'Attach as Evidence' }));
    expect(attach).toHaveBeenCalledWith({ kind: 'check', checkId: 'c-1', name: 'checkout-api health' });
  });

  it.each([
    { roles: ['viewer'], flags: {} },
    { roles: ['responder'], flags: { 'incidents.disable': 'true' } },
  ])('hides it from who may not, or where incidents are off: $roles $flags', async (given) => {
    show(given);
    await table();
    expect(screen.queryByRole('button', { name: 'Attach as Evidence' })).toBeNull();
  });
});

describe('playbooks of a check', () => {
  it('lists what fits, each with the way to the form that runs it', async () => {
    show({ roles: ['editor'] });
    await user.click(await screen.findByRole('button', { name: 'Playbooks' }));
    const item = await screen.findByRole('menuitem', { name: /^collect-diagnostics/ });
    expect(item.getAttribute('href')).toBe('/playbooks/b-1/run?check_id=c-1');
  });

  it('is not there without write on playbook runs, and says what is not on this device', async () => {
    show();
    await table();
    expect(screen.queryByRole('button', { name: 'Playbooks' })).toBeNull();
    cleanup();
    delete bodies['check-playbooks'];
    show({ roles: ['admin'] });
    await user.click(await screen.findByRole('button', { name: 'Playbooks' }));
    expect(await screen.findByText(/The playbooks of this check are not on this device/)).toBeTruthy();
  });
});
