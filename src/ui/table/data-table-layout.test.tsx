/** @vitest-environment jsdom */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EMPTY_LAYOUT, type TableLayout } from '../../lib/table-layout.ts';
import { minWidths, resizeEdge, shownColumns } from './column-layout.ts';
import { ColumnsButton } from './columns-button.tsx';
import { DataTable, type Column } from './data-table.tsx';

// React Aria asks for it, jsdom has none.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

afterEach(() => {
  cleanup();
  tell(EMPTY_LAYOUT);
});
beforeAll(() => {
  // jsdom has no pointer capture; events of the handle itself are enough here.
  Element.prototype.setPointerCapture = () => undefined;
});

interface Row {
  id: string;
  name: string;
  type: string;
}

const ROWS: readonly Row[] = [
  { id: 'a', name: 'Alpha', type: 'http' },
  { id: 'b', name: 'Beta', type: 'dns' },
];
const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', isName: true, isSortable: true, cell: (row) => row.name },
  { id: 'type', header: 'Type', width: '100px', isSortable: true, cell: (row) => row.type },
  { id: 'age', header: 'Age', width: '80px', hideBelow: 'narrow', cell: () => '5m' },
  { id: 'more', header: 'More', width: '40px', isFixed: true, isHeaderHidden: true, cell: () => '…' },
];

let seen: TableLayout = EMPTY_LAYOUT;
/** What the caller was told last. */
const tell = (layout: TableLayout): void => {
  seen = layout;
};

function Shaped({ start = EMPTY_LAYOUT }: { start?: TableLayout }): ReactElement {
  const [layout, setLayout] = useState(start);
  const keep = (next: TableLayout): void => {
    tell(next);
    setLayout(next);
  };
  return (
    <>
      <ColumnsButton columns={COLUMNS} layout={layout} onLayoutChange={keep} />
      <DataTable
        columns={COLUMNS}
        label="Checks"
        layout={layout}
        rowId={(row) => row.id}
        rows={ROWS}
        onLayoutChange={keep}
        onSortChange={() => undefined}
      />
    </>
  );
}

const headers = (): string[] => screen.getAllByRole('columnheader').map((cell) => cell.textContent ?? '');
const header = (name: string): HTMLElement => screen.getByRole('columnheader', { name });

describe('columns of a DataTable', () => {
  it('leaves out what is hidden, but never the name or a fixed column', () => {
    render(<Shaped start={{ widths: {}, hidden: ['name', 'type', 'more', 'gone'] }} />);
    expect(headers()).toEqual(['Name', 'Age', 'More']);
    expect(screen.queryByText('http')).toBeNull();
  });

  it('the header is one tab stop; arrows go along it and down into the rows', async () => {
    const user = userEvent.setup();
    render(<Shaped />);
    await user.tab();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Name');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('Age');
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('Age');
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.textContent).toBe('Type');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('2');
    await user.tab({ shift: true });
    expect(document.activeElement?.textContent).toBe('Name');
  });

  it('Shift with an arrow makes a column wider or narrower, never the name', async () => {
    const user = userEvent.setup();
    render(<Shaped />);
    await user.tab();
    await user.tab();
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(seen.widths).toEqual({});
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    expect(seen.widths).toEqual({ type: 132 });
    expect(header('Type').style.width).toBe('132px');
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(seen.widths).toEqual({ type: 116 });
  });

  it('an edge that is dragged follows the pointer and is kept when it is let go; a double press takes it back', () => {
    render(<Shaped />);
    Object.defineProperty(header('Type'), 'offsetWidth', { value: 100, configurable: true });
    const edge = header('Type').querySelector('[data-resize]')!;
    fireEvent.pointerDown(edge, { button: 0, clientX: 500, pointerId: 1 });
    fireEvent.pointerMove(edge, { clientX: 460, pointerId: 1 });
    expect(header('Type').style.width).toBe('140px');
    expect(seen.widths).toEqual({});
    fireEvent(edge, new Event('lostpointercapture', { bubbles: true }));
    expect(seen.widths).toEqual({ type: 140 });
    fireEvent.doubleClick(edge);
    expect(seen.widths).toEqual({});
    expect(header('Type').style.width).toBe('100px');
  });

  it('without somebody who keeps the layout there is nothing to drag', () => {
    render(<DataTable columns={COLUMNS} label="Checks" rowId={(row) => row.id} rows={ROWS} />);
    expect(document.querySelector('[data-resize]')).toBeNull();
    expect(document.querySelector('[data-header-control]')).toBeNull();
  });
});

describe('ColumnsButton', () => {
  it('hides, widens and resets with the keyboard alone', async () => {
    const user = userEvent.setup();
    render(<Shaped />);
    await user.tab();
    await user.keyboard('{Enter}');
    const panel = await screen.findByRole('dialog', { name: 'Columns' });
    const box = within(panel).getByRole('checkbox', { name: 'Type' });
    box.focus();
    await user.keyboard(' ');
    expect(seen.hidden).toEqual(['type']);
    expect(within(panel).queryByRole('button', { name: 'Wider: Type' })).toBeNull();
    within(panel).getByRole('button', { name: 'Wider: Age' }).focus();
    await user.keyboard('{Enter}');
    expect(seen.widths).toEqual({ age: 96 });
    within(panel).getByRole('button', { name: 'Reset' }).focus();
    await user.keyboard('{Enter}');
    expect(seen).toEqual(EMPTY_LAYOUT);
  });

  it('says how many are hidden, and that the name always stays', async () => {
    const user = userEvent.setup();
    render(<Shaped start={{ widths: {}, hidden: ['age', 'gone'] }} />);
    await user.click(screen.getByRole('button', { name: 'Columns, 1 hidden' }));
    const name = screen.getByRole('checkbox', { name: /^Name/u });
    await user.click(name);
    expect(seen).toEqual(EMPTY_LAYOUT);
    expect(screen.queryByRole('button', { name: 'Wider: Name' })).toBeNull();
  });
});

describe('column shapes', () => {
  it('the edge that moves is the one towards the name', () => {
    const columns = [{ id: 'mark' }, { id: 'name', isName: true }, { id: 'type' }];
    expect(columns.map((_, index) => resizeEdge(columns, index))).toEqual(['end', undefined, 'start']);
  });

  it('the table scrolls sideways only below the sum of its columns at that width', () => {
    expect(minWidths(COLUMNS, { widths: { type: 200 }, hidden: [] })).toEqual({
      '--min-all': 'calc(10rem + 200px + 80px + 40px)',
      '--min-medium': 'calc(10rem + 200px + 80px + 40px)',
      '--min-narrow': 'calc(10rem + 200px + 40px)',
    });
  });

  it('all columns are the columns that were given', () => {
    expect(shownColumns(COLUMNS, EMPTY_LAYOUT)).toBe(COLUMNS);
  });
});
