import { defineEffect, equal, id, SLOW_TTL_MS } from '../effect-spec.ts';

/** Deletes a person's identity (api-endpoints U7). */
export const personDelete = defineEffect(
  'person.delete',
  { personId: id },
  {
    ttlMs: SLOW_TTL_MS,
    send: ({ personId }) => ({ method: 'DELETE', path: `/db/identities?${equal('id', personId)}` }),
  },
);
