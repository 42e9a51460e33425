import { createFileRoute } from '@tanstack/react-router';
import { RunComparePage } from '#src/features/playbooks/runs/compare/compare-page.tsx';
import {
  runCompareSearch,
  type RunCompareSearch,
} from '#src/features/playbooks/runs/compare/run-compare-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';

export const Route = createFileRoute('/playbooks/runs/compare')({
  validateSearch: parseSearch(runCompareSearch.schema),
  staticData: { resource: 'database', feature: 'playbooks' },
  component: RunCompareRoute,
});

function RunCompareRoute() {
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RunComparePage
      search={search}
      onChange={(next: RunCompareSearch) => {
        void navigate({
          search: ({ panel }) => ({ panel, ...next }),
          replace: true,
          resetScroll: false,
        });
      }}
    />
  );
}
