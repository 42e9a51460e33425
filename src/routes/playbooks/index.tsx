import { createFileRoute } from '@tanstack/react-router';
import { PlaybookListPage } from '#src/features/playbooks/list/playbook-list-page.tsx';
import { playbookSearch } from '#src/features/playbooks/list/playbook-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useListRoute } from '#src/views/list/use-list-route.ts';

export const Route = createFileRoute('/playbooks/')({
  validateSearch: parseSearch(playbookSearch.schema),
  staticData: { resource: 'database', feature: 'playbooks' },
  component: PlaybooksRoute,
});

function PlaybooksRoute() {
  return <PlaybookListPage {...useListRoute(Route)} />;
}
