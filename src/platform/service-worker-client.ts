import { noteStaleChunk } from '#src/lib/stale-chunk.ts';
import { settleWork } from './settle-work.ts';
import { pageStands } from './start-painted.ts';
import { createStore, useStore, type Store } from './store.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';
import { watchRegistration } from './watch-registration.ts';
import { workInProgress } from './work-in-progress.ts';

/**
 * ```
 * current ──new worker installed──► waiting ──accepted here──► activating ──settled──► skip waiting ──► reload
 *                                      └──accepted in another tab──► reload, or stale while work is open here
 * ```
 */
export type UpdateState = 'current' | 'waiting' | 'activating' | 'stale';

const CHECK_INTERVAL_MS = 60 * 60 * 1000;
/** Longest wait for changes in flight; one that is cut off is looked up by the new version, so nothing is lost. */
const SETTLE_TIMEOUT_MS = 10_000;
/** Handing over is reported flaky with several tabs (D16), so no tab's reload depends on it. */
const HANDOVER_TIMEOUT_MS = 4000;
/** A second failed chunk within this time is not cured by another reload. */
const CHUNK_RELOAD_PAUSE_MS = 60_000;
const CHUNK_RELOAD_KEY = 'holdfast.chunkReloadAt';

export interface ServiceWorkerPorts {
  /** Calls back when a new version is installed and waits. */
  readonly onWaiting: (listener: () => void) => void;
  readonly skipWaiting: () => void;
  readonly hasController: () => boolean;
  readonly onControllerChange: (listener: () => void) => void;
  readonly reload: () => void;
  readonly isWorkOpen: () => boolean;
  /** Resolves when nothing of this tab is half done: drafts saved, changes in flight answered. */
  readonly settled: () => Promise<void>;
  /** Tells the other tabs that the new version was accepted here. */
  readonly announce: () => void;
  readonly onAnnounced: (listener: () => void) => void;
  readonly onWorkChange: (listener: () => void) => void;
  readonly setTimer: (run: () => void, delayMs: number) => void;
}

export interface Updates extends Store<UpdateState> {
  /** Hands over to the new version and reloads; called by the update prompt only. */
  readonly accept: () => void;
}

export function createUpdates(ports: ServiceWorkerPorts): Updates {
  const state = createStore<UpdateState>('current');
  let wasControlled = ports.hasController();
  let isReloading = false;
  const reloadOnce = (): void => {
    if (isReloading) return;
    isReloading = true;
    ports.reload();
  };
  ports.onWaiting(() => {
    if (state.get() === 'current') state.set('waiting');
  });
  const handOver = (): void => {
    if (state.get() === 'activating' || !ports.isWorkOpen()) reloadOnce();
    else state.set('stale');
  };
  ports.onControllerChange(() => {
    const isFirstInstall = !wasControlled;
    wasControlled = true;
    if (!isFirstInstall) handOver();
  });
  ports.onAnnounced(() => ports.setTimer(handOver, HANDOVER_TIMEOUT_MS));
  const takeOver = (): void => {
    ports.skipWaiting();
    ports.announce();
    ports.setTimer(reloadOnce, HANDOVER_TIMEOUT_MS);
  };
  ports.onWorkChange(() => {
    if (state.get() === 'stale' && !ports.isWorkOpen()) reloadOnce();
  });
  return {
    get: state.get,
    subscribe: state.subscribe,
    accept() {
      if (state.get() === 'stale') {
        reloadOnce();
        return;
      }
      if (state.get() === 'activating') return;
      state.set('activating');
      let isTaken = false;
      const takeOnce = (): void => {
        if (!isTaken) takeOver();
        isTaken = true;
      };
      ports.settled().then(takeOnce, takeOnce);
      ports.setTimer(takeOnce, SETTLE_TIMEOUT_MS);
    },
  };
}

const none: Updates = { get: () => 'current', subscribe: () => () => undefined, accept: () => undefined };
let updates: Updates = none;

const ACCEPTED = 'accepted';

/** Word between the tabs, whoever is signed in in them. */
function tabsOfThisApp(): Pick<ServiceWorkerPorts, 'announce' | 'onAnnounced'> {
  const channel = new BroadcastChannel('holdfast-update');
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes no origin
    announce: () => channel.postMessage(ACCEPTED),
    onAnnounced: (listener) => {
      channel.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (event.data === ACCEPTED) listener();
      });
    },
  };
}

/** Registers the service worker and looks for a new version hourly and when the window comes to the front. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registering = register();
  const withRegistration = (act: (registration: ServiceWorkerRegistration) => unknown): void => {
    registering.then(act).catch((error: unknown) => reportError(error));
  };
  updates = createUpdates({
    onWaiting: (listener) => withRegistration((registration) => watchRegistration(registration, listener)),
    skipWaiting: () =>
      withRegistration(({ waiting }) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a ServiceWorker takes no origin
        waiting?.postMessage({ type: 'SKIP_WAITING' });
      }),
    hasController: () => navigator.serviceWorker.controller !== null,
    onControllerChange: (listener) => navigator.serviceWorker.addEventListener('controllerchange', listener),
    reload: () => location.reload(),
    isWorkOpen: workInProgress.isOpen,
    onWorkChange: (listener) => workInProgress.subscribe(listener),
    settled: settleWork,
    ...tabsOfThisApp(),
    setTimer: (run, delayMs) => setTimeout(run, delayMs),
  });
  const check = (): void => {
    // A failed check (captive portal, server down) is repeated within the hour; the running version is unharmed.
    if (navigator.onLine) withRegistration((registration) => registration.update().catch(() => undefined));
  };
  setInterval(check, CHECK_INTERVAL_MS);
  addEventListener('focus', check);
}

/** Once the page stands: nothing of this is seen. */
async function register(): Promise<ServiceWorkerRegistration> {
  await pageStands();
  const script = trustedScriptUrl('/service-worker.js');
  return navigator.serviceWorker.register(script, { scope: '/', updateViaCache: 'none' });
}

/**
 * A lazy chunk that is gone was replaced by a newer version: one reload fetches it. Not offline (it would not help),
 * not over unsaved work, and not twice in a row; then the error view offers the reload. Vite raises one event for all
 * browsers' wordings.
 */
export function watchStaleChunks(now: () => number = Date.now): void {
  addEventListener('vite:preloadError', (event) => {
    noteStaleChunk(event.payload);
    if (!navigator.onLine || workInProgress.isOpen()) return;
    const last = Number(sessionStorage.getItem(CHUNK_RELOAD_KEY) ?? '0');
    if (now() - last < CHUNK_RELOAD_PAUSE_MS) return;
    sessionStorage.setItem(CHUNK_RELOAD_KEY, String(now()));
    event.preventDefault();
    location.reload();
  });
}

export function useUpdateState(): UpdateState {
  return useStore(updates);
}

export function acceptUpdate(): void {
  updates.accept();
}
