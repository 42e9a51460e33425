import * as v from 'valibot';
import { requestOf, id, SLOW_TTL_MS } from './spec.ts';
import type { EffectSaid, EffectWire } from './spec.ts';

/** Gives a person roles in place of those they have (api-endpoints U6). */
export const request = requestOf('person.set-roles', { personId: id, roles: v.array(id) });

/** What a screen says of it. */
export const said: EffectSaid<v.InferOutput<typeof request>> = { verb: 'Save' };

/** How it is sent, and what is made of its answer. */
export const wire: EffectWire<v.InferOutput<typeof request>> = {
  ttlMs: SLOW_TTL_MS,
  send: ({ personId, roles }) => ({
    path: `/rbac/${encodeURIComponent(personId)}/update_role`,
    body: { roles },
  }),
};
