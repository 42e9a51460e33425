import { describe, expect, it } from 'vitest';
import type { Effect } from '#sync/protocol/effect.ts';
import { prepareEffect } from '#sync/core/commands/effects.ts';
import { minutesLeft, openEffects, preparedOf, shownState } from './effect-state.ts';

function effect(id: string, checkId: string, nowMs: number, part: Partial<Effect> = {}): Effect {
  const identity = { userId: 'p-1', tenant: 'http://localhost', scopeHash: '' };
  const origin = { screen: '/health', tabId: 't1', appVersion: '0' };
  const request = { kind: 'check.run', checkId } as const;
  return { ...prepareEffect({ id, identity, request, title: 'Run', nowMs, origin }), ...part };
}

describe('an effect of this device', () => {
  it('is open while it is not done, the newest first', () => {
    const effects = [
      effect('e1', 'k1', 1_000),
      effect('e2', 'k1', 2_000, { state: 'unknown' }),
      effect('e3', 'k1', 3_000, { state: 'done' }),
      effect('e4', 'k2', 4_000),
    ];
    const about = (checkId: string): readonly string[] =>
      openEffects(effects, (request) => request.kind === 'check.run' && request.checkId === checkId).map(
        ({ id }) => id,
      );
    expect(about('k1')).toEqual(['e2', 'e1']);
    expect(about('k3')).toEqual([]);
  });

  it('is over after its time, and when the clock went back', () => {
    const made = effect('e1', 'k1', 1_000_000);
    expect(shownState(made, 1_000_000)).toBe('prepared');
    expect(shownState(made, made.expiresAt)).toBe('expired');
    expect(shownState(made, 999_999)).toBe('expired');
    expect(shownState({ ...made, state: 'refused' }, made.expiresAt)).toBe('refused');
    expect(preparedOf([made], made.expiresAt - 1)).toEqual([made]);
    expect(preparedOf([made], made.expiresAt)).toEqual([]);
    // The clock of the page ticks by the minute: what is younger than its tick is none from the future.
    expect(preparedOf([made], 999_999)).toEqual([made]);
    expect(minutesLeft(made, 1_000_000)).toBe(15);
    expect(minutesLeft(made, made.expiresAt - 1)).toBe(1);
  });
});
