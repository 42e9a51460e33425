import { createFileRoute, redirect } from '@tanstack/react-router';

/** Spec 2: "'' (root) redirects to /topology. Optional query refererId." */
const START_PAGE = '/topology';

export const Route = createFileRoute('/')({
  validateSearch: ({ refererId }: Record<string, unknown>) => ({
    refererId: typeof refererId === 'string' ? refererId : undefined,
  }),
  beforeLoad: ({ search: { refererId } }) => {
    const query = refererId === undefined ? '' : `?refererId=${encodeURIComponent(refererId)}`;
    throw redirect({ href: `${START_PAGE}${query}`, replace: true });
  },
});
