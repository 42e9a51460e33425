import { createFileRoute, redirect } from '@tanstack/react-router';

/** The spec's target is /topology; it takes over when that area is built. */
const START_PAGE = '/incidents';

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ href: START_PAGE, replace: true });
  },
});
