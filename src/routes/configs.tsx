import { createFileRoute, redirect } from '@tanstack/react-router';

/** Spec 2: "/configs redirects to /catalog", with what it asks for. */
export const Route = createFileRoute('/configs')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/catalog${location.searchStr}`, replace: true });
  },
});
