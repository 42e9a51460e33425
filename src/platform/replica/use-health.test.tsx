import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { answerHealth } from '#sync/core/check/query.ts';
import type { HealthQuery, HealthState } from '#sync/protocol/health.ts';
import { plainHealthQuery } from '#tests/support/health-query.ts';
import type { HealthClient, HealthFollower } from './health-client.ts';
import { HealthProvider } from './health-context.tsx';
import { useHealthQuery } from './use-health.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

const query = plainHealthQuery(0);

/** A worker that tells its state as soon as somebody follows it, like the real one. */
class Worker implements HealthClient {
  state: HealthState = { version: 1, ...deviceClaim('complete', null), summaryAsOf: null };
  asked = 0;
  readonly #followers = new Set<HealthFollower>();

  readonly query: HealthClient['query'] = async (asked) => {
    this.asked += 1;
    return { ...answerHealth([], asked), ...this.state };
  };
  readonly rows: HealthClient['rows'] = async () => [];
  readonly refresh: HealthClient['refresh'] = async () => ({ kind: 'fresh' });
  readonly follow: HealthClient['follow'] = (follower) => {
    this.#followers.add(follower);
    queueMicrotask(() => follower.onState(this.state));
    return () => this.#followers.delete(follower);
  };

  tell(state: Partial<HealthState>): void {
    this.state = { ...this.state, ...state };
    for (const { onState } of this.#followers) onState(this.state);
  }
}

function listOf(worker: Worker) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <HealthProvider health={worker}>{children}</HealthProvider>
  );
  return renderHook((asked: HealthQuery) => useHealthQuery(asked), { wrapper, initialProps: query });
}

it('asks once for a question: the state it is told at first is that of the answer', async () => {
  const worker = new Worker();
  const { result, rerender } = listOf(worker);
  await waitFor(() => expect(result.current.status).toBe('ready'));
  expect(worker.asked).toBe(1);
  rerender({ ...query, hidePassing: true });
  await waitFor(() => expect(result.current.isBehind).toBe(false));
  expect(worker.asked).toBe(2);
});

it('asks again when the checks, or what may be claimed of them, have changed', async () => {
  const worker = new Worker();
  const { result } = listOf(worker);
  await waitFor(() => expect(result.current.status).toBe('ready'));
  act(() => worker.tell({ version: 2 }));
  await waitFor(() => expect(result.current.value?.version).toBe(2));
  act(() => worker.tell({ asOf: '2026-11-20T12:00:00+00:00' }));
  await waitFor(() => expect(result.current.value?.asOf).toBe('2026-11-20T12:00:00+00:00'));
  expect(worker.asked).toBe(3);
  act(() => worker.tell({}));
  expect(worker.asked).toBe(3);
});
