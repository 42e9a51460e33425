/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TopologyModel } from '#sync/core/topology/query.ts';
import { treeOf } from '#sync/core/topology/roll-up.ts';
import type { TopologyParts } from '#sync/protocol/topology.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { createFakeTopology } from '#tests/page/fake-topology.ts';
import { ComponentPanel, ComponentPanelButton } from './component-panel.tsx';
import { ComponentPartsProvider, type ComponentParts } from './component-parts.ts';
import { setSectionOpen } from './panel-memory.ts';

const LISTED: ComponentParts = {
  Incidents: () => <p>No incidents</p>,
  Changes: () => <p>No changes</p>,
  Checks: () => <p>No checks</p>,
  Playbooks: () => <p>No runs</p>,
  Insights: () => <p>No open insights</p>,
};
const WHOLE = { state: 'complete' } as const;
const PARTS: TopologyParts = {
  components: WHOLE,
  checks: WHOLE,
  incidents: WHOLE,
  insights: { ...WHOLE, since: '2026-11-19T12:00:00Z' },
  teams: WHOLE,
};
const many = (count: number) => new Map([['cost', new Map([['high', count]])]]);

/** Shop has nothing itself; what is below it has nine incidents and two insights. */
const MODEL: TopologyModel = {
  tree: treeOf(
    [
      { id: 'shop', name: 'shop', parent_id: null, status: 'healthy' },
      { id: 'api', name: 'api', parent_id: 'shop', status: 'healthy' },
    ],
    [],
    { checks: new Map(), incidents: new Map([['api', many(9)]]), insights: new Map([['api', many(2)]]) },
  ),
  names: { teams: new Map(), agents: new Map() },
};

let replica: FakeReplica;

beforeEach(() => {
  for (const id of ['details', 'incidents', 'insights']) setSectionOpen(id, true);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await replica.close();
});

function shown(id: string, isWide: boolean, parts = PARTS): void {
  // jsdom has no layout.
  vi.stubGlobal('CSS', { escape: String });
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  replica = createFakeReplica();
  render(
    <ReplicaFrame replica={replica} topology={createFakeTopology([], { parts }, MODEL)}>
      <ComponentPartsProvider value={LISTED}>
        <ComponentPanelButton componentId={id} parts={parts} />
        <button type="button">On the dashboard</button>
        <ComponentPanel componentId={id} parts={parts} />
      </ComponentPartsProvider>
    </ReplicaFrame>,
  );
}

describe('the panel of a component', () => {
  it('[ux 4.3] is a dialog where it lies over the cards: Tab stays in it, Escape leads back', async () => {
    const user = userEvent.setup();
    shown('shop', false);
    expect(screen.queryByRole('complementary')).toBeNull();
    const opener = screen.getByRole('button', { name: 'Details' });
    await user.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'shop' });
    expect(await within(dialog).findByRole('heading', { level: 3, name: 'Incidents' })).toBeDefined();
    for (let press = 0; press < 8; press += 1) {
      await user.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('stands beside the cards where there is room, and says what its card counts and it does not list', async () => {
    shown('shop', true);
    expect(screen.queryByRole('button', { name: 'Details', expanded: false })).toBeNull();
    expect(await screen.findByText('No incidents')).toBeDefined();
    expect(
      screen.getByText('Only its own are listed: 9 below it are counted on its card, too.'),
    ).toBeDefined();
    const insights = screen.getByText(/^Only its own are listed: 2 below it/u);
    expect(insights.textContent).toMatch(/open insights, and those that ended if seen since .*2026/u);
  });

  it('says nothing of what is below where nothing is, and "or more" while it is still coming', async () => {
    shown('api', true);
    expect(await screen.findByText('No incidents')).toBeDefined();
    expect(screen.queryByText(/Only its own/u)).toBeNull();
    cleanup();
    await replica.close();
    shown('shop', true, { ...PARTS, incidents: { state: 'partial' }, insights: { state: 'forbidden' } });
    expect(await screen.findByText(/9 or more below it are counted/u)).toBeDefined();
    expect(screen.queryByText(/2 below it/u)).toBeNull();
  });
});
