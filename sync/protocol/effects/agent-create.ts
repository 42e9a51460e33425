import * as v from 'valibot';
import { requestOf, id, SLOW_TTL_MS } from './spec.ts';
import type { EffectSaid, EffectWire } from './spec.ts';

/** Makes an agent (api-endpoints A4). The answer holds a token that is shown once (reference schema.md 4.3). */
export const request = requestOf('agent.create', { name: id, properties: v.record(v.string(), v.string()) });

/** What a screen says of it. */
export const said: EffectSaid<v.InferOutput<typeof request>> = { verb: 'Create' };

/** How it is sent, and what is made of its answer. */
export const wire: EffectWire<v.InferOutput<typeof request>> = {
  ttlMs: SLOW_TTL_MS,
  hasSecretAnswer: true,
  send: ({ name, properties }) => ({ path: '/agent/generate', body: { name, properties } }),
};
