import type * as v from 'valibot';
import { requestOf, id, REFUSED_STATUSES, RUN_TTL_MS } from './spec.ts';
import type { EffectSaid, EffectWire } from './spec.ts';

/**
 * A look of the server at the other end (api-endpoints N5); for some types it is a message that arrives there. What the
 * other end says may name hosts, accounts and worse.
 */
export const request = requestOf('connection.test', { connectionId: id });

/** What a screen says of it. */
export const said: EffectSaid<v.InferOutput<typeof request>> = { verb: 'Test' };

/** How it is sent, and what is made of its answer. */
export const wire: EffectWire<v.InferOutput<typeof request>> = {
  ttlMs: RUN_TTL_MS,
  hasSecretAnswer: true,
  send: ({ connectionId }) => ({ path: `/connection/test/${encodeURIComponent(connectionId)}` }),
  answer: {
    // It answers with a failure of its own: what is certain is that it did not succeed (reference server.md 8).
    refusal: (status, result) => {
      if (status === 501) {
        const reason = 'We currently do not support testing this connection type';
        return { is: 'refused', reason, result };
      }
      if (status === 403) return { is: 'refused', reason: 'Your role does not allow this.', result };
      return status === 500 || REFUSED_STATUSES.has(status)
        ? { is: 'refused', reason: 'Testing connection failed!', result }
        : { is: 'unknown' };
    },
  },
};
