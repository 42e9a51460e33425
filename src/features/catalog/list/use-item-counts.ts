import { useMemo } from 'react';
import type { IndexQuery, IndexResult } from '#sync/protocol/index-query.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { IndexClient } from '#src/platform/replica/index-client.ts';
import { useIndexQuery, type IndexLive } from '#src/platform/replica/use-index.ts';
import type { Problem } from '#src/views/list/row-source.ts';
import { NOTHING_KNOWN, type ItemCounts } from './catalog-row.ts';

/** Groups of a question about this many items. */
const MAX_GROUPS = 1000;

/** What this device counts of some items: null for each that it does not know, and why where that could not be read. */
export function useItemCounts(ids: readonly string[]): {
  readonly countsOf: (id: string) => ItemCounts;
  readonly problems: readonly Problem[];
} {
  const { value: changes, error: changesError } = useCounts('config_changes', ids, [], []);
  const { value: insights, error: insightsError } = useCounts('config_analysis', ids, ['severity'], [OPEN]);
  const error = changesError ?? insightsError;
  const problems = useMemo(
    () => (error === undefined ? [] : [{ error, text: 'Changes and insights could not be counted' }]),
    [error],
  );
  const countsOf = useMemo(() => countsIn(changes, insights), [changes, insights]);
  return { countsOf, problems };
}

/** The same of any number of items at once, for a file. */
export async function readItemCounts(
  index: Pick<IndexClient, 'query'>,
  ids: readonly string[],
): Promise<(id: string) => ItemCounts> {
  const known = new Map<string, ItemCounts>();
  for (let at = 0; at < ids.length; at += MAX_GROUPS) {
    const some = ids.slice(at, at + MAX_GROUPS);
    const [changes, insights] = await Promise.all([
      index.query('config_changes', countsQuery(some, [], [])),
      index.query('config_analysis', countsQuery(some, ['severity'], [OPEN])),
    ]);
    const countsOf = countsIn(changes, insights);
    for (const id of some) known.set(id, countsOf(id));
  }
  return (id) => known.get(id) ?? NOTHING_KNOWN;
}

function countsIn(
  changes: IndexResult | undefined,
  insights: IndexResult | undefined,
): (id: string) => ItemCounts {
  const changesOf = byItem(changes);
  const insightsOf = byItem(insights);
  return (id) => ({
    changes: changesOf === null ? null : (changesOf.get(id)?.count ?? 0),
    insights:
      insightsOf === null
        ? null
        : (insightsOf.get(id)?.splits[0] ?? []).map(({ value, count }) => ({
            severity: value ?? 'info',
            count,
          })),
  });
}

const OPEN = { kind: 'values', column: 'status', include: ['open'], exclude: [] } as const;

function useCounts(
  tbl: PackedName,
  ids: readonly string[],
  split: readonly string[],
  filters: readonly (typeof OPEN)[],
): IndexLive<IndexResult> {
  return useIndexQuery(tbl, countsQuery(ids, split, filters));
}

function countsQuery(
  ids: readonly string[],
  split: readonly string[],
  filters: readonly (typeof OPEN)[],
): IndexQuery {
  return {
    filters: [
      // Without one there would be no filter at all.
      { kind: 'values', column: 'config_id', include: ids.length === 0 ? ['none'] : [...ids], exclude: [] },
      ...filters.map((filter) => ({ ...filter, include: [...filter.include], exclude: [] })),
    ],
    text: '',
    sort: null,
    offset: 0,
    limit: 0,
    facets: [],
    groups: { by: [{ column: 'config_id' }], split: [...split], limit: MAX_GROUPS },
  };
}

/** Null where not everything is here yet, or this role may not read it: what is not here is no zero. */
function byItem(result: IndexResult | undefined): ReadonlyMap<string, IndexResult['groups'][number]> | null {
  if (result?.state !== 'complete') return null;
  return new Map(result.groups.map((group) => [group.values[0] ?? '', group]));
}
