import type { JsonRow, Op } from '../../protocol/op.ts';
import { backoffMs } from './backoff.ts';
import type { Outcome } from '../outbox/outcome.ts';

/** Why an operation failed for good; the notice says it in words. */
export type FailReason =
  | 'forbidden'
  | 'invalid'
  | 'gone'
  | 'unique'
  | 'missing-parent'
  | 'referenced'
  | 'clash';

/** What an answer makes of an operation (D7). `stay` leaves the journal alone; the next epoch finds it ambiguous. */
export type Transition =
  | { readonly to: 'acked'; readonly row: JsonRow | null }
  | { readonly to: 'ambiguous'; readonly nextAt: number }
  | { readonly to: 'waiting'; readonly nextAt: number; readonly burns: boolean }
  | { readonly to: 'auth-hold' }
  | { readonly to: 'confirm-session' }
  | { readonly to: 'find-parents' }
  | { readonly to: 'failed'; readonly reason: FailReason }
  | { readonly to: 'parked' }
  | { readonly to: 'stay' };

/** Circumstances of the decision. `streak` counts failures in a row of this operation in this session. */
export interface AttemptContext {
  readonly nowMs: number;
  readonly random: number;
  readonly isVisible: boolean;
  readonly streak: number;
  /** whoami has just named the user of the operation; without it a 403 proves nothing. */
  readonly isSessionConfirmed: boolean;
  /** The server numbers the rows of the table and keeps the numbers unique (`TableSpec.isNumbered`). */
  readonly isNumbered: boolean;
  /** People delete only some rows of the table (`WireSpec.handMade`). */
  readonly isHandMade: boolean;
}

/** Waits between tries of an operation with an unknown error; they add up to more than ten minutes (D7). */
const UNKNOWN_GAPS_MS = [10_000, 40_000, 150_000, 420_000] as const;
const UNKNOWN_TRIES = 5;
const UNKNOWN_SPAN_MS = 600_000;
/** Waits between tries against a server of another version; they add up to fifteen minutes (D7). */
const SKEW_GAPS_MS = [300_000, 600_000] as const;
const SKEW_TRIES = 3;
const SKEW_SPAN_MS = 900_000;
/**
 * Waits between tries of an insert whose number was taken. Every try draws the next number, so a sequence that lags
 * behind its rows is passed quickly; a collision that stays is no matter of the number (RPL19).
 */
const NUMBER_GAPS_MS = [250, 500, 1000, 2000, 4000, 8000] as const;
const NUMBER_TRIES = 8;

interface Limit {
  readonly gaps: readonly number[];
  readonly tries: number;
  readonly spanMs: number;
}

/** Another burning try, or parked once both the number and the span are used up. Never dropped. */
function limited(op: Op, limit: Limit, context: AttemptContext): Transition {
  const tries = op.attempts + 1;
  const spentMs = context.nowMs - (op.firstSentAt ?? context.nowMs);
  if (tries >= limit.tries && spentMs >= limit.spanMs) return { to: 'parked' };
  const gap = limit.gaps[Math.min(op.attempts, limit.gaps.length - 1)] ?? 0;
  return { to: 'waiting', nextAt: context.nowMs + Math.ceil(gap * (1 + context.random * 0.2)), burns: true };
}

/**
 * A 23505 although `on_conflict` names the key. On an insert into a numbered table the number may have been taken,
 * and the next try draws another; on anything else a value of ours stands there already.
 */
function notUnique(op: Op, context: AttemptContext): Transition {
  if (op.kind !== 'insert' || !context.isNumbered || op.attempts + 1 >= NUMBER_TRIES) {
    return { to: 'failed', reason: 'unique' };
  }
  const gap = NUMBER_GAPS_MS[Math.min(op.attempts, NUMBER_GAPS_MS.length - 1)] ?? 0;
  return { to: 'waiting', nextAt: context.nowMs + Math.ceil(gap * (1 + context.random * 0.2)), burns: true };
}

