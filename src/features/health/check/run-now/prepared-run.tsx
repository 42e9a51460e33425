import type { ReactElement } from 'react';
import type { Effect } from '#sync/protocol/effect.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { AgeOffset, useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { minutesLeft, shownState } from '#src/views/effect-state.ts';
import type { RunNow } from './use-run-now.ts';

/** A run that was prepared: asked again when it can be sent, with its age; and what became of one that was not carried out. */
export function PreparedRun({ runNow }: { runNow: RunNow }): ReactElement | null {
  const { open, failure } = runNow;
  if (failure !== undefined) {
    return <InlineBar tone="error">What was prepared on this device cannot be read: {failure}</InlineBar>;
  }
  // A draft is of this device, and so is its time.
  return open === null ? null : (
    <AgeOffset value={0}>
      <OpenRun effect={open} runNow={runNow} />
    </AgeOffset>
  );
}

function OpenRun({ effect, runNow }: { effect: Effect; runNow: RunNow }): ReactElement {
  const { blocker, isBusy, notSent, run, drop } = runNow;
  // A draft that is newer than the last tick of the clock was not made in the future.
  const nowMs = Math.max(useMinuteNow(), effect.createdAt);
  const state = shownState(effect, nowMs);
  const prepared = <Ago at={effect.createdAt} label="Prepared" />;
  const dropButton = (label: string): ReactElement => (
    <Button isPending={isBusy} size="small" variant="ghost" onPress={() => void drop()}>
      {label}
    </Button>
  );
  switch (state) {
    case 'prepared':
      return blocker === undefined ? (
        <InlineBar
          action={
            <>
              <Button isPending={isBusy} size="small" onPress={() => void run()}>
                Run it now
              </Button>
              {dropButton('Drop it')}
            </>
          }
          tone="warning"
        >
          Still run this check? It was prepared {prepared} and not sent. {notSent ?? effect.reason}
        </InlineBar>
      ) : (
        <InlineBar action={dropButton('Drop it')} tone="offline">
          The run is prepared on this device and not sent. When the server can be reached you are asked again,
          for another {minutesLeft(effect, nowMs)} min.
        </InlineBar>
      );
    case 'expired':
      return (
        <InlineBar action={dropButton('Remove')} tone="info">
          A run that was prepared {prepared} was never sent: it has expired.
        </InlineBar>
      );
    case 'sending':
      return <InlineBar tone="info">The check is being run on the server.</InlineBar>;
    case 'unknown':
      return (
        <InlineBar action={dropButton('Remove')} tone="warning">
          A run was sent {prepared} and no answer came: it may have happened. The history shows it if it did.
        </InlineBar>
      );
    case 'refused':
      return (
        <InlineBar action={dropButton('Remove')} tone="error">
          The server refused to run the check. {effect.reason}
        </InlineBar>
      );
    case 'done':
      return <InlineBar tone="info">The check was run.</InlineBar>;
  }
}
