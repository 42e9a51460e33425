/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EvidenceInput } from '#sync/protocol/command.ts';
import type { FetchedDocument } from '#sync/protocol/document.ts';
import {
  createFakeReplica,
  ReplicaFrame,
  type FakeReplica,
  type ReplicaState,
} from '#tests/page/fake-replica.tsx';
import { fetchedBody, type FetchedBody } from '#tests/page/fake-answers.ts';
import { createFakeIndex, type FakeIndexState } from '#tests/page/fake-index.ts';
import type { AttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import { IncidentScreenProvider, type IncidentScreen } from '../incident-context.tsx';
import { EvidenceWizard } from './evidence-wizard.tsx';
import type { WizardType } from './wizard-types.ts';

let replica: FakeReplica;
const onClose = vi.fn<() => void>();
const attach = vi.fn<AttachEvidence>();

afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  // jsdom has none.
  Reflect.deleteProperty(globalThis, 'matchMedia');
  await replica.close();
});

// The commands of the page are not used by the wizard.
const SCREEN = { incidentId: 'i-1' } as IncidentScreen;

interface Given {
  readonly type?: WizardType;
  readonly state?: Partial<ReplicaState>;
  readonly index?: FakeIndexState;
  readonly roles?: readonly string[];
}

function open({ type, state, index = { rows: {} }, roles = ['responder'] }: Given = {}): void {
  replica = createFakeReplica(state);
  render(
    <ReplicaFrame attach={attach} index={createFakeIndex(index)} replica={replica} roles={roles}>
      <IncidentScreenProvider value={SCREEN}>
        <EvidenceWizard hypothesisId="h-1" hypothesisTitle="Disk" type={type} onClose={onClose} />
      </IncidentScreenProvider>
    </ReplicaFrame>,
  );
}

const check = (id: string, name: string) => ({
  id,
  name,
  type: 'http',
  status: 'healthy',
  severity: null,
  agent: null,
  since: null,
});

const step = () => within(screen.getByRole('list', { name: 'Steps' }));
const current = () =>
  step()
    .getAllByRole('listitem')
    .find((item) => item.getAttribute('aria-current') === 'step')?.textContent;
const attached = (): EvidenceInput[] =>
  vi.mocked(replica.sync.submit).mock.calls.map(([command]) => {
    if (command.kind !== 'evidence.add') throw new Error(`a ${command.kind}`);
    expect(command.hypothesisId).toBe('h-1');
    return command.evidence;
  });

const hasFocus = (element: Element): boolean => element.ownerDocument.activeElement === element;

