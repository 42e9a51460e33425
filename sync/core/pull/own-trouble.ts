import { RETRY_AFTER_CAP_MS } from './backoff.ts';
import { fullPace, ownWaitMs, stepPace } from './schedule.ts';
import type { Pace } from './schedule.ts';
import type { Outcome } from '../outbox/outcome.ts';

/** How the view of one collection has done of late while the server was well (entities 3). Device ms. */
export interface OwnTrouble {
  /** Pulls in a row that failed. */
  readonly failures: number;
  /** How fast it answers. */
  readonly pace: Pace;
  /** Until when its server wants it left alone. */
  readonly notBefore: number | null;
}

/** Nothing is wrong with it. */
export const noTrouble: OwnTrouble = { failures: 0, pace: fullPace, notBefore: null };

/** True when it fails or is slower than its interval allows for. */
export const isTroubled = ({ failures, pace }: OwnTrouble): boolean => failures > 0 || pace.factor > 1;

/** What it has come to after a pull that did not end the cycle. `slowestMs`: the slowest of its answers. */
export function troubleAfter(
  { failures, pace }: OwnTrouble,
  stop: Pick<Outcome, 'class' | 'retryAfterMs'> | null,
  slowestMs: number,
  nowMs: number,
): OwnTrouble {
  // A refusal by role and rows that cannot be read have rests of their own.
  const hasFailed = stop !== null && stop.class !== 'forbidden' && stop.class !== 'skew';
  return {
    failures: hasFailed ? failures + 1 : 0,
    pace: stepPace(pace, { slowestMs, isRefused: false }),
    notBefore: hasFailed && stop.retryAfterMs !== null ? nowMs + stop.retryAfterMs : null,
  };
}

/** The interval of such a collection, where its group has this one. */
export const waitOf = ({ pace, failures }: OwnTrouble, everyMs: number): number =>
  ownWaitMs(everyMs, pace, failures);

/** Whether its server wants it left alone now; a clock set back must not hold it up for longer than was asked (I30). */
export function mustWait({ notBefore }: OwnTrouble, nowMs: number): boolean {
  return notBefore !== null && notBefore > nowMs && notBefore - nowMs <= RETRY_AFTER_CAP_MS;
}
