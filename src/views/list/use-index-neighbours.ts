import { useMemo, useState } from 'react';
import type { PackedName } from '#sync/protocol/packed.ts';
import { useIndexQuery } from '#src/platform/replica/use-index.ts';
import { useNeighbours, type Neighbours } from './use-neighbours.ts';
import type { IndexAsked } from './use-index-rows.ts';

/** Ids that are asked for at once: as many as an answer has. */
const WINDOW = 1000;
/** Nearer to an end of the ids than this, those beyond it are asked for. */
const EDGE = 100;

interface Asked {
  readonly tbl: PackedName;
  readonly asked: IndexAsked;
  readonly id: string;
  /** Where the row stood when it was opened; less than 0 where that is not known. */
  readonly place: number;
}

/** The rows before and after one, of a list of any length that the index of this tab answers. */
export function useIndexNeighbours({ tbl, asked, id, place }: Asked): Neighbours {
  const [offset, setOffset] = useState(() => around(place));
  const { groupBy: _groupBy, ...question } = asked;
  const { value, isBehind } = useIndexQuery(tbl, { ...question, offset, limit: WINDOW, groups: null });
  const ids = value?.ids ?? NO_IDS;
  const at = isBehind ? -1 : ids.indexOf(id);
  const isNearEnd = at >= ids.length - EDGE && ids.length === WINDOW;
  const isNearStart = at !== -1 && at < EDGE && offset > 0;
  const next = at !== -1 && (isNearEnd || isNearStart) ? around(offset + at) : offset;
  if (next !== offset) setOffset(next);
  const groups = useMemo(() => [{ value: null, ids }], [ids]);
  return useNeighbours(groups, id);
}

const NO_IDS: readonly string[] = [];

function around(place: number): number {
  return Math.max(0, place - WINDOW / 2);
}
