/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createFakeReplica,
  LIVE,
  NO_MARKS,
  read,
  ReplicaFrame,
  type FakeReplica,
  type ReplicaState,
} from '#tests/page/fake-replica.tsx';
import { IncidentsOf } from './incidents-of.tsx';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

const ROW = {
  id: 'i-1',
  number: 'INC-1',
  title: 'Checkout is slow',
  type: 'performance',
  severity: 'high',
  status: 'open',
  createdAt: '2026-11-20T10:00:00Z',
  marks: NO_MARKS,
};

function show(state: Partial<ReplicaState>, flags: Readonly<Record<string, string>> = {}): void {
  replica = createFakeReplica(state);
  render(
    <ReplicaFrame flags={flags} replica={replica}>
      <IncidentsOf id="c-1" of="component" />
    </ReplicaFrame>,
  );
}

describe('incidents of a thing', () => {
  it('begins with the open ones and leads to each', async () => {
    replica = createFakeReplica({ linked: read({ rows: [ROW], total: 3 }) });
    const asked = vi.spyOn(replica.model, 'incidentsByComponent');
    render(
      <ReplicaFrame replica={replica}>
        <IncidentsOf id="c-1" of="component" />
      </ReplicaFrame>,
    );
    const row = await screen.findByRole('link', { name: 'Checkout is slow' });
    expect(row.getAttribute('href')).toBe('/incidents/i-1');
    expect(asked).toHaveBeenCalledWith('c-1', { type: null, status: 'open' });
    await userEvent.click(screen.getByRole('button', { name: /Type/u }));
    await userEvent.click(screen.getByRole('option', { name: 'Performance' }));
    expect(asked).toHaveBeenLastCalledWith('c-1', { type: 'performance', status: 'open' });
  });

  it('says what the filter hides', async () => {
    show({ linked: read({ rows: [], total: 2 }) });
    expect(await screen.findByText(/None match; 2 incidents in all/u)).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    expect(screen.getByRole('button', { name: /All statuses/u })).toBeDefined();
  });

  it('never calls an incomplete copy empty', async () => {
    show({ linked: read({ rows: [], total: 0 }, 'partial') });
    expect(await screen.findByText(/not everything has been downloaded yet/u)).toBeDefined();
    await replica.set({ linked: read({ rows: [], total: 0 }, 'never') });
    replica.sync.status.set({ ...LIVE, phase: 'offline' });
    expect(await screen.findByText('Not on this device yet')).toBeDefined();
    await replica.set({ linked: read({ rows: [], total: 0 }) });
    expect(await screen.findByText('No incidents')).toBeDefined();
  });

  it('is not there when incidents are switched off', async () => {
    show({ linked: read({ rows: [ROW], total: 1 }) }, { 'incidents.disable': 'true' });
    expect(screen.queryByRole('region', { name: 'Incidents' })).toBeNull();
  });
});
