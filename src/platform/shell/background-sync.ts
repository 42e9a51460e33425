import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import type { Store } from '../device/store.ts';

/** Name the service worker answers to. */
const OUTBOX_TAG = 'outbox';
/** A change that no answer came for within this time may outlive the page (D16). */
const PATIENCE_MS = 5000;

export interface BackgroundSyncPorts {
  /** Asks the browser to wake the service worker when there is a network; rejects where it cannot or may not. */
  readonly register: (tag: string) => Promise<void>;
  readonly setTimer: (run: () => void, delayMs: number) => () => void;
}

/**
 * Registers the background sync when changes have waited five seconds without one of them getting through. Once per
 * stretch of waiting: a browser fires it again by itself. Returns the way to stop.
 */
export function watchOutbox(status: Store<SyncStatus>, ports: BackgroundSyncPorts): () => void {
  let waited = 0;
  let cancel: (() => void) | null = null;
  let isRegistered = false;
  const disarm = (): void => {
    cancel?.();
    cancel = null;
  };
  const fire = (): void => {
    cancel = null;
    isRegistered = true;
    ports.register(OUTBOX_TAG).catch(() => {
      // No background sync in this browser, or the person has switched it off: the outbox is sent by the next page.
    });
  };
  const look = (): void => {
    const { waiting } = status.get();
    if (waiting === 0) {
      disarm();
      isRegistered = false;
    } else if (waiting < waited) disarm();
    waited = waiting;
    if (waiting > 0 && !isRegistered && cancel === null) cancel = ports.setTimer(fire, PATIENCE_MS);
  };
  const unsubscribe = status.subscribe(look);
  look();
  return () => {
    unsubscribe();
    disarm();
  };
}

/** `SyncManager` of Chromium, which TypeScript's library does not describe. */
interface SyncManager {
  register(tag: string): Promise<void>;
}

/** The browser's background sync; rejects everywhere but in Chromium. */
export const browserBackgroundSync: BackgroundSyncPorts = {
  async register(tag) {
    const { ready } = navigator.serviceWorker;
    const manager: unknown = Reflect.get(await ready, 'sync');
    if (manager === undefined) throw new Error('This browser has no background sync');
    await (manager as SyncManager).register(tag); // present, so it is what the specification says
  },
  setTimer(run, delayMs) {
    const handle = setTimeout(run, delayMs);
    return () => clearTimeout(handle);
  },
};
