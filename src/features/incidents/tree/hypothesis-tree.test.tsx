/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import '#tests/page/patience.ts';
import {
  comment,
  createFakeReplica,
  evidence,
  foundIncident,
  hypothesis,
  NO_MARKS,
  op,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import { DetailPage } from '#tests/page/detail-page.tsx';
import type { HypothesisNode } from '#sync/read/types.ts';
import { STATUS_SAVE_DELAY_MS } from './hypothesis-status.tsx';
import { TITLE_SAVE_DELAY_MS } from './hypothesis-title.tsx';
import { childType, countSubtree, deletionWords, flatTree } from './subtree.ts';

const patience = { timeout: 30_000 };
const screenPath = '/incidents/i-1';
let replica: FakeReplica | undefined;

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await replica?.close();
});

const solution = hypothesis({
  id: 'h-3',
  title: 'Add a disk',
  type: 'solution',
  comments: [comment({ id: 'c-3' })],
});
const factor = hypothesis({
  id: 'h-2',
  title: 'Disk is small',
  type: 'factor',
  comments: [comment({ id: 'c-2' })],
  evidences: [evidence({ id: 'e-2' })],
  children: [solution],
});
const twin = hypothesis({ id: 'h-4', title: 'Disk is slow', type: 'factor' });
const root = hypothesis({ comments: [comment({ id: 'c-1' })], evidences: [evidence()], children: [factor] });

async function show(tree: readonly HypothesisNode[] = [root], roles: readonly string[] = ['responder']) {
  replica = createFakeReplica({ incident: foundIncident({ tree }) });
  vi.mocked(replica.sync.submit).mockResolvedValue({
    opIds: ['op-1'],
    made: [{ tbl: 'hypotheses', id: 'h-new' }],
  });
  render(<DetailPage replica={replica} roles={roles} />);
  await screen.findByRole('tab', { name: 'Comments' });
}

const submits = (): readonly unknown[] =>
  vi.mocked(replica!.sync.submit).mock.calls.map(([command]) => command);
const advance = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

async function openMenu(title: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
}

it('the tree is there before its controls, with the same words in the same places', async () => {
  replica = createFakeReplica({ incident: foundIncident({ tree: [root] }) });
  const commits: { title: string; words: string; controls: number }[] = [];
  const look = (): void => {
    const toggle = document.querySelector('h3 button[aria-expanded]');
    const section = toggle?.closest('section');
    if (!section) return;
    commits.push({
      title: toggle?.textContent ?? '',
      words: section.textContent,
      controls: section.querySelectorAll('[aria-label^="Actions for"], [aria-haspopup="listbox"], textarea')
        .length,
    });
  };
  render(
    <Profiler id="tree" onRender={look}>
      <DetailPage replica={replica} roles={['responder']} />
    </Profiler>,
  );
  await screen.findByRole('form', { name: `Comment on ${root.title}` }, patience);
  expect(commits[0]).toMatchObject({ title: root.title, controls: 0 });
  expect(commits[0]?.words).toContain('Possible');
  expect(commits.at(-1)?.controls).toBeGreaterThan(2);
});

