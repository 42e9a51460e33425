import * as v from 'valibot';
import { defineEffect, id, SLOW_TTL_MS } from '../effect-spec.ts';

/** Makes an agent (api-endpoints A4). The answer holds a token that is shown once (reference schema.md 4.3). */
export const agentCreate = defineEffect(
  'agent.create',
  { name: id, properties: v.record(v.string(), v.string()) },
  {
    ttlMs: SLOW_TTL_MS,
    hasSecretAnswer: true,
    send: ({ name, properties }) => ({ path: '/agent/generate', body: { name, properties } }),
  },
);
