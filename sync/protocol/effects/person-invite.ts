import * as v from 'valibot';
import { requestOf, id, SLOW_TTL_MS } from './spec.ts';
import type { EffectSaid, EffectWire } from './spec.ts';

/** Invites a person by mail (api-endpoints U5). The server of 2026 refuses one without a role, the one of 2024 passes over it. */
export const request = requestOf('person.invite', {
  firstName: v.string(),
  lastName: v.string(),
  email: id,
  role: id,
});

/** What a screen says of it. */
export const said: EffectSaid<v.InferOutput<typeof request>> = { verb: 'Send' };

/** How it is sent, and what is made of its answer. */
export const wire: EffectWire<v.InferOutput<typeof request>> = {
  ttlMs: SLOW_TTL_MS,
  send: ({ firstName, lastName, email, role }) => ({
    path: '/auth/invite_user',
    body: { firstName, lastName, email, role },
  }),
};
