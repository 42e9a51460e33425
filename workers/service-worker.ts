import { listenForOutbox } from './runtime/drain-session.ts';
import { createShellCache, type ShellFile } from './runtime/shell-cache.ts';
import { answerShell, listenForShellCheck } from './runtime/shell-answers.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly Partial<ShellFile>[] };

// The shell and nothing else (D16). /api and /db are left to the network, so no answer of the server is ever stored
// twice. The PWA plugin names its manifest a second time, without a hash.
const files = self.__WB_MANIFEST.filter((file): file is ShellFile => file.integrity !== undefined);
const shell = createShellCache(files, {
  origin: self.location.origin,
  caches: self.caches,
  fetch: (url, init) => self.fetch(url, init),
});

self.addEventListener('install', (event) => event.waitUntil(shell.install()));

// The first visit's page is controlled at once, so its lazy chunks come from the cache when the network goes.
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([shell.removeOlder(), self.clients.claim()])),
);

self.addEventListener('fetch', (event) => {
  const answer = answerShell(shell, event.request, self.location.origin);
  if (answer !== null) event.respondWith(answer);
});

listenForShellCheck(self, shell);

// A bonus where the browser has background sync: what waits is sent though no page is open.
listenForOutbox(self);

// A new version waits until the user takes it: the page sends this from the update prompt, nothing else skips waiting.
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const data: unknown = event.data;
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') {
    event.waitUntil(self.skipWaiting());
  }
});
