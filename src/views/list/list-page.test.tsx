/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listenForShortcuts } from '#src/platform/actions/shortcuts.ts';
import { Boxes } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Claim } from '#sync/protocol/claim.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { createStore, useStore } from '#src/platform/device/store.ts';
import { sortOf } from './list-lines.tsx';
import { ListPage } from './list-page.tsx';
import type { ListColumn, ListSpec } from './list-spec.ts';
import { choice, flag, text } from './params.ts';
import { searchSpec, type SearchOf } from './search-spec.ts';
import { useLocalRows } from './use-local-rows.ts';

interface Boat {
  readonly id: string;
  readonly name: string;
  readonly knots: number;
}

const params = {
  kind: choice(['sail', 'motor'], undefined, { field: 'Kind' }),
  find: text({ field: 'Search' }),
  sortBy: choice(['name', 'knots'], undefined, { role: 'order' }),
  sortDesc: flag({ role: 'order' }),
};
const boatSearch = searchSpec({ path: '/boats', typingMs: 400, params });
type Search = SearchOf<typeof params>;

const columns: readonly ListColumn<Boat>[] = [
  {
    id: 'name',
    header: 'Name',
    isName: true,
    isSortable: true,
    cell: ({ name }) => name,
    text: ({ name }) => name,
    compare: (a, b) => a.name.localeCompare(b.name),
  },
  {
    id: 'knots',
    header: 'Knots',
    isSortable: true,
    cell: ({ knots }) => String(knots),
    text: ({ knots }) => (knots === 0 ? '2026-11-20T12:00:00Z' : String(knots)),
    compare: (a, b) => a.knots - b.knots,
  },
];
const boats = createStore<{ rows: readonly Boat[]; state: Claim['state'] }>({ rows: [], state: 'complete' });

const spec: ListSpec<typeof params, Boat> = {
  id: 'boats',
  words: {
    title: 'Harbour',
    rows: 'Boats',
    find: { param: 'find', label: 'Find a boat', shortcut: 'Find', className: '' },
    empty: { icon: Boxes, title: 'No boats' },
  },
  search: boatSearch,
  filters: [
    {
      kind: 'choice',
      param: 'kind',
      label: 'Kind',
      anyLabel: 'Any',
      values: ['sail', 'motor'],
      titleOf: String,
    },
  ],
  columns,
  narrowColumns: columns.slice(0, 1),
  layoutKey: 'holdfast.healthColumns',
  pageSizes: [],
  useRows(search) {
    const { rows, state } = useStore(boats);
    const view = boatSearch.view(search);
    const found = rows.filter(({ name }) => name.includes(view.find));
    const local = useLocalRows({
      rows: found,
      columns,
      sort: sortOf(view),
      orderKey: boatSearch.orderKey(search),
      isWhole: state === 'complete',
    });
    return {
      ...local,
      claim: { state, basis: 'device', asOf: null, lacks: [], reason: null },
      error: undefined,
      isStale: false,
      total: found.length,
      counted: `Showing ${found.length}`,
      hidden: null,
      show: null,
      toggle: null,
      press: null,
      pages: null,
      problems: [],
      refresh: null,
    };
  },
  rowName: ({ name }) => name,
  rowHref: ({ id }) => `/boats/${id}`,
};

