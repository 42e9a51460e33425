// First: a secret in the address must be gone before anything else runs.
import './take-url-credentials.ts';
// Before the router reads the address.
import { openLaunches } from './take-launch.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { finishWipe, isWipeBegun } from './platform/session/finish-wipe.ts';
import { followStoredLimits } from './platform/device/freshness-limits.ts';
import { readListAhead } from './features/incidents/list/list-ahead.ts';
import { keptListAhead, keptPartAhead } from './platform/replica/kept-ahead.ts';
import { openAhead } from './platform/replica/open-ahead.ts';
import { watchInstall } from './platform/shell/install.ts';
import { preloadPage } from './platform/shell/preload-page.ts';
import { startServiceWorker, watchStaleChunks } from './platform/shell/service-worker-client.ts';
import { applyTheme } from './platform/device/theme.ts';
import { listenForShortcuts } from './platform/actions/shortcuts.ts';
import { session } from './platform/session/session.ts';
import { storageKeys } from './platform/device/storage-keys.ts';
import { router } from './router.tsx';
import { focusWhatIsNavigatedTo } from './shell/navigation-focus.ts';
import { listenForRegions } from './shell/regions.ts';

applyTheme();
watchStaleChunks();
preloadPage(router, location.pathname);
watchInstall();
startServiceWorker();
openLaunches((href) => router.history.push(href));
addEventListener('storage', (event) => {
  if (event.key === storageKeys.lastIdentity) session.adoptStored();
});

followStoredLimits();
listenForShortcuts();
listenForRegions();
focusWhatIsNavigatedTo(router);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
function renderApp(container: HTMLElement): void {
  createRoot(container).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
if (isWipeBegun()) {
  finishWipe()
    .catch((thrown: unknown) => reportError(thrown))
    .finally(() => renderApp(root));
} else {
  openAhead(location, {
    '/catalog': keptListAhead('index-list', 'config_items'),
    '/health': keptListAhead('health-list'),
    '/incidents': readListAhead,
    '/topology': keptListAhead('topology-list'),
    '/topology/$id': keptPartAhead('topology-list'),
  });
  renderApp(root);
}
