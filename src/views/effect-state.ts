import type { Effect, EffectState } from '#sync/protocol/effect.ts';

/** State as a person sees it now: a draft whose time is over, or whose clock went back, is expired before that is noted. */
export function shownState({ state, createdAt, expiresAt }: Effect, nowMs: number): EffectState {
  const isInTime = nowMs >= createdAt && nowMs < expiresAt;
  return state === 'prepared' && !isInTime ? 'expired' : state;
}

/** Whole minutes that a draft may still be sent, at least one. */
export function minutesLeft({ expiresAt }: Effect, nowMs: number): number {
  return Math.max(1, Math.ceil((expiresAt - nowMs) / 60_000));
}