describe('the evidence wizard', () => {
  it('[6] a role that was taken away while it is open attaches nothing, and says why', async () => {
    open({ type: 'comment', roles: ['viewer'] });
    await userEvent.type(screen.getByRole('textbox', { name: /^Note/u }), 'Fans are loud');
    const button = screen.getByRole('button', { name: 'Attach' });
    await userEvent.click(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect((await screen.findAllByText(/does not allow changing evidence/u)).length).toBeGreaterThan(0);
    expect(replica.sync.submit).not.toHaveBeenCalled();
  });

  it('goes in three named steps, by the keyboard, and attaches several at once', async () => {
    open({ state: { checkFacts: [check('k1', 'api-http'), check('k2', 'api-dns'), check('k3', 'web')] } });
    expect(
      step()
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['1Evidence type', '2Search', '3Select']);
    const types = screen.getByRole('listbox', { name: 'Evidence type' });
    within(types).getByRole('option', { name: /Check/u }).focus();
    await userEvent.keyboard('{Enter}');
    expect(current()).toContain('Search');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search checks' }), 'api');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2), { timeout: 30_000 });
    expect(screen.getByText(/2 checks on this device/u)).toBeDefined();
    const [first] = screen.getAllByRole('option');
    first?.focus();
    await userEvent.keyboard(' {ArrowDown} ');
    await userEvent.click(screen.getByRole('button', { name: 'Next: 2 selected' }));
    expect(current()).toContain('Select');
    await userEvent.type(screen.getByRole('textbox', { name: /Description/u }), 'both red');
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(attached().map(({ type, checkId, description }) => [type, checkId, description])).toEqual([
      ['check', 'k1', 'both red'],
      ['check', 'k2', 'both red'],
    ]);
    expect(attached()[0]?.payload).toMatchObject({ check_id: 'k1', snapshot: { name: 'api-http' } });
  });

  it('[ux 4.8] the search has the focus, and Escape leaves at once with what was chosen', async () => {
    open({ state: { checkFacts: [check('k1', 'api-http')] } });
    await userEvent.click(screen.getByRole('option', { name: /Check/u }));
    expect(hasFocus(screen.getByRole('searchbox', { name: 'Search checks' }))).toBe(true);
    const found = await screen.findByRole('option', { name: /api-http/u });
    await userEvent.click(found);
    await userEvent.keyboard('{Escape}');
    expect(found.getAttribute('aria-selected')).toBe('true');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('[ux 4.8] on a touch screen the search does not call the keyboard', async () => {
    const changes = { addEventListener: () => undefined, removeEventListener: () => undefined };
    Reflect.set(globalThis, 'matchMedia', () => ({ matches: true, ...changes }));
    open({ type: 'check' });
    expect(hasFocus(screen.getByRole('searchbox', { name: 'Search checks' }))).toBe(false);
  });

  it('skips the first step when the type is known', () => {
    open({ type: 'topology' });
    expect(current()).toContain('Search');
    expect(screen.getByRole('searchbox', { name: 'Search components' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
  });

  const rows: FakeIndexState['rows'] = {
    config_items: [{ id: 'x1', name: 'payments', type: 'Deployment', health: 'healthy' }],
    config_changes: [
      { id: 'ch1', config_id: 'x1', change_type: 'diff', summary: 'replicas', created_at: '2026-11-19' },
      { id: 'ch2', config_id: 'x1', change_type: 'scaled', summary: 'scaled up', created_at: '2026-11-20' },
    ],
    config_analysis: [{ id: 'an', config_id: 'x1', analyzer: 'trivy', summary: 'CVE', status: 'open' }],
  };

  it.each([
    ['config', /payments/u, { type: 'config', configId: 'x1' }],
    ['config_change', /scaled up/u, { type: 'config_change', configChangeId: 'ch2', configId: 'x1' }],
    ['config_analysis', /CVE/u, { type: 'config_analysis', configAnalysisId: 'an', configId: 'x1' }],
  ] as const)('finds %s in the index', async (type, name, expected) => {
    open({ type, index: { rows } });
    await userEvent.click(await screen.findByRole('option', { name }));
    await userEvent.click(screen.getByRole('button', { name: 'Next: 1 selected' }));
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(attached()).toEqual([expect.objectContaining(expected)]);
  });

  it('tells catalog items of one name by where they run', async () => {
    const place = (id: string, tags: object): Record<string, unknown> => ({
      id,
      name: 'web',
      type: 'Deployment',
      tags,
    });
    const items = [
      place('x1', { namespace: 'shop', cluster: 'eu-west', region: 'eu' }),
      place('x2', { account: '4100', region: 'eu' }),
      place('x3', {}),
    ];
    open({ type: 'config', index: { rows: { config_items: items } } });
    const options = await screen.findAllByRole('option', { name: /^web/u });
    expect(options.map((option) => option.textContent)).toEqual([
      expect.stringContaining('Deployment · eu-west/shop'),
      expect.stringContaining('Deployment · 4100/eu'),
      expect.stringMatching(/Deployment$/u),
    ]);
  });

  const toLines = async (document: FetchedDocument): Promise<void> => {
    open({ type: 'config', index: { rows } });
    vi.mocked(replica.sync.fetchDocument).mockResolvedValue(document);
    await userEvent.click(await screen.findByRole('option', { name: /payments/u }));
    await userEvent.click(screen.getByRole('button', { name: 'Next: 1 selected' }));
    await userEvent.click(screen.getByRole('button', { name: 'Choose lines of payments' }));
  };
  const document = (config: unknown, more: FetchedBody = {}): FetchedDocument =>
    fetchedBody({ body: { id: 'x1', type: 'Deployment', config }, ...more });

  it('[2.5] attaches the lines that are chosen in the document, wherever it is searched', async () => {
    await toLines(document({ replicas: 2, image: 'payments:1' }));
    const lines = await screen.findByRole('listbox', { name: 'Lines of payments' });
    expect(within(lines).getAllByRole('option')).toHaveLength(4);
    await userEvent.click(within(lines).getByRole('option', { name: /replicas/u }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find in the lines of payments' }), 'image');
    await waitFor(() => expect(within(lines).getAllByRole('option')).toHaveLength(1));
    await userEvent.click(within(lines).getByRole('option', { name: /image/u }));
    // Its name begins with the words on it.
    expect(screen.getByRole('button', { name: '2 lines chosen of payments' }).textContent).toBe(
      '2 lines chosen',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(attached()[0]?.payload).toMatchObject({
      lines: ['{', '  "replicas": 2,', '  "image": "payments:1"', '}'],
      selected_lines: { 1: '  "replicas": 2,', 2: '  "image": "payments:1"' },
    });
  });

  it.each([
    [
      document(null, { body: null, state: 'never', reason: 'Not reachable now.' }),
      /is not on this device. Not reachable now/u,
    ],
    [
      document({ password: 'hunter2' }, { isKept: false }),
      /It holds a secret, so its lines cannot be attached/u,
    ],
    [document(null), /has no document/u],
  ])('[D22] says why no line can be chosen: %#', async (found, words) => {
    await toLines(found);
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByText(/hunter2/u)).toBeNull();
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('shows changes newest first, with their catalog item', async () => {
    open({ type: 'config_change', index: { rows } });
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
        'scaled upscaled · payments',
        'replicasdiff · payments',
      ]),
    );
  });

  it('says what is on this device, and when nothing of it is', async () => {
    open({ type: 'config', index: { rows: {}, state: 'never' } });
    expect(await screen.findByText(/No catalog items on this device match/u)).toBeDefined();
    expect(screen.getByText(/They have not been downloaded yet/u)).toBeDefined();
    cleanup();
    open({ type: 'config', index: { rows: {}, failure: 'Disk error' } });
    expect(await screen.findByText('Disk error')).toBeDefined();
  });

  it('takes a note straight away, and needs its words', async () => {
    open();
    await userEvent.click(screen.getByRole('option', { name: /Note/u }));
    expect(current()).toContain('Select');
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    expect(await screen.findByText('Please add comment details')).toBeDefined();
    await userEvent.type(screen.getByRole('textbox', { name: /Note/u }), 'I saw it');
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(attached()).toEqual([
      { type: 'comment', description: 'I saw it', payload: { comment: 'I saw it' } },
    ]);
  });

  it('[ux 4.7] offers the words of a refused evidence, also beside what is typed', async () => {
    const key = '/incidents/i-1#evidence:h-1';
    const back = { key, text: 'It was red', savedAt: 1, fromOpId: 'op-1' };
    open({ type: 'comment', state: { drafts: [back] } });
    const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Note/u });
    await waitFor(() => expect(note.value).toBe('It was red'));
    expect(screen.getByText(/Not saved on server/u)).toBeDefined();
    await userEvent.type(note, ' at ten');
    await replica.set({ drafts: [{ ...back, text: 'Another one', fromOpId: 'op-2' }] });
    expect(
      await screen.findByText(/An earlier evidence was not saved on the server: “Another one”/u),
    ).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Put it back' }));
    expect(note.value).toBe('It was red at ten\n\nAnother one');
  });

  it('keeps what is left when this device cannot keep one of them', async () => {
    open({ type: 'check', state: { checkFacts: [check('k1', 'one'), check('k2', 'two')] } });
    for (const name of [/one/u, /two/u]) await userEvent.click(await screen.findByRole('option', { name }));
    await userEvent.click(screen.getByRole('button', { name: 'Next: 2 selected' }));
    vi.mocked(replica.sync.submit).mockResolvedValueOnce({ opIds: ['a'], made: [] });
    vi.mocked(replica.sync.submit).mockRejectedValueOnce(new Error('No room'));
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Not attached: No room');
    const left = within(screen.getByRole('list', { name: 'Selected' })).getAllByRole('listitem');
    expect(left.map((item) => item.textContent)).toEqual(['twohttp']);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('leads to another incident from a chosen thing', async () => {
    open({ type: 'check', state: { checkFacts: [check('k1', 'one')] } });
    await userEvent.click(await screen.findByRole('option', { name: /one/u }));
    await userEvent.click(screen.getByRole('button', { name: 'Next: 1 selected' }));
    await userEvent.click(
      screen.getByRole('button', { name: 'Attach as Evidence to another incident: one' }),
    );
    expect(attach).toHaveBeenCalledWith({ kind: 'check', checkId: 'k1', name: 'one' });
    expect(onClose).toHaveBeenCalled();
  });
});
