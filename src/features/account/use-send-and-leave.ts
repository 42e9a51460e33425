import { useEffect, useRef, useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import { session } from '#src/platform/session/session.ts';
import { swapSession } from '#src/platform/session/swap-session.ts';
import { useSyncFacts } from '#src/platform/replica/sync-context.tsx';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';
import { useInterval } from '#src/ui/use-timer.ts';

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

/**
 * Sends what waits and signs out once nothing does. Gives up aloud: after 30 s, when something needs a decision, and
 * when the server refused something or a draft is left, because signing out would remove what was typed (D22).
 */
export function useSendAndLeave(
  sync: SyncClient,
  model: Pick<ReadModel, 'notices' | 'drafts'>,
): SendAndLeave {
  const [stage, setStage] = useState<Stage>({ kind: 'idle' });
  /** Notices from before the sending began; they are no news. */
  const told = useRef<Promise<ReadonlySet<string>>>(null);
  const { waiting, needsAttention } = useSyncFacts(sync);
  const isSending = stage.kind === 'sending';

  useEffect(() => {
    if (!isSending || waiting > 0) return undefined;
    let isGone = false;
    const finish = async (): Promise<void> => {
      // The status is a summary; the journal itself has the last word before anything is deleted.
      const left = await sync.unsent();
      if (isGone) return;
      if (left === 0) {
        // Whatever was sent has been looked at once more when the session is free, and what was found is told (AUT8).
        await swapSession(() => Promise.resolve());
        const before = (await told.current) ?? new Set();
        const fresh = (await model.notices()).filter(({ id }) => !before.has(id));
        const foreign = fresh.filter(({ kind }) => kind === 'foreign').length;
        const refused = fresh.length - foreign;
        const drafts = (await model.drafts()).length;
        if (isGone) return;
        const reason = keptWords(refused, drafts) ?? foreignWords(foreign);
        if (reason === null) session.beginSignOut(0);
        else setStage({ kind: 'failed', reason });
      } else if (needsAttention > 0) {
        setStage({
          kind: 'failed',
          reason: `${left} could not be sent: decide in Sync what to do.`,
        });
      }
    };
    finish().catch((thrown: unknown) => setStage({ kind: 'failed', reason: toSyncError(thrown).message }));
    return () => {
      isGone = true;
    };
  }, [isSending, waiting, needsAttention, sync, model]);

  useInterval(isSending ? 1000 : undefined, () => setStage(oneSecondLater));

  const start = (): void => {
    setStage({ kind: 'sending', secondsLeft: SEND_WAIT_S });
    // What was refused before the first press has been told; what is refused between two presses has not.
    told.current ??= model.notices().then((notices) => new Set(notices.map(({ id }) => id)));
    told.current.catch((thrown: unknown) => {
      // The next press reads them anew.
      told.current = null;
      setStage({ kind: 'failed', reason: toSyncError(thrown).message });
    });
    sync
      .refresh()
      .catch((thrown: unknown) => setStage({ kind: 'failed', reason: toSyncError(thrown).message }));
  };
  return stage.kind === 'sending' ? { ...stage, left: waiting, start } : { ...stage, start };
}

/** Why signing out waits although nothing is to be sent any more; null when it need not. */
function keptWords(refused: number, drafts: number): string | null {
  const kept = `${drafts} ${drafts === 1 ? 'draft is' : 'drafts are'} still on this device.`;
  if (refused > 0) {
    const what = refused === 1 ? '1 change was' : `${refused} changes were`;
    return `${what} not saved on the server: see Sync for the reason.${drafts === 0 ? '' : ` ${kept}`}`;
  }
  return drafts === 0 ? null : `Everything was sent. ${kept}`;
}

/** Why signing out waits although everything was sent: a notice that would go with the data. */
function foreignWords(foreign: number): string | null {
  if (foreign === 0) return null;
  const what = foreign === 1 ? '1 change' : `${foreign} changes`;
  return `${what} may have been sent under another account: see Sync.`;
}

function oneSecondLater(stage: Stage): Stage {
  if (stage.kind !== 'sending') return stage;
  return stage.secondsLeft > 1
    ? { kind: 'sending', secondsLeft: stage.secondsLeft - 1 }
    : { kind: 'failed', reason: `Not everything was sent within ${SEND_WAIT_S} seconds.` };
}
