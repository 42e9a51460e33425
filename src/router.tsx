import { createRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Feature } from './platform/session/feature-flags.ts';
import type { Resource } from './platform/session/roles.ts';
import { searchOfAddress } from './platform/device/search-params.ts';
import { routeTree } from './routeTree.gen.ts';
import { RenderErrorPage } from './shell/error-pages.tsx';

/** Few addresses lead nowhere: its words need not be part of what every start loads. */
const LazyNotFoundPage = lazy(async () => {
  const { NotFoundPage } = await import('./shell/not-found-page.tsx');
  return { default: NotFoundPage };
});

function NotFound() {
  return (
    <Suspense fallback={null}>
      <LazyNotFoundPage />
    </Suspense>
  );
}

const LISTS: ReadonlySet<string> = new Set([
  '/topology',
  '/incidents',
  '/health',
  '/catalog',
  '/catalog/changes',
  '/catalog/insights',
  '/catalog/scrapers',
  '/logs',
  '/settings/teams',
  '/settings/feature-flags',
  '/playbooks',
  '/playbooks/runs',
]);

export const router = createRouter({
  routeTree,
  ...searchOfAddress,
  defaultPreload: 'intent',
  // Lists know their places by row, and rows of another question begin at the top: put back by the router, they would not.
  scrollRestoration: ({ location }) => !LISTS.has(location.pathname),
  // Data is local; a route never shows a pending screen of its own before this much time has passed (ux 4.5).
  defaultPendingMs: 150,
  defaultPendingMinMs: 300,
  defaultErrorComponent: RenderErrorPage,
  defaultNotFoundComponent: NotFound,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /**
     * `bare`: without sidebar and top bar, and without a signed-in person (sign-in, error pages); `alone`: without the two,
     * for a signed-in person.
     */
    frame?: 'bare' | 'alone' | undefined;
    /** Read permission the page needs (spec 6); without it the Unauthorized view stands in its place. */
    resource?: Resource | undefined;
    /** Feature flag the page belongs to. */
    feature?: Feature | undefined;
  }
}
