/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Notice } from '#sync/protocol/op.ts';
import { createFakeReplica, op, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { RefusedIncident } from './refused-incident.tsx';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

it('[D6] an incident made here that the server refused is told where it stood', async () => {
  const message = 'Your new incident was not saved on the server: your role does not allow it.';
  const notice: Notice = { id: 'o-1', kind: 'failed', message, opIds: ['o-1'], createdAt: 0, readAt: null };
  const made = op({ id: 'o-1', state: 'failed', kind: 'insert', tbl: 'incidents', rowId: 'i-1' });
  const changed = op({ id: 'o-2', state: 'failed', kind: 'update', tbl: 'incidents', rowId: 'i-1' });
  replica = createFakeReplica({
    notices: [{ ...notice, id: 'o-2', message: 'Something else' }, notice],
    opStates: [made, changed],
  });
  render(
    <ReplicaFrame replica={replica}>
      <RefusedIncident id="i-1" />
    </ReplicaFrame>,
  );
  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.queryByText('Something else')).toBeNull();
  const outbox = screen.getByRole('link', { name: 'Open Sync' });
  expect(outbox.getAttribute('href')).toBe('/incidents/i-1?panel=sync');
  // That of another incident is nothing to this one.
  await replica.set({ opStates: [{ ...made, rowId: 'i-2' }, changed] });
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  expect(screen.queryByRole('link', { name: 'Open Sync' })).toBeNull();
});
