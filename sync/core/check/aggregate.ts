import type { HealthAggregate, HealthCounts, HealthMoment, HealthRow } from '../../protocol/health.ts';
import { isStale } from './freshness.ts';

/** Worst first; anything else is less than all of them. */
const severities: readonly string[] = ['critical', 'high', 'medium', 'low', 'info'];

/** Place of a severity, worst first; null and unknown texts come last. */
export function severityRank(severity: string | null): number {
  const at = severity === null ? -1 : severities.indexOf(severity.toLowerCase());
  return at === -1 ? severities.length : at;
}

/** Counts checks by status, as of a moment of the server and by a limit. */
export function countsOf(rows: readonly HealthRow[], moment: HealthMoment): HealthCounts {
  let [passing, failing, stale] = [0, 0, 0];
  for (const row of rows) {
    if (row.status === 'healthy') passing += 1;
    else if (row.status === 'unhealthy') failing += 1;
    if (isStale(row, moment)) stale += 1;
  }
  return { total: rows.length, passing, failing, unknown: rows.length - passing - failing, stale };
}

/** What several checks are by their counts (spec 3). */
export function healthOf({
  passing,
  failing,
}: Pick<HealthCounts, 'passing' | 'failing'>): HealthAggregate['health'] {
  if (passing === 0 && failing === 0) return 'unknown';
  if (failing === 0) return 'good';
  return passing === 0 ? 'bad' : 'mixed';
}

/** Share of passed runs in percent; null where there was none (spec 3). */
export function uptimePercent(uptime: HealthAggregate['uptime']): number | null {
  if (uptime === null || uptime.passed + uptime.failed === 0) return null;
  return (100 * uptime.passed) / (uptime.passed + uptime.failed);
}
