import { useCallback, useEffect, useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { AskedPage, PagePart } from '#sync/protocol/paged.ts';
import { useSync, useSyncStatus } from './sync-context.tsx';

/** A page of rows that are not pulled. `isBehind`: it still answers the former question. */
export interface PageRead {
  readonly part: PagePart;
  readonly isBehind: boolean;
  /** Asks for it anew, whatever its age. */
  readonly refresh: () => Promise<void>;
}

interface Held {
  readonly key: string;
  readonly part: PagePart;
  /** The server answered it: nothing has to be asked again when it can be reached. */
  readonly isAnswered: boolean;
}

const LOADING: PagePart = { is: 'loading' };

/**
 * One page, asked for when it is older than `maxAgeMs`, and again when the server can be reached that could not. A page of
 * the same source stays while another one is on its way.
 */
export function usePage(question: AskedPage, maxAgeMs: number): PageRead {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const isReachable = phase === 'live' || phase === 'syncing';
  const key = JSON.stringify(question);
  const [held, setHeld] = useState<Held>({ key, part: LOADING, isAnswered: false });
  const ask = useCallback(
    async (olderThanMs: number): Promise<PagePart> => {
      try {
        // as: written by the line above
        return await sync.readPage(JSON.parse(key) as AskedPage, olderThanMs);
      } catch (thrown) {
        return { is: 'failed', error: toSyncError(thrown).info };
      }
    },
    [sync, key],
  );
  const hold = useCallback(
    (part: PagePart): void => {
      const isAnswered = part.is === 'found' && part.claim.reason === null;
      setHeld((before) => {
        // What was shown stays: a page that could not be read again is not an empty one.
        const isKept = part.is === 'failed' && before.key === key && before.part.is === 'found';
        return isKept ? before : { key, part, isAnswered };
      });
    },
    [key],
  );
  const isAnswered = held.key === key && held.isAnswered;
  useEffect(() => {
    if (isAnswered) return undefined;
    let isEnded = false;
    void ask(maxAgeMs).then((part) => {
      if (!isEnded) hold(part);
    });
    return () => {
      isEnded = true;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a server that can be reached again is asked again
  }, [ask, hold, maxAgeMs, isAnswered, isReachable]);
  const refresh = useCallback(async () => hold(await ask(0)), [ask, hold]);
  if (held.key === key) return { part: held.part, isBehind: false, refresh };
  return held.part.is === 'found'
    ? { part: held.part, isBehind: true, refresh }
    : { part: LOADING, isBehind: false, refresh };
}
