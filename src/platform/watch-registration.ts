/** What is used of a `ServiceWorkerRegistration`. */
export interface WatchedRegistration extends EventTarget {
  readonly installing: EventTarget | null;
  readonly waiting: object | null;
  readonly active: object | null;
}

/**
 * Calls back whenever a new version waits behind the one that runs, whoever looked for it and however often one before
 * it broke off. workbox-window hears no version after the first that it did not look for itself, and none that was
 * being installed before the page had registered.
 */
export function watchRegistration(registration: WatchedRegistration, onWaiting: () => void): void {
  const look = (): void => {
    // Without a running version the first one is on its way through.
    if (registration.waiting !== null && registration.active !== null) onWaiting();
  };
  const follow = (): void => registration.installing?.addEventListener('statechange', look);
  registration.addEventListener('updatefound', follow);
  follow();
  look();
}
