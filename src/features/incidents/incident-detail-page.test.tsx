/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  ADA,
  comment,
  createFakeReplica,
  evidence,
  foundIncident,
  hypothesis,
  NO_MARKS,
  op,
  read,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import { DetailPage, type DetailPageProps } from '#tests/page/detail-page.tsx';

let replica: FakeReplica;

function advance(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await replica.close();
});

function Page(props: Omit<DetailPageProps, 'replica'>): ReactElement {
  return <DetailPage replica={replica} {...props} />;
}

const DRAFT_KEY = '/incidents/i-1#comment:h-1';
const pending = { ...NO_MARKS, pending: true };

describe('IncidentDetailPage', () => {
  it('[2.7] shows the tree as nested sections with headings, evidence and threads', async () => {
    const tree = [
      hypothesis({
        evidences: [evidence({ subject: { kind: 'check', id: 'k', name: 'checkout-http' } })],
        comments: [comment({ text: 'ask @[Ada Byron](user:p-ada)' })],
        children: [hypothesis({ id: 'h-2', title: '', type: 'factor', status: null })],
      }),
    ];
    replica = createFakeReplica({ incident: foundIncident({ tree }) });
    render(<Page />);
    const root = await screen.findByRole('region', { name: 'The database is full' });
    expect(within(root).getByText('checkout-http')).toBeDefined();
    const thread = within(root).getByRole('list', { name: 'Comments' });
    expect(thread.textContent).toContain('ask @Ada Byron');
    expect(thread.textContent).not.toContain('user:');
    const child = screen.getByRole('region', { name: '(no title)' });
    expect(within(child).getByRole('heading', { level: 4 })).toBeDefined();
    expect(within(child).getByText('Likely (not set)')).toBeDefined();
    expect(screen.queryByRole('tree')).toBeNull();
  });

  it('comments=true opens every node, without it only the roots', async () => {
    const tree = [
      hypothesis({ children: [hypothesis({ id: 'h-2', title: 'Child', comments: [comment()] })] }),
    ];
    replica = createFakeReplica({ incident: foundIncident({ tree }) });
    render(<Page />);
    const child = await screen.findByRole('button', { name: 'Child' });
    expect(child.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('button', { name: 'The database is full' }).getAttribute('aria-expanded')).toBe(
      'true',
    );
    expect(screen.queryByText('Looking at it')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Expand all' }));
    expect(await screen.findByText('Looking at it')).toBeDefined();
  });

  it('says what is missing in the words of the spec', async () => {
    replica = createFakeReplica({ incident: foundIncident({ tree: [] }) });
    const first = render(<Page />);
    expect(await screen.findByText('There are no evidences provided for this incident')).toBeDefined();
    first.unmount();
    await replica.set({ incident: foundIncident() });
    render(<Page />);
    expect(await screen.findByText('No Evidence')).toBeDefined();
  });

  it('[I23] "Incident not found" only when the server said so', async () => {
    replica = createFakeReplica({ incident: read({ found: 'missing' }) });
    const first = render(<Page />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Incident not found' })).toBeDefined();
    first.unmount();
    await replica.set({ incident: read({ found: 'unknown' }, 'partial') });
    render(<Page />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Not on this device yet' })).toBeDefined();
    expect(screen.queryByText('Incident not found')).toBeNull();
  });

  it('keeps a heading when the page cannot be read', async () => {
    replica = createFakeReplica({ failure: 'disk gone' });
    render(<Page />);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This incident cannot be read' }),
    ).toBeDefined();
    expect((await screen.findByRole('alert')).textContent).toContain('disk gone');
  });

  it('shows High as not set, and the times that are known', async () => {
    replica = createFakeReplica({
      incident: foundIncident({ severity: '', acknowledged: '2026-11-20T10:30:00Z' }),
    });
    render(<Page />);
    const facts = await screen.findByRole('group', { name: 'Details' });
    expect(within(facts).getByText('High (not set)')).toBeDefined();
    const current = within(facts)
      .getAllByRole('listitem')
      .find((item) => item.hasAttribute('aria-current'));
    expect(current?.textContent).toContain('Acknowledged');
  });

  it('sums what is not on the server at the parent', async () => {
    const child = hypothesis({ id: 'h-2', title: 'Child', comments: [comment({ marks: pending })] });
    const tree = [
      hypothesis({ marks: pending, ops: [op({ patch: { status: 'likely' } })], children: [child] }),
    ];
    replica = createFakeReplica({ incident: foundIncident({ tree }) });
    render(<Page />);
    expect(await screen.findByText('2 changes waiting')).toBeDefined();
    expect(screen.getByText('Status saved on this device')).toBeDefined();
    // The child is closed, so its row stands for what is inside; its parent is open.
    expect(screen.getAllByText('1 change waiting')).toHaveLength(1);
  });

  it('tells the worker which incident is open', async () => {
    replica = createFakeReplica({ incident: foundIncident() });
    const page = render(<Page />);
    const [begun, ended] = [vi.mocked(replica.sync.watch).mock, vi.mocked(replica.sync.unwatch).mock];
    const scope = { table: 'incidents', id: 'i-1' };
    await vi.waitFor(() => expect(begun.calls).toEqual([[scope]]), { timeout: 30_000 });
    expect(ended.calls).toEqual([]);
    page.unmount();
    expect(begun.calls).toEqual([[scope]]);
    expect(ended.calls).toEqual([[scope]]);
  });

  it('tells it nothing of one that is only passed through', async () => {
    const [begun, calledOff] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    replica = createFakeReplica({ incident: foundIncident() });
    const page = render(<Page />);
    await screen.findByRole('region', { name: 'The database is full' });
    page.unmount();
    const dwell = begun.mock.calls.findIndex(([, delayMs]) => delayMs === 300);
    expect(calledOff).toHaveBeenCalledWith(begun.mock.results[dwell]?.value);
  });
});

describe('title and status', () => {
  const submitted = (): unknown[] => vi.mocked(replica.sync.submit).mock.calls.map(([command]) => command);
  const openEditor = async (): Promise<HTMLElement> => {
    replica = createFakeReplica({ incident: foundIncident() });
    render(<Page />);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit title' }));
    return screen.getByRole('textbox', { name: 'Hypothesis title' });
  };
  /** The pause that would save it never comes, however slow the machine is: its timer is left with a clock that stands. */
  const typeWithoutPause = (field: HTMLElement, text: string): void => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.change(field, { target: { value: text } });
    vi.useRealTimers();
  };
  const TITLE = {
    kind: 'row.update',
    table: 'hypotheses',
    rowId: 'h-1',
    opened: { title: 'The database is full' },
  };

  it('[9] saves a title one second after the last key', async () => {
    const field = await openEditor();
    vi.useFakeTimers();
    fireEvent.change(field, { target: { value: 'The disk' } });
    advance(999);
    fireEvent.change(field, { target: { value: 'The disk is full' } });
    advance(999);
    expect(submitted()).toEqual([]);
    advance(1);
    expect(submitted()).toEqual([{ ...TITLE, set: { title: 'The disk is full' } }]);
  });

  it('saves at once on Enter, and once only', async () => {
    const field = await openEditor();
    typeWithoutPause(field, 'The disk');
    await userEvent.type(field, '{Enter}');
    expect(submitted()).toEqual([{ ...TITLE, set: { title: 'The disk' } }]);
    await vi.waitFor(() => expect(screen.queryByRole('textbox', { name: 'Hypothesis title' })).toBeNull(), {
      timeout: 30_000,
    });
  });

  it('saves when focus leaves', async () => {
    const field = await openEditor();
    act(() => field.focus());
    typeWithoutPause(field, 'The disk');
    await userEvent.tab();
    await vi.waitFor(() => expect(submitted()).toEqual([{ ...TITLE, set: { title: 'The disk' } }]), {
      timeout: 30_000,
    });
  });

  it('Escape takes everything back, also what was already saved', async () => {
    const field = await openEditor();
    vi.useFakeTimers();
    fireEvent.change(field, { target: { value: 'Wrong' } });
    advance(1000);
    fireEvent.change(field, { target: { value: 'Wronger' } });
    fireEvent.keyDown(field, { key: 'Escape' });
    advance(5000);
    vi.useRealTimers();
    // After the save that may still run: two at once could end in the wrong order.
    await vi.waitFor(
      () =>
        expect(submitted()).toEqual([
          { ...TITLE, set: { title: 'Wrong' } },
          { ...TITLE, set: { title: 'The database is full' }, opened: { title: 'Wrong' } },
        ]),
      { timeout: 30_000 },
    );
  });

  it('an empty title is not saved', async () => {
    const field = await openEditor();
    await userEvent.clear(field);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(screen.getByText('This field is required')).toBeDefined();
    expect(submitted()).toEqual([]);
  });

  it('a title that arrives while typing is shown, and nothing is saved until a choice', async () => {
    const field = await openEditor();
    typeWithoutPause(field, 'Mine');
    await act(async () =>
      replica.set({ incident: foundIncident({ tree: [hypothesis({ title: 'Theirs' })] }) }),
    );
    expect(await screen.findByText(/Meanwhile the title became “Theirs”/u)).toBeDefined();
    fireEvent.blur(field);
    expect(submitted()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
    expect(submitted()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Theirs' })).toBeDefined();
  });

  it('[9] saves a status 200 ms after the last choice', async () => {
    replica = createFakeReplica({ incident: foundIncident() });
    render(<Page />);
    const trigger = await screen.findByRole('button', { name: /Status of The database is full/u });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const name of ['Proven', 'Unlikely']) {
      fireEvent.click(trigger);
      fireEvent.click(screen.getByRole('option', { name }));
      advance(199);
    }
    expect(submitted()).toEqual([]);
    advance(1);
    expect(submitted()).toEqual([
      { kind: 'row.update', table: 'hypotheses', rowId: 'h-1', set: { status: 'unlikely' } },
    ]);
  });

  it('offers all six values', async () => {
    replica = createFakeReplica({ incident: foundIncident() });
    render(<Page />);
    await userEvent.click(await screen.findByRole('button', { name: /Status of The database is full/u }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Proven',
      'Likely',
      'Possible',
      'Unlikely',
      'Improbable',
      'Disproven',
    ]);
  });
});

describe('conflicts', () => {
  const clash = op({
    state: 'conflict',
    patch: { status: 'proven' },
    base: { status: 'possible' },
    conflict: { theirs: { status: 'disproven' }, fields: ['status'] },
  });
  const tree = [hypothesis({ status: 'proven', marks: { ...NO_MARKS, conflict: true }, ops: [clash] })];

  it.each([
    ['Keep theirs', { take: 'theirs' }],
    ['Apply mine', { take: 'mine' }],
  ] as const)('[D8] shows the three versions and sends "%s"', async (button, decision) => {
    replica = createFakeReplica({ incident: foundIncident({ tree }) });
    render(<Page />);
    const review = await screen.findByRole('group', { name: 'The status was changed on the server too' });
    const versions = within(review)
      .getAllByRole('definition')
      .map((node) => node.textContent);
    expect(versions).toEqual(['Possible', 'Disproven', 'Proven']);
    await userEvent.click(within(review).getByRole('button', { name: button }));
    expect(replica.sync.resolveConflict).toHaveBeenCalledExactlyOnceWith('op-1', decision);
    expect(replica.sync.submit).not.toHaveBeenCalled();
  });

  it('[D8] edits in place', async () => {
    const title = op({
      state: 'conflict',
      patch: { title: 'Mine' },
      base: { title: 'Old' },
      conflict: { theirs: { title: 'Theirs' }, fields: ['title'] },
    });
    replica = createFakeReplica({
      incident: foundIncident({ tree: [hypothesis({ title: 'Mine', ops: [title] })] }),
    });
    render(<Page />);
    const review = await screen.findByRole('group', { name: 'The title was changed on the server too' });
    await userEvent.click(within(review).getByRole('button', { name: 'Edit' }));
    const field = within(review).getByRole('textbox', { name: 'Title' });
    await userEvent.clear(field);
    await userEvent.type(field, 'Both');
    await userEvent.click(within(review).getByRole('button', { name: 'Apply edited' }));
    expect(replica.sync.resolveConflict).toHaveBeenCalledExactlyOnceWith('op-1', {
      take: 'edit',
      patch: { title: 'Both' },
    });
  });
});

describe('comments', () => {
  const composer = async (): Promise<HTMLTextAreaElement> =>
    screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment on The database is full' });

  it('sends what was written, empties the field and forgets the draft', async () => {
    replica = createFakeReplica({ incident: foundIncident() });
    render(<Page />);
    const field = await composer();
    await userEvent.type(field, 'Rolled back');
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
    expect(vi.mocked(replica.sync.submit).mock.calls).toEqual([
      [
        { kind: 'comment.add', incidentId: 'i-1', hypothesisId: 'h-1', text: 'Rolled back' },
        '/incidents/i-1',
      ],
    ]);
    expect(field.value).toBe('');
    expect(replica.sync.saveDraft).toHaveBeenLastCalledWith(DRAFT_KEY, '', null);
  });

  it('does not send an empty comment and says why', async () => {
    replica = createFakeReplica({ incident: foundIncident() });
    render(<Page />);
    const field = await composer();
    const button = screen.getByRole('button', {
      name: /^Comment/u,
      description: 'Please add comment details',
    });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    expect((await screen.findByRole('alert')).textContent).toBe('Please add comment details');
    expect(replica.sync.submit).not.toHaveBeenCalled();
  });

  it('keeps the text when the device cannot store the comment', async () => {
    replica = createFakeReplica({ incident: foundIncident() });
    vi.mocked(replica.sync.submit).mockRejectedValue(new Error('Disk full'));
    render(<Page />);
    const field = await composer();
    await userEvent.type(field, 'Rolled back');
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Not saved on this device: Disk full');
    expect(field.value).toBe('Rolled back');
  });

  it('keeps a draft while typing and restores it', async () => {
    replica = createFakeReplica({ incident: foundIncident() });
    const first = render(<Page />);
    const field = await composer();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.change(field, { target: { value: 'Half a thou' } });
    advance(399);
    expect(replica.sync.saveDraft).not.toHaveBeenCalled();
    advance(1);
    vi.useRealTimers();
    await vi.waitFor(
      () => expect(replica.sync.saveDraft).toHaveBeenCalledExactlyOnceWith(DRAFT_KEY, 'Half a thou', null),
      { timeout: 30_000 },
    );
    first.unmount();
    render(<Page />);
    expect(await screen.findByText(/^Restored from \d\d:\d\d ·/u)).toBeDefined();
    expect((await composer()).value).toBe('Half a thou');
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect((await composer()).value).toBe('');
    expect(replica.sync.saveDraft).toHaveBeenLastCalledWith(DRAFT_KEY, '', null);
  });

  const failedDraft = { key: DRAFT_KEY, text: 'Rolled back', savedAt: 0, fromOpId: 'op-9' };

  it('[ux 4.7] a comment that failed leaves the thread and is back in the composer', async () => {
    const tree = [hypothesis({ comments: [comment({ text: 'Rolled back', marks: pending })] })];
    replica = createFakeReplica({ incident: foundIncident({ tree }) });
    render(<Page />);
    expect(await screen.findByText('Saved on this device')).toBeDefined();
    await act(async () => replica.set({ incident: foundIncident(), drafts: [failedDraft] }));
    expect(await screen.findByText(/^Not saved on server\. Your text is back from/u)).toBeDefined();
    expect((await composer()).value).toBe('Rolled back');
    expect(screen.queryByRole('list', { name: 'Comments' })).toBeNull();
  });

  it('a failed comment never replaces what is being typed', async () => {
    replica = createFakeReplica({ incident: foundIncident() });
    const page = render(<Page />);
    const field = await composer();
    fireEvent.change(field, { target: { value: 'Next thing' } });
    await act(async () => replica.set({ drafts: [failedDraft] }));
    expect(
      await screen.findByText(/An earlier comment was not saved on the server: “Rolled back”/u),
    ).toBeDefined();
    expect(field.value).toBe('Next thing');
    fireEvent.change(field, { target: { value: 'Next thing now' } });
    fireEvent.click(screen.getByRole('button', { name: 'Put it back' }));
    expect(field.value).toBe('Next thing now\n\nRolled back');
    // Whoever leaves now makes what is scheduled happen at once: it must not be the text of a moment ago.
    page.unmount();
    expect(vi.mocked(replica.sync.saveDraft).mock.calls.at(-1)).toEqual([
      DRAFT_KEY,
      'Next thing now\n\nRolled back',
      'op-9',
    ]);
  });

  it('[DRF1] autosave says which returned text it knows, so that one it does not know is not overwritten', async () => {
    replica = createFakeReplica({ incident: foundIncident() });
    const first = render(<Page />);
    const field = await composer();
    // The screen has not heard of the returned text when its timer runs: leaving makes the save happen at once.
    vi.spyOn(replica.model, 'draft').mockResolvedValue(null);
    await replica.set({ drafts: [failedDraft] });
    fireEvent.change(field, { target: { value: 'Next thing' } });
    first.unmount();
    expect(vi.mocked(replica.sync.saveDraft).mock.calls).toEqual([[DRAFT_KEY, 'Next thing', null]]);
    expect(await vi.mocked(replica.sync.saveDraft).mock.results[0]?.value).toBe(false);
    expect(await replica.model.drafts()).toEqual([failedDraft]);
  });

  it('sending leaves a text that came back meanwhile in the field', async () => {
    replica = createFakeReplica({ incident: foundIncident() });
    render(<Page />);
    const field = await composer();
    fireEvent.change(field, { target: { value: 'Next thing' } });
    await act(async () => replica.set({ drafts: [{ ...failedDraft, text: 'Next thing\n\nRolled back' }] }));
    await screen.findByText(/An earlier comment was not saved on the server: “Rolled back”/u);
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
    expect(vi.mocked(replica.sync.submit).mock.calls[0]?.[0]).toMatchObject({ text: 'Next thing' });
    expect(field.value).toBe('Rolled back');
    expect(replica.sync.saveDraft).toHaveBeenLastCalledWith(DRAFT_KEY, 'Rolled back', 'op-9');
  });

  it('knows its own words when the engine has joined both texts', async () => {
    replica = createFakeReplica({ incident: foundIncident() });
    render(<Page />);
    const field = await composer();
    fireEvent.change(field, { target: { value: 'Next thing, and more' } });
    await act(async () => replica.set({ drafts: [{ ...failedDraft, text: 'Next thing\n\nRolled back' }] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Put it back' }));
    expect(field.value).toBe('Next thing, and more\n\nRolled back');
  });

  it('an unsent comment can be taken back, one on its way cannot', async () => {
    const own = { marks: pending, author: ADA };
    const comments = [
      comment({
        id: 'c-1',
        text: 'Waiting',
        ...own,
        ops: [op({ id: 'op-1', kind: 'insert', tbl: 'comments' })],
      }),
      comment({
        id: 'c-2',
        text: 'Leaving',
        ...own,
        ops: [op({ id: 'op-2', kind: 'insert', tbl: 'comments', state: 'sending' })],
      }),
    ];
    replica = createFakeReplica({ incident: foundIncident({ tree: [hypothesis({ comments })] }) });
    render(<Page />);
    const thread = await screen.findByRole('list', { name: 'Comments' });
    const buttons = within(thread).getAllByRole('button', { name: 'Take back to edit' });
    expect(buttons).toHaveLength(1);
    await userEvent.click(buttons[0]!);
    expect(replica.sync.discard).toHaveBeenCalledExactlyOnceWith('op-1');
  });
});
