import type { Effect, EffectRequest, EffectState } from '../../protocol/effect.ts';
import { EFFECT_VERSION, effectTtlMs, hasSecretAnswer } from '../../protocol/effect.ts';
import type { EffectAnswer } from '../../protocol/effects/spec.ts';
import { sameIdentity } from '../../protocol/identity.ts';
import type { Identity } from '../../protocol/identity.ts';
import type { Notice } from '../../protocol/op.ts';
import { hasPassed } from '../pull/schedule.ts';

/** Longest time a request may take, and some more; a marker older than this was left by a crash. */
export const SENDING_LIMIT_MS = 90_000;
/** Longest time between the marker and the request; together with the longest request less than `SENDING_LIMIT_MS`. */
export const LEAVE_LIMIT_MS = 20_000;
/** Ended effects are readable this long (as operations, D7). */
const KEEP_MS = 30 * 24 * 3_600_000;

/** A new effect: a draft that waits for its person and sends nothing by itself (D8). */
export function prepareEffect(input: {
  readonly id: string;
  readonly identity: Identity;
  readonly request: EffectRequest;
  readonly title: string;
  readonly was?: string | undefined;
  readonly nowMs: number;
  readonly origin: Effect['origin'];
}): Effect {
  const { nowMs, was, ...rest } = input;
  return {
    ...rest,
    ...(was !== undefined && { was }),
    v: EFFECT_VERSION,
    state: 'prepared',
    createdAt: nowMs,
    expiresAt: nowMs + effectTtlMs(input.request),
    sentAt: null,
    sentAfter: null,
    sentBy: null,
    endedAt: null,
    result: null,
    reason: null,
  };
}

/**
 * True while the effect may be sent as far as its time goes. A clock that shows a moment before the effect was prepared
 * has been turned back and cannot tell its age, so the answer is no (I29, I30).
 */
export function isInTime(effect: Pick<Effect, 'createdAt' | 'expiresAt'>, nowMs: number): boolean {
  return nowMs >= effect.createdAt && nowMs < effect.expiresAt;
}

/**
 * True while the request of a claimed effect may still leave. Between the marker and the request the page may have been
 * frozen: by then somebody may have been told that nobody knows what became of it, and may have done it anew (I29).
 */
export function mayLeave(effect: Pick<Effect, 'createdAt' | 'expiresAt' | 'sentAt'>, nowMs: number): boolean {
  return isInTime(effect, nowMs) && !hasPassed(effect.sentAt, LEAVE_LIMIT_MS, nowMs);
}

/** State of an effect as a screen shows it now: a draft whose time is over is expired before anybody wrote that down. */
export function effectStateAt(effect: Effect, nowMs: number): EffectState {
  return effect.state === 'prepared' && !isInTime(effect, nowMs) ? 'expired' : effect.state;
}

/** What becomes of a claim: the marker to store before the request, or why there will be none. */
export type Claim =
  | { readonly may: true; readonly put: Effect }
  | {
      readonly may: false;
      readonly put: Effect | null;
      readonly why: 'missing' | 'expired' | 'not-prepared';
    };

/** The durable marker that stands before the one request (I29). Stored by compare-and-set. */
export function claimEffect(
  effect: Effect | undefined,
  by: { readonly identity: Identity; readonly tabId: string },
  at: {
    readonly nowMs: number;
    readonly serverTime: string | null;
    /** What a look just before the request showed; undefined where there was none. */
    readonly runsBefore?: readonly string[] | undefined;
  },
): Claim {
  const isForeign = effect !== undefined && !sameIdentity(effect.identity, by.identity);
  if (effect === undefined || isForeign) return { may: false, put: null, why: 'missing' };
  if (effect.state !== 'prepared') return { may: false, put: null, why: 'not-prepared' };
  if (!isInTime(effect, at.nowMs)) return { may: false, put: expired(effect, at.nowMs), why: 'expired' };
  return {
    may: true,
    put: {
      ...effect,
      state: 'sending',
      sentAt: at.nowMs,
      sentAfter: at.serverTime,
      runsBefore: at.runsBefore === undefined ? undefined : [...at.runsBefore],
      sentBy: by.tabId,
      reason: null,
    },
  };
}

