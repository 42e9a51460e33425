import type { SyncErrorInfo } from '../../errors.ts';
import type { JsonRow } from '../../protocol/op.ts';

/**
 * Classes of the table in D7. `empty` is the zero-row answer to a guarded update ("conflict / gone" there), `unique`
 * and `missing-parent` are its two 409s, `offline` means that the request provably never left the device.
 */
export const outcomeClasses = [
  'ok',
  'already',
  'empty',
  'unique',
  'missing-parent',
  'referenced',
  'ambiguous',
  'retryable',
  'auth',
  'captive',
  'offline',
  'forbidden',
  'invalid',
  'skew',
  'unknown',
  'cancelled',
] as const;
/** One class of the table in D7. */
export type OutcomeClass = (typeof outcomeClasses)[number];

/** One judged answer. Produced only by `transport/classify.ts`; everything later switches on `class`. */
export interface Outcome {
  readonly class: OutcomeClass;
  readonly status: number | null;
  /** PostgREST or PostgreSQL code of the JSON body. */
  readonly code: string | null;
  readonly retryAfterMs: number | null;
  /** Rows of a successful answer, as JSON objects and not yet validated. */
  readonly rows: readonly JsonRow[];
  /** Server time of the answer (`Date` header) as a server timestamp. */
  readonly serverTime: string | null;
  /** Exact count of `Content-Range`, when it was asked for. */
  readonly total: number | null;
  /** Why, as an error of the closed set; null for `ok`, `already` and `empty`. */
  readonly error: SyncErrorInfo | null;
}

/** `lastError` of an operation, from the answer it got. Server texts are not kept: they may hold data (D22). */
export function lastErrorOf(outcome: Outcome): {
  class: string;
  status: number | null;
  code: string | null;
  message: string;
} {
  return {
    class: outcome.class,
    status: outcome.status,
    code: outcome.code,
    message: outcome.error?.message ?? '',
  };
}
