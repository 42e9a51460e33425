/** @vitest-environment jsdom */
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ComponentGraph } from '#sync/read/component-graph.ts';
import type { GraphViewProps } from '#src/graph/graph-props.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { ComponentGraphPage } from './component-graph-page.tsx';
import type { ComponentGraphSearch } from './graph-search.ts';

// The drawing itself needs a worker and a canvas.
vi.mock('#src/graph/graph-view.tsx', () => ({
  GraphView: ({ label, nodes }: GraphViewProps) => (
    <ul aria-label={label}>
      {nodes.map(({ id }) => (
        <li key={id}>{id}</li>
      ))}
    </ul>
  ),
}));

const named = (id: string) =>
  [id, { id, name: id, type: null, health: 'healthy', status: null, isDeleted: false }] as const;
/** A shop in a system, with an api and a pod that was picked. */
const AROUND: ComponentGraph = {
  components: new Map(['system', 'shop', 'api', 'pod'].map(named)),
  parts: [
    { parentId: 'system', childId: 'shop', isPicked: false },
    { parentId: 'shop', childId: 'api', isPicked: false },
    { parentId: 'shop', childId: 'pod', isPicked: true },
  ],
  links: [],
};

let replica: FakeReplica;
const searches: ComponentGraphSearch[] = [];

beforeEach(() => {
  // jsdom cannot scroll; the router does when it begins.
  vi.spyOn(globalThis, 'scrollTo').mockReturnValue();
  searches.length = 0;
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await replica.close();
});

function Page({ first }: { first: ComponentGraphSearch }): ReactElement {
  const [raw, setRaw] = useState(first);
  return (
    <ComponentGraphPage
      componentId="shop"
      raw={raw}
      onChange={(next) => {
        searches.push(next);
        setRaw(next);
      }}
    />
  );
}

async function show(first: ComponentGraphSearch = {}): Promise<void> {
  replica = createFakeReplica({ late: AROUND });
  const root = createRootRoute({
    component: () => (
      <ReplicaFrame replica={replica}>
        <Page first={first} />
      </ReplicaFrame>
    ),
  });
  const router: AnyRouter = createRouter({ routeTree: root, history: createMemoryHistory() });
  render(<RouterProvider router={router} />);
  await screen.findByRole('radio', { name: 'Graph' });
}

const drawn = async (): Promise<readonly (string | null)[]> => {
  const list = await screen.findByRole('list', { name: /^Graph of/u });
  return [...list.children].map(({ textContent }) => textContent).toSorted();
};
const flip = (name: string): Promise<void> => userEvent.click(screen.getByRole('switch', { name }));

describe('the graph of a component', () => {
  it('[spec 2] has the toggles Outgoing, Incoming and Soft and a Table/Graph switch, kept in the address', async () => {
    await show();
    expect(await drawn()).toEqual(['api', 'pod', 'shop', 'system']);
    await flip('Soft');
    expect(await drawn()).toEqual(['api', 'shop', 'system']);
    await flip('Incoming');
    expect(await drawn()).toEqual(['api', 'shop']);
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
    expect(screen.getByRole('list', { name: 'Components and items' }).textContent).toContain('api');
    expect(searches.at(-1)).toEqual({ relation: 'hard', incoming: false, view: 'table' });
    await flip('Outgoing');
    expect(screen.getByText('Outgoing and Incoming are both off')).toBeDefined();
    expect(screen.getByText('No data available')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Show outgoing relationships' }));
    expect(searches.at(-1)).toEqual({ relation: 'hard', incoming: false, view: 'table' });
  });

  it('[spec 2] says in the table which way each thing is tied, and how firmly', async () => {
    await show({ view: 'table' });
    const lines = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(lines.find((line) => line?.startsWith('system'))).toContain('Incoming');
    expect(lines.find((line) => line?.startsWith('pod'))).toContain('Outgoing · soft');
    expect(lines).toHaveLength(3);
  });

  it('[I24] says so when it may have changed since, and does not while it is young', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:01:00Z') });
    await show();
    expect(await screen.findByText('As of')).toBeDefined();
    expect(screen.queryByText('May have changed since.')).toBeNull();
    cleanup();
    await replica.close();
    vi.setSystemTime(Date.parse('2026-11-20T12:06:00Z'));
    await show();
    expect(await screen.findByText('May have changed since.')).toBeDefined();
  });
});
