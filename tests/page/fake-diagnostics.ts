import type { Diagnostics, VerifyReport } from '#workers/contracts/diagnostics.ts';
import type { StorageReport } from '#sync/protocol/storage-report.ts';

/** A device with room for everything. */
export const CALM_STORAGE: StorageReport = {
  collections: [],
  cacheBytes: 0,
  budgetBytes: 300,
  documents: { count: 0, bytes: 0, evicted: 0 },
  usageBytes: null,
  quotaBytes: null,
  isPersisted: null,
  isEvicted: false,
  reopens: { journal: 0, cache: 0 },
  hasBallast: true,
  pauseReason: null,
  reliefs: [],
};

type Leader = NonNullable<Diagnostics['leader']>;
type Feed = Leader['feeds'][number];

/** Device time of every fake report. */
export const TAKEN_AT = Date.parse('2026-11-20T12:00:00Z');

/** What a check says where nothing differs. */
export const NOTHING_DIFFERS: VerifyReport = {
  compared: 42,
  sampled: 42,
  tables: [{ tbl: 'incidents', compared: 42 }],
  differences: [],
  repaired: 0,
  stopped: null,
};

/** One healthy feed. */
export function feedReport(feed: Partial<Feed> = {}): Feed {
  return {
    tbl: 'incidents',
    shape: 'rows',
    group: 'hot',
    status: 'complete',
    asOf: '2026-11-20T11:59:55Z',
    cursor: { updated_at: '2026-11-20T11:58:00+00:00' },
    walk: 'done',
    fill: null,
    overlapMs: 90_000,
    pulledAt: TAKEN_AT - 5000,
    dueAt: TAKEN_AT + 15_000,
    isResting: false,
    failures: 0,
    isSlow: false,
    last: { rows: 3, bytes: 2048, requests: 2, tookMs: 140 },
    encoding: 'gzip',
    badRows: 0,
    badSample: null,
    lastError: null,
    windows: [],
    ...feed,
  };
}

/** Report of a tab that leads. */
export function leaderReport(leader: Partial<Leader> = {}): Leader {
  return {
    tabId: 'tab-1',
    appVersion: '1.0.0',
    epoch: 4,
    leadsSince: TAKEN_AT - 600_000,
    attention: 'visible',
    session: 'ok',
    reach: 'up',
    paceFactor: 1,
    wire: '2024',
    skewMs: 400,
    groups: [
      { group: 'hot', pulledAt: TAKEN_AT - 5000, asOf: '2026-11-20T11:59:55Z', everyMs: 20_000 },
      { group: 'warm', pulledAt: TAKEN_AT - 20_000, asOf: '2026-11-20T11:59:40Z', everyMs: 30_000 },
      { group: 'cool', pulledAt: null, asOf: null, everyMs: 120_000 },
      { group: 'cold', pulledAt: TAKEN_AT - 300_000, asOf: '2026-11-20T11:55:00Z', everyMs: 900_000 },
    ],
    feeds: [
      feedReport(),
      feedReport({ tbl: 'config_items', shape: 'packed', group: 'cool', encoding: 'none' }),
    ],
    reconcile: [
      {
        tbl: 'incidents',
        sweptAt: TAKEN_AT - 60_000,
        sweeps: 3,
        deleted: 1,
        drift: 2,
        trips: 0,
        isOpen: false,
      },
    ],
    ...leader,
  };
}

/** Everything the panel asks the worker for. */
export function diagnostics(report: Partial<Diagnostics> = {}): Diagnostics {
  return {
    takenAt: TAKEN_AT,
    pending: 0,
    failed: 0,
    conflicts: 0,
    oldestPendingAt: null,
    tabs: [{ tabId: 'tab-1', isVisible: true, isLeader: true, isThis: true, appVersion: '1.0.0' }],
    tabsAreAll: true,
    skewMs: 400,
    leader: leaderReport(),
    ...report,
  };
}
