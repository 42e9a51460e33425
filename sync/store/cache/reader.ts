import { Dexie } from 'dexie';
import type { Identity } from '../../protocol/identity.ts';
import { SyncError } from '../../errors.ts';
import { isMarkedComplete, readableOld } from './earlier-cache.ts';
import type { ConnectionSpec, StoreHost } from '../device/connection.ts';
import { buildDexie, databaseNames } from '../device/connection.ts';
import { cacheSpec } from './cache-spec.ts';
import { classifyStorage } from '../device/storage-errors.ts';

/** Runs a read in one transaction of one database; rejects with SyncError. */
export type Reader = <T>(tables: readonly string[], work: (db: Dexie) => Promise<T>) => PromiseLike<T>;

/** What a reader needs of its host: another IndexedDB in tests, and the codec of locked data (D22). */
export type ReaderHost = Pick<StoreHost, 'idb' | 'codec'>;

/** A database for reading only. */
export interface OpenReader {
  readonly read: Reader;
  readonly close: () => void;
  /** True once the database was closed here or by another tab. */
  readonly isClosed: () => boolean;
}

/**
 * Opens a database for reading. It closes when another tab upgrades or deletes it and stays closed: reopening would
 * bring a wiped database back. A lost connection is reopened once per read.
 */
export function openReader(spec: ConnectionSpec, { idb, codec }: ReaderHost): OpenReader {
  const db = buildDexie(spec, { idb, codec });
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    db.close({ disableAutoOpen: true });
  };
  db.on('versionchange', () => {
    close();
    return false;
  });
  return {
    close,
    isClosed: () => isClosed,
    // The transaction starts at once and its scope is an async function: only so does `liveQuery` see every read,
    // whatever the querier around it looks like (Dexie follows native awaits only below an async scope).
    read: (tables, work) => {
      // A database in the layout it has tells its tables only once it is open.
      const attempt = () =>
        spec.stores === undefined && !db.isOpen()
          ? db.open().then(() => db.transaction('r', [...tables], async () => await work(db)))
          : db.transaction('r', [...tables], async () => await work(db));
      return attempt().catch((thrown: unknown) => {
        const verdict = classifyStorage(thrown);
        if (!verdict.retry || isClosed) throw verdict.error;
        db.close({ disableAutoOpen: false });
        return attempt().catch((again: unknown) => {
          throw classifyStorage(again).error;
        });
      });
    },
  };
}

/**
 * Reads the cache of an identity: the one of an earlier layout while the present one is being filled, then the
 * present one (D17). Reads inside `liveQuery` run again when the present one is complete. A table the earlier layout
 * did not have is read from the present one, whose feeds say how far it is.
 */
export function openCacheReader(identity: Identity, host: ReaderHost): OpenReader {
  const present = openReader(cacheSpec(identity, 'cloned'), host);
  let old: OpenReader | null = null;
  // Dexie's promise, not the native one: what follows it stays inside the `liveQuery` that asked.
  let looking: PromiseLike<void> | null = new Dexie.Promise<void>((resolve) => {
    databaseNames(host)
      .then((names) => {
        const name = readableOld(names, identity);
        if (name !== undefined) old = openReader({ name, options: {}, stores: undefined }, host);
      })
      .catch(() => undefined) // no list of databases: then nothing is known of an older one, and this one is read
      .finally(() => {
        looking = null;
        resolve();
      });
  });

  const leaveOld = (): void => {
    old?.close();
    old = null;
  };

  function readOne<T>(tables: readonly string[], work: (db: Dexie) => Promise<T>): PromiseLike<T> {
    const earlier = old;
    if (earlier === null) return present.read(tables, work);
    return present.read(['cache_meta'], isMarkedComplete).then((isComplete) => {
      if (isComplete) leaveOld();
      if (isComplete || earlier.isClosed()) return present.read(tables, work);
      return earlier.read(tables, work).then(undefined, (thrown: unknown) => {
        const isOldAtFault = thrown instanceof SyncError && thrown.info.kind === 'storage-lost';
        if (!isOldAtFault) throw thrown;
        return present.read(tables, work);
      });
    });
  }

  return {
    read: (tables, work) =>
      looking === null ? readOne(tables, work) : looking.then(() => readOne(tables, work)),
    close: () => {
      leaveOld();
      present.close();
    },
    isClosed: present.isClosed,
  };
}
