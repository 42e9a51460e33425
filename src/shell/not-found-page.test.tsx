import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { NotFoundPage } from './not-found-page.tsx';

afterEach(cleanup);

function showAt(...addresses: readonly string[]): ReturnType<typeof createMemoryHistory> {
  const root = createRootRoute();
  const health = createRoute({ getParentRoute: () => root, path: '/health', component: () => 'The checks' });
  const history = createMemoryHistory({ initialEntries: [...addresses] });
  const router = createRouter({
    routeTree: root.addChildren([health]),
    history,
    defaultNotFoundComponent: NotFoundPage,
  });
  render(<RouterProvider router={router} />);
  return history;
}

test.each(['/settings/canaries/n-1', '/catalog/g-1'])(
  'a link to %s, whose page is to come, says so and leads back to where it stood',
  async (address) => {
    showAt('/health?checkId=c-1', address);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Not in this version yet');
    await userEvent.click(screen.getByRole('button', { name: 'Go back' }));
    expect(await screen.findByText('The checks')).toBeTruthy();
  },
);

test('an address of nothing says so and leads to the start', async () => {
  showAt('/settingsx');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('There is no such page');
  expect(screen.getByRole('link', { name: 'Go back' }).getAttribute('href')).toBe('/');
});
