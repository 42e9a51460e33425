import { createFileRoute, redirect } from '@tanstack/react-router';
import { topologySearch } from '#src/features/topology/topology-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';

const searchOf = parseSearch(topologySearch.schema);

export const Route = createFileRoute('/')({
  // Spec 2: "'' (root) redirects to /topology. Optional query refererId."
  validateSearch: ({ refererId }: Record<string, unknown>) => ({
    refererId: searchOf({ refererId }).refererId,
  }),
  beforeLoad: ({ search: { refererId } }) => {
    throw redirect({ href: topologySearch.href({ refererId }), replace: true });
  },
});
