import type { HealthRow } from '../protocol/health.ts';
import { compareServerTime, laterServerTime, serverTimeToMs } from './server-time.ts';

/** No check is called stale sooner, however often it runs (ux 4.5). */
export const CHECK_LIMIT_MS = 5 * 60_000;
/** Planned runs that may be missing before a status is called stale (ux 4.5). */
export const MISSED_RUNS = 3;
/** An agent that was not heard for longer is silent (ux 4.5, the server's own limit). */
export const AGENT_LIMIT_MS = 61_000;

/** How long after a run its status may be shown as live: three of its intervals, at least five minutes (ux 4.5). */
export function freshForMs(intervalMs: number | null): number {
  return Math.max(MISSED_RUNS * (intervalMs ?? 0), CHECK_LIMIT_MS);
}

/** Server time in ms until which a status of that run may be shown as live; null without a run. */
export function freshUntilMs(lastRuntime: string | null, intervalMs: number | null): number | null {
  const ranMs = serverTimeToMs(lastRuntime);
  return ranMs === null ? null : ranMs + freshForMs(intervalMs);
}

/**
 * Since when an agent has said nothing, judged at the moment its row was read (`asOf`): a row that is old here is not
 * held against it. Null while it spoke within the limit, or when nothing is known.
 */
export function silentSince(
  agent: { readonly lastSeen: string | null; readonly lastReceived: string | null },
  asOf: string | null,
): string | null {
  const heard = laterServerTime(agent.lastSeen, agent.lastReceived);
  const [heardMs, asOfMs] = [serverTimeToMs(heard), serverTimeToMs(asOf)];
  if (heardMs === null || asOfMs === null) return null;
  return asOfMs - heardMs > AGENT_LIMIT_MS ? heard : null;
}

/** Why a status is not live, and since when (server time, ISO). */
export type CheckFreshness =
  | { readonly kind: 'live' }
  /** The agent that reports it has said nothing since. */
  | { readonly kind: 'agent-silent'; readonly agent: string; readonly since: string }
  /** This device has heard nothing since; the check itself may run on. */
  | { readonly kind: 'not-heard'; readonly since: string }
  /** The server is heard, but the check has not run since. */
  | { readonly kind: 'overdue'; readonly since: string }
  /** No run of it is known here: its status was confirmed by nothing. */
  | { readonly kind: 'no-run' };

/** What is told of a check's age; `nowMs` is server time. */
export function checkFreshness(row: HealthRow, nowMs: number): CheckFreshness {
  if (row.freshUntilMs !== null && nowMs <= row.freshUntilMs) return { kind: 'live' };
  if (row.agentSilentSince !== null && row.agentName !== null) {
    return { kind: 'agent-silent', agent: row.agentName, since: row.agentSilentSince };
  }
  const heardMs = serverTimeToMs(row.summaryAsOf);
  const isHeard = heardMs !== null && nowMs - heardMs <= freshForMs(row.intervalMs);
  if (row.lastRuntime === null) {
    if (isHeard || row.statusAsOf === null) return { kind: 'no-run' };
    const isStatusOld = nowMs - (serverTimeToMs(row.statusAsOf) ?? 0) > freshForMs(row.intervalMs);
    return isStatusOld ? { kind: 'not-heard', since: row.statusAsOf } : { kind: 'no-run' };
  }
  if (isHeard || row.summaryAsOf === null) return { kind: 'overdue', since: row.lastRuntime };
  const isOverdueThen = compareServerTime(row.summaryAsOf, row.lastRuntime) > 0 && wasOverdue(row);
  return isOverdueThen
    ? { kind: 'overdue', since: row.lastRuntime }
    : { kind: 'not-heard', since: row.summaryAsOf };
}

/** True when the time was over already as the summary came: then it is the check that is late, not this device. */
function wasOverdue({ summaryAsOf, freshUntilMs: until }: HealthRow): boolean {
  const asOfMs = serverTimeToMs(summaryAsOf);
  return asOfMs !== null && until !== null && asOfMs > until;
}
