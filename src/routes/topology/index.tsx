import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { TopologyPage } from '#src/features/topology/topology-page.tsx';
import type { TopologySearch } from '#src/features/topology/topology-search.ts';
import { useHistoryEntry } from '#src/platform/device/history-entry.ts';
import { parseSearch, rawSearchSchema } from '#src/platform/device/search-params.ts';
import { useLateSteps } from '#src/views/late-steps.ts';

export const Route = createFileRoute('/topology/')({
  // The page reads it by its own schema, which comes with it.
  validateSearch: parseSearch(rawSearchSchema),
  staticData: { resource: 'topologies', feature: 'topology' },
  component: TopologyRoute,
});

function TopologyRoute() {
  const raw = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const entry = useHistoryEntry('/topology');
  const stepLate = useLateSteps(router.history);
  // What is pressed is shown already.
  const handleChange = useCallback(
    (next: TopologySearch, { replace }: { replace: boolean }): Promise<void> =>
      stepLate(() => navigate({ search: (before) => ({ panel: before.panel, ...next }), replace })),
    [navigate, stepLate],
  );
  return <TopologyPage componentId={undefined} entryKey={entry.key} raw={raw} onChange={handleChange} />;
}
