import { useEffect, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { LinkDialog } from '#src/features/incidents/link/link-dialog.tsx';
import { wordsKey } from '#src/features/incidents/link/source-labels.ts';
import type { AttachSource } from '#src/platform/actions/attach-evidence.tsx';
import { forgetShared, useSharedText } from '#src/platform/shell/launches.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';

/** `?panel=attach`: a note to attach, where shared things land (ux 4.2). */
export function AttachPanel({ onClose }: { onClose: () => void }): ReactElement | null {
  const isTaken = useSharedIntoDraft();
  if (!isTaken) return null;
  return <LinkDialog onClose={onClose} source={NOTE} />;
}

const NOTE: AttachSource = { kind: 'comment' };

/** A shared text joins what is kept for the note; true when there is none left to take. */
function useSharedIntoDraft(): boolean {
  const text = useSharedText();
  const sync = useSync();
  const model = useReadModel();
  useEffect(() => {
    if (text === null) return;
    const keep = async (): Promise<void> => {
      const key = wordsKey(NOTE);
      const kept = await model.draft(key);
      const joined = kept === null || kept.text === '' ? text : `${kept.text}\n\n${text}`;
      await sync.saveDraft(key, joined, kept?.fromOpId ?? null);
    };
    keep()
      .catch((thrown: unknown) => {
        // Not kept, but not lost: the message stays in the log until the person has read it.
        toast({
          kind: 'error',
          text: `Not saved on this device: ${toSyncError(thrown).message}`,
          detail: text,
        });
      })
      .finally(forgetShared);
  }, [text, sync, model]);
  return text === null;
}
