import type { ReactElement, ReactNode } from 'react';
import type { Effect } from '#sync/protocol/effect.ts';
import { Button } from '#src/ui/button.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { AgeOffset, useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { EffectButton } from './effect-button.tsx';
import { minutesLeft, shownState } from './effect-state.ts';
import type { EffectAction } from './use-effect-action.ts';

/** Names what is asked for in the sentences about what became of it. */
export interface EffectBarWords {
  /** "Still run this check?" */
  readonly question: string;
  /** "Run": the verb of its button, and of the way out. */
  readonly verb: 'Run' | 'Send';
  /** "run": what was prepared. */
  readonly noun: string;
  /** "The server refused to run the check." */
  readonly refused: string;
  /** "it may have started": after "no answer came". */
  readonly may: string;
  /** The way to see whether it did. */
  readonly lookUp: ReactNode;
}

export interface EffectBarsProps {
  effects: readonly Effect[];
  action: EffectAction;
  words: EffectBarWords;
  /** What was asked for cannot be read: that is not the same as nothing. */
  failure?: string | undefined;
  /** The person has said that it is to be sent now. */
  onSend: (effect: Effect) => void;
}

/** What was asked of the server from this device and is not settled: said before it is asked for again (ux 4.6 C). */
export function EffectBars({ effects, failure, ...props }: EffectBarsProps): ReactElement {
  return (
    // A draft is of this device, and so is its time.
    <AgeOffset value={0}>
      {failure !== undefined && (
        <InlineBar tone="error">What was asked for on this device cannot be read: {failure}</InlineBar>
      )}
      {effects.map((effect) => (
        <EffectBar effect={effect} key={effect.id} {...props} />
      ))}
    </AgeOffset>
  );
}

type EffectBarProps = Omit<EffectBarsProps, 'effects' | 'failure'> & { effect: Effect };

function EffectBar({ effect, action, words, onSend }: EffectBarProps): ReactElement | null {
  const { blocker, isBusy } = action;
  const { noun, verb } = words;
  // A draft that is newer than the last tick of the clock was not made in the future.
  const nowMs = Math.max(useMinuteNow(), effect.createdAt);
  const dropButton = (label: string): ReactElement => (
    <Button isPending={isBusy} size="small" variant="ghost" onPress={() => void action.drop(effect)}>
      {label}
    </Button>
  );
  const asked = <Ago at={effect.sentAt ?? effect.createdAt} />;
  switch (shownState(effect, nowMs)) {
    case 'prepared':
      return blocker === undefined ? (
        <InlineBar
          action={
            <>
              <EffectButton
                blocker={undefined}
                isPending={isBusy}
                size="small"
                onPress={() => onSend(effect)}
              >
                {verb} it now
              </EffectButton>
              {dropButton('Drop it')}
            </>
          }
          tone="warning"
        >
          {words.question} It was prepared {asked} and not sent. {action.notSent(effect) ?? effect.reason}
        </InlineBar>
      ) : (
        <InlineBar action={dropButton('Drop it')} tone="offline">
          The {noun} is prepared on this device and not sent, since {asked}. When the server can be reached
          you are asked again, for another {minutesLeft(effect, nowMs)} min.
        </InlineBar>
      );
    case 'expired':
      return (
        <InlineBar action={dropButton('Remove')} tone="info">
          A {noun} that was prepared {asked} was never sent: it has expired.
        </InlineBar>
      );
    case 'sending':
      return (
        <InlineBar tone="info">
          A {noun} was sent {asked}. Its answer is not here yet.
        </InlineBar>
      );
    case 'unknown':
      return (
        <InlineBar action={dropButton('I have looked')} tone="warning">
          A {noun} was sent {asked} and no answer came: {words.may}. {effect.reason} {words.lookUp}
        </InlineBar>
      );
    case 'refused':
      return (
        <InlineBar action={dropButton('Remove')} tone="error">
          {words.refused} {effect.reason}
        </InlineBar>
      );
    case 'done':
      return null;
  }
}
