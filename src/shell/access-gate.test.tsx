import { render, screen } from '@testing-library/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { AccessValueProvider, makeAccess, type Access } from '#src/platform/session/access-context.tsx';
import { AccessGate, gateVerdict } from './access-gate.tsx';

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

test('the view has the texts of the product', async () => {
  const root = createRootRoute({
    component: () => (
      <AccessValueProvider access={access({ isLastKnown: true })}>
        <AccessGate>
          <Outlet />
        </AccessGate>
      </AccessValueProvider>
    ),
  });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    staticData: { resource: 'connections' },
    component: () => <p>secret</p>,
  });
  const router = createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory() });
  render(<RouterProvider router={router as never} />);
  expect(await screen.findByRole('heading', { name: 'Unauthorized' })).toBeTruthy();
  expect(screen.getByText('You do not have permission to access this page')).toBeTruthy();
  expect(screen.getByText(/roles you had when the server was last reached/u)).toBeTruthy();
  expect(screen.queryByText('secret')).toBeNull();
});
