/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchedBody } from '#tests/page/fake-answers.ts';
import { checkBodies, whole, type CheckBodies } from '#tests/page/check-fixture.ts';
import { createFakeHealth } from '#tests/page/fake-health.ts';
import { createFakeIndex } from '#tests/page/fake-index.ts';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { CheckDialog } from './check-dialog.tsx';

let replica: FakeReplica;
// jsdom has no layout: nothing has a width, and a plot is not drawn.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z'), toFake: ['Date'] }));

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await replica.close();
});

/** A check that is in no list of this device, with what the server answers about it. */
function show(bodies: CheckBodies): void {
  replica = createFakeReplica({ coverage: whole });
  replica.sync.status.set({ ...LIVE, phase: 'live' });
  vi.mocked(replica.sync.fetchDocument).mockImplementation(async (kind) =>
    fetchedBody({ asOf: '2026-11-20T11:59:30Z', ...bodies[kind] }),
  );
  render(
    <ReplicaFrame
      health={createFakeHealth([])}
      index={createFakeIndex({ rows: { check_statuses: [] } })}
      replica={replica}
      roles={['admin']}
    >
      <CheckDialog checkId="c-1" onClose={() => undefined} />
    </ReplicaFrame>,
  );
}

const actions = (): readonly string[] =>
  ['Edit', 'Playbooks', 'Attach as Evidence', 'Run Now'].filter(
    (name) => (screen.queryByRole('button', { name }) ?? screen.queryByRole('link', { name })) !== null,
  );

it('a deleted check says since when, will not run, and is still read and attached', async () => {
  const bodies = checkBodies();
  const body = bodies['check-detail']?.body;
  show(bodies);
  await screen.findByText(/^in \d/u);
  expect(actions()).toEqual(['Edit', 'Playbooks', 'Attach as Evidence', 'Run Now']);
  cleanup();
  await replica.close();
  show({
    ...bodies,
    'check-detail': { body: Object.assign({}, body, { deleted_at: '2026-11-20T10:30:00Z' }) },
  });
  expect(await screen.findByText(/^deleted /u)).toBeDefined();
  expect(screen.queryByText(/^in \d|overdue/u)).toBeNull();
  expect(actions()).toEqual(['Edit', 'Attach as Evidence']);
});

it('of a check that is not there nothing can be done', async () => {
  show({});
  expect(await screen.findByText('Check not found')).toBeDefined();
  expect(actions()).toEqual([]);
});
