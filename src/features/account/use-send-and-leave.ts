import { useEffect, useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { session } from '#src/platform/session.ts';
import { useStore } from '#src/platform/store.ts';
import type { SyncClient } from '#src/platform/worker-client.ts';

/** How long a person waits for the outbox before being asked again. */
export const SEND_WAIT_S = 30;

export type SendAndLeave = { readonly start: () => void } & (
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly left: number; readonly secondsLeft: number }
  | { readonly kind: 'failed'; readonly reason: string }
);

type Stage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly secondsLeft: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** Sends what waits and signs out once nothing does. Gives up aloud: after 30 s, or when something needs a decision. */
export function useSendAndLeave(sync: SyncClient): SendAndLeave {
  const [stage, setStage] = useState<Stage>({ kind: 'idle' });
  const { waiting, needsAttention } = useStore(sync.status);
  const isSending = stage.kind === 'sending';

  useEffect(() => {
    if (!isSending || waiting > 0) return undefined;
    let isGone = false;
    const finish = async (): Promise<void> => {
      // The status is a summary; the journal itself has the last word before anything is deleted.
      const left = await sync.unsent();
      if (isGone) return;
      if (left === 0) session.beginSignOut(0);
      else if (needsAttention > 0) {
        setStage({
          kind: 'failed',
          reason: `${left} could not be sent and needs your decision in the outbox.`,
        });
      }
    };
    finish().catch((thrown: unknown) => setStage({ kind: 'failed', reason: toSyncError(thrown).message }));
    return () => {
      isGone = true;
    };
  }, [isSending, waiting, needsAttention, sync]);

  useEffect(() => {
    if (!isSending) return undefined;
    const timer = setInterval(() => setStage(oneSecondLater), 1000);
    return () => clearInterval(timer);
  }, [isSending]);

  const start = (): void => {
    setStage({ kind: 'sending', secondsLeft: SEND_WAIT_S });
    sync
      .refresh()
      .catch((thrown: unknown) => setStage({ kind: 'failed', reason: toSyncError(thrown).message }));
  };
  return stage.kind === 'sending' ? { ...stage, left: waiting, start } : { ...stage, start };
}

function oneSecondLater(stage: Stage): Stage {
  if (stage.kind !== 'sending') return stage;
  return stage.secondsLeft > 1
    ? { kind: 'sending', secondsLeft: stage.secondsLeft - 1 }
    : { kind: 'failed', reason: `Not everything was sent within ${SEND_WAIT_S} seconds.` };
}
