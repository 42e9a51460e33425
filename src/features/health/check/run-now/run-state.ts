import type { Effect } from '#sync/protocol/effect.ts';

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
