/** Middle and tail of a series of durations, in milliseconds. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly count: number;
}

/** The smallest sample that at least this share of them does not exceed (nearest rank); NaN without any. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** Spread of the samples; the first tenth is left out, it warms caches up. */
export function spreadOf(samples: readonly number[]): Spread {
  const warm = samples.slice(Math.ceil(samples.length / 10));
  return { p50: percentile(warm, 0.5), p95: percentile(warm, 0.95), count: warm.length };
}

/** Runs the action `count` times, one after the other, and measures each run. */
export async function sample(count: number, action: (run: number) => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let run = 0; run < count; run += 1) {
    const startedAt = performance.now();
    await action(run);
    samples.push(performance.now() - startedAt);
  }
  return samples;
}
