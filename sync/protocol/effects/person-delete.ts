import type * as v from 'valibot';
import { requestOf, equal, id, SLOW_TTL_MS } from './spec.ts';
import type { EffectWire } from './spec.ts';

/** Deletes a person's identity (api-endpoints U7). */
export const request = requestOf('person.delete', { personId: id });

/** How it is sent, and what is made of its answer. */
export const wire: EffectWire<v.InferOutput<typeof request>> = {
  ttlMs: SLOW_TTL_MS,
  send: ({ personId }) => ({ method: 'DELETE', path: `/db/identities?${equal('id', personId)}` }),
};
