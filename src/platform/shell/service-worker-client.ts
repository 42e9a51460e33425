import { noteStaleChunk } from '#src/lib/stale-chunk.ts';
import { createRetry } from './retry.ts';
import { settleWork } from '../session/settle-work.ts';
import { checkShell } from './shell-check.ts';
import { pageStands } from './start-painted.ts';
import { createStore, useStore, type Store } from '../device/store.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';
import { watchRegistration } from './watch-registration.ts';
import { whenIdle } from './when-idle.ts';
import { workInProgress } from '../session/work-in-progress.ts';

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

/**
 * Registers the service worker and looks for a new version hourly, when the window comes to the front and when the
 * network is back; then the kept files are looked over too, once for each page and until they are whole. What could not
 * be installed or mended (a lost network, a sign-in page in its place) is tried again after a while.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const setTimer = (run: () => void, delayMs: number): void => {
    setTimeout(run, delayMs);
  };
  const waitingListeners = new Set<() => void>();
  const watched = new WeakSet<ServiceWorkerRegistration>();
  const installs = createRetry(() => look(), setTimer);
  let isLookedOver = false;
  const watch = (registration: ServiceWorkerRegistration): void => {
    // A first installation that fails takes its registration with it: the next one is another.
    if (watched.has(registration)) return;
    watched.add(registration);
    watchRegistration(
      registration,
      () => {
        installs.succeeded();
        for (const listener of waitingListeners) listener();
      },
      installs.failed,
    );
  };
  const lookOver = async (): Promise<void> => {
    if (isLookedOver) return;
    await new Promise<void>((resolve) => whenIdle(resolve));
    const found = await checkShell();
    isLookedOver ||= found?.isWhole === true;
    if (found?.isWhole === false) installs.failed();
  };
  const start = (): Promise<ServiceWorkerRegistration | null> =>
    register().then(
      (registration) => {
        watch(registration);
        lookOver().catch((error: unknown) => reportError(error));
        return registration;
      },
      () => {
        installs.failed();
        return null;
      },
    );
  const look = (): void => {
    start()
      .then((registration) => (navigator.onLine ? registration?.update() : undefined))
      // A failed look (captive portal, server down) is repeated within the hour; the running version is unharmed.
      .catch(() => undefined);
  };
  updates = createUpdates({
    onWaiting: (listener) => waitingListeners.add(listener),
    skipWaiting: () => {
      skipWaiting().catch((error: unknown) => reportError(error));
    },
    hasController: () => navigator.serviceWorker.controller !== null,
    onControllerChange: (listener) => navigator.serviceWorker.addEventListener('controllerchange', listener),
    reload: () => location.reload(),
    isWorkOpen: workInProgress.isOpen,
    onWorkChange: (listener) => workInProgress.subscribe(listener),
    settled: settleWork,
    ...tabsOfThisApp(),
    setTimer,
  });
  void start();
  setInterval(look, CHECK_INTERVAL_MS);
  addEventListener('focus', look);
  addEventListener('online', look);
}

async function skipWaiting(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** Once the page stands: nothing of this is seen. */
async function register(): Promise<ServiceWorkerRegistration> {
  await pageStands();
  const script = trustedScriptUrl('/service-worker.js');
  return navigator.serviceWorker.register(script, { scope: '/', updateViaCache: 'none' });
}

const isControlled = (): boolean =>
  'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
const reload = (): void => location.reload();

/** A reload that asks for parts of the app again; what this device keeps of them is mended first. */
export async function reloadWhole(): Promise<void> {
  if (isControlled()) await checkShell();
  reload();
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
    if (!isControlled()) {
      event.preventDefault();
      location.reload();
      return;
    }
    // Gone or damaged on this device: what the reload is answered with is mended first.
    void reloadWhole();
  });
}

export function useUpdateState(): UpdateState {
  return useStore(updates);
}

export function acceptUpdate(): void {
  updates.accept();
}
