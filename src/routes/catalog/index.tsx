import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CatalogPage } from '#src/features/catalog/list/catalog-page.tsx';
import { catalogSearch, type CatalogSearch } from '#src/features/catalog/list/catalog-search.ts';
import { useHistoryEntry } from '#src/platform/device/history-entry.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useLateSteps } from '#src/views/late-steps.ts';
import { useRouter } from '@tanstack/react-router';

export const Route = createFileRoute('/catalog/')({
  validateSearch: parseSearch(catalogSearch.schema),
  staticData: { resource: 'database', feature: 'config' },
  component: CatalogRoute,
});

function CatalogRoute() {
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const entry = useHistoryEntry('/catalog');
  const router = useRouter();
  const stepLate = useLateSteps(router.history);
  // What is pressed is shown already.
  const handleChange = useCallback(
    (next: CatalogSearch, { replace }: { replace: boolean }): Promise<void> =>
      stepLate(() => navigate({ search: (before) => ({ panel: before.panel, ...next }), replace })),
    [navigate, stepLate],
  );
  return <CatalogPage entryKey={entry.key} search={search} onChange={handleChange} />;
}
