import { drainOutbox } from '#sync/engine/send/drain.ts';
import type { DrainEnd } from '#sync/engine/send/drain.ts';
import { leaderLock } from '#sync/engine/tabs/leadership.ts';
import { toSyncError } from '#sync/errors.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import type { Lifecycle, Log } from '#sync/ports.ts';
import { journalIdentities } from '#sync/store/journal/journal-list.ts';
import { identityHash } from '#sync/store/device/names.ts';
import { OUTBOX_TAG, syncOutbox } from './background-sync.ts';
import { createBus } from './bus.ts';
import { deviceClock } from './clock.ts';
import { createHttp } from './http.ts';
import { createLocks } from './locks.ts';
import { createLog } from './log.ts';
import { createRng } from './rng.ts';
import { openStores } from './stores.ts';
import { joinTabRegistry, readByAll } from './tab-registry.ts';
import { deviceTimers, waitWith } from './timers.ts';

/** The page is told its API base when it is built; both come from the same build. */
const API_BASE = '/api';
/** Where a click on the notification leads: the outbox, over the incident list. */
const OUTBOX_URL = '/incidents?panel=sync';

/** The event of the Background Sync API, which TypeScript's library does not describe. */
interface BackgroundSyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** A service worker is never in front of anybody, and learns nothing of the page. */
const lifecycleOf = (navigator: WorkerNavigator): Lifecycle => ({
  isVisible: () => false,
  isOnLine: () => navigator.onLine,
  isConstrained: () => false,
  onChange: () => () => undefined,
});

const openBus = (identity: Identity, log: Log): ReturnType<typeof createBus> =>
  createBus(new BroadcastChannel(`holdfast-${identityHash(identity)}`), log);

/** Opens the real ports of one identity, drains, and closes them. The lock is held by the caller. */
async function drain(scope: ServiceWorkerGlobalScope, log: Log, identity: Identity): Promise<DrainEnd> {
  const { locks } = scope.navigator;
  const registry = joinTabRegistry(locks, identity, { tabId: 'service-worker', appVersion: null }, log);
  const stores = openStores(
    identity,
    log,
    waitWith(deviceTimers),
    { superseded: () => undefined, blocked: () => undefined, vanished: () => undefined },
    { manager: undefined, hadData: false, readByAll: () => readByAll(registry) },
  );
  const bus = openBus(identity, log);
  try {
    await stores.recover();
    return await drainOutbox(
      {
        clock: deviceClock,
        rng: createRng(),
        timers: deviceTimers,
        http: createHttp({ base: API_BASE, fetch: scope.fetch.bind(scope), timers: deviceTimers }),
        journal: stores.journal,
        cache: stores.cache,
        packed: stores.cache.packed,
        locks: createLocks(locks),
        bus,
        lifecycle: lifecycleOf(scope.navigator),
        log,
      },
      // It makes no operation, so no version is ever written.
      { identity, tabId: 'service-worker', appVersion: '' },
    );
  } finally {
    bus.close();
    await stores.close();
    registry.leave();
  }
}

async function askToSignIn(scope: ServiceWorkerGlobalScope): Promise<void> {
  if (Notification.permission !== 'granted') return;
  // No text of an incident: a notification is read by whoever passes.
  await scope.registration.showNotification('Sign in to send your changes', {
    body: 'They are saved on this device and wait for you.',
    icon: '/icons/icon-192.png',
    tag: OUTBOX_TAG,
  });
}

async function showOutbox(scope: ServiceWorkerGlobalScope): Promise<void> {
  const [page] = await scope.clients.matchAll({ type: 'window' });
  if (page === undefined) await scope.clients.openWindow(OUTBOX_URL);
  else await page.focus();
}

/** Handles background sync and the notification it may post. Called while the service worker's script is evaluated. */
export function listenForOutbox(scope: ServiceWorkerGlobalScope): void {
  const log = createLog(deviceClock);
  const handle = (): Promise<void> =>
    syncOutbox({
      identities: journalIdentities,
      hasPage: async () =>
        (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).length > 0,
      wait: waitWith(deviceTimers),
      nudge: (identity) => {
        const bus = openBus(identity, log);
        bus.post({ type: 'refresh' });
        bus.close();
      },
      drain: (identity) =>
        scope.navigator.locks.request(leaderLock(identity), { ifAvailable: true }, (lock) =>
          lock === null ? null : drain(scope, log, identity),
        ),
      unopened: (thrown) => log.event('warn', 'drain.unopened', { message: toSyncError(thrown).message }),
      askToSignIn: () => askToSignIn(scope),
    });
  scope.addEventListener('sync', (event: Event) => {
    const sync = event as BackgroundSyncEvent; // what this event is, by its name
    if (sync.tag === OUTBOX_TAG) sync.waitUntil(handle());
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(showOutbox(scope));
  });
}
