import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';

/** A detail on fakes as page and as dialog; only on the development server, like the catalogue it belongs to. */
export const Route = createFileRoute('/ui_/detail/$tab')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw redirect({ href: '/', replace: true });
  },
  component: import.meta.env.DEV
    ? lazyRouteComponent(() => import('#src/shell/detail-stories.tsx'), 'DetailStories')
    : () => null,
});
