import { useState } from 'react';
import type { Effect, EffectState } from '#sync/protocol/effect.ts';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import type { EffectAction } from '#src/views/effect/use-effect-action.ts';
import type { Submission } from './submission.ts';
import { ALREADY_SAID, type Refused } from './use-kit-form.ts';

/** Prepares what a form asks for, and sends it once. */
export interface EffectSubmit {
  readonly submit: (submission: Submission) => Promise<Refused | void>;
  /** No answer came: a second press would be a second time. Why the form sends nothing more. */
  readonly blocker: string | undefined;
}

const NO_ANSWER =
  'No answer came, so it is not known whether it was done. It is not sent again; look it up before you repeat it.';

interface EffectSubmitOptions {
  /** It was done. */
  readonly onEffect: (effect: Effect) => void;
  /** "run": what is kept where nothing can be sent. */
  readonly noun: string;
  /** Ends that the screen says beside the form: the form does not say them again. */
  readonly shown?: readonly EffectState[];
}

/** The submit of a form with consequences. What cannot be sent now is kept, unless it has what may not be kept. */
export function useEffectSubmit(action: EffectAction, options: EffectSubmitOptions): EffectSubmit {
  const { onEffect, noun, shown = [] } = options;
  const [isLost, setLost] = useState(false);
  return {
    blocker: isLost ? NO_ANSWER : undefined,
    submit: async (submission) => {
      if (submission.kind !== 'effect') return undefined;
      const { request, title, askAgain } = submission;
      if (action.blocker !== undefined && Object.keys(askAgain).length > 0) {
        return {
          '': `${action.blocker}, and this device keeps no secret: it can be sent with a connection only.`,
        };
      }
      const prepared = await action.prepare(request, title);
      if (action.blocker !== undefined) {
        toast({
          kind: 'info',
          text: `The ${noun} is prepared`,
          detail: 'It is sent only when you say so.',
        });
        return undefined;
      }
      const sent = await action.sendQuietly(prepared, askAgain);
      // The engine says of an effect what became of it; without that nobody knows.
      const state = sent.why === undefined ? sent.effect.state : 'unknown';
      const reason = sent.why ?? sent.effect.reason;
      switch (state) {
        case 'done':
          onEffect(sent.effect);
          return undefined;
        case 'unknown':
        case 'sending':
          setLost(true);
          if (shown.includes(state)) return ALREADY_SAID;
          return { '': reason === null ? NO_ANSWER : `${reason} ${NO_ANSWER}` };
        case 'prepared':
        case 'refused':
        case 'expired':
          // What was only prepared is asked for again by the next press, with what is typed then.
          if (state === 'prepared') await action.drop(sent.effect);
          return { '': reason ?? 'It was not done' };
      }
    },
  };
}
