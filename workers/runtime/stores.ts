import type { Identity } from '#sync/protocol/identity.ts';
import { SyncError, toSyncError } from '#sync/errors.ts';
import type { Log } from '#sync/ports.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import { pulledTables } from '#sync/protocol/tables.ts';
import type { SwappingCache } from '#sync/store/cache/swap.ts';
import { createSwappingCache } from '#sync/store/cache/swap.ts';
import type { DexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { createDexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { createDeviceRegistry } from '#sync/store/device/device-registry.ts';
import { identityHash } from '#sync/store/device/names.ts';
import type { ReadByAll } from '#sync/store/journal/op-format.ts';
import { presentFormat } from '#sync/store/journal/op-format.ts';
import { createVault } from '#sync/store/device/vault.ts';
import type { DeviceStorage, NamedStorage } from '#sync/store/device/wipe.ts';
import { resumeWipes, wipeHash } from '#sync/store/device/wipe.ts';
import { deviceClock } from './clock.ts';
import type { DeviceLock } from './lock.ts';
import { createDeviceLock, randomBytes } from './lock.ts';
import { passLock, sealEverything } from './open-lock.ts';
import type { StorageKeeper, StorageKeeperInput } from './storage-keeper.ts';
import { createStorageKeeper } from './storage-keeper.ts';
import { deviceTimers } from './timers.ts';

/** The two databases of one identity. */
export interface Stores {
  readonly journal: DexieJournal;
  readonly cache: SwappingCache;
  readonly device: DeviceStorage;
  readonly keeper: StorageKeeper;
  readonly lock: DeviceLock;
  close(): Promise<void>;
  /** Finishes the wipes a crash cut off. First of all, before anything is opened (I18). */
  recover(): Promise<void>;
  /** Closes everything and seals it under a fresh lock (D22). `isAlone`: no other tab can write in the clear. */
  seal(key: Uint8Array, isAlone: boolean): Promise<void>;
  /**
   * Deletes everything of the identity and verifies that it is gone (D22); begun once, it is finished whatever
   * happens. Rejects with `rejected` when more is unsent than the person has agreed to lose.
   */
  wipe(confirmedUnsent: number): Promise<void>;
}

/** Everything of this origin that can hold data, as far as the context offers it. */
export function deviceStorage(host: DeviceStorage['host'], caches: CacheStorage | undefined): DeviceStorage {
  const others: NamedStorage[] = caches === undefined ? [] : [caches];
  return { host, registry: createDeviceRegistry(host), others };
}

/** What another tab can do to the databases of this one (D17). */
export interface StoreEvents {
  /** Another tab upgrades or deletes a database; its connection here has closed for good. */
  readonly superseded: () => void;
  /** Another tab keeps a database from being opened, upgraded or deleted. */
  readonly blocked: () => void;
  /** A database was deleted from under this tab. */
  readonly vanished: () => void;
}

/**
 * Collections a new cache must have before an old one goes (D17): what is not pulled yet, or only once somebody visits or opens
 * it, may never come.
 */
export function feedsToFill(): readonly string[] {
  const packed = Object.values(packedSpecs).filter(({ feed }) => feed.kind !== 'opened');
  const rows = Object.values(pulledTables).filter(({ keep }) => keep !== 'visited');
  return [...rows, ...packed].map(({ name }) => name);
}

/** What the context and the page know about the storage. */
export interface StorageFacts extends Pick<StorageKeeperInput, 'manager' | 'hadData'> {
  /** Newest format of operations that every open context reads; absent where nobody else can be open (D17). */
  readonly readByAll?: ReadByAll | undefined;
  /** Of a person who has locked their data and given the PIN (D22). */
  readonly key?: Uint8Array | undefined;
}

/** Opens the databases of an identity at first use. A cache of an earlier layout stays until the new one is complete. */
export function openStores(
  identity: Identity,
  log: Log,
  wait: (delayMs: number) => Promise<void>,
  events: StoreEvents,
  storage: StorageFacts = { manager: undefined, hadData: false },
): Stores {
  const host = {
    log,
    wait,
    onSuperseded: events.superseded,
    onBlocked: events.blocked,
    onVanished: events.vanished,
    relieve: () => keeper.relieve(),
    nowMs: () => deviceClock.nowMs(),
    codec: storage.key === undefined ? undefined : createVault(storage.key, randomBytes),
  };
  const journal = createDexieJournal(identity, host, presentFormat, storage.readByAll);
  const cacheHost = { ...host, relieve: () => keeper.relieveUnlessRunning() };
  const cache = createSwappingCache(identity, cacheHost, feedsToFill());
  const keeper = createStorageKeeper({
    journal,
    cache,
    clock: deviceClock,
    timers: deviceTimers,
    log,
    manager: storage.manager,
    hadData: storage.hadData,
  });
  // The registry must be readable without any key.
  const clear = { ...host, codec: undefined };
  const device = deviceStorage(clear, globalThis.caches);
  const hash = identityHash(identity);
  const lock = createDeviceLock(device.registry, hash, deviceClock);
  const close = async (): Promise<void> => {
    keeper.stop();
    await Promise.all([journal.close(), cache.close()]);
  };
  /** Set once a wipe has begun: asked again, it goes on and asks nobody. */
  let isWiping = false;
  return {
    journal,
    cache,
    device,
    keeper,
    lock,
    close,
    recover: async () => {
      await resumeWipes(device);
      await passLock({ identity, host: clear, lock, journal, cache, hasKey: storage.key !== undefined });
      cache
        .settle()
        .catch((thrown: unknown) => log.event('warn', 'cache.old-kept', { message: String(thrown) }));
    },
    seal: async (key, isAlone) => {
      await close();
      // Without making room: that would read through the stores that were just closed.
      await sealEverything({ identity, host: { ...clear, relieve: undefined }, lock }, key, isAlone);
    },
    wipe: async (confirmedUnsent) => {
      if (!isWiping) {
        // Who has agreed to lose whatever there is need not have a journal that can be read. Everybody else is asked
        // before the mark stands: a mark that is left behind deletes, and nobody would count any more.
        const count = confirmedUnsent === Number.MAX_SAFE_INTEGER ? 0 : await countUnsent(journal);
        if (count > confirmedUnsent) throw unconfirmed(count);
        await begin(device, hash, log);
        isWiping = true;
      }
      await close();
      await wipeHash(hash, device);
    },
  };
}

async function countUnsent(journal: DexieJournal): Promise<number> {
  const open = await journal.read({ open: true });
  return open.filter((op) => op.state !== 'acked').length;
}

/** A device so full that it takes no note must still be wiped: that is what makes room. */
async function begin(device: DeviceStorage, hash: string, log: Log): Promise<void> {
  try {
    await device.registry.beginWipe(hash);
  } catch (thrown) {
    log.event('error', 'wipe.unmarked', { message: toSyncError(thrown).message });
  }
}

/** More work is unsent than the person has agreed to lose (I18). */
export function unconfirmed(count: number): SyncError {
  const what = count === 1 ? '1 change is' : `${count} changes are`;
  return new SyncError({
    kind: 'rejected',
    status: 0,
    message: `${what} not sent yet. Nothing was removed.`,
  });
}
