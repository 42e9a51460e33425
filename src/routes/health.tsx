import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { HealthPage } from '#src/features/health/health-page.tsx';
import { healthSearch, type HealthSearch } from '#src/features/health/health-search.ts';
import { useLateSteps } from '#src/views/late-steps.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';

export const Route = createFileRoute('/health')({
  validateSearch: parseSearch(healthSearch.schema),
  staticData: { resource: 'canaries', feature: 'health' },
  component: HealthRoute,
});

function HealthRoute() {
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const handleBack = useCallback(() => router.history.back(), [router]);
  const stepLate = useLateSteps(router.history);
  const entryKey = useLocation({ select: (location) => location.state.__TSR_key ?? location.href });
  const handleChange = useCallback(
    (next: HealthSearch, { replace }: { replace: boolean }): Promise<void> =>
      // The page shows what was pressed already.
      stepLate(() => navigate({ search: (before) => ({ panel: before.panel, ...next }), replace })),
    [navigate, stepLate],
  );
  return <HealthPage entryKey={entryKey} search={search} onBack={handleBack} onChange={handleChange} />;
}
