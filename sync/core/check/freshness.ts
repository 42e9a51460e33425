import { DEFAULT_CHECK_LIMIT } from '../../protocol/health.ts';
import type { CheckLimit, HealthMoment, HealthRow } from '../../protocol/health.ts';
import { compareServerTime, laterServerTime, serverTimeToMs } from '../pull/server-time.ts';

/** An agent that was not heard for longer is silent (ux 4.5, the server's own limit). */
export const AGENT_LIMIT_MS = 61_000;

/** How long after a run its status may be shown as live: some of its intervals, and never less than the limit says. */
function freshForMs(intervalMs: number | null, { missedRuns, leastMs }: CheckLimit): number {
  return Math.max(missedRuns * (intervalMs ?? 0), leastMs);
}

/** Server time in ms until which the status of a row may be shown as live; null without a run: never. */
export function freshUntilMs(
  { ranAtMs, intervalMs }: Pick<HealthRow, 'ranAtMs' | 'intervalMs'>,
  limit: CheckLimit,
): number | null {
  return ranAtMs === null ? null : ranAtMs + freshForMs(intervalMs, limit);
}

/** Whether the time of a check's status is over: a status that was never confirmed by a run counts as over. */
export function isStale(
  row: Pick<HealthRow, 'ranAtMs' | 'intervalMs'>,
  { nowMs, limit }: HealthMoment,
): boolean {
  const untilMs = freshUntilMs(row, limit);
  return untilMs === null || nowMs > untilMs;
}

/**
 * How long this device counts as hearing of a check after a summary. A person who lets a status stand longer does not
 * thereby let silence count as news: then it is still this device that is behind, not the check.
 */
function heardForMs(intervalMs: number | null, limit: CheckLimit): number {
  return Math.min(freshForMs(intervalMs, limit), freshForMs(intervalMs, DEFAULT_CHECK_LIMIT));
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

/** What is told of a check's age, as of a moment of the server and by a limit. */
export function checkFreshness(row: HealthRow, moment: HealthMoment): CheckFreshness {
  const { nowMs, limit } = moment;
  if (!isStale(row, moment)) return { kind: 'live' };
  if (row.agentSilentSince !== null && row.agentName !== null) {
    return { kind: 'agent-silent', agent: row.agentName, since: row.agentSilentSince };
  }
  const heardMs = serverTimeToMs(row.summaryAsOf);
  const isHeard = heardMs !== null && nowMs - heardMs <= heardForMs(row.intervalMs, limit);
  if (row.lastRuntime === null) {
    if (isHeard || row.statusAsOf === null) return { kind: 'no-run' };
    const isStatusOld = nowMs - (serverTimeToMs(row.statusAsOf) ?? 0) > heardForMs(row.intervalMs, limit);
    return isStatusOld ? { kind: 'not-heard', since: row.statusAsOf } : { kind: 'no-run' };
  }
  if (isHeard || row.summaryAsOf === null) return { kind: 'overdue', since: row.lastRuntime };
  const isOverdueThen = compareServerTime(row.summaryAsOf, row.lastRuntime) > 0 && wasOverdue(row, limit);
  return isOverdueThen
    ? { kind: 'overdue', since: row.lastRuntime }
    : { kind: 'not-heard', since: row.summaryAsOf };
}

/** True when the time was over already as the summary came: then it is the check that is late, not this device. */
function wasOverdue(row: HealthRow, limit: CheckLimit): boolean {
  const asOfMs = serverTimeToMs(row.summaryAsOf);
  return asOfMs !== null && row.ranAtMs !== null && isStale(row, { nowMs: asOfMs, limit });
}
