import { useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { toast } from '#src/ui/overlays/toast-queue.ts';

/** One call to the worker that the user started: pending while it runs, a toast when it does not work. */
export function useAction(): {
  readonly isPending: boolean;
  readonly run: (call: () => Promise<void>) => void;
} {
  const [isPending, setPending] = useState(false);
  const run = (call: () => Promise<void>): void => {
    setPending(true);
    call()
      .catch((thrown: unknown) => {
        toast({ kind: 'error', text: 'That did not work', detail: toSyncError(thrown).message });
      })
      .finally(() => setPending(false));
  };
  return { isPending, run };
}
