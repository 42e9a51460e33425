import type { AnyRoute } from '@tanstack/react-router';

/** What of the router tells which page an address shows. */
interface Router {
  getMatchedRoutes(pathname: string): readonly [readonly AnyRoute[], ...unknown[]];
}

/** Sends for the code of the page at this address: it is on its way while the app is made, and not only afterwards. */
export function preloadPage(router: Router, pathname: string): void {
  const [routes] = router.getMatchedRoutes(pathname);
  // What cannot be loaded is said by the route, which asks for the same.
  for (const { options } of routes) options.component?.preload?.()?.catch(() => undefined);
}