// jsdom has no layout.
class NoResize {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

let replica: FakeReplica;
let address: Search;
beforeEach(() => {
  localStorage.clear();
  replica = createFakeReplica();
  address = {};
  boats.set({
    rows: [
      { id: 'a', name: 'Argo', knots: 5 },
      { id: 'b', name: 'Beagle', knots: 9 },
      { id: 'c', name: 'Calypso', knots: 7 },
    ],
    state: 'complete',
  });
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await replica.close();
});

function Page({ start = {} }: { start?: Search }): ReactElement {
  const [search, setSearch] = useState(start);
  return (
    <ReplicaFrame replica={replica}>
      <ListPage
        actions={null}
        entryKey="entry"
        search={search}
        spec={spec}
        onChange={(next) => {
          address = next;
          setSearch(next);
          return undefined;
        }}
      />
    </ReplicaFrame>
  );
}

const grid = (): HTMLElement => screen.getByRole('grid', { name: 'Boats' });
const names = (): (string | null)[] =>
  within(grid())
    .getAllByRole('link')
    .map((link) => link.textContent);
const header = (name: string): HTMLElement => within(grid()).getByRole('button', { name });
const faster = (): void =>
  act(() =>
    boats.set({
      ...boats.get(),
      rows: boats.get().rows.map((boat) => (boat.id === 'a' ? { ...boat, knots: 20 } : boat)),
    }),
  );

describe('ListPage', () => {
  it('sorts by its headers, and the address says so', async () => {
    render(<Page />);
    expect(names()).toEqual(['Argo', 'Beagle', 'Calypso']);
    await userEvent.click(header('Knots'));
    expect(address).toEqual({ sortBy: 'knots' });
    await userEvent.click(header('Knots'));
    expect(address).toEqual({ sortBy: 'knots', sortDesc: true });
    expect(names()).toEqual(['Beagle', 'Calypso', 'Argo']);
  });

  it('[ux need 14] holds the order while somebody is among the rows, and offers to sort', async () => {
    render(<Page start={{ sortBy: 'knots' }} />);
    expect(names()).toEqual(['Argo', 'Calypso', 'Beagle']);
    fireEvent.pointerOver(grid());
    faster();
    expect(names()).toEqual(['Argo', 'Calypso', 'Beagle']);
    await userEvent.click(screen.getByRole('button', { name: 'Re-sort' }));
    expect(names()).toEqual(['Calypso', 'Beagle', 'Argo']);
    expect(screen.queryByText('The order has changed')).toBeNull();
  });

  it('sorts by itself while nobody is there', () => {
    render(<Page start={{ sortBy: 'knots' }} />);
    faster();
    expect(names()).toEqual(['Calypso', 'Beagle', 'Argo']);
  });

  it('follows each key', () => {
    render(<Page />);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find a boat' }), { target: { value: 'gle' } });
    expect(names()).toEqual(['Beagle']);
    expect(screen.getByRole('button', { name: 'Remove filter Search: gle' })).toBeDefined();
    expect(address).toEqual({});
  });

  it('keeps the columns a person chose on this device', async () => {
    const first = render(<Page />);
    await userEvent.click(await screen.findByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Knots' }));
    first.unmount();
    render(<Page />);
    expect(within(grid()).queryByRole('columnheader', { name: 'Knots' })).toBeNull();
    expect(within(grid()).getByRole('columnheader', { name: 'Name' })).toBeDefined();
  });

  it('saves what is listed, as it is listed', async () => {
    const files: string[] = [];
    URL.createObjectURL = (blob: Blob) => {
      const reader = new FileReader();
      reader.addEventListener('load', () =>
        files.push(typeof reader.result === 'string' ? reader.result : ''),
      );
      reader.readAsText(blob);
      return 'blob:x';
    };
    URL.revokeObjectURL = () => undefined;
    render(<Page start={{ sortBy: 'knots' }} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.trim().split('\r\n')).toEqual(['Name,Knots', 'Argo,5', 'Calypso,7', 'Beagle,9']);
  });

  it('prints every row of the columns that are shown, and what it is a list of', async () => {
    boats.set({
      ...boats.get(),
      rows: Array.from({ length: 300 }, (_, at) => ({ id: `b${at}`, name: `Boat ${at}`, knots: at })),
    });
    vi.stubGlobal('ResizeObserver', NoResize);
    const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined);
    render(<Page start={{ find: 'Boat' }} />);
    const printed = async (): Promise<Element | null> => {
      print.mockClear();
      await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Print' }));
      await waitFor(() => expect(print).toHaveBeenCalledOnce());
      return document.querySelector('body > [data-print-root]');
    };
    // A time as people here write it, not as the server does.
    expect((await printed())?.querySelector('td:nth-child(2)')?.textContent).toMatch(/^(?=.*2026)[^TZ]*$/u);
    act(() => void dispatchEvent(new Event('afterprint')));
    await userEvent.click(await screen.findByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Knots' }));
    await userEvent.keyboard('{Escape}');
    const paper = await printed();
    expect(paper?.querySelector('h1')?.textContent).toBe('Harbour');
    expect(paper?.querySelector('p')?.textContent).toBe('300 rows · Search: Boat');
    expect([...paper!.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual(['Name']);
    expect(paper?.querySelectorAll('tbody tr')).toHaveLength(300);
    act(() => void dispatchEvent(new Event('afterprint')));
    expect(document.querySelector('[data-print-root]')).toBeNull();
    // By the browser's own key, too, which would print what is in view.
    print.mockClear();
    const stopKeys = listenForShortcuts();
    await userEvent.keyboard('{Control>}p{/Control}');
    stopKeys();
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.querySelectorAll('[data-print-root] tbody tr')).toHaveLength(300);
  });

  it('has its narrow columns and the sheet of filters where it is narrow itself, whatever the window is', async () => {
    let told: ResizeObserverCallback | undefined;
    vi.stubGlobal(
      'ResizeObserver',
      class extends NoResize {
        constructor(callback: ResizeObserverCallback) {
          super();
          told ??= callback;
        }
      },
    );
    render(<Page />);
    expect(screen.getByRole('button', { name: 'Kind filter' })).toBeDefined();
    const become = (width: number): void =>
      // as: all that is looked at
      act(() => told?.([{ contentRect: { width } } as ResizeObserverEntry], {} as ResizeObserver));
    become(560);
    expect(within(grid()).queryByRole('columnheader', { name: 'Knots' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Filters' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
    become(700);
    expect(within(grid()).getByRole('columnheader', { name: 'Knots' })).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Columns' })).toBeDefined();
  });

  it.each([
    ['complete', 'No boats'],
    ['partial', 'None of the boats on this device match'],
  ] as const)('says of no rows that are %s "%s", and a way back', async (state, words) => {
    boats.set({ rows: [], state });
    render(<Page start={{ kind: 'sail' }} />);
    expect(screen.getByText(words)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(address).toEqual({});
  });
});
