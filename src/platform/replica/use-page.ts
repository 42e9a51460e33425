import { useCallback, useState } from 'react';
import { SyncError, toSyncError } from '#sync/errors.ts';
import type { AskedPage, AskedRange, PagePart } from '#sync/protocol/paged.ts';
import { resolveDateMath } from '../../lib/date-math.ts';
import { useSync, useSyncStatus } from './sync-context.tsx';
import { useAsked } from './use-asked.ts';

/** A time range as a person chose it: what it means is decided when it is asked for. */
type ChosenRange = Pick<AskedRange, 'from' | 'to'>;
type Chosen<A> = A extends AskedPage ? Omit<A, 'range'> & { readonly range: ChosenRange | null } : never;
/** A page as a screen asks for it. */
export type ChosenPage = Chosen<AskedPage>;

/** A page of rows that are not pulled. `isBehind`: it still answers the former question. */
export interface PageRead {
  readonly part: PagePart;
  readonly isBehind: boolean;
  /** Begins anew with the first page, whatever its age. Rejects where that cannot be read. */
  readonly refresh: () => Promise<void>;
  /** A page after this one, of the same reading; never rejects. */
  readonly readPage: (page: number) => Promise<PagePart>;
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
export function usePage(question: ChosenPage, maxAgeMs: number): PageRead {
  const sync = useSync();
  const { phase, skewMs = 0 } = useSyncStatus();
  const isReachable = phase === 'live' || phase === 'syncing';
  const key = JSON.stringify(question);
  const [held, setHeld] = useState<Held>({ key, part: LOADING, isAnswered: false });
  const ask = useCallback(
    async (olderThanMs: number, page?: number): Promise<PagePart> => {
      const chosen = JSON.parse(key) as ChosenPage; // written by the line above
      const range = chosen.range === null ? null : momentsOf(chosen.range, Date.now() + skewMs);
      try {
        return await sync.readPage({ ...chosen, page: page ?? chosen.page, range }, olderThanMs);
      } catch (thrown) {
        return { is: 'failed', error: toSyncError(thrown).info };
      }
    },
    [sync, key, skewMs],
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
  // Here, and not to be renewed when that was tried: however young it is, it is tried again.
  const isOverdue = held.key === key && held.part.is === 'found' && !held.isAnswered;
  const read = useCallback(async () => {
    const part = await ask(isOverdue ? 0 : maxAgeMs);
    return () => hold(part);
  }, [ask, hold, maxAgeMs, isOverdue]);
  // A server that can be reached again is asked again.
  useAsked(isAnswered ? null : read, isReachable);
  const refresh = useCallback(async () => {
    const part = await ask(0, 1);
    if (question.page === 1) hold(part);
    if (part.is === 'failed') throw new SyncError(part.error);
  }, [ask, hold, question.page]);
  const readPage = useCallback((page: number) => ask(maxAgeMs, page), [ask, maxAgeMs]);
  const ways = { refresh, readPage };
  if (held.key === key) return { part: held.part, isBehind: false, ...ways };
  return held.part.is === 'found'
    ? { part: held.part, isBehind: true, ...ways }
    : { part: LOADING, isBehind: false, ...ways };
}

/** Both ends on the server's clock; one that is neither date math nor a time is open. */
function momentsOf({ from, to }: ChosenRange, nowMs: number): AskedRange {
  const at = (end: string, edge: 'start' | 'end'): string | null => {
    const ms = resolveDateMath(end, nowMs, edge) ?? Date.parse(end);
    return Number.isNaN(ms) ? null : new Date(ms).toISOString();
  };
  return { from, to, fromAt: at(from, 'start'), toAt: at(to, 'end') };
}
