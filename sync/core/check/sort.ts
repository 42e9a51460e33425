import { serverTimeToMs } from '../pull/server-time.ts';
import type { HealthRow, HealthSort } from '../../protocol/health.ts';
import { severityRank, uptimePercent } from './aggregate.ts';

/** Text order of names: whatever the case, then by code. */
export function byValue(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  if (left !== right) return left < right ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** What can be compared; null is missing. */
export type Key = string | number | null;

const lower = (text: string | null): Key => (text === null || text === '' ? null : text.toLowerCase());

/** Unhealthy before the unknown before the healthy: what needs somebody comes first. */
function statusRank(status: string | null): number {
  if (status === 'unhealthy') return 0;
  return status === 'healthy' ? 2 : 1;
}

/** Later than any transition, in ms (year 2096): what lies beyond is taken for it. */
const LATEST_MS = 4e12;
/** More than any failing check has. */
const NOT_FAILING = 1e14;

/**
 * Whom it needs somebody for first: failing before unknown before healthy; of the failing those nobody has silenced, then
 * the worst severity, then the latest to fail. One number, so that ten thousand of them compare quickly.
 */
export function needRank(row: HealthRow): number {
  const rank = statusRank(row.status);
  if (rank > 0) return rank * NOT_FAILING;
  const level = severityRank(row.severity) + (row.silencedAt === null ? 0 : 8);
  const turnedMs = Math.min(LATEST_MS, Math.max(0, serverTimeToMs(row.lastTransition) ?? 0));
  return (level + 1) * LATEST_MS - turnedMs;
}

/** What a row is compared by in a column. */
export function keyOf(row: HealthRow, column: HealthSort): Key {
  switch (column) {
    case 'name':
    case 'description':
    case 'type':
    case 'namespace':
      return lower(row[column]);
    case 'agent_id':
      return lower(row.agentName);
    case 'canary_name':
      return lower(row.canaryName);
    case 'severity':
      return row.severity === null ? null : severityRank(row.severity);
    case 'status':
      return statusRank(row.status);
    case 'failing':
      return needRank(row);
    case 'uptime':
      return uptimePercent(row.uptime);
    case 'latency':
      return row.latency?.p95 ?? null;
    case 'last_runtime':
      return serverTimeToMs(row.lastRuntime);
    case 'last_transition_time':
      return serverTimeToMs(row.lastTransition);
  }
}
