import * as v from 'valibot';
import { defineEffect, id, SLOW_TTL_MS } from '../effect-spec.ts';

/** Invites a person by mail (api-endpoints U5). */
export const personInvite = defineEffect(
  'person.invite',
  { firstName: v.string(), lastName: v.string(), email: id },
  {
    ttlMs: SLOW_TTL_MS,
    send: ({ firstName, lastName, email }) => ({
      path: '/auth/invite_user',
      body: { firstName, lastName, email },
    }),
  },
);
