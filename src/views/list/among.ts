import { createContext, useContext } from 'react';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import type { PackedName } from '#sync/protocol/packed.ts';

/** Which rows of an index a list is of, so that a filter can say how many each of its values would leave. */
export interface Among {
  readonly tbl: PackedName;
  readonly asked: Pick<IndexQuery, 'filters' | 'text' | 'isNear'>;
}

const AmongContext = createContext<Among | null>(null);
export const AmongProvider = AmongContext.Provider;

/** The rows of the list around; null where they are none of this collection: its counts would be of something else. */
export function useAmong(tbl: PackedName): Among['asked'] | null {
  const among = useContext(AmongContext);
  return among?.tbl === tbl ? among.asked : null;
}
