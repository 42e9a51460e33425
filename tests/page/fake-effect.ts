import { prepareEffect } from '#sync/core/commands/effects.ts';
import type { Effect, EffectRequest } from '#sync/protocol/effect.ts';

/** An effect as the worker prepares it. */
export function fakeEffect(request: EffectRequest, title: string): Effect {
  const identity = { userId: 'p-1', tenant: 'http://localhost', scopeHash: '' };
  const origin = { screen: '/', tabId: 't1', appVersion: '0' };
  return prepareEffect({ id: 'effect-1', identity, request, title, nowMs: Date.now(), origin });
}
