import { createContext, useContext, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { sameJson } from '#sync/protocol/same-json.ts';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import type { Store } from '../device/store.ts';
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

/** The status without its times: those move with every pull, also where nothing has happened (T10). */
export type SyncFacts = Omit<SyncStatus, 'asOf' | 'updatedAt'>;

/** The newest facts of each status, so that equal ones are the same object. */
const known = new WeakMap<Store<SyncStatus>, { readonly of: SyncStatus; readonly facts: SyncFacts }>();

function factsOf(store: Store<SyncStatus>): SyncFacts {
  const status = store.get();
  const before = known.get(store);
  if (before?.of === status) return before.facts;
  const { asOf: _asOf, updatedAt: _updatedAt, ...told } = status;
  const facts = before !== undefined && sameJson(before.facts, told) ? before.facts : told;
  known.set(store, { of: status, facts });
  return facts;
}

/** The facts of a status, for what has its client at hand. */
export function useSyncFacts({ status }: Pick<SyncClient, 'status'>): SyncFacts {
  return useSyncExternalStore(status.subscribe, () => factsOf(status));
}

/** The one status of syncing (outbox panel, reasons of disabled actions). What says an age takes it from `useStatusAt`. */
export function useSyncStatus(): SyncFacts {
  return useSyncFacts(useSync());
}
