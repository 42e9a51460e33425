import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { InsightListPage } from '#src/features/catalog/insights/insight-list-page.tsx';
import { insightSearch, type InsightSearch } from '#src/features/catalog/insights/insight-search.ts';
import { useHistoryEntry } from '#src/platform/device/history-entry.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useLateSteps } from '#src/views/late-steps.ts';

export const Route = createFileRoute('/catalog/insights')({
  validateSearch: parseSearch(insightSearch.schema),
  staticData: { resource: 'database', feature: 'config' },
  component: InsightsRoute,
});

function InsightsRoute() {
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const entry = useHistoryEntry('/catalog/insights');
  const router = useRouter();
  const handleBack = useCallback(() => router.history.back(), [router]);
  const stepLate = useLateSteps(router.history);
  // What is pressed is shown already.
  const handleChange = useCallback(
    (next: InsightSearch, { replace }: { replace: boolean }): Promise<void> =>
      stepLate(() => navigate({ search: (before) => ({ panel: before.panel, ...next }), replace })),
    [navigate, stepLate],
  );
  return <InsightListPage entryKey={entry.key} search={search} onBack={handleBack} onChange={handleChange} />;
}
