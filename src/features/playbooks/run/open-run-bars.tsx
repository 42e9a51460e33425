import type { ReactElement } from 'react';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { EffectBars, type EffectBarsProps } from '#src/views/effect/effect-bars.tsx';
import { runsHref } from '../runs/list/run-search.ts';

type OpenRunBarsProps = Omit<EffectBarsProps, 'words' | 'onSend'> & { playbookId: string };

/** What was asked for before and is not settled: said before anything is asked for again (ux 4.6 C). */
export function OpenRunBars({ playbookId, ...props }: OpenRunBarsProps): ReactElement {
  return (
    <EffectBars
      {...props}
      words={{
        question: 'Still run it?',
        verb: 'Run',
        noun: 'run',
        refused: 'The server refused to run it.',
        may: 'it may have started',
        lookUp: (
          <>
            <TextLink href={runsHref(playbookId)}>Look at the runs</TextLink> before you run it again.
          </>
        ),
      }}
      onSend={(effect) => void props.action.send(effect)}
    />
  );
}