function expired(effect: Effect, nowMs: number): Effect {
  return { ...effect, state: 'expired', endedAt: nowMs };
}

/** Names one send of an effect: what became a draft again may be sent anew, by the same tab too. */
export type SendMark = Pick<Effect, 'sentBy' | 'sentAt'>;

/** True while a stored effect carries the marker of this very send, and nobody has said anything else about it. */
export function isMarkOf({ sentBy, sentAt }: SendMark, effect: Effect | undefined): boolean {
  return effect?.state === 'sending' && effect.sentBy === sentBy && effect.sentAt === sentAt;
}

/**
 * The effect after its answer, or null when the record is none that this answer may change: it speaks of the one send
 * that was asked about, and `unknown` still becomes what a late answer or a look-up says.
 */
export function answeredEffect(
  effect: Effect | undefined,
  { sentBy, sentAt }: SendMark,
  answer: EffectAnswer,
  nowMs: number,
): Effect | null {
  if (effect === undefined || (effect.state !== 'sending' && effect.state !== 'unknown')) return null;
  if (effect.sentBy !== sentBy || effect.sentAt !== sentAt) return null;
  switch (answer.is) {
    case 'done':
      return {
        ...effect,
        state: 'done',
        result: hasSecretAnswer(effect.request) ? null : answer.result,
        reason: null,
        endedAt: nowMs,
      };
    case 'refused':
      return { ...effect, state: 'refused', reason: answer.reason, endedAt: nowMs };
    case 'nothing':
      return {
        ...effect,
        state: 'prepared',
        sentAt: null,
        sentAfter: null,
        runsBefore: undefined,
        sentBy: null,
        endedAt: null,
        reason: answer.reason,
      };
    case 'unknown':
      return { ...effect, state: 'unknown', reason: answer.reason ?? null, endedAt: nowMs };
  }
}

/** True when a person may drop it: a draft, or anything that ended, but not while its request may be on its way. */
export function isDroppable(effect: Pick<Effect, 'state'>): boolean {
  return effect.state !== 'sending';
}

/** Notice of an effect nobody can say anything about (I6). */
export function unknownNotice(effect: Effect, nowMs: number): Notice {
  return {
    id: effect.id,
    kind: 'unknown',
    message:
      `${effect.title}: it is not known whether this happened, because no answer came. It is not sent again.` +
      ' Check on the server before you repeat it.',
    opIds: [],
    createdAt: nowMs,
    readAt: null,
  };
}

/** Writes of a look at all effects. */
export interface EffectSweep {
  readonly put: readonly Effect[];
  readonly remove: readonly string[];
  readonly notices: readonly Notice[];
  /** Effects that have just become `unknown`: to be looked up. */
  readonly lost: readonly Effect[];
}

/**
 * What time has made of the effects: drafts expire, markers without an answer become `unknown` and are told, old ends
 * go away. `mine` are those whose request this tab still waits for; `nowMs` must not have been read before `effects`
 * were. A marker that is a little ahead of it was made just now, by a page whose clock is not quite the same.
 */
export function sweepEffects(
  effects: readonly Effect[],
  mine: ReadonlySet<string>,
  nowMs: number,
): EffectSweep {
  const lost = effects
    .filter((effect) => effect.state === 'sending' && !mine.has(effect.id))
    .filter(({ sentAt }) => sentAt === null || Math.abs(nowMs - sentAt) >= SENDING_LIMIT_MS)
    .map((effect): Effect => ({ ...effect, state: 'unknown', endedAt: nowMs }));
  const late = effects
    .filter((effect) => effect.state === 'prepared' && !isInTime(effect, nowMs))
    .map((effect) => expired(effect, nowMs));
  const remove = effects
    .filter(({ endedAt }) => endedAt !== null && nowMs - endedAt > KEEP_MS)
    .map((effect) => effect.id);
  return {
    put: [...lost, ...late],
    remove,
    notices: lost.map((effect) => unknownNotice(effect, nowMs)),
    lost,
  };
}
