import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ScraperListPage } from '#src/features/catalog/scrapers/scraper-list-page.tsx';
import { scraperSearch, type ScraperSearch } from '#src/features/catalog/scrapers/scraper-search.ts';
import { useHistoryEntry } from '#src/platform/device/history-entry.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useLateSteps } from '#src/views/late-steps.ts';

export const Route = createFileRoute('/catalog/scrapers/')({
  validateSearch: parseSearch(scraperSearch.schema),
  staticData: { resource: 'database', feature: 'config' },
  component: ScrapersRoute,
});

function ScrapersRoute() {
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const entry = useHistoryEntry('/catalog/scrapers');
  const router = useRouter();
  const stepLate = useLateSteps(router.history);
  // What is pressed is shown already.
  const handleChange = useCallback(
    (next: ScraperSearch, { replace }: { replace: boolean }): Promise<void> =>
      stepLate(() => navigate({ search: (before) => ({ panel: before.panel, ...next }), replace })),
    [navigate, stepLate],
  );
  return <ScraperListPage entryKey={entry.key} search={search} onChange={handleChange} />;
}
