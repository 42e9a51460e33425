/** @vitest-environment jsdom */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import '#tests/page/no-layout.ts';
import '#tests/page/patience.ts';
import type { TopologyAnswer } from '#sync/protocol/topology.ts';
import { keptTopology } from '#sync/protocol/topology-kept.ts';
import type { TopologyClient } from '#src/platform/replica/topology-client.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { createFakeTopology } from '#tests/page/fake-topology.ts';
import { TopologyPage } from './topology-page.tsx';
import { keptQueryOf } from './topology-query.ts';
import { topologySearch, type TopologySearch } from './topology-search.ts';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

const component = (id: string, name: string) => ({ id, name, type: 'Service', status: 'healthy' });
const before = createFakeTopology([component('a', 'shop'), component('b', 'bank')]);

/** The page over what was kept of that search, with a worker that has not started; `wake` lets it answer. */
async function open(kept: TopologySearch, text?: string): Promise<{ readonly wake: () => void }> {
  const query = keptQueryOf(null, topologySearch.view(kept), 60);
  const body = keptTopology(query, await before.query(query));
  replica = createFakeReplica({
    keptLists: { 'topology-list': new Map([['start', text ?? JSON.stringify(body)]]) },
  });
  const awake = createFakeTopology([component('a', 'shop renamed')]);
  const answers: (() => void)[] = [];
  const topology: TopologyClient = {
    query: (asked) =>
      new Promise<TopologyAnswer>((resolve) => {
        answers.push(() => resolve(awake.query(asked)));
      }),
    cards: () => new Promise(() => undefined),
    follow: () => () => undefined,
  };
  render(
    <ReplicaFrame replica={replica} topology={topology}>
      <TopologyPage componentId={undefined} entryKey="k1" raw={{}} onChange={() => undefined} />
    </ReplicaFrame>,
  );
  return { wake: () => answers.splice(0).forEach((answer) => answer()) };
}

it('shows the dashboard that was kept until the worker is up, and then that of the worker', async () => {
  const { wake } = await open({});
  expect(await screen.findByText('2 components')).toBeDefined();
  await act(async () => wake());
  expect(await screen.findByText('1 component')).toBeDefined();
});

it.each([
  ['damaged', {}, '{"v":1'],
  ['of another question', { sortBy: 'name' }, undefined],
] as const)('waits for the worker where what was kept is %s', async (_what, search, text) => {
  const { wake } = await open(search, text);
  await act(async () => {
    await new Promise((done) => setTimeout(done));
  });
  expect(screen.queryByText('2 components')).toBeNull();
  await act(async () => wake());
  expect(await screen.findByText('1 component')).toBeDefined();
});
