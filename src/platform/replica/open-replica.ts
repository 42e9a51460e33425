// oxlint-disable-next-line import/default -- Vite answers `?worker&url` with an address, not with the module
import syncWorkerUrl from '#workers/sync.worker.ts?worker&url';
import { toSyncError, type SyncError } from '#sync/errors.ts';
import { sameIdentity, type Identity } from '#sync/protocol/identity.ts';
import { loadLateReads, openReadModel } from '#sync/read/open-read-model.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import { browserBackgroundSync, watchOutbox } from '../shell/background-sync.ts';
import { buildConfig } from '../config.ts';
import { heldKey, lockKind, rememberLock, type HeldKey } from '../session/device-lock.ts';
import { createKeptMark } from '../device/kept-mark.ts';
import { forgetChanges, rememberChange } from './last-changes.ts';
import { lateWorker } from './late-worker.ts';
import { requestPersistence } from '../device/persistence.ts';
import { refreshWatched } from './refusal-watch.ts';
import { storageKeys, writeStored } from '../device/storage-keys.ts';
import { beforeUpdate, changesSettled } from '../session/settle-work.ts';
import { pageStands, startPainted } from '../shell/start-painted.ts';
import { createStore, type Store } from '../device/store.ts';
import { trustedScriptUrl } from '../shell/trusted-script-url.ts';
import { unsaved } from '../session/unsaved.ts';
import { createSyncClient, workerPorts, type WorkerClient } from './worker-client.ts';

/** One person's data on this device: reads in this tab, and the worker that syncs it. */
export interface Replica {
  readonly identity: Identity;
  readonly model: ReadModel;
  readonly client: WorkerClient;
}

export type Opened =
  | { readonly kind: 'open'; readonly replica: Replica }
  /** No IndexedDB or no workers in this browser. */
  | { readonly kind: 'failed'; readonly error: SyncError };

const keptMark = createKeptMark(document, location.protocol === 'https:');

/** How often a call the user started met an ended session; each one leads to /auth-state-checker (spec 8). */
const refusals = createStore(0);
export const userCallRefusals: Store<number> = refusals;

let opened: Replica | undefined;
/** Reads of a person whose worker is not wanted yet. */
let ahead: Pick<Replica, 'identity' | 'model'> | undefined;

/** Opens the databases for reading while the parts of the page are still on the way; the worker comes with the page. */
export function openModelAhead(identity: Identity): ReadModel {
  ahead = { identity, model: openReadModel(identity, undefined, keyOf(identity)?.codec) };
  return ahead.model;
}

function takeModel(identity: Identity): ReadModel {
  const taken = ahead;
  ahead = undefined;
  if (taken !== undefined && sameIdentity(taken.identity, identity)) return taken.model;
  taken?.model.close();
  return openReadModel(identity, undefined, keyOf(identity)?.codec);
}

/** The one replica of this tab; asking for another identity closes the former. Cheap and repeatable while rendering. */
export function openReplica(identity: Identity, ownerName = ''): Opened {
  if (opened !== undefined && sameIdentity(opened.identity, identity)) {
    return { kind: 'open', replica: opened };
  }
  closeReplica();
  try {
    opened = {
      identity,
      model: takeModel(identity),
      client: spawnClient(identity, ownerName),
    };
    // The next question mostly needs more than the list; one that cannot be loaded now is loaded with that question.
    void pageStands()
      .then(loadLateReads)
      .catch(() => undefined);
    return { kind: 'open', replica: opened };
  } catch (thrown) {
    return { kind: 'failed', error: toSyncError(thrown) };
  }
}

function keyOf({ userId }: Identity): HeldKey | null {
  const key = heldKey.get();
  return key?.userId === userId ? key : null;
}

function closeReplica(): void {
  opened?.model.close();
  opened?.client.close();
  opened = undefined;
  forgetChanges();
}

/** Deletes the identity's databases and ends this tab's worker. Take the screens away first: a read would open them. */
export async function wipeReplica(identity: Identity, confirmedUnsent: number): Promise<void> {
  const replica = openReplica(identity);
  if (replica.kind === 'failed') throw replica.error;
  // An open connection of this tab would hold the deletion up.
  replica.replica.model.close();
  writeStored(storageKeys.wipeBegun, true);
  try {
    await replica.replica.client.wipe(confirmedUnsent);
  } catch (thrown) {
    // Refused: nothing was removed, and nothing is to be finished by the next start.
    if (toSyncError(thrown).info.kind === 'rejected') writeStored(storageKeys.wipeBegun, null);
    throw thrown;
  }
  writeStored(storageKeys.wipeBegun, null);
  keptMark.clear();
  rememberLock(identity.userId, false);
  closeReplica();
}

/** Encrypts everything under the lock that was just put on, and closes it. Take the screens away first. */
export async function sealReplica(identity: Identity): Promise<void> {
  const replica = openReplica(identity);
  if (replica.kind === 'failed') throw replica.error;
  replica.replica.model.close();
  try {
    await replica.replica.client.sealLocked();
  } finally {
    closeReplica();
  }
}

function spawnClient(identity: Identity, ownerName: string): WorkerClient {
  const hadData = keptMark.has(identity.userId);
  keptMark.set(identity.userId);
  const make = (): Worker =>
    new Worker(trustedScriptUrl(syncWorkerUrl), { type: 'module', name: 'holdfast-sync' });
  const painted = startPainted();
  const worker = painted === null ? make() : lateWorker(make, painted);
  const client = createSyncClient(
    {
      identity,
      apiBase: buildConfig.apiBase,
      tabId: crypto.randomUUID(),
      appVersion: buildConfig.appVersion,
      ownerName,
      hadData,
      key: keyOf(identity)?.key,
    },
    workerPorts(worker),
  );
  client
    .unsent()
    .catch(async (thrown: unknown) => {
      if (toSyncError(thrown).info.kind !== 'unauthorized' || (await lockKind(identity)) === null) return;
      // The page did not remember the lock: it does from now on, and asks for the PIN.
      if (rememberLock(identity.userId, true)) location.reload();
    })
    // The client's status says already that nothing could be opened.
    .catch(reportError);
  const stopWatching = watchOutbox(client.status, browserBackgroundSync);
  const stopSettling = beforeUpdate(() => changesSettled(client.status));
  return {
    ...client,
    close() {
      stopWatching();
      stopSettling();
      client.close();
    },
    submit: async (command, screen) => {
      const saved = await unsaved.save(() => client.submit(command, screen));
      // From the first unsent change on, this origin's storage is worth keeping (ux 4.11).
      void requestPersistence();
      rememberChange({ submitted: saved, screen, at: Date.now() });
      return saved;
    },
    pin: async (kind, id) => {
      await client.pin(kind, id);
      // What somebody wants to keep is worth asking for (D18).
      void requestPersistence();
    },
    // The worker reports a 401 as its phase; only this call was the user's own (ux 6.2).
    refresh: () => refreshWatched(client.status, client.refresh, () => refusals.set(refusals.get() + 1)),
  };
}