describe('the chain of types', () => {
  it('[4] root, factor, solution, and nothing under a solution', async () => {
    expect(['root', 'factor', 'solution'].map((type) => childType(type as HypothesisNode['type']))).toEqual([
      'factor',
      'solution',
      null,
    ]);
    await show();
    expect(await screen.findByRole('button', { name: 'Add factor to The database is full' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add solution to Disk is small' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Add .* to Add a disk$/u })).toBeNull();
    await openMenu('Add a disk');
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Disprove', 'Delete…']);
  });
});

describe('a new hypothesis', () => {
  it('[ux 5 row 17] stands in its place with the focus in its title, and is made a second after the last key', async () => {
    await show();
    const add = await screen.findByRole('button', { name: 'Add factor to The database is full' });
    const shown = vi.fn<(element: Element) => void>();
    Element.prototype.scrollIntoView = function scrollIntoView() {
      shown(this);
    };
    vi.useFakeTimers();
    fireEvent.click(add);
    // Its place may lie below the window.
    expect(shown).toHaveBeenCalledExactlyOnceWith(screen.getByRole('region', { name: 'New factor' }));
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
    const field = screen.getByRole('textbox', { name: 'New factor' });
    await advance(20);
    expect(document.activeElement).toBe(field);
    expect(
      within(screen.getByRole('list', { name: 'Below The database is full' })).getByRole('region', {
        name: 'New factor',
      }),
    ).toBeDefined();
    fireEvent.change(field, { target: { value: 'Too many logs' } });
    await advance(TITLE_SAVE_DELAY_MS - 1);
    expect(submits()).toEqual([]);
    await advance(1);
    expect(submits()).toEqual([
      { kind: 'hypothesis.add', incidentId: 'i-1', parentId: 'h-1', title: 'Too many logs' },
    ]);
    // Typing goes on: the same row gets the next title.
    fireEvent.change(field, { target: { value: 'Too many logs kept' } });
    await advance(TITLE_SAVE_DELAY_MS);
    expect(submits()[1]).toEqual({
      kind: 'row.update',
      table: 'hypotheses',
      rowId: 'h-new',
      set: { title: 'Too many logs kept' },
    });
  });

  it('[ux 5 row 17] is open, marked and has the focus after Enter', async () => {
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Add factor to The database is full' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'New factor' }), 'Too many logs{Enter}');
    const made = hypothesis({
      id: 'h-new',
      title: 'Too many logs',
      type: 'factor',
      marks: { ...NO_MARKS, pending: true },
      ops: [op({ kind: 'insert', rowId: 'h-new', patch: { title: 'Too many logs' } })],
    });
    await act(() =>
      replica!.set({ incident: foundIncident({ tree: [{ ...root, children: [factor, made] }] }) }),
    );
    const opener = await screen.findByRole('button', { name: 'Too many logs' });
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    await vi.waitFor(() => expect(document.activeElement).toBe(opener), patience);
    const region = screen.getByRole('region', { name: 'Too many logs' });
    expect(within(region).getByText('Saved on this device')).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'New factor' })).toBeNull();
  });

  it('without a title it is none: Enter asks for one, Escape and leaving give it up', async () => {
    await show();
    const add = await screen.findByRole('button', { name: 'Add factor to The database is full' });
    await userEvent.click(add);
    expect(screen.queryByText('This field is required')).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('This field is required')).toBeDefined();
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(
      () => expect(screen.queryByRole('textbox', { name: 'New factor' })).toBeNull(),
      patience,
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'The database is full' }));
    await userEvent.click(add);
    await userEvent.click(screen.getByRole('button', { name: 'Expand all' }));
    await vi.waitFor(
      () => expect(screen.queryByRole('textbox', { name: 'New factor' })).toBeNull(),
      patience,
    );
    expect(submits()).toEqual([]);
  });

  it('Escape takes back one that was made while typing', async () => {
    await show();
    const add = await screen.findByRole('button', { name: 'Add factor to The database is full' });
    vi.useFakeTimers();
    fireEvent.click(add);
    const field = screen.getByRole('textbox', { name: 'New factor' });
    fireEvent.change(field, { target: { value: 'Wrong' } });
    await advance(TITLE_SAVE_DELAY_MS);
    fireEvent.keyDown(field, { key: 'Escape' });
    await advance(0);
    expect(submits()).toEqual([
      { kind: 'hypothesis.add', incidentId: 'i-1', parentId: 'h-1', title: 'Wrong' },
      { kind: 'hypothesis.delete', hypothesisId: 'h-new' },
    ]);
  });

  it('a root is added under the tree, also where there is none yet', async () => {
    await show([]);
    expect(await screen.findByText('There are no evidences provided for this incident')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Add hypothesis' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'New hypothesis' }), 'The network{Enter}');
    await vi.waitFor(
      () =>
        expect(replica!.sync.submit).toHaveBeenCalledWith(
          { kind: 'hypothesis.add', incidentId: 'i-1', parentId: null, title: 'The network' },
          screenPath,
        ),
      patience,
    );
  });

  it('a device that refuses it keeps the text and says why', async () => {
    await show();
    vi.mocked(replica!.sync.submit).mockRejectedValue(new Error('The device has no room left'));
    await userEvent.click(await screen.findByRole('button', { name: 'Add factor to The database is full' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'New factor' }), 'Kept{Enter}');
    expect(await screen.findByText('Not saved on this device: The device has no room left')).toBeDefined();
    expect(screen.getByDisplayValue('Kept')).toBeDefined();
  });
});

