import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { AREAS, type Area } from './areas.ts';
import { BottomBar } from './bottom-bar.tsx';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

afterEach(cleanup);

async function showAt(address: string, areas: readonly Area[]): Promise<HTMLElement> {
  const root = createRootRoute({ component: () => <BottomBar areas={areas} /> });
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: [address] }),
    defaultNotFoundComponent: () => null,
  });
  render(<RouterProvider router={router} />);
  return screen.findByRole('navigation', { name: 'Areas' });
}

const links = (bar: HTMLElement): (string | null)[] =>
  within(bar)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('what has room stands side by side', async () => {
  const bar = await showAt('/health', AREAS.slice(0, 4));
  expect(links(bar)).toEqual(['Dashboard', 'Health', 'Incidents', 'Catalog', 'Sync', 'Messages']);
  expect(within(bar).queryByRole('button')).toBeNull();
});

test('of more there are five, and the others behind "More"', async () => {
  const bar = await showAt('/logs', AREAS);
  expect(links(bar)).toEqual(['Dashboard', 'Health', 'Incidents', 'Catalog', 'Sync']);
  const more = await within(bar).findByRole('button', { name: 'More: Logs is open' });
  await userEvent.click(more);
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Logs', 'Playbooks', 'Messages']);
});
