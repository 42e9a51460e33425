import { useRef } from 'react';
import type { Effect, EffectState } from '#sync/protocol/effect.ts';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import type { EffectWords } from '#src/views/effect/effect-words.ts';
import { useEffectAction, type EffectAction } from '#src/views/effect/use-effect-action.ts';
import type { Submission } from '#src/views/form/submission.ts';
import { useEffectSubmit } from '#src/views/form/use-effect-submit.ts';
import { ALREADY_SAID, type Refused } from '#src/views/form/use-kit-form.ts';
import { runsHref } from '../runs/list/run-search.ts';
import { runHref } from '../runs/run-row.ts';

interface RunSending {
  readonly action: EffectAction;
  readonly submit: (submission: Submission) => Promise<Refused | void>;
  /** The form has let go of the page: leads to the run, where there is one. */
  readonly done: () => void;
}

/** Spec 8: "Playbook run failure: the server's error text, else the error message, as a toast". */
const WORDS: EffectWords = {
  unknown: 'It is not known whether the playbook was run',
  lookUp: 'Look at its runs before you repeat it.',
};

/** Over the form stands what was asked for and is not settled (`OpenRunBars`). */
const UNSETTLED: readonly EffectState[] = ['prepared', 'sending', 'unknown', 'expired'];

/** One press is one run (ux 4.6 C): sent once, or kept for later where nobody can be asked. */
export function useRunSending(screen: string, onRan: (href: string) => void): RunSending {
  const ran = useRef<string>(undefined);
  const action = useEffectAction({
    screen,
    words: WORDS,
    shown: UNSETTLED,
    onDone: (effect) => onRan(hrefOf(effect)),
  });
  const sending = useEffectSubmit(action, {
    noun: 'run',
    shown: UNSETTLED,
    onEffect: (effect) => {
      ran.current = hrefOf(effect);
    },
  });
  return {
    action,
    async submit(submission) {
      const refused = await sending.submit(submission);
      if (action.blocker !== undefined || refused === undefined || refused === ALREADY_SAID) return refused;
      toast({ kind: 'error', text: Object.values(refused).join(' ') });
      return ALREADY_SAID;
    },
    done() {
      if (ran.current !== undefined) onRan(ran.current);
    },
  };
}

/** The run that the server named; without a name all of the playbook's. */
function hrefOf({ request, result }: Effect): string {
  const id = result?.['run_id'];
  if (typeof id === 'string' && id !== '') return runHref({ id });
  return runsHref(request.kind === 'playbook.run' ? request.playbookId : undefined);
}
