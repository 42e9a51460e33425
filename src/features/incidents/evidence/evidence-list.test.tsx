/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createFakeReplica,
  evidence,
  LIVE,
  op,
  ReplicaFrame,
  type FakeReplica,
  type ReplicaState,
} from '#tests/page/fake-replica.tsx';
import { fetchedBody } from '#tests/page/fake-answers.ts';
import { createFakeIndex, type FakeIndexState } from '#tests/page/fake-index.ts';
import type { AttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import { listenForShortcuts } from '#src/platform/actions/shortcuts.ts';
import { EvidenceList } from './evidence-list.tsx';
import { IncidentScreenProvider, type IncidentScreen } from '../incident-context.tsx';
import { toastQueue } from '#src/ui/overlays/toast-queue.ts';
import type { EvidenceRefs, EvidenceView } from '#sync/read/types.ts';

let replica: FakeReplica;
const attach = vi.fn<AttachEvidence>();

afterEach(async () => {
  cleanup();
  attach.mockReset();
  toastQueue.clear();
  await replica.close();
});

const NO_REFS: EvidenceRefs = {
  checkId: null,
  configId: null,
  configChangeId: null,
  configAnalysisId: null,
  componentId: null,
};

// The commands of the page are not used by evidence.
const SCREEN = { incidentId: 'i-1' } as IncidentScreen;

interface Given {
  readonly state?: Partial<ReplicaState>;
  readonly index?: FakeIndexState;
  readonly roles?: readonly string[];
  readonly flags?: Readonly<Record<string, string>>;
}

function show(views: readonly Partial<EvidenceView>[], given: Given = {}): void {
  replica = createFakeReplica(given.state);
  render(<List given={given} views={views} />);
}

function List({ given, views }: { given: Given; views: readonly Partial<EvidenceView>[] }): ReactElement {
  return (
    <ReplicaFrame
      attach={attach}
      flags={given.flags ?? {}}
      index={createFakeIndex(given.index ?? { rows: {} })}
      replica={replica}
      roles={given.roles ?? ['responder']}
    >
      <IncidentScreenProvider value={SCREEN}>
        <EvidenceList
          evidences={views.map((view, at) => evidence({ id: `e-${at}`, ...view }))}
          hypothesisId="h-1"
          hypothesisTitle="Disk"
        />
      </IncidentScreenProvider>
    </ReplicaFrame>
  );
}

const fetched = (body: unknown) => async () => fetchedBody({ body, asOf: '2026-11-20T12:00:00Z' });

const CHECK = {
  id: 'k1',
  name: 'api-health',
  type: 'http',
  status: 'healthy',
  severity: 'high',
  agent: null,
  since: null,
};

describe('views of evidence', () => {
  it('a check: frozen result, live state, stored runs and the way to it', async () => {
    const run = (minute: number, status: boolean) => ({
      check_id: 'k1',
      time: `2026-11-20T11:0${minute}:00Z`,
      status,
      duration: 100,
    });
    show(
      [
        {
          type: 'check',
          refs: { ...NO_REFS, checkId: 'k1' },
          subject: { kind: 'check', id: 'k1', name: 'api-health' },
          payload: {
            check_id: 'k1',
            snapshot: {
              at: '2026-11-20T10:00:00Z',
              status: 'unhealthy',
              runs: [{ time: '2026-11-20T09:59:00Z', status: false, error: '502 Bad Gateway' }],
            },
          },
        },
      ],
      {
        state: { checkFacts: [CHECK] },
        index: { rows: { check_statuses: [run(1, true), run(2, false), run(3, true)] } },
      },
    );
    const item = within(screen.getByRole('list', { name: 'Evidence' })).getByRole('listitem');
    expect(item.textContent).toContain('When attached');
    expect(item.textContent).toContain('Unhealthy');
    expect(item.textContent).toContain('502 Bad Gateway');
    expect(await within(item).findByText('Healthy')).toBeDefined();
    expect(await within(item).findByText('Last runs on this device: 3 runs, 1 failed')).toBeDefined();
    expect(item.textContent).toContain('66.7 % of 3 runs, p95 100ms');
    expect(within(item).getByRole('link', { name: 'api-health' }).getAttribute('href')).toBe(
      '/health?checkId=k1&timeRange=1h',
    );
    expect(replica.sync.watch).toHaveBeenCalledWith({
      table: 'checks',
      id: 'k1',
      from: expect.stringMatching(/Z$/u),
    });
  });

  it('a check whose runs are not in the index shows those that are kept or fetched', async () => {
    show([{ type: 'check', refs: { ...NO_REFS, checkId: 'k1' } }], { state: { checkFacts: [CHECK] } });
    expect(await screen.findByText('Its runs are not on this device. Not reachable now.')).toBeDefined();
    cleanup();
    await replica.close();
    replica = createFakeReplica({ checkFacts: [CHECK] });
    const run = (minute: number) => ({ time: `2026-11-20T11:0${minute}:00Z`, status: true, duration: 5 });
    vi.mocked(replica.sync.fetchDocument).mockImplementation(fetched([run(2), run(1)]));
    render(<List given={{}} views={[{ type: 'check', refs: { ...NO_REFS, checkId: 'k1' } }]} />);
    expect(await screen.findByText('Last runs on this device: 2 runs, 0 failed')).toBeDefined();
    expect(replica.sync.fetchDocument).toHaveBeenCalledWith('check-recent', 'k1');
  });

  it('[I23] runs that a role may not read are not called absent, and nothing odd is called none', async () => {
    const view = { type: 'check', refs: { ...NO_REFS, checkId: 'k1' } } as const;
    show([view], { state: { checkFacts: [CHECK] } });
    await screen.findByText(/^Its runs are not on this device/u);
    const shown = async (body: Parameters<typeof fetchedBody>[0], words: string): Promise<void> => {
      cleanup();
      await replica.close();
      replica = createFakeReplica({ checkFacts: [CHECK] });
      vi.mocked(replica.sync.fetchDocument).mockResolvedValue(fetchedBody(body));
      render(<List given={{}} views={[view]} />);
      expect(await screen.findByText(words)).toBeDefined();
    };
    await shown({ state: 'forbidden' }, 'Its runs may not be read with your role');
    await shown({ body: 'odd' }, 'Its runs cannot be read: they are not as expected');
    await shown({ body: [{ odd: true }] }, 'Its runs cannot be read: they are not as expected');
    await shown({ body: [] }, 'It has no recent runs');
  });

  it('what is not here says so and pretends nothing', async () => {
    show(
      [
        { type: 'check', refs: { ...NO_REFS, checkId: 'gone' } },
        { type: 'config_change', refs: { ...NO_REFS, configChangeId: 'x' } },
        { type: 'topology', refs: NO_REFS },
      ],
      { index: { rows: {}, state: 'complete' } },
    );
    expect(await screen.findByText('This check does not exist any more')).toBeDefined();
    expect(await screen.findByText('Its runs are not on this device. Not reachable now.')).toBeDefined();
    // Changes are kept for a while only: not being here is not being gone.
    expect(await screen.findByText('This change is not on this device')).toBeDefined();
    expect(screen.getByText('The server did not keep what this evidence points at')).toBeDefined();
  });

  it('a failed read is said, not shown as nothing', async () => {
    show([{ type: 'config_change', refs: { ...NO_REFS, configChangeId: 'x' } }], {
      index: { rows: {}, failure: 'Disk error' },
    });
    expect(await screen.findByText('This change cannot be read: Disk error')).toBeDefined();
  });

  it('config lines: numbers, the selection marked, its surroundings first', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
    show([
      {
        type: 'config',
        refs: { ...NO_REFS, configId: 'c1' },
        payload: {
          configName: 'payments',
          configType: 'Deployment',
          lines,
          selected_lines: { '9': 'line 10' },
        },
      },
    ]);
    expect(screen.getByRole('link', { name: 'payments (Deployment)' }).getAttribute('href')).toBe(
      '/catalog/c1',
    );
    const box = screen.getByRole('region', { name: 'Config lines, 1 selected' });
    expect(box.querySelector('mark')?.textContent).toBe('10line 10');
    expect(within(box).getByText('line 7')).toBeDefined();
    expect(within(box).queryByText('line 6')).toBeNull();
    expect(within(box).getByText('6 lines not shown')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Show all 30 lines' }));
    expect(within(box).getByText('line 6')).toBeDefined();
    expect(await screen.findByText('This catalog item does not exist any more')).toBeDefined();
  });

  it('a config change: its line here, and its diff fetched when it is wanted', async () => {
    show([{ type: 'config_change', refs: { ...NO_REFS, configChangeId: 'ch' } }], {
      index: {
        rows: {
          config_changes: [
            {
              id: 'ch',
              change_type: 'diff',
              severity: 'high',
              summary: 'replicas changed',
              created_at: '2026',
            },
          ],
        },
      },
    });
    vi.mocked(replica.sync.fetchDocument).mockImplementation(
      fetched({ diff: '--- a\n+++ b\n@@ -1 +1 @@\n-replicas: 2\n+replicas: 1', details: { user: 'ci' } }),
    );
    expect(await screen.findByText('replicas changed')).toBeDefined();
    expect(replica.sync.fetchDocument).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'What changed' }));
    const diff = await screen.findByRole('region', { name: 'Diff' });
    expect([...diff.querySelectorAll('div.whitespace-pre')].map((line) => line.textContent)).toEqual([
      '@@ -1 +1 @@',
      '-replicas: 2',
      '+replicas: 1',
    ]);
    expect(screen.getByRole('region', { name: 'Details' }).textContent).toContain('"user": "ci"');
    expect(replica.sync.fetchDocument).toHaveBeenCalledWith('change', 'ch');
  });

  it('what cannot be fetched now is fetched when the server can be reached', async () => {
    show([{ type: 'config_change', refs: { ...NO_REFS, configChangeId: 'ch' } }]);
    replica.sync.status.set({ ...LIVE, phase: 'offline' });
    await userEvent.click(screen.getByRole('button', { name: 'What changed' }));
    expect(
      await screen.findByText('What this change did is not on this device. Not reachable now.'),
    ).toBeDefined();
    vi.mocked(replica.sync.fetchDocument).mockImplementation(fetched({ diff: '+late' }));
    replica.sync.status.set(LIVE);
    expect(await screen.findByText('+late')).toBeDefined();
  });

  it.each([
    [fetchedBody({ reason: 'It does not exist any more.' }), / does not exist on the server any more$/u],
    [fetchedBody({ state: 'forbidden' }), / may not be read with your role$/u],
  ])(
    'what the server has none of, or keeps to itself, is not called absent from this device: %#',
    async (answer, words) => {
      show([{ type: 'config_change', refs: { ...NO_REFS, configChangeId: 'ch' } }]);
      vi.mocked(replica.sync.fetchDocument).mockResolvedValue(answer);
      await userEvent.click(screen.getByRole('button', { name: 'What changed' }));
      expect(await screen.findByText(words)).toBeDefined();
      expect(screen.queryByText(/What this change did is not on this device/u)).toBeNull();
    },
  );

  it('a frozen diff needs no server', async () => {
    show([
      {
        type: 'config_change',
        refs: { ...NO_REFS, configChangeId: 'ch' },
        payload: { snapshot: { at: '2026-11-20T10:00:00Z', change_type: 'diff', diff: '-a\n+b' } },
      },
    ]);
    expect(await screen.findByText('+b')).toBeDefined();
    expect(replica.sync.fetchDocument).not.toHaveBeenCalled();
  });

  it('an insight: analyzer, severity, status, and its message', async () => {
    show([{ type: 'config_analysis', refs: { ...NO_REFS, configAnalysisId: 'an', configId: 'c1' } }], {
      index: {
        rows: { config_analysis: [{ id: 'an', analyzer: 'trivy', severity: 'critical', status: 'open' }] },
      },
    });
    vi.mocked(replica.sync.fetchDocument).mockImplementation(fetched({ message: 'Upgrade **openssl**' }));
    expect(await screen.findByText('trivy')).toBeDefined();
    expect(screen.getByText('Critical')).toBeDefined();
    expect(screen.getByText('Open')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Message' }));
    expect(await screen.findByText('openssl')).toBeDefined();
  });

  it('log lines: time, message, labels', () => {
    const lines = [
      { timestamp: '2026-11-20T10:00:01.250Z', message: 'OOMKilled', labels: { pod: 'api-1' } },
      'a bare line',
    ];
    show([{ type: 'log', payload: { lines }, subject: { kind: 'component', id: 'c', name: 'api' } }]);
    const box = screen.getByRole('region', { name: 'Log lines, 2' });
    const [first, second] = within(box).getAllByRole('listitem');
    expect(first?.textContent).toMatch(/^2026-11-\d\d \d\d:\d\d\.01\.250OOMKilledpod=api-1$/u);
    expect(second?.textContent).toBe('a bare line');
  });

  it('a component: then and now', async () => {
    const facts = { id: 'c', name: 'api', type: 'Service', status: null, reason: null };
    show(
      [
        {
          type: 'topology',
          refs: { ...NO_REFS, componentId: 'c' },
          payload: { snapshot: { at: '2026-11-20T10:00:00Z', name: 'api', health: 'unhealthy' } },
        },
      ],
      { state: { componentFacts: [{ ...facts, health: 'healthy', agent: 'eu-west' }] } },
    );
    expect(screen.getByRole('link', { name: 'api' }).getAttribute('href')).toBe('/topology/c');
    expect(screen.getByText('Unhealthy')).toBeDefined();
    expect(await screen.findByText('Healthy')).toBeDefined();
    expect(screen.getByText('Agent eu-west')).toBeDefined();
  });

  it('a note as Markdown, and nothing at all', () => {
    show([{ type: 'comment', payload: { comment: 'rolled **back**' } }]);
    expect(screen.getByText('back').tagName).toBe('STRONG');
    cleanup();
    show([]);
    expect(screen.getByText('No Evidence')).toBeDefined();
  });
});

