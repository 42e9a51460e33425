import * as v from 'valibot';
import type { PagedRow } from '#sync/protocol/paged.ts';

const maybeText = v.fallback(v.optional(v.nullable(v.string()), null), null);
const maybeCount = v.fallback(v.optional(v.nullable(v.number()), null), null);
const runSchema = v.object({
  job_status: maybeText,
  job_error_count: maybeCount,
  job_duration_millis: maybeCount,
  job_time_start: maybeText,
  job_created_at: maybeText,
  job_last_failed: maybeText,
});

/** How the job of a thing ran last. */
export interface LastRun {
  /** Null where it has not run. */
  readonly status: string | null;
  readonly startedAt: string | null;
  readonly durationMs: number | null;
  readonly errorCount: number | null;
  readonly failedAt: string | null;
}

/** Reads a row of a source of last runs; undefined for what is none. */
export function readLastRun(raw: PagedRow | undefined): LastRun | undefined {
  const read = v.safeParse(runSchema, raw);
  if (!read.success) return undefined;
  const { job_status: status, job_duration_millis: durationMs, ...rest } = read.output;
  return {
    status,
    startedAt: rest.job_time_start ?? rest.job_created_at,
    durationMs: status === 'RUNNING' ? null : durationMs,
    errorCount: rest.job_error_count,
    failedAt: rest.job_last_failed,
  };
}
