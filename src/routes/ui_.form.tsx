import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';

/** The kit of forms on forms of nobody; on the development server and in the build `--mode stories` alone. */
export const Route = createFileRoute('/ui_/form')({
  beforeLoad: () => {
    if (!import.meta.env.DEV && import.meta.env.MODE !== 'stories')
      throw redirect({ href: '/', replace: true });
  },
  component:
    import.meta.env.DEV || import.meta.env.MODE === 'stories'
      ? lazyRouteComponent(() => import('#src/views/form/story/form-stories.tsx'), 'FormStories')
      : () => null,
});
