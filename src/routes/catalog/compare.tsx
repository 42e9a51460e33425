import { createFileRoute } from '@tanstack/react-router';
import { ComparePage } from '#src/features/catalog/compare/compare-page.tsx';
import { compareSearch, type CompareSearch } from '#src/features/catalog/compare/compare-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';

export const Route = createFileRoute('/catalog/compare')({
  validateSearch: parseSearch(compareSearch.schema),
  staticData: { resource: 'database', feature: 'config' },
  component: CompareRoute,
});

function CompareRoute() {
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ComparePage
      search={search}
      onChange={(next: CompareSearch) => {
        void navigate({
          search: ({ panel }) => ({ panel, ...next }),
          replace: true,
          resetScroll: false,
        });
      }}
    />
  );
}
