/** Middle and tail of a series of durations, in milliseconds. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly count: number;
}

/** Spread of the samples; the first tenth is left out, it warms caches up. */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.slice(Math.ceil(samples.length / 10)).toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p95: at(0.95), count: sorted.length };
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
