/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DataTable, type Column, type TableTree } from './data-table.tsx';

afterEach(cleanup);

interface Row {
  id: string;
  name: string;
  level: number;
  isGroup?: boolean;
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', isName: true, cell: (row) => row.name },
  { id: 'age', header: 'Age', width: '80px', hideBelow: 'narrow', cell: () => null },
  { id: 'more', header: 'Count', width: '80px', cell: (row) => (row.isGroup === true ? 'two' : '') },
];

const GROUPS = ['shop', 'pay'];

function Grouped(props: { hasHeaders?: boolean; onOpenRow?: (row: Row) => void }): ReactElement {
  const [open, setOpen] = useState<readonly string[]>([]);
  const rows = GROUPS.flatMap((name): Row[] => [
    { id: name, name, level: 1, isGroup: true },
    ...(open.includes(name)
      ? [1, 2].map((at) => ({ id: `${name}${at}`, name: `${name} ${at}`, level: 2 }))
      : []),
  ]);
  const tree: TableTree<Row> = {
    level: (row) => row.level,
    isExpanded: (row) => (row.isGroup === true ? open.includes(row.id) : undefined),
    onToggle: (row, isExpanded) =>
      setOpen(isExpanded ? [...open, row.id] : open.filter((id) => id !== row.id)),
    header: (row) => (props.hasHeaders === true && row.isGroup === true ? `Group ${row.name}` : undefined),
  };
  return (
    <DataTable
      columns={COLUMNS}
      label="Checks"
      rowId={(row) => row.id}
      rows={rows}
      tree={tree}
      onOpenRow={props.onOpenRow}
    />
  );
}

const focused = (): string => document.activeElement?.querySelector('td')?.textContent ?? '';
const expanded = (name: RegExp): string | null =>
  screen.getByRole('row', { name }).getAttribute('aria-expanded');

describe('rows with children', () => {
  it('unfold with →, go to the first child, and back and fold with ←', async () => {
    const user = userEvent.setup();
    render(<Grouped />);
    await user.tab();
    expect(focused()).toBe('shop');
    expect(expanded(/^shop two$/u)).toBe('false');
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('shop');
    expect(expanded(/^shop two$/u)).toBe('true');
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(focused()).toBe('shop 2');
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('shop 2');
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toBe('shop');
    await user.keyboard('{ArrowLeft}');
    expect(expanded(/^shop two$/u)).toBe('false');
    expect(screen.queryByText('shop 1')).toBeNull();
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toBe('shop');
  });

  it('fold with Enter and with a press, once each, and open nothing', async () => {
    const user = userEvent.setup();
    const onOpenRow = vi.fn<(row: Row) => void>();
    render(<Grouped onOpenRow={onOpenRow} />);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.getByText('shop 1')).toBeTruthy();
    await user.click(screen.getByRole('row', { name: /^pay/u }));
    expect(screen.getByText('pay 1')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'pay' }));
    expect(screen.queryByText('pay 1')).toBeNull();
    expect(onOpenRow).not.toHaveBeenCalled();
    await user.click(screen.getByText('shop 1'));
    expect(onOpenRow).toHaveBeenCalledTimes(1);
  });

  it('are announced as a tree with levels', async () => {
    const user = userEvent.setup();
    render(<Grouped />);
    await user.tab();
    await user.keyboard('{ArrowRight}');
    const grid = screen.getByRole('treegrid', { name: 'Checks' });
    const levels = within(grid)
      .getAllByRole('row')
      .map((row) => row.getAttribute('aria-level'));
    expect(levels).toEqual([null, '1', '2', '2', '1']);
    expect(screen.getByRole('row', { name: /^shop 1/u }).getAttribute('aria-expanded')).toBeNull();
  });

  it('are a plain list while nothing folds', () => {
    const tree: TableTree<Row> = { level: () => 1, isExpanded: () => undefined, onToggle: () => undefined };
    const rows = [{ id: 'a', name: 'Alone', level: 1 }];
    render(<DataTable columns={COLUMNS} label="Checks" rowId={(row) => row.id} rows={rows} tree={tree} />);
    expect(screen.getByRole('grid', { name: 'Checks' }).className).toContain('[--indent:0rem]');
    expect(screen.getByRole('row', { name: /Alone/u }).getAttribute('aria-level')).toBeNull();
  });

  it('may be one line across the table', async () => {
    const user = userEvent.setup();
    render(<Grouped hasHeaders />);
    const row = screen.getByRole('row', { name: 'Group shop' });
    expect(within(row).getAllByRole('cell')).toHaveLength(1);
    // What is hidden when the table is narrow is hidden in the line too, else it would be wider than the table.
    expect([...row.querySelectorAll('td')].map((cell) => cell.colSpan)).toEqual([2, 1]);
    expect(row.querySelectorAll('td')[1]?.className).toContain('@max-[700px]:hidden');
    await user.click(row);
    expect(within(screen.getByRole('row', { name: /^shop 1/u })).getAllByRole('cell')).toHaveLength(3);
  });
});
