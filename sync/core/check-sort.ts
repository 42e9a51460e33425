import { serverTimeToMs } from './server-time.ts';
import type { HealthRow, HealthSort } from '../protocol/health.ts';
import { severityRank, uptimePercent } from './check-aggregate.ts';

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
