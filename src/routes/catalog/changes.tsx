import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ChangeListPage } from '#src/features/catalog/changes/change-list-page.tsx';
import { changeSearch, type ChangeSearch } from '#src/features/catalog/changes/change-search.ts';
import { IncidentsSlotProvider } from '#src/features/catalog/changes/incidents-slot.ts';
import { renderIncidentsAround } from '#src/features/incidents/link/late-incidents-around.tsx';
import { useHistoryEntry } from '#src/platform/device/history-entry.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useLateSteps } from '#src/views/late-steps.ts';

export const Route = createFileRoute('/catalog/changes')({
  validateSearch: parseSearch(changeSearch.schema),
  staticData: { resource: 'database', feature: 'config' },
  component: ChangesRoute,
});

function ChangesRoute() {
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const entry = useHistoryEntry('/catalog/changes');
  const router = useRouter();
  const handleBack = useCallback(() => router.history.back(), [router]);
  const stepLate = useLateSteps(router.history);
  // What is pressed is shown already.
  const handleChange = useCallback(
    (next: ChangeSearch, { replace }: { replace: boolean }): Promise<void> =>
      stepLate(() => navigate({ search: (before) => ({ panel: before.panel, ...next }), replace })),
    [navigate, stepLate],
  );
  return (
    <IncidentsSlotProvider value={renderIncidentsAround}>
      <ChangeListPage entryKey={entry.key} search={search} onBack={handleBack} onChange={handleChange} />
    </IncidentsSlotProvider>
  );
}
