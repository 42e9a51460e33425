import { answerHealth } from '#sync/core/check/query.ts';
import type { HealthRow, HealthState } from '#sync/protocol/health.ts';
import { serverTimeToMs } from '#sync/core/pull/server-time.ts';
import type { HealthClient } from '#src/platform/replica/health-client.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

/** What a page's checks are, and what is claimed about them. */
export interface FakeHealthState {
  readonly state?: HealthState['state'];
  readonly asOf?: string | null;
  readonly summaryAsOf?: string | null;
  /** Reads fail with this message. */
  readonly failure?: string;
}

const AS_OF = '2026-11-20T12:00:00Z';

/** The checks of a page, answered by the same code as in the worker. `refreshes` hears what the page asks for. */
export function createFakeHealth(
  rows: readonly HealthRow[],
  { state = 'complete', asOf = AS_OF, summaryAsOf = AS_OF, failure }: FakeHealthState = {},
  refreshes: number[] = [],
): HealthClient {
  const claim: HealthState = { version: 1, ...deviceClaim(state, asOf), summaryAsOf };
  const known = async (): Promise<readonly HealthRow[]> => {
    if (failure !== undefined) throw new Error(failure);
    return rows;
  };
  return {
    query: async (query) => ({ ...answerHealth(await known(), query), ...claim }),
    rows: async (ids) => {
      const all = await known();
      return ids.map((id) => all.find((row) => row.id === id) ?? null);
    },
    refresh: async (maxAgeMs) => {
      refreshes.push(maxAgeMs);
      return { kind: 'pulled' };
    },
    follow: ({ onState }) => {
      onState(claim);
      return () => undefined;
    },
  };
}

/** A passing check that ran a minute ago. */
export function healthRow(row: Partial<HealthRow> = {}): HealthRow {
  return {
    id: 'c-1',
    canaryId: 'n-1',
    canaryName: 'checkout',
    namespace: 'shop',
    name: 'checkout-api health',
    type: 'http',
    description: null,
    endpoint: null,
    icon: 'http',
    owner: null,
    severity: 'low',
    status: 'healthy',
    labels: {},
    agentId: null,
    agentName: null,
    uptime: { passed: 60, failed: 0, lastPass: '2026-11-20T11:59:00Z', lastFail: null },
    latency: { p99: 90, p97: null, p95: 80, p50: 40, avg: 45 },
    lastRuntime: '2026-11-20T11:59:00Z',
    lastTransition: '2026-11-19T11:59:00Z',
    silencedAt: null,
    intervalMs: 60_000,
    statusAsOf: AS_OF,
    summaryAsOf: AS_OF,
    isComputed: false,
    ranAtMs: serverTimeToMs(row.lastRuntime === undefined ? '2026-11-20T11:59:00Z' : row.lastRuntime),
    agentSilentSince: null,
    ...row,
  };
}
