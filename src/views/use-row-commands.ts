import { useMemo } from 'react';
import type { Command } from '#sync/protocol/command.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { tellOutcome, type OutcomeTexts } from './tell-outcome.ts';

const LATER = 'It is sent as soon as the server can be reached.';

/**
 * Saves a change on this device, and says so where the server cannot be reached; rejects when it was not kept. Success is
 * said when the server has it, a failure with its message.
 */
export function useRowCommands(screen: string): (command: Command, texts: OutcomeTexts) => Promise<void> {
  const sync = useSync();
  const model = useReadModel();
  return useMemo(
    () => (command: Command, texts: OutcomeTexts) =>
      tellOutcome(
        model,
        async () => {
          const { opIds } = await sync.submit(command, screen);
          const { phase } = sync.status.get();
          const isReachable = phase === 'live' || phase === 'syncing';
          if (!isReachable && opIds.length > 0)
            toast({ kind: 'info', text: 'Saved on this device', detail: LATER });
          return opIds;
        },
        texts,
      ),
    [sync, model, screen],
  );
}
