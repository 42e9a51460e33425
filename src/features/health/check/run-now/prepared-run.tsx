import type { ReactElement } from 'react';
import { EffectBars, type EffectBarWords } from '#src/views/effect/effect-bars.tsx';
import type { RunNow } from './use-run-now.ts';

const WORDS: EffectBarWords = {
  question: 'Still run this check?',
  verb: 'Run',
  noun: 'run',
  refused: 'The server refused to run the check.',
  may: 'it may have happened',
  lookUp: 'The history shows it if it did.',
};

/** A run that was prepared: asked again when it can be sent; and what became of one that was not carried out. */
export function PreparedRun({ runNow: { action, open, failure, run } }: { runNow: RunNow }): ReactElement {
  return (
    <EffectBars
      action={action}
      effects={open === null ? [] : [open]}
      failure={failure}
      words={WORDS}
      onSend={run}
    />
  );
}
