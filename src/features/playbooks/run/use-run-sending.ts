import { useRef } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { Effect } from '#sync/protocol/effect.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { tellHere } from '#src/platform/session/told-here.ts';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { stateBefore } from '#src/views/effect-target.ts';
import type { Submission } from '#src/views/form/submission.ts';
import { useEffectSubmit } from '#src/views/form/use-effect-submit.ts';
import { ALREADY_SAID, type Refused } from '#src/views/form/use-kit-form.ts';
import { useAction } from '#src/views/use-action.ts';
import { runsHref } from '../runs/list/run-search.ts';
import { runHref } from '../runs/run-row.ts';

interface RunSending {
  readonly submit: (submission: Submission) => Promise<Refused | void>;
  /** The form has let go of the page: leads to the run, where there is one. */
  readonly done: () => void;
  /** Sends what was prepared before, because a person has just said so. */
  readonly again: (effect: Effect) => void;
}

/** One press is one run (ux 4.6 C): sent once, or kept for later where nobody can be asked. */
export function useRunSending(screen: string, onRan: (href: string) => void): RunSending {
  const sync = useSync();
  const model = useReadModel();
  const { phase } = useSyncStatus();
  const offline = serverBlocker(phase);
  const ran = useRef<string>(undefined);
  const sending = useEffectSubmit(screen, (effect) => {
    ran.current = hrefOf(effect);
  });
  const action = useAction();
  return {
    async submit(submission) {
      if (submission.kind !== 'effect') return undefined;
      if (offline === undefined) {
        const refused = await sending.submit(submission);
        if (refused === undefined) return undefined;
        // Spec 8: "Playbook run failure: the server's error text, else the error message, as a toast".
        toast({ kind: 'error', text: Object.values(refused).join(' ') });
        return ALREADY_SAID;
      }
      const { request, title, askAgain } = submission;
      if (Object.keys(askAgain).length > 0) {
        return { '': `${offline}, and this device keeps no secret: it can be run with a connection only.` };
      }
      await sync.prepareEffect(request, title, screen, await stateBefore(model, request));
      toast({ kind: 'info', text: 'The run is prepared', detail: 'It is sent only when you say so.' });
      return undefined;
    },
    done() {
      if (ran.current !== undefined) onRan(ran.current);
    },
    again(effect) {
      action.run(async () => {
        tellHere([effect.id]);
        const sent = await sync.sendEffect(effect.id).catch((thrown: unknown) => {
          const { info } = toSyncError(thrown);
          return { ...effect, reason: info.message };
        });
        if (sent.state === 'done') onRan(hrefOf(sent));
        else toast({ kind: 'error', text: sent.reason ?? 'It is not known whether the playbook was run' });
      });
    },
  };
}

/** The run that the server named; without a name all of the playbook's. */
function hrefOf({ request, result }: Effect): string {
  const id = result?.['run_id'];
  if (typeof id === 'string' && id !== '') return runHref({ id });
  return runsHref(request.kind === 'playbook.run' ? request.playbookId : undefined);
}
