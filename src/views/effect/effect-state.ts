import type { Effect, EffectRequest, EffectState } from '#sync/protocol/effect.ts';

/** State as a person sees it now: a draft whose time is over, or whose clock went back, is expired before that is noted. */
export function shownState({ state, createdAt, expiresAt }: Effect, nowMs: number): EffectState {
  const isInTime = nowMs >= createdAt && nowMs < expiresAt;
  return state === 'prepared' && !isInTime ? 'expired' : state;
}

/** Whole minutes that a draft may still be sent, at least one. */
export function minutesLeft({ expiresAt }: Effect, nowMs: number): number {
  return Math.max(1, Math.ceil((expiresAt - nowMs) / 60_000));
}

/** Those that still may be sent; `nowMs` may be a minute old, so a younger draft is none from the future. */
export function preparedOf(effects: readonly Effect[], nowMs: number): readonly Effect[] {
  return effects.filter((effect) => shownState(effect, Math.max(nowMs, effect.createdAt)) === 'prepared');
}

/** What was asked for and is not done, the newest first; `isAbout` chooses what it was about. */
export function openEffects(
  effects: readonly Effect[],
  isAbout: (request: EffectRequest) => boolean,
): readonly Effect[] {
  return effects
    .filter(({ request, state }) => state !== 'done' && isAbout(request))
    .toSorted((a, b) => b.createdAt - a.createdAt);
}
