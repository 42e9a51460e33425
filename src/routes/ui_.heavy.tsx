import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';

/**
 * Code and graphs, which no screen has to itself; on the development server, and in the build `--mode stories` that the
 * end-to-end test of these chunks makes for itself. The product has none of it.
 */
export const Route = createFileRoute('/ui_/heavy')({
  beforeLoad: () => {
    if (!import.meta.env.DEV && import.meta.env.MODE !== 'stories')
      throw redirect({ href: '/', replace: true });
  },
  staticData: { frame: 'bare' },
  component:
    import.meta.env.DEV || import.meta.env.MODE === 'stories'
      ? lazyRouteComponent(() => import('#src/shell/heavy-stories.tsx'), 'HeavyStories')
      : () => null,
});
