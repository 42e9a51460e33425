import { createContext, useContext, type ReactElement, type ReactNode } from 'react';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import { useStore } from './store.ts';
import type { SyncClient } from './worker-client.ts';

const SyncContext = createContext<SyncClient | null>(null);

export function SyncProvider({
  client,
  children,
}: {
  client: SyncClient;
  children: ReactNode;
}): ReactElement {
  return <SyncContext value={client}>{children}</SyncContext>;
}

/** The sync worker of this tab. Tests put a stub into SyncProvider. */
export function useSync(): SyncClient {
  const client = useContext(SyncContext);
  if (client === null) throw new Error('useSync is used outside SyncProvider');
  return client;
}

/** The one status of syncing (chip, outbox panel, reasons of disabled actions). */
export function useSyncStatus(): SyncStatus {
  return useStore(useSync().status);
}
