import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';

/** Every primitive in every state; only on the development server, so that no build carries the catalogue. */
export const Route = createFileRoute('/ui')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw redirect({ href: '/', replace: true });
  },
  staticData: { frame: 'bare' },
  component: import.meta.env.DEV
    ? lazyRouteComponent(() => import('#src/ui/catalogue/catalogue.tsx'), 'UiCatalogue')
    : () => null,
});
