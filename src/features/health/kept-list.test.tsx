/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '#tests/page/patience.ts';
import { keptOf } from '#sync/core/check/kept.ts';
import type { HealthAnswer } from '#sync/protocol/health.ts';
import type { HealthClient } from '#src/platform/replica/health-client.ts';
import { createFakeHealth, healthRow } from '#tests/page/fake-health.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { HealthPage } from './health-page.tsx';
import { queryOf } from './health-query.ts';
import { healthSearch, type HealthSearch } from './health-search.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
const AS_OF = '2026-11-20T12:00:00Z';
const checks = [healthRow({ id: 'a', name: 'api ping' }), healthRow({ id: 'b', name: 'disk' })];

let replica: FakeReplica;

class NoResize {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoResize);
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  localStorage.clear();
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await replica.close();
});

function textOf(search: HealthSearch): string {
  const query = queryOf(healthSearch.view(search), NOW, 60);
  return JSON.stringify(
    keptOf(checks, query, { version: 3, ...deviceClaim('complete', AS_OF), summaryAsOf: AS_OF }),
  );
}

/** A worker that has not started yet; `wake` lets it answer. */
function sleeping(): { readonly health: HealthClient; readonly wake: () => void } {
  const awake = createFakeHealth([healthRow({ id: 'b', name: 'disk', status: 'unhealthy' })]);
  const answers: (() => void)[] = [];
  return {
    health: {
      ...awake,
      query: (query) =>
        new Promise<HealthAnswer>((resolve) => {
          answers.push(() => resolve(awake.query(query)));
        }),
      rows: () => new Promise(() => undefined),
      follow: () => () => undefined,
    },
    wake: () => answers.splice(0).forEach((answer) => answer()),
  };
}

function open(text: string, search: HealthSearch = {}): { readonly wake: () => void } {
  replica = createFakeReplica({ keptLists: { 'health-list': new Map([['start', text]]) } });
  const { health, wake } = sleeping();
  render(
    <ReplicaFrame health={health} replica={replica}>
      <HealthPage entryKey="k1" search={search} onBack={() => undefined} onChange={() => undefined} />
    </ReplicaFrame>,
  );
  return { wake };
}

const marks = (): (string | null | undefined)[] =>
  [...document.querySelectorAll('[data-status]')].map((mark) =>
    mark.querySelector('svg')?.getAttribute('data-stale'),
  );

describe('the list before the worker is up', () => {
  it('is the kept one, with its counts, and then that of the worker', async () => {
    const { wake } = open(textOf({}));
    expect(await screen.findByText('2 passing')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Expand all groups' }));
    await act(async () => wake());
    expect(await screen.findByText('1 failing')).toBeDefined();
    expect(screen.getByText('0 passing')).toBeDefined();
    expect(screen.queryByText('api ping')).toBeNull();
  });

  it('[ux need 1] does not show as live what was live when it was kept', async () => {
    vi.setSystemTime(NOW + 60 * MINUTE_MS);
    open(textOf({}));
    expect(await screen.findByText('2 overdue')).toBeDefined();
    expect(screen.getByText('Data as of', { exact: false }).textContent).toContain('1 hour ago');
    expect(marks().length).toBeGreaterThan(0);
    expect(new Set(marks())).toEqual(new Set(['true']));
  });

  it.each([
    ['damaged', textOf({}).slice(0, -9), {}],
    ['of another list', textOf({ hidePassing: true }), {}],
    ['kept under another name', textOf({ hidePassing: true }), { hidePassing: true }],
  ])('waits for the worker where the kept one is %s', async (_what, text, search) => {
    const { wake } = open(text, search);
    await act(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
    });
    expect(screen.queryByLabelText('Checks')).toBeNull();
    expect(screen.getByText('Loading checks')).toBeDefined();
    await act(async () => wake());
    expect(await screen.findByText('1 failing')).toBeDefined();
  });

  it('stays in its place while another list is asked for', async () => {
    open(textOf({}));
    expect(await screen.findByText('2 passing')).toBeDefined();
    fireEvent.click(screen.getByRole('switch', { name: 'Hide Passing' }));
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Hide Passing' }).checked).toBe(true);
    expect(screen.getByLabelText('Checks')).toBeDefined();
  });
});
