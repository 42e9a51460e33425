import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { listenForOutbox } from './runtime/drain-session.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

// The shell and nothing else (D16). /api and /db have no route here, so they go to the network untouched and no
// answer of the server is ever stored twice.
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Paths that are the server's, or files: a missing one must stay missing instead of turning into the page.
const NOT_A_PAGE = [/^\/(?:api|db|canary|kratos)(?:\/|$)/, /^[^?]*\/[^/?]+\.[a-z0-9]+(?:\?|$)/i];
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: NOT_A_PAGE }));

// The first visit's page is controlled at once, so its lazy chunks come from the precache when the network goes.
clientsClaim();

// A bonus where the browser has background sync: what waits is sent though no page is open.
listenForOutbox(self);

// A new version waits until the user takes it: the page sends this from the update prompt, nothing else skips waiting.
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const data: unknown = event.data;
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') {
    event.waitUntil(self.skipWaiting());
  }
});
