import { useMemo } from 'react';
import type { Command } from '#sync/protocol/command.ts';
import { joinKey } from '#sync/protocol/keys.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { tellOutcome } from '../tell-outcome.ts';

interface Ends {
  readonly componentId: string;
  readonly configId: string;
}

/** What can be done with links between components and configs. Each rejects when this device did not keep it. */
export interface ConfigLinkCommands {
  readonly link: (ends: Ends) => Promise<void>;
  readonly unlink: (ends: Ends) => Promise<void>;
}

/** `screen` is where the outbox leads back to. Success is said when the server has it, a failure with its message. */
export function useConfigLinkCommands(screen: string): ConfigLinkCommands {
  const sync = useSync();
  const model = useReadModel();
  return useMemo(() => {
    const run = (command: Command, saved: string, failed: string): Promise<void> =>
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
        { saved, failed: () => failed },
      );
    return {
      link: (ends) => run(linking(ends), 'config link successful', 'Config not linked'),
      unlink: (ends) => run(unlinking(ends), 'Deleted config link successfully', 'Config link not deleted'),
    };
  }, [sync, model, screen]);
}

const table = 'config_component_relationships';

function linking({ componentId, configId }: Ends): Command {
  return { kind: 'row.create', table, rows: [{ component_id: componentId, config_id: configId }] };
}

function unlinking({ componentId, configId }: Ends): Command {
  return { kind: 'row.delete', table, rowId: joinKey([componentId, configId]) };
}

const LATER = 'It is sent as soon as the server can be reached.';
