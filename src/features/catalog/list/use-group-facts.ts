import { useMemo } from 'react';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import { gathered } from '#src/lib/gathered.ts';
import { useIndexQuery } from '#src/platform/replica/use-index.ts';
import { useMinuteOf } from '#src/ui/marks/minute-clock.ts';
import type { CatalogGroup } from './catalog-groups.ts';
import type { GroupFacts } from './group-dimensions.ts';

/** Items with open insights; what is beyond stands among those without. */
const MAX_ITEMS = 20_000;

const OPEN_BY_ITEM: IndexQuery = {
  filters: [{ kind: 'values', column: 'status', include: ['open'], exclude: [] }],
  text: '',
  sort: null,
  offset: 0,
  limit: 0,
  facets: [],
  groups: { by: [{ column: 'config_id' }], split: ['severity'], limit: MAX_ITEMS },
};
/** Asks only how whole the collection is. */
const NOTHING: IndexQuery = { ...OPEN_BY_ITEM, groups: null };
/** The worst first. */
const SEVERITIES = ['critical', 'blocker', 'high', 'medium', 'warning', 'low', 'info'];

/** What groups need to know that the columns of items do not hold. */
export function useGroupFacts(groups: readonly CatalogGroup[]): GroupFacts {
  const isByInsights = groups.some(({ is }) => is === 'analysis');
  const { value } = useIndexQuery('config_analysis', isByInsights ? OPEN_BY_ITEM : NOTHING);
  const todayMs = useMinuteOf((nowMs) => new Date(nowMs).setHours(0, 0, 0, 0));
  return useMemo(() => {
    if (!isByInsights || value?.state !== 'complete') return { bySeverity: null, todayMs };
    const worst = gathered(value.groups, ({ splits }) => {
      const own = (splits[0] ?? []).map(({ value: severity }) => severity?.toLowerCase() ?? '');
      return SEVERITIES.find((severity) => own.includes(severity)) ?? 'other';
    });
    const bySeverity = [...worst].map(([severity, items]) => ({
      value: severity,
      ids: items.flatMap(({ values }) => values[0] ?? []),
    }));
    return { bySeverity, todayMs };
  }, [isByInsights, value, todayMs]);
}
