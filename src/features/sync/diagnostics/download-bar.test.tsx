/** @vitest-environment jsdom */
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { FeedReport } from '#sync/protocol/diagnostics.ts';
import { diagnostics, feedReport, leaderReport } from '#tests/page/fake-diagnostics.ts';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { SyncContent } from '../sync-panel.tsx';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

const packed = (feed: Partial<FeedReport>): FeedReport =>
  feedReport({ shape: 'packed', group: 'cool', status: 'partial', walk: 'walking', ...feed });

function show(feeds: readonly FeedReport[]): void {
  replica = createFakeReplica();
  const leader = leaderReport({ feeds: [feedReport(), ...feeds] });
  vi.mocked(replica.sync.diagnostics).mockResolvedValue(diagnostics({ leader }));
  render(
    <ReplicaFrame replica={replica}>
      <SyncContent lock={null} onRemoveData={() => undefined} />
    </ReplicaFrame>,
  );
}

const items = packed({ tbl: 'config_items', fill: { taken: 1200, counted: 99_274 } });

it('[HLD1] says how far each large collection is, and holds the rest back', async () => {
  show([
    items,
    packed({ tbl: 'config_changes', fill: { taken: 300, counted: null } }),
    packed({ tbl: 'config_analysis', status: 'never', walk: 'none', fill: null }),
    packed({ tbl: 'config_relationships', walk: 'none', fill: null }),
    // What comes when it is opened, and what is here, is no part of it.
    packed({ tbl: 'check_statuses', status: 'never', walk: 'none', fill: null }),
    packed({ tbl: 'config_component_relationships', status: 'complete', walk: 'done', fill: null }),
  ]);
  const bars = await screen.findAllByRole('progressbar');
  expect(bars.map((bar) => [bar.getAttribute('aria-label'), bar.getAttribute('aria-valuetext')])).toEqual([
    ['Catalog', '1,200 of 99,274 rows'],
    ['Config changes', '300 rows'],
    ['Insights', 'to come'],
    ['Config relationships', 'to come'],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  expect(replica.sync.holdDownload).toHaveBeenCalledExactlyOnceWith(true);
});

it('[HLD3] goes on when a person says so, whoever held it back', async () => {
  show([items]);
  await screen.findByRole('button', { name: 'Pause' });
  act(() => replica.sync.status.set({ ...LIVE, isHeld: true }));
  expect(screen.getByText('The first download is paused')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(replica.sync.holdDownload).toHaveBeenCalledExactlyOnceWith(false);
});

it('does not claim to download while the server cannot be reached', async () => {
  show([items]);
  expect(await screen.findByText('What has arrived can already be used.')).toBeDefined();
  act(() => replica.sync.status.set({ ...LIVE, phase: 'offline' }));
  expect(screen.getByText('It continues when the server can be reached.')).toBeDefined();
});

it('is not there once everything is here', async () => {
  show([packed({ tbl: 'config_items', status: 'complete', walk: 'done', fill: null })]);
  await vi.waitFor(() => expect(replica.sync.diagnostics).toHaveBeenCalled());
  await screen.findByText('Connected');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByRole('button', { name: /^(?:Pause|Resume)$/u })).toBeNull();
});
