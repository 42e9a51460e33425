import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { toSyncError, type SyncError } from '#sync/errors.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import type { ReadModel } from '#sync/read/types.ts';
import { openSyncClient } from './open-sync-client.ts';
import { ReadModelProvider } from './read-model-context.tsx';
import { session, toSyncIdentity, useSession, type SessionIdentity } from './session.ts';
import { useStore } from './store.ts';
import { SyncProvider } from './sync-context.tsx';
import type { SyncClient } from './worker-client.ts';

interface ReplicaProviderProps {
  identity: SessionIdentity;
  children: ReactNode;
  /** Shown until the local databases are open (a few milliseconds). */
  pending: ReactNode;
  /** The local databases cannot be opened: there is nothing to show, not even old data. */
  renderFailure: (error: SyncError) => ReactNode;
}

type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly model: ReadModel; readonly client: SyncClient }
  | { readonly kind: 'failed'; readonly error: SyncError };

/** Opens this person's replica and sync worker for everything below. Give it `key={identity.userId}`. */
export function ReplicaProvider(props: ReplicaProviderProps): ReactElement {
  const { identity, children, pending, renderFailure } = props;
  const { userId, tenant } = identity;
  const opening = useReplica(userId, tenant);
  switch (opening.kind) {
    case 'opening':
      return <>{pending}</>;
    case 'failed':
      return <>{renderFailure(opening.error)}</>;
    case 'open':
      return (
        <SyncProvider client={opening.client}>
          <ReadModelProvider model={opening.model}>
            <SessionLink client={opening.client} />
            {children}
          </ReadModelProvider>
        </SyncProvider>
      );
  }
}

function useReplica(userId: string, tenant: string): Opening {
  const [opening, setOpening] = useState<Opening>({ kind: 'opening' });
  useEffect(() => {
    let model: ReadModel | undefined;
    let isGone = false;
    const open = async (): Promise<void> => {
      const identity = toSyncIdentity({ userId, tenant, name: '', email: '' });
      const client = openSyncClient(identity);
      model = await openModel(identity);
      if (isGone) model.close();
      else setOpening({ kind: 'open', model, client });
    };
    open().catch((thrown: unknown) => setOpening({ kind: 'failed', error: toSyncError(thrown) }));
    return () => {
      isGone = true;
      model?.close();
    };
  }, [userId, tenant]);
  return opening;
}

const readModelModules = import.meta.glob<{
  openReadModel: (identity: Identity) => ReadModel | Promise<ReadModel>;
}>('/sync/read/open-read-model.ts', { eager: true });

async function openModel(identity: Identity): Promise<ReadModel> {
  const module = readModelModules['/sync/read/open-read-model.ts'];
  if (module === undefined) throw new Error('The read model is not part of this build');
  return module.openReadModel(identity);
}

/** Carries session facts to the worker and back: a sign-in lifts its hold, its 401 marks the session expired. */
function SessionLink({ client }: { client: SyncClient }): null {
  const state = useSession();
  const { phase } = useStore(client.status);
  const signedInAs = state.kind === 'signed-in' ? state.identity.userId : null;
  useEffect(() => {
    if (signedInAs === null) return;
    client.sessionRestored(signedInAs).catch((thrown: unknown) => reportError(toSyncError(thrown)));
  }, [client, signedInAs]);
  useEffect(() => {
    if (phase === 'signed-out') session.markExpired();
  }, [phase]);
  return null;
}
