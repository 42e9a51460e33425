/** @vitest-environment jsdom */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useHistoryEntry, type HistoryEntry } from './history-entry.ts';

afterEach(cleanup);
beforeEach(() => {
  drawn = [];
});

let drawn: HistoryEntry[];

function List(): ReactElement {
  const entry = useHistoryEntry('/list');
  list.useSearch();
  drawn.push(entry);
  return <p>the list at {entry.index}</p>;
}

const root = createRootRoute();
const list = createRoute({ getParentRoute: () => root, path: '/list', component: List });
const other = createRoute({
  getParentRoute: () => root,
  path: '/other',
  component: () => <p>another page</p>,
});

async function open() {
  const history = createMemoryHistory({ initialEntries: ['/list'] });
  const router = createRouter({ routeTree: root.addChildren([list, other]), history });
  // The app's own router is the registered one; this one has routes of its own.
  render(<RouterProvider router={router as never} />);
  await screen.findByText('the list at 0');
  return history;
}

it('a page that is being left is not drawn for the entry after it', async () => {
  const history = await open();
  const before = drawn.length;
  act(() => history.push('/other'));
  await screen.findByText('another page');
  expect(drawn.slice(before)).toEqual([]);
  act(() => history.back());
  await screen.findByText('the list at 0');
});

it('tells a new entry of the same page, also one with the same address', async () => {
  const history = await open();
  const first = drawn.at(-1);
  act(() => history.push('/list?search=disk'));
  await screen.findByText('the list at 1');
  act(() => history.push('/list?search=disk'));
  await screen.findByText('the list at 2');
  expect(drawn.at(-1)?.key).not.toBe(first?.key);
});
