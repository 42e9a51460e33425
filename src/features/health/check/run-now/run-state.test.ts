import { describe, expect, it } from 'vitest';
import type { Effect } from '#sync/protocol/effect.ts';
import { prepareEffect } from '#sync/core/commands/effects.ts';
import { minutesLeft, shownState } from '#src/views/effect-state.ts';
import { openRunOf } from './run-state.ts';

function effect(id: string, checkId: string, nowMs: number, part: Partial<Effect> = {}): Effect {
  const identity = { userId: 'p-1', tenant: 'http://localhost', scopeHash: '' };
  const origin = { screen: '/health', tabId: 't1', appVersion: '0' };
  const request = { kind: 'check.run', checkId } as const;
  return { ...prepareEffect({ id, identity, request, title: 'Run', nowMs, origin }), ...part };
}

describe('a prepared run', () => {
  it('is the newest of this check that is not done', () => {
    const effects = [
      effect('e1', 'k1', 1_000),
      effect('e2', 'k1', 2_000, { state: 'unknown' }),
      effect('e3', 'k1', 3_000, { state: 'done' }),
      effect('e4', 'k2', 4_000),
    ];
    expect(openRunOf(effects, 'k1')?.id).toBe('e2');
    expect(openRunOf(effects, 'k3')).toBeNull();
  });

  it('is over after its time, and when the clock went back', () => {
    const made = effect('e1', 'k1', 1_000_000);
    expect(shownState(made, 1_000_000)).toBe('prepared');
    expect(shownState(made, made.expiresAt)).toBe('expired');
    expect(shownState(made, 999_999)).toBe('expired');
    expect(shownState({ ...made, state: 'refused' }, made.expiresAt)).toBe('refused');
    expect(minutesLeft(made, 1_000_000)).toBe(15);
    expect(minutesLeft(made, made.expiresAt - 1)).toBe(1);
  });
});
