import { useMemo } from 'react';
import type { IndexQuery, IndexResult } from '#sync/protocol/index-query.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import { useIndexQuery, type IndexLive } from '#src/platform/use-index.ts';
import type { Problem } from '#src/views/list/row-source.ts';
import type { ItemCounts } from './catalog-row.ts';

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
  const countsOf = useMemo(() => {
    const changesOf = byItem(changes);
    const insightsOf = byItem(insights);
    return (id: string): ItemCounts => ({
      changes: changesOf === null ? null : (changesOf.get(id)?.count ?? 0),
      insights:
        insightsOf === null
          ? null
          : (insightsOf.get(id)?.splits[0] ?? []).map(({ value, count }) => ({
              severity: value ?? 'info',
              count,
            })),
    });
  }, [changes, insights]);
  return { countsOf, problems };
}

const OPEN = { kind: 'values', column: 'status', include: ['open'], exclude: [] } as const;

function useCounts(
  tbl: PackedName,
  ids: readonly string[],
  split: readonly string[],
  filters: readonly (typeof OPEN)[],
): IndexLive<IndexResult> {
  const query: IndexQuery = {
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
  return useIndexQuery(tbl, query);
}

/** Null where not everything is here yet, or this role may not read it: what is not here is no zero. */
function byItem(result: IndexResult | undefined): ReadonlyMap<string, IndexResult['groups'][number]> | null {
  if (result?.state !== 'complete') return null;
  return new Map(result.groups.map((group) => [group.values[0] ?? '', group]));
}
