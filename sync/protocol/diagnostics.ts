import * as v from 'valibot';

const counter = v.number();
const time = v.nullable(v.number());
const serverTime = v.nullable(v.string());

const coverageSchema = v.object({
  scopeKey: v.string(),
  from: serverTime,
  to: serverTime,
  complete: v.boolean(),
  asOf: serverTime,
});

/** One feed as its leader sees it (D23). Times are device ms, `asOf` is server text, sizes are bytes of the bodies. */
export const feedReportSchema = v.object({
  tbl: v.string(),
  shape: v.picklist(['rows', 'packed']),
  group: v.picklist(['hot', 'warm', 'cool', 'cold']),
  status: v.picklist(['never', 'partial', 'complete', 'forbidden', 'skew']),
  asOf: v.nullable(v.string()),
  /** Marker → last value of a committed page, the server's own text. */
  cursor: v.record(v.string(), v.string()),
  walk: v.picklist(['none', 'walking', 'done']),
  /** Rows of the first download: what is here of how many; null when none is under way, `counted` before the first count. */
  fill: v.nullable(v.object({ taken: counter, counted: v.nullable(counter) })),
  overlapMs: v.nullable(counter),
  pulledAt: time,
  /** When the next pull is due; null while the group rests. */
  dueAt: time,
  /** Refused or unreadable: left alone for a while. */
  isResting: v.boolean(),
  /** Pulls in a row that failed while the server was well: the trouble of this collection alone. */
  failures: counter,
  /** Its view answers so slowly that it is asked less often. */
  isSlow: v.boolean(),
  /** Of the last pull of this leader; null before it. */
  last: v.nullable(v.object({ rows: counter, bytes: counter, requests: counter, tookMs: counter })),
  /** `Content-Encoding` of its last answer; null when there was none. */
  encoding: v.nullable(v.string()),
  badRows: counter,
  badSample: v.nullable(v.string()),
  lastError: v.nullable(v.string()),
  windows: v.array(coverageSchema),
});
/** One feed as its leader sees it (D23). */
export type FeedReport = v.InferOutput<typeof feedReportSchema>;

/** Comparisons of one collection with the server since its leader began (D12, D23). */
export const reconcileReportSchema = v.object({
  tbl: v.string(),
  sweptAt: time,
  sweeps: counter,
  /** Rows that left this device because the server no longer has them. */
  deleted: counter,
  /** Rows that were there and differed. */
  drift: counter,
  /** Times the breaker for mass deletions held a pass up. */
  trips: counter,
  /** The last pass could not decide; another one follows. */
  isOpen: v.boolean(),
});
/** Comparisons of one collection with the server (D12, D23). */
export type ReconcileReport = v.InferOutput<typeof reconcileReportSchema>;

/** What only the tab that syncs knows (D23). Crosses the bus: parsed by the tab that asked. */
export const leaderReportSchema = v.object({
  tabId: v.string(),
  appVersion: v.string(),
  epoch: counter,
  leadsSince: counter,
  attention: v.string(),
  session: v.string(),
  reach: v.string(),
  /** Stretch of every interval; 1 for a healthy server (D14). */
  paceFactor: counter,
  /** Which server the schema probe found; null before it has answered. */
  wire: v.nullable(v.picklist(['2024', '2026'])),
  /** Server time minus device time at its last answer. */
  skewMs: time,
  /** Oldest successful pull among the feeds of a group, as device time; null when one of them has none yet. */
  groups: v.array(
    v.object({
      group: v.picklist(['hot', 'warm', 'cool', 'cold']),
      pulledAt: time,
      asOf: v.nullable(v.string()),
      everyMs: time,
    }),
  ),
  feeds: v.array(feedReportSchema),
  reconcile: v.array(reconcileReportSchema),
});
/** What only the tab that syncs knows (D23). */
export type LeaderReport = v.InferOutput<typeof leaderReportSchema>;

/** One tab of this device that was heard of. */
export interface TabReport {
  readonly tabId: string;
  readonly isVisible: boolean;
  readonly isLeader: boolean;
  readonly isThis: boolean;
  /** Null when that tab has not said it. */
  readonly appVersion: string | null;
}

/**
 * Everything the panel shows about syncing (D23): counts from the journal, tabs, clock, and the report of the leader,
 * which is null when no tab answered in time. Holds ids, names, times and codes; never a row.
 */
export interface Diagnostics {
  readonly takenAt: number;
  readonly pending: number;
  readonly failed: number;
  readonly conflicts: number;
  /** Device time at which the oldest unsent operation was made. */
  readonly oldestPendingAt: number | null;
  readonly tabs: readonly TabReport[];
  /** False where hidden tabs cannot be listed. */
  readonly tabsAreAll: boolean;
  /** Server time minus device time at the last answer, as this tab or the leader saw it; null before the first. */
  readonly skewMs: number | null;
  readonly leader: LeaderReport | null;
}

/** How one row compared (D12, D23): `newer` changed on the server since, `differs` under the same stamp. */
export const verifyKinds = ['newer', 'differs', 'absent', 'unreadable'] as const;

/** Result of comparing a sample with the server; crosses the bus. */
export const verifyReportSchema = v.object({
  /** Rows that were compared, and rows the sample had. */
  compared: counter,
  sampled: counter,
  tables: v.array(v.object({ tbl: v.string(), compared: counter })),
  differences: v.array(
    v.object({
      tbl: v.string(),
      id: v.string(),
      kind: v.picklist(verifyKinds),
      columns: v.array(v.string()),
    }),
  ),
  /** Rows read again and stored. */
  repaired: counter,
  /** Why it ended before its time, in plain words. */
  stopped: v.nullable(v.string()),
});
/** Result of comparing a sample with the server. */
export type VerifyReport = v.InferOutput<typeof verifyReportSchema>;