describe('what can be done with evidence', () => {
  const note: Partial<EvidenceView> = { type: 'comment', payload: { comment: 'seen' }, description: 'seen' };

  it('deletes after asking, and says when the server refuses', async () => {
    show([{ ...note, definitionOfDone: true }], {
      state: { opStates: [op({ id: 'op-new', state: 'queued' })] },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Note' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete evidence' }));
    expect(screen.getByRole('alertdialog').textContent).toContain('also removed from the definition of done');
    expect(replica.sync.submit).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(replica.sync.submit).toHaveBeenCalledWith(
      { kind: 'row.delete', table: 'evidences', rowId: 'e-0' },
      '/incidents/i-1',
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(toastQueue.visibleToasts).toHaveLength(0);
    const lastError = { class: 'referenced', status: 409, code: '23503', message: 'still referenced' };
    await replica.set({ opStates: [op({ id: 'op-new', state: 'failed', lastError })] });
    await waitFor(() =>
      expect(toastQueue.visibleToasts[0]?.content).toMatchObject({
        kind: 'error',
        text: 'Evidence delete failed',
        detail: 'still referenced',
      }),
    );
  });

  it('goes to another incident as it is, snapshot and all', async () => {
    const payload = { check_id: 'k1', snapshot: { at: 't', status: 'unhealthy' } };
    show([
      {
        type: 'check',
        description: 'down',
        refs: { ...NO_REFS, checkId: 'k1' },
        payload,
        definitionOfDone: true,
        script: 'x',
      },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Check' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /^Attach as Evidence/u }));
    expect(attach).toHaveBeenCalledWith({
      kind: 'copy',
      name: 'Check',
      evidence: { type: 'check', description: 'down', checkId: 'k1', payload },
    });
  });

  it('[ux 4.4] e opens the wizard, and not for a viewer', async () => {
    const stop = listenForShortcuts();
    show([note]);
    await userEvent.keyboard('e');
    expect(screen.getByRole('dialog', { name: 'Add evidence' })).toBeDefined();
    cleanup();
    show([note], { roles: ['viewer'] });
    await userEvent.keyboard('e');
    expect(screen.queryByRole('dialog', { name: 'Add evidence' })).toBeNull();
    stop();
  });

  it('leads to the playbooks that fit what was brought, for who may run them', async () => {
    const check = { type: 'check', refs: { ...NO_REFS, checkId: 'k1' } };
    show([check, { type: 'comment' }], { roles: ['editor'] });
    vi.mocked(replica.sync.fetchDocument).mockImplementation(fetched([{ id: 'b1', name: 'restart' }]));
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Check' }));
    const item = await screen.findByRole('menuitem', { name: 'restart' });
    expect(item.getAttribute('href')).toBe('/playbooks/b1/run?check_id=k1');
    expect(replica.sync.fetchDocument).toHaveBeenCalledWith('check-playbooks', 'k1');
    cleanup();
    show([{ type: 'comment' }], { roles: ['editor'] });
    await userEvent.click(screen.getByRole('button', { name: /^Actions for/u }));
    expect(screen.queryByRole('group', { name: /^Playbooks for/u })).toBeNull();
    cleanup();
    show([check]);
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Check' }));
    expect(screen.queryByRole('group', { name: /^Playbooks for/u })).toBeNull();
  });

  it('is not offered without the role or the feature', async () => {
    show([note], { roles: ['viewer'] });
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Note' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Delete evidenceRead-only: your role (viewer) does not allow changing evidence',
    ]);
    expect(screen.queryByRole('button', { name: 'Add evidence to Disk' })).toBeNull();
    cleanup();
    show([note], { flags: { 'incidents.disable': 'true' } });
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Note' }));
    expect(screen.queryByRole('menuitem', { name: /^Attach as Evidence/u })).toBeNull();
  });
});