describe('debounces', () => {
  it('[9] a status is saved 200 ms after the choice, a title one second after the last key', async () => {
    await show([hypothesis()]);
    await userEvent.click(await screen.findByRole('button', { name: /Status of The database is full/u }));
    const option = await screen.findByRole('option', { name: 'Proven' });
    vi.useFakeTimers();
    fireEvent.click(option);
    await advance(STATUS_SAVE_DELAY_MS - 1);
    expect(submits()).toEqual([]);
    await advance(1);
    expect(submits()).toEqual([
      { kind: 'row.update', table: 'hypotheses', rowId: 'h-1', set: { status: 'proven' } },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Edit title', hidden: true }));
    const field = screen.getByRole('textbox', { name: 'Hypothesis title', hidden: true });
    fireEvent.change(field, { target: { value: 'Other' } });
    await advance(TITLE_SAVE_DELAY_MS - 1);
    expect(submits()).toHaveLength(1);
    await advance(1);
    expect(submits()[1]).toEqual({
      kind: 'row.update',
      table: 'hypotheses',
      rowId: 'h-1',
      set: { title: 'Other' },
      opened: { title: 'The database is full' },
    });
  });

  it('after Enter the focus is on the way to edit again', async () => {
    await show([hypothesis()]);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit title' }));
    await userEvent.keyboard('{Enter}');
    const edit = await screen.findByRole('button', { name: 'Edit title' });
    await vi.waitFor(() => expect(document.activeElement).toBe(edit), patience);
  });
});

describe('ruling out and deleting', () => {
  it("'Disprove' sets the status and is not offered twice", async () => {
    await show([
      hypothesis({
        children: [hypothesis({ id: 'h-2', title: 'Gone', type: 'factor', status: 'disproven' })],
      }),
    ]);
    await openMenu('The database is full');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Disprove' }));
    expect(submits()).toEqual([
      { kind: 'row.update', table: 'hypotheses', rowId: 'h-1', set: { status: 'disproven' } },
    ]);
    await openMenu('Gone');
    const again = screen.getByRole('menuitem', { name: /^Disprove/u });
    expect(again.textContent).toContain('It is disproven already');
    await userEvent.click(again);
    expect(submits()).toHaveLength(1);
  });

  it('[ux 5 row 19] names everything that goes with a node, and deletes it whole', async () => {
    expect(countSubtree(root)).toEqual({ hypotheses: 3, comments: 3, evidences: 2 });
    expect(deletionWords({ hypotheses: 1, comments: 4, evidences: 2 })).toBe(
      'Deletes 1 hypothesis, 4 comments, 2 evidences',
    );
    await show();
    await openMenu('The database is full');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete…' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Deletes 3 hypotheses, 3 comments, 2 evidences');
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((button) => button.textContent)
        .filter((text) => text?.includes('Hypothesis')),
    ).toEqual(['Disprove Hypothesis', 'Delete Hypothesis']);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Hypothesis' }));
    expect(submits()).toEqual([{ kind: 'hypothesis.delete', hypothesisId: 'h-1' }]);
  });

  it.each([
    ['a sibling', 'Disk is small', () => [{ ...root, children: [twin] }], 'Disk is slow'],
    [
      'the parent',
      'Add a disk',
      () => [{ ...root, children: [{ ...factor, children: [] }, twin] }],
      'Disk is small',
    ],
    ['the button that adds one', 'The database is full', () => [], 'Add hypothesis'],
  ] as const)('[ux 4.8] deleted, the focus goes to %s', async (_next, title, after, next) => {
    await show([{ ...root, children: [factor, twin] }]);
    await openMenu(title);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete…' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Hypothesis' }));
    await replica?.set({ incident: foundIncident({ tree: after() }) });
    await vi.waitFor(
      () => expect(document.activeElement).toBe(screen.getByRole('button', { name: next })),
      patience,
    );
  });

  it("'Disprove Hypothesis' keeps everything", async () => {
    await show();
    await openMenu('Disk is small');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete…' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Disprove Hypothesis' }));
    expect(submits()).toEqual([
      { kind: 'row.update', table: 'hypotheses', rowId: 'h-2', set: { status: 'disproven' } },
    ]);
  });

  it('[6] a viewer is offered none of it', async () => {
    await show([root], ['viewer']);
    await screen.findByRole('region', { name: 'Disk is small' });
    for (const { title } of [root, factor, solution]) {
      expect(screen.queryByRole('button', { name: `Actions for ${title}` })).toBeNull();
    }
    expect(screen.queryByRole('button', { name: /^Add (?:factor|solution|hypothesis)/u })).toBeNull();
  });
});