function retryLater(outcome: Outcome, context: AttemptContext): number {
  const wait = backoffMs(context.streak, context.isVisible, context.random);
  return context.nowMs + Math.max(outcome.retryAfterMs ?? 0, wait);
}

/**
 * The state machine of D7 for the answer to a write. Pure: the caller stores the transition by compare-and-set.
 * Retryable, auth, captive and offline answers never count against a limit (I16); unknown and skew do, and end in
 * `parked`, where a person decides.
 */
export function nextAttempt(op: Op, outcome: Outcome, context: AttemptContext): Transition {
  switch (outcome.class) {
    case 'ok':
      // The representation of a delete is the row that is gone.
      return { to: 'acked', row: op.kind === 'delete' ? null : (outcome.rows[0] ?? null) };
    case 'already':
      // A delete that finds nothing has what it wanted; an insert still has to see whose row that is, and a delete under a
      // condition whether the row is gone, was built on, or is not ours to delete any more.
      return op.kind === 'delete' && op.guard === null && !context.isHandMade
        ? { to: 'acked', row: null }
        : { to: 'ambiguous', nextAt: context.nowMs };
    case 'empty':
      return { to: 'ambiguous', nextAt: context.nowMs };
    case 'ambiguous':
      return { to: 'ambiguous', nextAt: retryLater(outcome, context) };
    case 'retryable':
    case 'captive':
    case 'offline':
      return { to: 'waiting', nextAt: retryLater(outcome, context), burns: false };
    case 'auth':
      return { to: 'auth-hold' };
    case 'forbidden':
      return context.isSessionConfirmed ? { to: 'failed', reason: 'forbidden' } : { to: 'confirm-session' };
    case 'missing-parent':
      return { to: 'find-parents' };
    case 'unique':
      return notUnique(op, context);
    case 'referenced':
    case 'invalid':
      return { to: 'failed', reason: outcome.class };
    case 'skew':
      return limited(op, { gaps: SKEW_GAPS_MS, tries: SKEW_TRIES, spanMs: SKEW_SPAN_MS }, context);
    case 'unknown':
      return limited(op, { gaps: UNKNOWN_GAPS_MS, tries: UNKNOWN_TRIES, spanMs: UNKNOWN_SPAN_MS }, context);
    case 'cancelled':
      return { to: 'stay' };
  }
}

/** After a 23503 whose parents are all there: the parent may just not be visible yet, so it burns a try (D7). */
export function retryWithParents(op: Op, context: AttemptContext): Transition {
  return limited(op, { gaps: UNKNOWN_GAPS_MS, tries: UNKNOWN_TRIES, spanMs: UNKNOWN_SPAN_MS }, context);
}

/** Classes whose wait ends when the network or the person comes back (D7 reset); the others keep their span. */
export function isResettable(op: Pick<Op, 'state' | 'lastError'>): boolean {
  if (op.state === 'ambiguous' || op.state === 'auth-hold') return true;
  return op.state === 'waiting' && op.lastError?.class !== 'unknown' && op.lastError?.class !== 'skew';
}

/** Circuit breaker over all lanes (D7): failures of the server in a row. */
export interface Breaker {
  readonly serverFailures: number;
}

/** Failures in a row after which only a single request probes the server (D7). */
export const BREAKER_LIMIT = 5;

/** Counts a 5xx, forgets all of them on any answer that is none. No answer at all says nothing about the server. */
export function stepBreaker(breaker: Breaker, outcome: Pick<Outcome, 'status'>): Breaker {
  if (outcome.status === null) return breaker;
  return { serverFailures: outcome.status >= 500 ? breaker.serverFailures + 1 : 0 };
}

/** Lanes that may send at once (D6): four, or one while the breaker is open. */
export function lanesAllowed(breaker: Breaker): number {
  return breaker.serverFailures >= BREAKER_LIMIT ? 1 : 4;
}
