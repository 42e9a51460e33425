import type * as v from 'valibot';
import { requestOf, equal, id, RUN_TTL_MS } from './spec.ts';
import type { EffectSaid, EffectWire } from './spec.ts';

/** Statuses of a run that still waits for somebody, and of one that was taken back: neither says that it was approved. */
const NOT_APPROVED: ReadonlySet<unknown> = new Set([
  'pending',
  'pending_approval',
  'cancelled',
  null,
  undefined,
]);

/** Lets a run begin that waits for it. Without an answer it is done where it is seen, or where the run waits no more. */
export const request = requestOf('run.approve', { playbookId: id, runId: id });

/** What a screen says of it. */
export const said: EffectSaid<v.InferOutput<typeof request>> = { verb: 'Approve' };

/** How it is sent, and what is made of its answer. */
export const wire: EffectWire<v.InferOutput<typeof request>> = {
  ttlMs: RUN_TTL_MS,
  send: ({ playbookId, runId }) => ({
    path: `/playbook/run/approve/${[playbookId, runId].map(encodeURIComponent).join('/')}`,
    body: {},
  }),
  answer: {
    // An approval is a sentence.
    read: (result) => (typeof result?.['message'] === 'string' ? result : undefined),
    saysWhy: true,
  },
  lookup: ({ runId }, { userId }) => ({
    path: `/db/playbook_runs?select=id,status,playbook_approvals(person_id)&${equal('id', runId)}&limit=1`,
    judge: ([run]) => {
      const { status, playbook_approvals: approvals } = run ?? {};
      const isTheirs = (row: unknown): boolean =>
        typeof row === 'object' && row !== null && Reflect.get(row, 'person_id') === userId;
      // Approved by this person, or by so many others that there is nothing left to press.
      const isDone = !NOT_APPROVED.has(status) || (Array.isArray(approvals) && approvals.some(isTheirs));
      return isDone ? { is: 'done', result: null } : { is: 'unknown' };
    },
  }),
};
