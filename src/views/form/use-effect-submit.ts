import { useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { Effect } from '#sync/protocol/effect.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { tellHere } from '#src/platform/session/told-here.ts';
import type { Submission } from './submission.ts';
import type { Refused } from './use-kit-form.ts';

/** Prepares what a form asks for, and sends it once. */
export interface EffectSubmit {
  readonly submit: (submission: Submission) => Promise<Refused | void>;
  /** No answer came: a second press would be a second time. Why the form sends nothing more. */
  readonly blocker: string | undefined;
}

const NO_ANSWER =
  'No answer came, so it is not known whether it was done. It is not sent again; look it up before you repeat it.';

/** `onEffect`: it was done, or kept for later. */
export function useEffectSubmit(screen: string, onEffect: (effect: Effect) => void): EffectSubmit {
  const sync = useSync();
  const [isLost, setLost] = useState(false);
  return {
    blocker: isLost ? NO_ANSWER : undefined,
    submit: async (submission) => {
      if (submission.kind !== 'effect') return undefined;
      const { request, title, askAgain } = submission;
      const prepared = await sync.prepareEffect(request, title, screen);
      tellHere([prepared.id]);
      const sent = await sync.sendEffect(prepared.id, askAgain).catch((thrown: unknown) => {
        const { info } = toSyncError(thrown);
        // The engine says of an effect what became of it; without that nobody knows.
        return { ...prepared, state: 'unknown', reason: info.message } as const;
      });
      switch (sent.state) {
        case 'done':
          onEffect(sent);
          return undefined;
        case 'unknown':
        case 'sending':
          setLost(true);
          return { '': sent.reason === null ? NO_ANSWER : `${sent.reason} ${NO_ANSWER}` };
        case 'prepared':
        case 'refused':
        case 'expired':
          // What was only prepared is asked for again by the next press, with what is typed then.
          if (sent.state === 'prepared') await sync.dropEffect(sent.id);
          return { '': sent.reason ?? 'It was not done' };
      }
    },
  };
}
