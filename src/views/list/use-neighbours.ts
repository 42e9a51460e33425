import { useMemo, useState } from 'react';
import type { OrderedGroup } from './held-order.ts';

/** The rows before and after one in the order shown, those of closed groups too; undefined where there is none. */
export interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/**
 * The neighbours of the row that is looked at. One that leaves the list meanwhile, because of what it has become or of
 * a filter, keeps the place it had: the way on is to those of its neighbours that are still listed.
 */
export function useNeighbours(groups: readonly OrderedGroup[], id: string): Neighbours {
  const ids = useMemo(() => groups.flatMap((group) => group.ids), [groups]);
  const [held, setHeld] = useState({ id, ids });
  const isListed = useMemo(() => ids.includes(id), [ids, id]);
  if (isListed && (held.id !== id || held.ids !== ids)) setHeld({ id, ids });
  const shown = isListed || held.id !== id ? ids : held.ids;
  return useMemo(() => neighboursOf(shown, ids, id), [shown, ids, id]);
}

function neighboursOf(shown: readonly string[], listed: readonly string[], id: string): Neighbours {
  const at = shown.indexOf(id);
  if (at === -1) return { previous: undefined, next: undefined };
  if (shown === listed) return { previous: shown[at - 1], next: shown[at + 1] };
  const isListed = new Set(listed);
  return {
    previous: shown.slice(0, at).findLast((each) => isListed.has(each)),
    next: shown.slice(at + 1).find((each) => isListed.has(each)),
  };
}
