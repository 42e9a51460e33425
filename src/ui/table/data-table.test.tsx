/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endEdge } from './column-layout.ts';
import { DataTable, type Column, type Sort } from './data-table.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface Row {
  id: string;
  name: string;
}

const ROWS: readonly Row[] = Array.from({ length: 30 }, (_, at) => ({ id: `r${at}`, name: `Row ${at}` }));
const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', isName: true, isSortable: true, cell: (row) => row.name },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (row) => <button type="button">{`Menu of ${row.name}`}</button>,
  },
];

const focusedRow = (): string | undefined =>
  document.activeElement?.closest('tr')?.cells[0]?.textContent ?? undefined;

function linkTable(onNavigate: (href: string) => void): ReactElement {
  return (
    // The page's router is played by a listener, as jsdom does not navigate.
    <div
      ref={(element) => {
        element?.addEventListener('click', (event) => {
          const link = event.target instanceof Element ? event.target.closest('a') : null;
          if (link) {
            event.preventDefault();
            onNavigate(link.getAttribute('href') ?? '');
          }
        });
      }}
    >
      <DataTable
        columns={COLUMNS}
        label="Things"
        rowHref={(row) => `/things/${row.id}`}
        rowId={(row) => row.id}
        rows={ROWS}
      />
    </div>
  );
}

describe('the first frame of a DataTable', () => {
  const things = (props: { question?: string; activeId?: string }): ReactElement => (
    <DataTable columns={COLUMNS} label="Things" rowId={(row) => row.id} rows={ROWS} {...props} />
  );
  const drawn = (): number => screen.getAllByRole('row').length - 1;
  const all = () => waitFor(() => expect(drawn()).toBe(ROWS.length), { timeout: 30_000 });

  it('has the rows in view alone, and so has that of another question', async () => {
    const { rerender } = render(things({ question: 'a' }));
    expect(drawn()).toBeLessThan(ROWS.length);
    await all();
    rerender(things({ question: 'b' }));
    expect(drawn()).toBeLessThan(ROWS.length);
    await all();
  });

  it('has all rows for who comes back to one of them', () => {
    const { rerender } = render(things({ question: 'a', activeId: 'r20' }));
    expect(drawn()).toBe(ROWS.length);
    rerender(things({ question: 'b', activeId: 'r20' }));
    expect(drawn()).toBe(ROWS.length);
  });
});

describe('a long DataTable', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => ({ id: `r${at}`, name: `Row ${at}` }));

  it('draws few rows, announces all, and focuses any of them by key', async () => {
    // jsdom has neither layout nor observer: the first rows are drawn and stay.
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe(): void {}
        disconnect(): void {}
      },
    );
    const user = userEvent.setup();
    render(<DataTable columns={COLUMNS} label="Things" rowId={(row) => row.id} rows={many} />);
    const grid = screen.getByRole('grid', { name: 'Things' });
    expect(grid.getAttribute('aria-rowcount')).toBe('2001');
    expect(within(grid).getAllByRole('row').length).toBeLessThan(60);
    await user.tab();
    await user.keyboard('{End}');
    expect(focusedRow()).toBe('Row 1999');
    await user.keyboard('{ArrowUp}');
    expect(focusedRow()).toBe('Row 1998');
    expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('2000');
    await user.keyboard('{Home}');
    expect(focusedRow()).toBe('Row 0');
  });
});

describe('a long DataTable that is come back to', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => ({ id: `r${at}`, name: `Row ${at}` }));
  const ROW = 37;
  const placed = (top: number, count: number): ReactElement => (
    <DataTable
      activeId={`r${top / ROW}`}
      columns={COLUMNS}
      label="Things"
      rowId={(row) => row.id}
      rows={many.slice(0, count)}
      startTop={top}
    />
  );
  const firstDrawn = (): string | undefined =>
    within(screen.getByRole('grid', { name: 'Things' })).getAllByRole<HTMLTableRowElement>('row')[1]?.cells[0]
      ?.textContent;

  it('begins around its place, not at the top where it stands before that, and then follows', () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe(): void {}
        disconnect(): void {}
      },
    );
    // jsdom has no layout: a view of twenty rows, which nobody has scrolled yet.
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(20 * ROW);
    const { rerender } = render(placed(1_000 * ROW, 2_000));
    expect(firstDrawn()).toBe('Row 992');
    // Other rows while nothing was put anywhere: the scroller is at its top, and that is what is shown.
    rerender(placed(1_000 * ROW, 1_500));
    expect(firstDrawn()).toBe('Row 0');
  });
});

