import type { Effect, EffectState } from '#sync/protocol/effect.ts';

/** The newest run of a check that was asked for and is not done. */
export function openRunOf(effects: readonly Effect[], checkId: string): Effect | null {
  const found = effects.filter(
    ({ request, state }) => request.kind === 'check.run' && request.checkId === checkId && state !== 'done',
  );
  return found.reduce<Effect | null>(
    (newest, effect) => (newest === null || effect.createdAt > newest.createdAt ? effect : newest),
    null,
  );
}

/** State as a person sees it: a draft whose time is over, or whose clock went back, is expired before that is noted. */
export function shownState({ state, createdAt, expiresAt }: Effect, nowMs: number): EffectState {
  const isInTime = nowMs >= createdAt && nowMs < expiresAt;
  return state === 'prepared' && !isInTime ? 'expired' : state;
}

/** Whole minutes that a draft may still be sent, at least one. */
export function minutesLeft({ expiresAt }: Effect, nowMs: number): number {
  return Math.max(1, Math.ceil((expiresAt - nowMs) / 60_000));
}
