/** States of health that look and read differently. */
export type HealthState =
  | 'healthy'
  | 'warning'
  | 'mixed'
  | 'unhealthy'
  | 'degraded'
  | 'missing'
  | 'unknown'
  | 'suspended';

const STATES: readonly HealthState[] = [
  'healthy',
  'warning',
  'mixed',
  'unhealthy',
  'degraded',
  'missing',
  'unknown',
  'suspended',
];

/**
 * Spec 4: "red for degraded, missing, unhealthy; grey for unknown or suspended; orange for warning or mixed; otherwise green".
 * "Otherwise" holds for a known and fresh value only: no value, and a stale one in other words, are unknown.
 */
export function healthStateOf(health: string | null | undefined, isStale: boolean): HealthState {
  const word = (health ?? '').trim().toLowerCase();
  const state = STATES.find((known) => known === word);
  if (state !== undefined) return state;
  return word === '' || isStale ? 'unknown' : 'healthy';
}

export interface HealthCounts {
  readonly passed: number;
  readonly failed: number;
  /** Members whose state nobody knows (any more). */
  readonly unknown?: number | undefined;
}

/** The state of a group. Mixed is decided first, so that it is not taken for bad; a group that knows nothing is unknown, not good. */
export function aggregateHealth({
  passed,
  failed,
}: HealthCounts): 'healthy' | 'mixed' | 'unhealthy' | 'unknown' {
  if (passed > 0 && failed > 0) return 'mixed';
  if (failed > 0) return 'unhealthy';
  return passed > 0 ? 'healthy' : 'unknown';
}

/** Spec 3: "Uptime percent is passed/(passed+failed)"; undefined without a sample. */
export function uptimePercent({ passed, failed }: HealthCounts): number | undefined {
  const total = passed + failed;
  return total > 0 ? (passed / total) * 100 : undefined;
}

/** "99.95%": never rounded up to 100 while there is a failure, never down to 0 while there is a success. */
export function formatPercent(percent: number): string {
  if (percent >= 100) return '100%';
  if (percent <= 0) return '0%';
  const digits = percent >= 99 || percent < 1 ? 2 : 1;
  const step = 10 ** -digits;
  const shown = Math.min(100 - step, Math.max(step, percent)).toFixed(digits);
  return `${shown.replace(/\.0+$/u, '')}%`;
}