describe('DataTable', () => {
  it('is one tab stop for its rows and moves with every key of the list', async () => {
    const user = userEvent.setup();
    render(linkTable(vi.fn<(href: string) => void>()));
    await user.tab();
    expect(focusedRow()).toBe('Row 0');
    const steps: [string, string][] = [
      ['{ArrowDown}', 'Row 1'],
      ['j', 'Row 2'],
      ['k', 'Row 1'],
      ['{ArrowUp}', 'Row 0'],
      ['{ArrowUp}', 'Row 0'],
      ['{PageDown}', 'Row 10'],
      ['{PageUp}', 'Row 0'],
      ['{End}', 'Row 29'],
      ['{ArrowDown}', 'Row 29'],
      ['{Home}', 'Row 0'],
    ];
    for (const [key, row] of steps) {
      await user.keyboard(key);
      expect(focusedRow()).toBe(row);
    }
    expect(document.querySelectorAll('tbody tr[tabindex="0"]')).toHaveLength(1);
    expect(document.querySelectorAll('tbody a[tabindex="-1"]')).toHaveLength(ROWS.length);
  });

  it('opens a row by Enter, by a click anywhere in it and by its link, each time once', async () => {
    const user = userEvent.setup();
    const onNavigate = vi.fn<(href: string) => void>();
    render(linkTable(onNavigate));
    await user.tab();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onNavigate.mock.calls).toEqual([['/things/r1']]);
    await user.click(screen.getAllByRole('row')[4]!);
    expect(onNavigate.mock.calls.slice(1)).toEqual([['/things/r3']]);
    await user.click(screen.getByRole('link', { name: 'Row 5' }));
    expect(onNavigate.mock.calls.slice(2)).toEqual([['/things/r5']]);
    expect(focusedRow()).toBe('Row 5');
    await user.keyboard('j');
    expect(focusedRow()).toBe('Row 6');
  });

  it('leaves controls inside cells alone', async () => {
    const user = userEvent.setup();
    const onNavigate = vi.fn<(href: string) => void>();
    render(linkTable(onNavigate));
    await user.click(screen.getByRole('button', { name: 'Menu of Row 2' }));
    await user.keyboard('j{Enter}');
    expect(onNavigate).not.toHaveBeenCalled();
    expect(document.activeElement?.textContent).toBe('Menu of Row 2');
  });

  it('comes back to the row it was left on', async () => {
    const user = userEvent.setup();
    const onActiveChange = vi.fn<(id: string) => void>();
    render(
      <DataTable
        activeId="r7"
        columns={COLUMNS.slice(0, 1)}
        label="Things"
        rowId={(row) => row.id}
        rows={ROWS}
        onActiveChange={onActiveChange}
      />,
    );
    await user.tab();
    expect(focusedRow()).toBe('Row 7');
    await user.keyboard('{ArrowDown}');
    expect(onActiveChange).toHaveBeenLastCalledWith('r8');
  });

  it('announces its true size, the selected row and the order', async () => {
    const user = userEvent.setup();
    function Sorted(): ReactElement {
      const [sort, setSort] = useState<Sort>();
      return (
        <DataTable
          columns={COLUMNS}
          label="Things"
          rowId={(row) => row.id}
          rows={ROWS}
          selectedId="r3"
          sort={sort}
          totalCount={4000}
          onSortChange={setSort}
        />
      );
    }
    render(<Sorted />);
    const grid = screen.getByRole('grid', { name: 'Things' });
    expect(grid.getAttribute('aria-rowcount')).toBe('4001');
    expect(within(grid).getAllByRole('row', { selected: true })).toHaveLength(1);
    const header = screen.getByRole('columnheader', { name: 'Name' });
    expect(header.getAttribute('aria-sort')).toBe('none');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(header.getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(header.getAttribute('aria-sort')).toBe('descending');
  });

  it('shows what it was given for an empty list', () => {
    render(
      <DataTable
        columns={COLUMNS}
        empty={<p>No data available</p>}
        label="None"
        rowId={(row) => row.id}
        rows={[]}
      />,
    );
    expect(screen.getByText('No data available')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
  });
});

describe('endEdge', () => {
  const at = (hidden: readonly ('narrow' | 'medium' | undefined)[]): string[] => {
    const columns = hidden.map((hideBelow) => ({ hideBelow }));
    return columns.map((_, index) => endEdge(columns, index).replace(':pe-(--edge)', ''));
  };

  it('gives the page padding to the column that ends the row at each width', () => {
    expect(at([undefined, undefined, 'medium'])).toEqual(['', '@max-[1000px]', '']);
    expect(at([undefined, 'narrow', 'medium'])).toEqual(['@max-[700px]', '@max-[1000px]', '']);
    expect(at([undefined, 'medium', undefined])).toEqual(['', '', '']);
  });
});
