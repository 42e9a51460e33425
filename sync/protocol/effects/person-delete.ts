import type * as v from 'valibot';
import { requestOf, equal, id, SLOW_TTL_MS } from './spec.ts';
import type { EffectSaid, EffectWire } from './spec.ts';

/** Deletes a person's identity (api-endpoints U7). */
export const request = requestOf('person.delete', { personId: id });

/** What a screen says of it. */
export const said: EffectSaid<v.InferOutput<typeof request>> = { verb: 'Delete' };

/** How it is sent, and what is made of its answer. */
export const wire: EffectWire<v.InferOutput<typeof request>> = {
  ttlMs: SLOW_TTL_MS,
  send: ({ personId }) => ({ method: 'DELETE', path: `/db/identities?${equal('id', personId)}` }),
};
