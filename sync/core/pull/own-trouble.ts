import { RETRY_AFTER_CAP_MS } from './backoff.ts';
import { MAX_FACTOR, SLOW_MS } from './schedule.ts';
import type { Outcome } from '../outbox/outcome.ts';

/** How the view of one collection has done of late while the server was well (entities 3). Device ms. */
export interface OwnTrouble {
  /** Pulls in a row that failed. */
  readonly failures: number;
  /** How many times its interval it waits, because it answers slowly; 1 where it does not. */
  readonly stretch: number;
  /** Until when its server wants it left alone. */
  readonly notBefore: number | null;
}

/** Nothing is wrong with it. */
export const noTrouble: OwnTrouble = { failures: 0, stretch: 1, notBefore: null };

/** True when it fails or is slower than its interval allows for. */
export const isTroubled = ({ failures, stretch }: OwnTrouble): boolean => failures > 0 || stretch > 1;

/**
 * What it has come to after a pull that did not end the cycle. `slowestMs`: the slowest of its answers; a slow pull doubles
 * its interval, a quick one halves it.
 */
export function troubleAfter(
  { failures, stretch }: OwnTrouble,
  stop: Pick<Outcome, 'class' | 'retryAfterMs'> | null,
  slowestMs: number,
  nowMs: number,
): OwnTrouble {
  // A refusal by role and rows that cannot be read have rests of their own.
  const hasFailed = stop !== null && stop.class !== 'forbidden' && stop.class !== 'skew';
  return {
    failures: hasFailed ? failures + 1 : 0,
    stretch: slowestMs > SLOW_MS ? Math.min(MAX_FACTOR, stretch * 2) : Math.max(1, stretch / 2),
    notBefore: hasFailed && stop.retryAfterMs !== null ? nowMs + stop.retryAfterMs : null,
  };
}

/** First and longest wait of such a collection, unless its interval is shorter or longer. */
const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 5 * 60_000;

/**
 * The interval of such a collection, where its group has this one. One that fails is asked again within a minute, and twice
 * as late after every further failure.
 */
export function waitOf({ stretch, failures }: OwnTrouble, everyMs: number): number {
  if (failures === 0) return Math.min(everyMs * stretch, Math.max(everyMs, MAX_WAIT_MS));
  return Math.min(MAX_WAIT_MS, Math.min(everyMs, FIRST_WAIT_MS) * 2 ** Math.min(failures - 1, MAX_FACTOR));
}

/** Whether its server wants it left alone now; a clock set back must not hold it up for longer than was asked (I30). */
export function mustWait({ notBefore }: OwnTrouble, nowMs: number): boolean {
  return notBefore !== null && notBefore > nowMs && notBefore - nowMs <= RETRY_AFTER_CAP_MS;
}
