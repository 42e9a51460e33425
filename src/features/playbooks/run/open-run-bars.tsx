import type { ReactElement } from 'react';
import type { Effect } from '#sync/protocol/effect.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { AgeOffset, useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { useAction } from '#src/views/use-action.ts';
import { minutesLeft, shownState } from '#src/views/effect-state.ts';
import { runsHref } from '../runs/list/run-search.ts';

interface OpenRunBarsProps {
  effects: readonly Effect[];
  playbookId: string;
  /** Why nothing can be sent now. */
  blocker: string | undefined;
  onRun: (effect: Effect) => void;
}

/** What was asked for before and is not settled: said before anything is asked for again (ux 4.6 C). */
export function OpenRunBars({ effects, ...props }: OpenRunBarsProps): ReactElement {
  return (
    // A draft is of this device, and so is its time.
    <AgeOffset value={0}>
      {effects.map((effect) => (
        <OpenRunBar effect={effect} key={effect.id} {...props} />
      ))}
    </AgeOffset>
  );
}

interface OpenRunBarProps extends Omit<OpenRunBarsProps, 'effects'> {
  effect: Effect;
}

function OpenRunBar({ effect, playbookId, blocker, onRun }: OpenRunBarProps): ReactElement | null {
  const sync = useSync();
  const drop = useAction();
  // A draft that is newer than the last tick of the clock was not made in the future.
  const nowMs = Math.max(useMinuteNow(), effect.createdAt);
  const state = shownState(effect, nowMs);
  const dropButton = (label: string): ReactElement => (
    <Button
      isPending={drop.isPending}
      size="small"
      variant="ghost"
      onPress={() => drop.run(() => sync.dropEffect(effect.id))}
    >
      {label}
    </Button>
  );
  const asked = <Ago at={effect.sentAt ?? effect.createdAt} />;
  switch (state) {
    case 'prepared':
      return (
        <InlineBar
          action={
            <>
              {blocker === undefined && (
                <Button size="small" onPress={() => onRun(effect)}>
                  Run it now
                </Button>
              )}
              {dropButton('Drop it')}
            </>
          }
          tone={blocker === undefined ? 'warning' : 'offline'}
        >
          {blocker === undefined
            ? 'Still run it? A run was prepared '
            : 'A run is prepared on this device and not sent, since '}
          {asked}.{' '}
          {blocker === undefined
            ? effect.reason
            : `When the server can be reached you are asked again, for another ${minutesLeft(effect, nowMs)} min.`}
        </InlineBar>
      );
    case 'expired':
      return (
        <InlineBar action={dropButton('Remove')} tone="info">
          A run that was prepared {asked} was never sent: it has expired.
        </InlineBar>
      );
    case 'unknown':
      return (
        <InlineBar action={dropButton('I have looked')} tone="warning">
          A run was sent {asked} and no answer came: it may have started. {effect.reason}{' '}
          <TextLink href={runsHref(playbookId)}>Look at the runs</TextLink> before you run it again.
        </InlineBar>
      );
    case 'sending':
      return <InlineBar tone="info">A run was sent {asked}. Its answer is not here yet.</InlineBar>;
    case 'done':
    case 'refused':
      return null;
  }
}
