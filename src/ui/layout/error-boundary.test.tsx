/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteStaleChunk } from '../../lib/stale-chunk.ts';
import { DataTable, type Column } from '../table/data-table.tsx';
import { PanelBoundary, Records } from './error-boundary.tsx';

interface Thing {
  readonly id: string;
  readonly name: string;
  readonly isBroken?: boolean;
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // React says what it caught
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function draw({ name, isBroken = false }: Thing): string {
  if (isBroken) throw new Error(`No drawing of ${name}`);
  return name;
}

const COLUMNS: readonly Column<Thing>[] = [
  { id: 'name', header: 'Name', isName: true, cell: draw },
  { id: 'id', header: 'Id', cell: ({ id }) => id },
];
const THINGS: readonly Thing[] = [
  { id: 'a', name: 'Disk' },
  { id: 'b', name: 'Queue', isBroken: true },
  { id: 'c', name: 'Network' },
];

function tableOf(rows: readonly Thing[], rowHref?: (row: Thing) => string): ReactElement {
  return (
    <DataTable
      columns={COLUMNS}
      label="Things"
      rowHref={rowHref}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rows={rows}
    />
  );
}

it('a row that cannot be drawn is named in its place, and the others stand', async () => {
  const user = userEvent.setup();
  const { rerender } = render(tableOf(THINGS));
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'NameId',
    'Diska',
    'Queue could not be shownCopy detailsTry again',
    'Networkc',
  ]);
  await user.click(screen.getByRole('button', { name: 'Copy details' }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain('Queue could not be shown');
  expect(copied).toContain('Id: b');
  expect(copied).toContain('No drawing of Queue');
  expect(copied).toContain('"name":"Queue"');
  rerender(tableOf(THINGS.map(({ id, name }) => ({ id, name }))));
  expect(screen.queryByText(/could not be shown/u)).toBeNull();
  expect(screen.getByText('Queue')).toBeTruthy();
});

it('an address that cannot be made costs its row alone', () => {
  const href = ({ name }: Thing): string => `/things/${encodeURIComponent(name)}`;
  render(
    tableOf(
      [
        { id: 'a', name: 'Disk' },
        { id: 'b', name: '\uD800' },
      ],
      href,
    ),
  );
  expect(screen.getByRole('link', { name: 'Disk' })).toBeTruthy();
  expect(screen.getByText(/could not be shown/u)).toBeTruthy();
});

it('an item of a list fails alone, and one without a readable name goes by its id', () => {
  render(
    <ul>
      <Records
        idOf={({ id }) => id}
        nameOf={(thing) => (thing.id === 'b' ? draw(thing) : thing.name)}
        of={THINGS}
      >
        {(thing) => <li>{draw(thing)}</li>}
      </Records>
    </ul>,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Disk',
    'b could not be shownCopy detailsTry again',
    'Network',
  ]);
});

it('a part of a page is tried again by a press', async () => {
  const user = userEvent.setup();
  let isBroken = true;
  const Part = (): ReactElement => <p>{draw({ id: 'a', name: 'Graph', isBroken })}</p>;
  render(
    <PanelBoundary name="Graph">
      <Part />
    </PanelBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Graph could not be shown');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Graph')).toBeTruthy();
});

it('a part of the app that could not be loaded goes on to the page, which offers the reload', () => {
  const lost = new Error('The chunk is gone');
  noteStaleChunk(lost);
  const Part = (): ReactElement => {
    throw lost;
  };
  const page = (
    <PanelBoundary name="Graph">
      <Part />
    </PanelBoundary>
  );
  expect(() => render(page)).toThrow('The chunk is gone');
});
