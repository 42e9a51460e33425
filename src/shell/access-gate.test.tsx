import { act, cleanup, render, screen } from '@testing-library/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { AccessValueProvider, makeAccess, type Access } from '#src/platform/session/access-context.tsx';
import { AccessGate, gateVerdict, type Gate } from './access-gate.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const access = (more: Partial<Parameters<typeof makeAccess>[0]> = {}): Access =>
  makeAccess({
    areRolesKnown: true,
    areFlagsSettled: true,
    isLastKnown: false,
    roles: ['viewer'],
    flags: {},
    ...more,
  });

const CONNECTIONS = { resource: 'connections', feature: undefined } as const;
const INCIDENTS = { resource: 'incident', feature: 'incidents' } as const;

test('forbidden is said only once roles are known', () => {
  expect(gateVerdict(CONNECTIONS, access())).toBe('forbidden');
  expect(gateVerdict(CONNECTIONS, access({ areRolesKnown: false }))).toBe('open');
  expect(gateVerdict(CONNECTIONS, access({ roles: ['admin'] }))).toBe('open');
});

test('[NET4] what the server refused is forbidden, whatever the table of roles says', () => {
  expect(gateVerdict(INCIDENTS, access({ refused: ['incidents'] }))).toBe('forbidden');
  expect(gateVerdict(INCIDENTS, access({ refused: ['comments'] }))).toBe('open');
  expect(access({ roles: ['admin'], refused: ['incidents'] }).can('write', 'incident')).toBe(false);
});

test('a page waits for the first answer about flags and not longer', () => {
  expect(gateVerdict(INCIDENTS, access({ areFlagsSettled: false }))).toBe('wait');
  expect(gateVerdict(INCIDENTS, access())).toBe('open');
  expect(gateVerdict(INCIDENTS, access({ flags: { 'incidents.disable': 'true' } }))).toBe('off');
});

function show(known: Access, gate: Partial<Gate>): void {
  const root = createRootRoute({
    component: () => (
      <AccessValueProvider access={known}>
        <AccessGate>
          <Outlet />
        </AccessGate>
      </AccessValueProvider>
    ),
  });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    staticData: gate,
    component: () => <p>secret</p>,
  });
  const router = createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory() });
  render(<RouterProvider router={router as never} />);
}

test('no skeleton comes between a start and what the device knows, and one comes where it knows nothing yet', async () => {
  vi.useFakeTimers();
  show(access({ areFlagsSettled: false }), INCIDENTS);
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(screen.queryByText('Loading')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(screen.queryByText('secret')).toBeNull();
});

test('the view has the texts of the product', async () => {
  show(access({ isLastKnown: true }), { resource: 'connections' });
  expect(await screen.findByRole('heading', { name: 'Unauthorized' })).toBeTruthy();
  expect(screen.getByText('You do not have permission to access this page')).toBeTruthy();
  expect(screen.getByText(/roles you had when the server was last reached/u)).toBeTruthy();
  expect(screen.queryByText('secret')).toBeNull();
});
