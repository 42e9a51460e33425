/** @vitest-environment jsdom */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { groupIdOf, type IndexLine, type IndexQuery } from '#sync/protocol/index-query.ts';
import type { AskedPage, PagePart } from '#sync/protocol/paged.ts';
import { listenForShortcuts } from '#src/platform/actions/shortcuts.ts';
import type { IndexClient } from '#src/platform/replica/index-client.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { ListBody } from '../list-page.tsx';
import type { ListSpec } from '../list-spec.ts';
import type { Params } from '../search-spec.ts';
import { useListState } from '../use-list-address.ts';
import { changeStory } from './change-story.tsx';
import { itemStory } from './item-story.tsx';
import { deviceClaim } from '#sync/protocol/claim.ts';

/** Any list in a tab: its search is in no address. */
function Tab<P extends Params, Row>({
  spec,
  start,
}: {
  spec: ListSpec<P, Row>;
  start: object;
}): ReactElement {
  const address = useListState(spec.search, 'tab', start);
  // oxlint-disable-next-line react/hooks -- a tab keeps its description while it is mounted
  const source = spec.useRows(address.search);
  return <ListBody actions={null} address={address} source={source} spec={spec} />;
}

// jsdom has no layout.
class NoResize {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

let replica: FakeReplica;
let stopKeys: () => void;
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoResize);
  stopKeys = listenForShortcuts();
  localStorage.clear();
  replica = createFakeReplica();
});
afterEach(async () => {
  cleanup();
  stopKeys();
  vi.unstubAllGlobals();
  await replica.close();
});

describe('a list whose rows stay on the server', () => {
  const all = [
    { id: 'a', summary: 'Scaled up', severity: 'low' },
    { id: 'b', summary: 'Node lost', severity: 'high' },
    { id: 'c', summary: 'Image changed', severity: 'info' },
  ];
  let asked: AskedPage[];
  const answer = (question: AskedPage): PagePart => {
    const { page, size } = question;
    return {
      is: 'found',
      value: { page, rows: all.slice((page - 1) * size, page * size), total: all.length, extra: null },
      claim: { state: 'complete', basis: 'server', asOf: '2026-11-20T12:00:00Z', lacks: [], reason: null },
    };
  };
  const show = (start = {}, spec = changeStory): void => {
    render(
      <ReplicaFrame replica={replica}>
        <Tab spec={spec} start={start} />
      </ReplicaFrame>,
    );
  };
  beforeEach(() => {
    asked = [];
    vi.mocked(replica.sync.readPage).mockImplementation(async (question) => {
      asked.push(question);
      return answer(question);
    });
  });

  it('shows a page and how many there are, and goes to the next', async () => {
    show();
    expect(await screen.findByRole('link', { name: 'Node lost' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Image changed' })).toBeNull();
    expect((await screen.findByText('1–2')).parentElement?.textContent).toBe('1–2 of 3');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByRole('link', { name: 'Image changed' })).toBeDefined();
    expect(asked.at(-1)).toMatchObject({ source: 'changes', page: 2, size: 2 });
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(asked.at(-1)?.page).toBe(2);
  });

  it('has no pages to go through where the server has no rows', async () => {
    vi.mocked(replica.sync.readPage).mockImplementation(async (question) => {
      const found = answer(question);
      return found.is === 'found' ? { ...found, value: { ...found.value, rows: [], total: 0 } } : found;
    });
    show();
    expect(await screen.findByText('No changes')).toBeDefined();
    // The pager comes late: it has come once in another test, and would be there at once.
    await screen.findByRole('button', { name: 'Export' });
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  });

  it('a refresh begins anew with the first page', async () => {
    show({ page: 2 });
    expect(await screen.findByRole('link', { name: 'Image changed' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('link', { name: 'Scaled up' })).toBeDefined();
    expect(asked.filter(({ page }) => page === 1)).toHaveLength(2);
  });

  it('a page past the last one says so and leads to the first', async () => {
    show({ page: 7 });
    expect(await screen.findByText('There are 3 in all, on the pages before this one.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'First page' }));
    expect(await screen.findByRole('link', { name: 'Scaled up' })).toBeDefined();
  });

  it('filters by the name too, beside the link and not in it', async () => {
    show(
      {},
      {
        ...changeStory,
        columns: changeStory.columns.map((column) =>
          column.id === 'summary'
            ? {
                ...column,
                filter: ({ summary }) => ({ param: 'kinds', value: summary, label: summary }),
              }
            : column,
        ),
      },
    );
    const button = await screen.findByRole('button', { name: 'Not Node lost' });
    expect(button.closest('a')).toBeNull();
    await userEvent.click(button);
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ query: { type: 'Node lost:-1' } }));
  });

  it('sorts by the direction that its address spells as a word', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Summary' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ query: { isDescending: false } }));
    await userEvent.click(screen.getByRole('button', { name: 'Summary' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ query: { isDescending: true } }));
  });

  it('why a page is not here is said, and trying again asks for it', async () => {
    vi.mocked(replica.sync.readPage).mockResolvedValueOnce({
      is: 'not-here',
      reason: 'The index is broken.',
    });
    show();
    expect(await screen.findByText(/The index is broken\./u)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Scaled up' })).toBeDefined();
  });

  it('a page that could not be renewed says why over its rows', async () => {
    const kept = { ...answer({ source: 'changes', query: {}, range: null, page: 1, size: 2 }) };
    if (kept.is !== 'found') throw new Error('no page');
    vi.mocked(replica.sync.readPage).mockResolvedValue({
      ...kept,
      claim: { ...kept.claim, basis: 'kept', reason: 'The index is broken.' },
    });
    show();
    expect(await screen.findByText('The index is broken.')).toBeDefined();
    expect(await screen.findByRole('link', { name: 'Scaled up' })).toBeDefined();
  });

  it('filters by a cell: pressed, and by i and Shift+i in the row that has the focus', async () => {
    show({ page: 2 });
    await userEvent.click(await screen.findByRole('button', { name: 'Only info' }));
    // Other rows begin with the first page.
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ query: { severity: 'info:1' }, page: 1 }));
    expect(screen.getByRole('button', { name: 'Remove filter Severity: info' })).toBeDefined();
    (await screen.findByText('Node lost')).closest('tr')!.focus();
    fireEvent.keyDown(document.activeElement!, { key: 'I', code: 'KeyI', shiftKey: true });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ query: { severity: 'info:1,high:-1' } }));
  });

  it('without a network a page that is not here is not an empty list', async () => {
    vi.mocked(replica.sync.readPage).mockResolvedValue({ is: 'not-here', reason: 'This device is offline' });
    show();
    expect(await screen.findByText('Not on this device yet')).toBeDefined();
    expect(screen.queryByText('No changes')).toBeNull();
  });

  it('a page that cannot be read says why', async () => {
    vi.mocked(replica.sync.readPage).mockRejectedValue(new Error('worker gone'));
    show();
    expect((await screen.findByRole('alert')).textContent).toContain('worker gone');
  });

  it('is asked again once the server can be reached', async () => {
    vi.mocked(replica.sync.readPage).mockResolvedValueOnce({ is: 'not-here', reason: null });
    replica.sync.status.set({ ...replica.sync.status.get(), phase: 'offline' });
    show();
    expect(await screen.findByText('Not on this device yet')).toBeDefined();
    replica.sync.status.set({ ...replica.sync.status.get(), phase: 'live' });
    expect(await screen.findByRole('link', { name: 'Scaled up' })).toBeDefined();
  });
});

