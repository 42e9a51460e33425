import * as v from 'valibot';
import { defineEffect, id, SLOW_TTL_MS } from '../effect-spec.ts';

/** Gives a person roles in place of those they have (api-endpoints U6). */
export const personSetRoles = defineEffect(
  'person.set-roles',
  { personId: id, roles: v.array(id) },
  {
    ttlMs: SLOW_TTL_MS,
    send: ({ personId, roles }) => ({
      path: `/rbac/${encodeURIComponent(personId)}/update_role`,
      body: { roles },
    }),
  },
);
