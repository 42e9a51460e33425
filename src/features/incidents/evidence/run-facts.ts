import type { FrozenRun } from '#sync/protocol/tables/evidence-payload.ts';
import { formatDuration } from '#src/lib/durations.ts';

/** Share of runs that passed, of those that said: passed / (passed + failed), in per cent; null when none did. */
export function uptimePercent(runs: readonly FrozenRun[]): number | null {
  const said = runs.filter(({ status }) => status !== null);
  if (said.length === 0) return null;
  return (100 * said.filter(({ status }) => status === true).length) / said.length;
}

/** The duration 95 of 100 runs stay within (nearest rank); null when none was measured. */
export function latencyP95(runs: readonly FrozenRun[]): number | null {
  const durations = runs
    .flatMap(({ duration }) => (duration === null ? [] : [duration]))
    .sort((a, b) => a - b);
  return durations[Math.ceil(durations.length * 0.95) - 1] ?? null;
}

/** "96.7 % of 30 runs, p95 120ms": of the runs at hand, which is not the server's uptime. */
export function uptimeWords(runs: readonly FrozenRun[]): string {
  const uptime = uptimePercent(runs);
  const p95 = latencyP95(runs);
  const count = `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`;
  return [
    uptime === null ? count : `${Math.round(uptime * 10) / 10} % of ${count}`,
    p95 === null ? null : `p95 ${formatDuration(p95)}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
