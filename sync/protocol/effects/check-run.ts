import { defineEffect, id, RUN_TTL_MS } from '../effect-spec.ts';

/** What came out; what the target answered, with its headers and its body, is not kept (D22). */
const FIELDS = ['start', 'pass', 'duration', 'error', 'message'] as const;

/** Runs a check now (api-endpoints H4). */
export const checkRun = defineEffect(
  'check.run',
  { checkId: id },
  {
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
  },
);
