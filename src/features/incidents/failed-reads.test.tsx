/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import {
  createFakeReplica,
  foundIncident,
  listRow,
  read,
  ReplicaFrame,
  type FakeReplica,
  type ReplicaState,
} from '#tests/page/fake-replica.tsx';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import { DetailPage } from '#tests/page/detail-page.tsx';
import { IncidentListPage } from './list/incident-list-page.tsx';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

function showList(failing: ReplicaState['failing'], failure: string | null = 'disk error'): void {
  const list = read({ rows: [listRow()], others: [], hidden: { total: 0, byStatus: {} } });
  replica = createFakeReplica({ incidentList: list, failure, failing });
  render(
    <ReplicaFrame replica={replica}>
      <IncidentListPage
        entryKey="k"
        search={{}}
        onChange={() => undefined}
        onListed={() => () => undefined}
        onOpen={() => undefined}
      />
    </ReplicaFrame>,
  );
}

it('says that marks may be missing when the outbox could not be read; the rows stay', async () => {
  showList(['outbox']);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('marks may be missing: disk error');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  expect(await screen.findByRole('link', { name: 'Checkout is slow' })).toBeDefined();
});

it.each([
  ['Owner', 'people', 'Owner names could not be read: disk error'],
  ['Component', 'components', 'Unable to load components! disk error'],
] as const)('the %s filter says that its names could not be read', async (label, failing, words) => {
  showList([failing]);
  await screen.findByRole('link', { name: 'Checkout is slow' });
  await userEvent.click(screen.getByRole('button', { name: `${label} filter` }));
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.queryByText('None on this device yet')).toBeNull();
});

it('a mention says that names could not be read', async () => {
  replica = createFakeReplica({ incident: foundIncident(), failure: 'disk error', failing: ['people'] });
  render(<DetailPage isAllExpanded replica={replica} />);
  const field = await screen.findByRole('textbox', { name: /^Comment on/u });
  await userEvent.type(field, 'Hello');
  expect(screen.queryByText(/Names for mentions/u)).toBeNull();
  await userEvent.type(field, ' @a');
  expect(
    await screen.findByText('Names for mentions could not be read from this device: disk error'),
  ).toBeDefined();
});

it('a refused "Try again" is said', async () => {
  replica = createFakeReplica({
    incidentList: read({ rows: [], others: [], hidden: { total: 0, byStatus: {} } }, 'never'),
  });
  vi.mocked(replica.sync.refresh).mockRejectedValue(new Error('worker gone'));
  render(
    <ReplicaFrame replica={replica}>
      <IncidentListPage
        entryKey="k"
        search={{}}
        onChange={() => undefined}
        onListed={() => () => undefined}
        onOpen={() => undefined}
      />
    </ReplicaFrame>,
  );
  // The view is made anew while its first reads settle, and a press that spans that is none.
  await vi.waitFor(
    async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      expect(replica.sync.refresh).toHaveBeenCalled();
    },
    { timeout: 30_000 },
  );
  await vi.waitFor(() => expect(JSON.stringify(messageLog.getSnapshot())).toContain('worker gone'), {
    timeout: 30_000,
  });
});

it('says that a kept draft could not be read, and lets the person write', async () => {
  replica = createFakeReplica({ incident: foundIncident(), failure: 'disk error', failing: ['draft'] });
  render(<DetailPage isAllExpanded replica={replica} />);
  expect(await screen.findByText(/Could not check for a draft on this device: disk error/u)).toBeDefined();
  expect(screen.getByRole('textbox', { name: /^Comment on/u })).toBeDefined();
});

it('[NET4] an incident that was kept is not shown any more once the role may not read incidents', async () => {
  replica = createFakeReplica({ incident: { ...foundIncident(), state: 'forbidden' } });
  render(<DetailPage replica={replica} />);
  expect(await screen.findByText('You do not have permission to access this page')).toBeDefined();
  expect(screen.queryByText('Checkout is slow')).toBeNull();
});
