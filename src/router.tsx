import { createRouter } from '@tanstack/react-router';
import type { Feature } from './platform/feature-flags.ts';
import type { Resource } from './platform/roles.ts';
import { routeTree } from './routeTree.gen.ts';
import { NotFoundPage, RenderErrorPage } from './shell/error-pages.tsx';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Data is local; a route never shows a pending screen of its own before this much time has passed (ux 4.5).
  defaultPendingMs: 150,
  defaultPendingMinMs: 300,
  defaultErrorComponent: RenderErrorPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** `bare`: without sidebar and top bar, and without a signed-in person (sign-in, error pages). */
    frame?: 'bare' | undefined;
    /** Read permission the page needs (spec 6); without it the Unauthorized view stands in its place. */
    resource?: Resource | undefined;
    /** Feature flag the page belongs to. */
    feature?: Feature | undefined;
  }
}
