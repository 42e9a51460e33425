/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_LAYOUT, type TableLayout } from '../../lib/table-layout.ts';
import { DataTable, type Column } from './data-table.tsx';

/** jsdom lays nothing out: a letter is 8 px wide here, and everything that has letters is as wide as they are. */
const LETTER_PX = 8;
const widthOfText = (text: string | null): { left: number; right: number; width: number } => {
  const width = (text ?? '').length * LETTER_PX;
  return { left: 0, right: width, width };
};
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const { width } = widthOfText(this.textContent);
    // What gives way is no wider than its column lets it be.
    const cell = this.closest<HTMLTableCellElement>('td');
    const head = screen.getAllByRole('columnheader')[cell?.cellIndex ?? 0];
    const px = Math.min(width, Number.parseFloat(head?.style.width ?? '') || Infinity);
    return { left: 0, right: px, width: px } as never;
  });
  Range.prototype.getBoundingClientRect = function rect(this: Range) {
    return widthOfText(this.startContainer.textContent) as never;
  };
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function width(this: HTMLElement) {
    return widthOfText(this.textContent).width;
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Row {
  id: string;
  type: string;
}

const makeColumns = (): readonly Column<Row>[] => [
  { id: 'name', header: 'Name', isName: true, cell: ({ id }) => id },
  { id: 'type', header: 'Type', width: '104px', isFitted: true, cell: ({ type }) => type },
  { id: 'empty', header: 'Last Run', width: '104px', isFitted: true, cell: () => null },
  { id: 'set', header: 'Set', width: '90px', cell: () => 'x' },
];

function show(columns: readonly Column<Row>[], rows: readonly Row[], layout: TableLayout = EMPTY_LAYOUT) {
  return (
    <DataTable
      columns={columns}
      label="Checks"
      layout={layout}
      rowId={({ id }) => id}
      rows={rows}
      onLayoutChange={() => undefined}
    />
  );
}

const widths = (): readonly string[] => screen.getAllByRole('columnheader').map((head) => head.style.width);

const http = { id: 'a', type: 'http' };

it('columns are as wide as their content, an empty one as its header, and the name takes what is left', () => {
  render(show(makeColumns(), [http, { id: 'b', type: 'tcp' }]));
  // "http" and "Type" are 32 px wide, "Last Run" 64, and a header has a pixel more; the last is not to be fitted.
  expect(widths()).toEqual(['', '33px', '65px', '90px']);
});

it('they grow with what is drawn up to their width and never shrink again: a table that is read does not move', async () => {
  const columns = makeColumns();
  const { rerender } = render(show(columns, [http]));
  rerender(show(columns, [http, { id: 'b', type: 'postgres' }]));
  await vi.waitFor(() => expect(widths()[1]).toBe('64px'));
  rerender(show(columns, [{ id: 'c', type: 'kubernetes-resource' }]));
  await vi.waitFor(() => expect(widths()[1]).toBe('104px'));
  rerender(show(columns, [http]));
  cleanup();
  // Nor when the list is opened again.
  render(show(columns, [http]));
  expect(widths()[1]).toBe('104px');
});

it('what gives way in a column that is fitted already makes it wider all the same', async () => {
  const columns: readonly Column<Row>[] = [
    { id: 'name', header: 'Name', isName: true, cell: ({ id }) => id },
    { id: 'type', header: 'Health', width: '176px', isFitted: true, cell: ({ type }) => <b>{type}</b> },
  ];
  const { rerender } = render(show(columns, [{ id: 'a', type: 'Healthy' }]));
  expect(widths()).toEqual(['', '56px']);
  rerender(show(columns, [{ id: 'b', type: 'Unhealthy' }]));
  await vi.waitFor(() => expect(widths()).toEqual(['', '72px']));
});

it('what a person has set stands', () => {
  render(show(makeColumns(), [http], { widths: { type: 200 }, hidden: [] }));
  expect(widths()).toEqual(['', '200px', '65px', '90px']);
});
