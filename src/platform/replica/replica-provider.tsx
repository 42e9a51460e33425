import { useEffect, useMemo, useRef, type ReactElement, type ReactNode } from 'react';
import type { SyncError } from '#sync/errors.ts';
import { HealthProvider } from './health-context.tsx';
import { IndexProvider } from './index-context.tsx';
import { openReplica } from './open-replica.ts';
import { ReadModelProvider } from './read-model-context.tsx';
import { session, toSyncIdentity, useSession, type SessionIdentity } from '../session/session.ts';
import { TopologyProvider } from './topology-context.tsx';
import { SyncProvider, useSyncFacts } from './sync-context.tsx';
import { useTold } from './use-asked.ts';
import type { SyncClient } from './worker-client.ts';

export interface ReplicaProviderProps {
  identity: SessionIdentity;
  children: ReactNode;
  /** The local databases cannot be opened: there is nothing to show, not even old data. */
  renderFailure: (error: SyncError) => ReactNode;
}

/** Opens this person's replica and sync worker for everything below. */
export function ReplicaProvider({ identity, children, renderFailure }: ReplicaProviderProps): ReactElement {
  const { userId, tenant, name } = identity;
  const opened = useMemo(
    () => openReplica(toSyncIdentity({ userId, tenant, name, email: '' }), name),
    [userId, tenant, name],
  );
  if (opened.kind === 'failed') return <>{renderFailure(opened.error)}</>;
  const { client, model } = opened.replica;
  return (
    <SyncProvider client={client}>
      <ReadModelProvider model={model}>
        <SessionLink client={client} />
        <IndexProvider index={client.index}>
          <HealthProvider health={client.health}>
            <TopologyProvider value={client.topology}>{children}</TopologyProvider>
          </HealthProvider>
        </IndexProvider>
      </ReadModelProvider>
    </SyncProvider>
  );
}

/** Carries session facts to the worker and back: a sign-in lifts its hold, its 401 marks the session expired. */
function SessionLink({ client }: { client: SyncClient }): null {
  const state = useSession();
  const { phase } = useSyncFacts(client);
  const signedInAs = state.kind === 'signed-in' ? state.identity.userId : null;
  const restore = useMemo(
    () => (signedInAs === null ? null : () => client.sessionRestored(signedInAs)),
    [client, signedInAs],
  );
  useTold(restore);
  // After a sign-in this mounts while the worker still says 'signed-out': only a turn to it ends the fresh session.
  const lastPhase = useRef(phase);
  useEffect(() => {
    if (phase === 'signed-out' && lastPhase.current !== 'signed-out') session.markExpired();
    lastPhase.current = phase;
  }, [phase]);
  return null;
}
