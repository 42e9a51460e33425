/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchedBody } from '#tests/page/fake-answers.ts';
import { createFakeIndex } from '#tests/page/fake-index.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { CreateIncidentDialog } from './create-incident-dialog.tsx';

const patience = { timeout: 30_000 };
let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

const PAYMENTS = { id: 'x1', name: 'payments', type: 'Deployment', health: 'healthy' };
const CART = {
  id: 'c1',
  name: 'cart',
  type: 'service',
  status: null,
  health: null,
  reason: null,
  agent: null,
};

function show(roles: readonly string[] = ['responder']): void {
  vi.mocked(replica.sync.submit).mockResolvedValue({
    opIds: ['o1'],
    made: [{ tbl: 'incidents', id: 'i-9' }],
  });
  vi.mocked(replica.sync.fetchDocument).mockResolvedValue(
    fetchedBody({ body: { id: 'x1', type: 'Deployment', config: { replicas: 2 } } }),
  );
  render(
    <ReplicaFrame
      index={createFakeIndex({ rows: { config_items: [PAYMENTS] } })}
      replica={replica}
      roles={roles}
    >
      <CreateIncidentDialog isOpen onCreated={() => undefined} onOpenChange={() => undefined} />
    </ReplicaFrame>,
  );
}

async function create(): Promise<unknown> {
  await userEvent.type(screen.getByRole('textbox', { name: /^Title/u }), 'Down');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await vi.waitFor(() => expect(replica.sync.submit).toHaveBeenCalled(), patience);
  return vi.mocked(replica.sync.submit).mock.calls[0]?.[0];
}

it('[4] a component comes along as evidence, in the one command that makes the incident', async () => {
  replica = createFakeReplica({ componentFacts: [CART] });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Add evidence' }));
  await userEvent.click(await screen.findByRole('option', { name: /cart/u }, patience));
  await userEvent.type(screen.getByRole('textbox', { name: 'What it shows' }), 'No answers');
  expect(await create()).toMatchObject({
    kind: 'incident.create',
    title: 'Down',
    evidence: { type: 'topology', componentId: 'c1', description: 'No answers' },
  });
});

it('[4] chosen lines of a catalog item come along, and what is chosen survives closing', async () => {
  replica = createFakeReplica();
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Add evidence' }));
  await userEvent.click(await screen.findByRole('tab', { name: 'Catalog item' }, patience));
  await userEvent.click(await screen.findByRole('option', { name: /payments/u }, patience));
  await userEvent.click(await screen.findByRole('button', { name: 'Choose lines of payments' }, patience));
  await userEvent.click(await screen.findByRole('option', { name: /replicas/u }, patience));
  cleanup();
  show();
  const field = within(screen.getByRole('region', { name: 'Evidence' }));
  expect(await field.findByText('1 line chosen', undefined, patience)).toBeDefined();
  expect(await create()).toMatchObject({
    evidence: { type: 'config', configId: 'x1', payload: { selected_lines: { 1: '  "replicas": 2' } } },
  });
});

it('what was chosen is taken back', async () => {
  replica = createFakeReplica({ componentFacts: [CART] });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Add evidence' }));
  await userEvent.click(await screen.findByRole('option', { name: /cart/u }, patience));
  await userEvent.click(screen.getByRole('button', { name: 'Remove evidence cart' }));
  expect(await create()).not.toHaveProperty('evidence');
});

it('[6] a role that was taken away while it is open makes nothing, and says why', async () => {
  replica = createFakeReplica();
  show(['viewer']);
  await userEvent.type(screen.getByRole('textbox', { name: /^Title/u }), 'Down{Enter}');
  const button = screen.getByRole('button', { name: 'Create' });
  await userEvent.click(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect((await screen.findAllByText(/does not allow changing incidents/u)).length).toBeGreaterThan(0);
  expect(replica.sync.submit).not.toHaveBeenCalled();
});

it('the search for evidence comes into view when it is opened', async () => {
  replica = createFakeReplica({ componentFacts: [CART] });
  const shown: string[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    shown.push(this.closest('section')?.getAttribute('aria-label') ?? '');
  };
  try {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Add evidence' }));
    expect(shown).toEqual(['Evidence']);
  } finally {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  }
});

it('the search for evidence is closed by the button that opened it', async () => {
  replica = createFakeReplica({ componentFacts: [CART] });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Add evidence' }));
  expect(await screen.findByRole('tab', { name: 'Component' }, patience)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Close search' }));
  expect(screen.queryByRole('tab', { name: 'Component' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add evidence' }));
});