describe('finding a node', () => {
  it('reads a tree from top to bottom', () => {
    expect(flatTree([root]).map(({ node, depth }) => [node.id, depth])).toEqual([
      ['h-1', 0],
      ['h-2', 1],
      ['h-3', 2],
    ]);
  });

  it('the outline goes to the node it names', async () => {
    await show([root, hypothesis({ id: 'h-4', title: 'Another' })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Outline' }));
    const outline = await screen.findByRole('list', { name: 'Outline' });
    await userEvent.click(within(outline).getByRole('button', { name: /Add a disk/u }));
    await vi.waitFor(
      () => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a disk' })),
      patience,
    );
  });
});

describe('a comment on any hypothesis', () => {
  it('[5] asks for a hypothesis and for text', async () => {
    await show();
    const frame = await screen.findByRole('region', { name: 'Comment on any hypothesis' });
    const send = within(frame).getByRole('button', { name: 'Comment' });
    expect(send.getAttribute('aria-disabled')).toBe('true');
    await userEvent.type(within(frame).getByRole('textbox'), 'Looking');
    await userEvent.click(within(frame).getByRole('button', { name: 'Comment' }));
    expect(within(frame).getByText('Please select any hypothesis')).toBeDefined();
    expect(submits()).toEqual([]);
    await userEvent.click(within(frame).getByRole('button', { name: /Hypothesis/u }));
    await userEvent.click(await screen.findByRole('option', { name: /Disk is small/u }));
    await userEvent.click(within(frame).getByRole('button', { name: 'Comment' }));
    await vi.waitFor(
      () =>
        expect(submits()).toEqual([
          { kind: 'comment.add', incidentId: 'i-1', hypothesisId: 'h-2', text: 'Looking' },
        ]),
      patience,
    );
  });
});

it('[3] a comment that came through a responder names its author and its team', async () => {
  const jira = { id: 'external:jira-bot', name: 'jira-bot', avatar: null };
  const team = { id: 't-1', name: 'Payments', avatar: null };
  await show([hypothesis({ comments: [comment({ author: jira, isExternal: true, team })] })]);
  const [item] = within(await screen.findByRole('list', { name: 'Comments' })).getAllByRole('listitem');
  expect(item?.textContent).toMatch(/^(?:J|JB)?jira-bot.*external.*through Payments/u);
});
