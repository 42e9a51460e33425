/** What is used of a `ServiceWorker` that is being installed. */
export interface InstallingWorker extends EventTarget {
  readonly state: string;
}

/** What is used of a `ServiceWorkerRegistration`. */
export interface WatchedRegistration extends EventTarget {
  readonly installing: InstallingWorker | null;
  readonly waiting: object | null;
  readonly active: object | null;
}

/**
 * Calls back whenever a new version waits behind the one that runs, whoever looked for it and however often one before
 * it broke off. workbox-window hears no version after the first that it did not look for itself, and none that was
 * being installed before the page had registered. `onBroken` is called when a version could not be installed: the
 * network was lost or answered with something else than its files.
 */
export function watchRegistration(
  registration: WatchedRegistration,
  onWaiting: () => void,
  onBroken: () => void,
): void {
  const look = (): void => {
    // Without a running version the first one is on its way through.
    if (registration.waiting !== null && registration.active !== null) onWaiting();
  };
  const follow = (): void => {
    const worker = registration.installing;
    let isInstalled = false;
    worker?.addEventListener('statechange', () => {
      look();
      // One that was installed and is replaced by the next becomes redundant too.
      if (worker.state === 'redundant' && !isInstalled) onBroken();
      else isInstalled = true;
    });
  };
  registration.addEventListener('updatefound', follow);
  follow();
  look();
}
