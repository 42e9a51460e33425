import { useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { OpView } from '#sync/read/types.ts';
import type { ConflictAnswer } from '#src/ui/overlays/conflict-review.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { answerSeen } from '#src/views/conflict-texts.ts';
import { useIncidentScreen } from './incident-context.tsx';

/** A clash as its review asks for it: the answer is kept on this device, or it is said that it is not. */
export function useDecision(op: OpView): {
  readonly isPending: boolean;
  readonly decide: (answer: ConflictAnswer) => void;
} {
  const { commands } = useIncidentScreen();
  const [isPending, setPending] = useState(false);
  const decide = (answer: ConflictAnswer): void => {
    setPending(true);
    commands
      .resolve(op.id, answerSeen(op, answer))
      .catch(sayNotSaved)
      .finally(() => setPending(false));
  };
  return { isPending, decide };
}

export function sayNotSaved(thrown: unknown): void {
  toast({ kind: 'error', text: 'Your decision was not saved', detail: toSyncError(thrown).message });
}
