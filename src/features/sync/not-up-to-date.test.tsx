/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { diagnostics, feedReport, leaderReport, TAKEN_AT } from '#tests/page/fake-diagnostics.ts';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import { NotUpToDate } from './not-up-to-date.tsx';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

const MINUTE = 60_000;
const failing = feedReport({
  tbl: 'component_relationships',
  failures: 3,
  lastError: 'The server is busy or restarting.',
  dueAt: TAKEN_AT + 3 * MINUTE,
});

function open(feeds: readonly ReturnType<typeof feedReport>[], phase: SyncStatus['phase'] = 'live'): void {
  replica = createFakeReplica();
  replica.sync.status.set({ ...LIVE, phase });
  const report = diagnostics({ leader: leaderReport({ feeds: [...feeds] }) });
  render(
    <ReplicaFrame replica={replica}>
      <NotUpToDate report={report} />
    </ReplicaFrame>,
  );
}

const lines = (): readonly string[] => screen.getAllByRole('listitem').map((line) => line.textContent);

describe('what the server does not give although it answers everything else', () => {
  it('[FED6] is named with its reason, the age of what is here, and when it is asked again', () => {
    open([feedReport(), failing]);
    expect(lines()).toEqual([
      expect.stringMatching(
        /^Component links: The server is busy or restarting\. Updated .+\. Asked again in 3m\.$/u,
      ),
    ]);
  });

  it('[FED6] is named where it only answers slowly, and where nothing of it ever came', () => {
    open([feedReport({ tbl: 'agents', isSlow: true }), { ...failing, asOf: null, dueAt: null }]);
    expect(lines()).toEqual([
      expect.stringMatching(/^Agents: The server takes long to answer\. Updated .+ Asked again in 15s\.$/u),
      'Component links: The server is busy or restarting. Nothing of it is here yet. ',
    ]);
  });

  it('says nothing where all is well, and where nothing can be asked at all', () => {
    open([feedReport()]);
    expect(screen.queryByText('Not up to date')).toBeNull();
    cleanup();
    open([failing], 'unreachable');
    expect(screen.queryByText('Not up to date')).toBeNull();
  });
});
