import type * as v from 'valibot';
import { requestOf, id, RUN_TTL_MS } from './spec.ts';
import type { EffectSaid, EffectWire } from './spec.ts';

/** What came out; what the target answered, with its headers and its body, is not kept (D22). */
const FIELDS = ['start', 'pass', 'duration', 'error', 'message'] as const;

/** Runs a check now (api-endpoints H4). */
export const request = requestOf('check.run', { checkId: id });

/** What a screen says of it. */
export const said: EffectSaid<v.InferOutput<typeof request>> = {
  verb: 'Run',
  target: ({ checkId }) => ({ tbl: 'checks', id: checkId }),
};

/** How it is sent, and what is made of its answer. */
export const wire: EffectWire<v.InferOutput<typeof request>> = {
  ttlMs: RUN_TTL_MS,
  send: ({ checkId }) => ({ path: `/canary/run/check/${encodeURIComponent(checkId)}`, body: {} }),
  answer: {
    read: (result) =>
      result === null
        ? null
        : Object.fromEntries(
            FIELDS.filter((name) => Object.hasOwn(result, name)).map((name) => [name, result[name]]),
          ),
  },
};
