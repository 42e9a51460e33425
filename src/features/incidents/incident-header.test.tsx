/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { IncidentDetail } from '#sync/read/types.ts';
import {
  createFakeReplica,
  incidentDetail,
  op,
  ReplicaFrame,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import { IncidentFacts, IncidentHeading, IncidentScope } from './incident-header.tsx';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

function show(detail: Partial<IncidentDetail> = {}, role = 'responder'): void {
  replica = createFakeReplica();
  render(
    <ReplicaFrame replica={replica} roles={[role]}>
      <IncidentHeading incident={incidentDetail(detail)} />
      <IncidentFacts incident={incidentDetail(detail)} />
      <IncidentScope incident={incidentDetail(detail)} />
    </ReplicaFrame>,
  );
}

describe('the head of an incident', () => {
  it('[2.7] the title is edited in place and sent alone', async () => {
    show({ severity: '' });
    await userEvent.click(screen.getByRole('button', { name: 'Edit incident title' }));
    const field = screen.getByRole('textbox', { name: 'Incident title' });
    // The heading stays while the field stands in its place.
    expect(screen.getByRole('heading', { level: 1, name: 'Checkout is slow' })).toBeDefined();
    await userEvent.clear(field);
    await userEvent.paste('Checkout is down');
    await userEvent.keyboard('{Enter}');
    expect(vi.mocked(replica.sync.submit).mock.calls).toEqual([
      [
        {
          kind: 'row.update',
          table: 'incidents',
          rowId: 'i-1',
          set: { title: 'Checkout is down' },
          opened: { title: 'Checkout is slow' },
        },
        '/incidents/i-1',
      ],
    ]);
    // Whoever works with the keyboard goes on where they were.
    await vi.waitFor(
      () => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit incident title' })),
      { timeout: 30_000 },
    );
  });

  it('marks a title that is not on the server, and names a missing one', () => {
    show({ title: ' ', ops: [op({ tbl: 'incidents', rowId: 'i-1', patch: { title: ' ' } })] });
    expect(screen.getByRole('heading', { level: 1, name: '(no title)' })).toBeDefined();
    expect(screen.getByText('Title saved on this device')).toBeDefined();
  });

  it('shows components as chips that lead to them, and no pencil to who may not write', () => {
    show({ components: [{ id: 'c 1', name: 'payments' }] }, 'viewer');
    expect(screen.getByRole('list', { name: 'Components' }).textContent).toBe('payments');
    expect(screen.getByRole('link', { name: 'payments' }).getAttribute('href')).toBe('/topology/c%201');
    expect(screen.queryByRole('button', { name: 'Edit incident title' })).toBeNull();
  });
});