describe('a grouped list of 100,000 rows by two tags', () => {
  const CLUSTERS = 100;
  const PER_GROUP = 1_000;
  const groups = Array.from({ length: CLUSTERS }, (_, at) => [`cluster ${at}`, `ns ${at}`] as const);
  let asked: IndexQuery[];
  let rowsRead: number;

  /** As the index answers: groups in order, the rows of the open ones under them, and a window of that. */
  const index: IndexClient = {
    async query(_tbl, query) {
      asked.push(query);
      const { lines: window } = query;
      const lines: IndexLine[] = groups.flatMap((values) => {
        const id = groupIdOf(values);
        const isOpen = window?.except.includes(id) === true;
        const group = { is: 'group', id, values, count: PER_GROUP, isOpen } as const;
        const ids = isOpen ? Array.from({ length: PER_GROUP }, (_, at) => `${values[0]} row ${at}`) : [];
        return [group, ...ids.map((row) => ({ is: 'row', id: row }) as const)];
      });
      const offset = window?.offset ?? 0;
      return {
        ids: [],
        total: CLUSTERS * PER_GROUP,
        all: CLUSTERS * PER_GROUP,
        facets: [],
        groups: [],
        groupTotal: 0,
        lines: lines.slice(offset, offset + (window?.limit ?? 0)),
        lineTotal: lines.length,
        near: [],
        version: 1,
        ...deviceClaim('complete', '2026-11-20T12:00:00Z'),
      };
    },
    async rows(_tbl, ids) {
      rowsRead += ids.length;
      return ids.map((id) => ({ id, name: id }));
    },
    rebuild: async () => 0,
    follow: () => () => undefined,
  };

  it('shows the groups, reads only the rows in view, and folds again', async () => {
    asked = [];
    rowsRead = 0;
    render(
      <ReplicaFrame index={index} replica={replica}>
        <Tab spec={itemStory} start={{ groupBy: 'cluster,namespace' }} />
      </ReplicaFrame>,
    );
    const group = await screen.findByRole('button', { name: /^cluster 3 \/ ns 3/u });
    expect(screen.getByText('Showing 100,000')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
    await userEvent.click(group);
    expect(await screen.findByRole('link', { name: 'cluster 3 row 0' })).toBeDefined();
    expect(asked.at(-1)?.lines?.by).toEqual([
      { column: 'tags', key: 'cluster' },
      { column: 'tags', key: 'namespace' },
    ]);
    expect(rowsRead).toBeLessThanOrEqual(200);
    const grid = screen.getByRole('treegrid', { name: 'Items' });
    expect(grid.getAttribute('aria-rowcount')).toBe(String(CLUSTERS + PER_GROUP + 1));
    await userEvent.click(within(grid).getByRole('button', { name: /^cluster 3 \/ ns 3/u }));
    await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  });
});
