import { useCallback, useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { DocumentKind } from '#sync/protocol/documents/registry.ts';
import type { FetchedDocument } from '#sync/protocol/document.ts';
import type { Live } from './live.ts';
import { useSync, useSyncStatus } from './sync-context.tsx';
import { useAsked } from './use-asked.ts';

/** A body on demand; `unasked` while nobody wants it. */
export type DocumentRead =
  | Live<FetchedDocument>
  | { readonly status: 'unasked'; readonly value: undefined; readonly error: undefined };

const LOADING = { status: 'loading', value: undefined, error: undefined } as const;
const UNASKED = { status: 'unasked', value: undefined, error: undefined } as const;

interface Held {
  readonly key: string;
  readonly turn: number;
  readonly live: Live<FetchedDocument>;
}

/**
 * A body that is fetched when it is wanted, again when a server can be reached that could not, and with every new `turn`;
 * meanwhile the last one of the same thing stays.
 */
export function useDocument(kind: DocumentKind, id: string, isWanted: boolean, turn = 0): DocumentRead {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const isReachable = phase === 'live' || phase === 'syncing';
  const [held, setHeld] = useState<Held | null>(null);
  const key = `${kind} ${id}`;
  const isCurrent = held?.key === key && held.turn === turn;
  // The server's word stands; what is kept from earlier is asked for again once somebody can answer.
  const claim = isCurrent ? held.live.value?.claim : undefined;
  const isDone = claim?.state === 'complete' && claim.basis === 'server' && held?.live.status === 'ready';
  const fetch = useCallback(async () => {
    try {
      const value = await sync.fetchDocument(kind, id);
      return () => setHeld({ key, turn, live: { status: 'ready', value, error: undefined } });
    } catch (thrown) {
      const error = toSyncError(thrown);
      return () =>
        setHeld((before) => {
          const value = before?.key === key ? before.live.value : undefined;
          return { key, turn, live: { status: 'failed', value, error } };
        });
    }
  }, [sync, kind, id, key, turn]);
  // A server that can be reached again is asked again; what is on its way by then is waited for first.
  useAsked(isWanted && !isDone ? fetch : null, isCurrent && isReachable);
  if (held?.key === key) return held.live;
  return isWanted ? LOADING : UNASKED;
}
