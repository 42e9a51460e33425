/** @vitest-environment jsdom */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
  type AnyRouter,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { FormPage } from './form-page.tsx';
import { connectionForm } from './story/connection.form.ts';

const patience = { timeout: 30_000 };
let replica: FakeReplica;
let router: AnyRouter;

afterEach(async () => {
  cleanup();
  await replica.close();
});

function Form(): ReactElement {
  const navigate = useNavigate();
  const leave = (): void => void navigate({ href: '/list' });
  return (
    <>
      <button type="button" onClick={leave}>
        To the list
      </button>
      <FormPage
        blocker={undefined}
        keepAt={{ lines: '/form#form:1' }}
        spec={connectionForm}
        verb="Save"
        onDone={leave}
        onSubmit={async () => undefined}
      />
    </>
  );
}

async function show(): Promise<void> {
  replica = createFakeReplica();
  // jsdom scrolls nothing, and the router asks it to.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const root = createRootRoute({
    component: () => (
      <ReplicaFrame replica={replica}>
        <Outlet />
      </ReplicaFrame>
    ),
  });
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/form', component: Form }),
    createRoute({ getParentRoute: () => root, path: '/list', component: () => <h1>The list</h1> }),
  ]);
  router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/form'] }) });
  render(<RouterProvider router={router} />);
  await screen.findByRole('button', { name: 'Save' }, patience);
}

const type = async (label: RegExp, text: string): Promise<void> =>
  userEvent.type(screen.getByLabelText(label, { selector: 'input' }), text);

const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

it('says that something is not saved, takes it back, and lets go what the device keeps', async () => {
  await show();
  await type(/^Name/u, 'mail');
  expect(screen.getByText('Not saved yet. What you typed is kept on this device.')).toBeDefined();
  await press('Discard');
  expect(screen.getByLabelText(/^Name/u)).toHaveProperty('value', '');
  expect(screen.queryByText(/^Not saved yet/u)).toBeNull();
  await type(/^Name/u, 'mail');
  await press('To the list');
  expect(await screen.findByText('The list', undefined, patience)).toBeDefined();
});

it('asks before a secret is lost, stays or goes, and asks nothing once it is saved', async () => {
  await show();
  await type(/^Name/u, 'mail');
  await userEvent.click(screen.getByRole('button', { name: /Type/u }));
  await userEvent.click(await screen.findByRole('option', { name: 'HTTP' }, patience));
  await type(/^URL/u, 'https://example.com');
  await type(/^Password/u, 'hunter2');
  expect(screen.getByText('Not saved yet, and not kept on this device')).toBeDefined();
  await press('To the list');
  const question = within(await screen.findByRole('alertdialog', undefined, patience));
  await userEvent.click(question.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), patience);
  expect(router.state.location.pathname).toBe('/form');
  await press('Save');
  expect(await screen.findByText('The list', undefined, patience)).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
