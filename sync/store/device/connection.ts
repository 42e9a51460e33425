import { Dexie } from 'dexie';
import type { DexieOptions } from 'dexie';
import { SyncError } from '../../errors.ts';
import type { Log } from '../../ports.ts';
import { guardKey, KeyChanged } from './key-mark.ts';
import { sealTables } from './sealed-tables.ts';
import { classifyStorage } from './storage-errors.ts';
import type { RecordCodec } from './vault.ts';

/** Pauses before the tries with a new connection (D18). */
const REOPEN_PAUSES_MS: readonly number[] = [200, 600, 2_000];
/**
 * How long another tab may hold up opening or deleting before the user hears of it, and how much longer before the
 * call gives up (D17); an unhandled block would hang for ever. Our own closing connection blocks for a moment, too.
 */
const BLOCKED_TELL_MS = 1_000;
const BLOCKED_TIMEOUT_MS = 9_000;

/** What a database connection needs from its host; nothing is taken from globals except IndexedDB itself. */
export interface StoreHost {
  /** Resolves after the delay. */
  readonly wait: (delayMs: number) => Promise<void>;
  readonly log: Log;
  /** Another tab keeps the database from being opened or deleted: tell the user (D17). */
  readonly onBlocked?: ((name: string) => void) | undefined;
  /** Another tab upgrades or deletes the database; this connection has closed for good. */
  readonly onSuperseded?: ((name: string) => void) | undefined;
  /** The database was deleted from under an open connection (cleared site data, eviction); it has closed for good. */
  readonly onVanished?: ((name: string) => void) | undefined;
  /** Makes room when the device is full; true when trying again is worth it (D18). */
  readonly relieve?: (() => Promise<boolean>) | undefined;
  /** Seals what is stored, where the person has locked their data (D22). */
  readonly codec?: RecordCodec | undefined;
  /** Wall time of the device: how long ago this connection has looked under which key its data lies (D22). */
  readonly nowMs?: (() => number) | undefined;
  /** Other IndexedDB than the global one (tests, storage buckets). */
  readonly idb?: { readonly factory: IDBFactory; readonly keyRange: typeof IDBKeyRange } | undefined;
}

/** How one database is opened. */
export interface ConnectionSpec {
  readonly name: string;
  readonly options: Pick<DexieOptions, 'chromeTransactionDurability' | 'cache'>;
  /** Tables of version 1; undefined opens whatever is there, in the layout it has. */
  readonly stores: Readonly<Record<string, string>> | undefined;
  /** What version 2, 3, … add; data stays where it is (D17). */
  readonly additions?: readonly Readonly<Record<string, string>>[] | undefined;
  /** Calls that find the device full ask the host for room and run once more. */
  readonly relieves?: true | undefined;
  /** Runs once per opened connection, before anything else uses it. True: the database was new. */
  readonly prepare?: ((db: Dexie) => Promise<boolean>) | undefined;
}

/** Builds the Dexie instance of a database without opening it; the page's read model, which never writes, uses it as well. */
export function buildDexie(spec: ConnectionSpec, host: Pick<StoreHost, 'idb' | 'codec'>): Dexie {
  const idb = host.idb === undefined ? {} : { indexedDB: host.idb.factory, IDBKeyRange: host.idb.keyRange };
  const db = new Dexie(spec.name, { ...spec.options, ...idb });
  if (host.codec !== undefined) sealTables(db, host.codec);
  if (spec.stores === undefined) return db;
  [spec.stores, ...(spec.additions ?? [])].forEach((stores, at) => db.version(at + 1).stores({ ...stores }));
  return db;
}

/** Rejects with `storage-lost` when the work is still blocked by another tab ten seconds after `blocked` fired. */
async function unlessBlocked<T>(
  name: string,
  host: StoreHost,
  work: PromiseLike<T>,
  onBlocked: (tell: () => void) => void,
): Promise<T> {
  let isDone = false;
  const blocked = new Promise<never>((_resolve, reject) => {
    const giveUp = async (): Promise<void> => {
      await host.wait(BLOCKED_TELL_MS);
      if (isDone) return;
      host.log.event('warn', 'storage.blocked', { db: name });
      host.onBlocked?.(name);
      await host.wait(BLOCKED_TIMEOUT_MS);
      reject(new SyncError({ kind: 'storage-lost', message: 'Another tab holds the local data' }));
    };
    onBlocked(() => {
      void giveUp();
    });
  });
  try {
    return await Promise.race([work, blocked]);
  } finally {
    isDone = true;
  }
}

/**
 * One database that survives the loss of its connection: a failed call closes, reopens and runs again up to three
 * times, then rejects with `storage-lost` (D18). Closures must therefore be safe to run again from the start.
 */
export class Connection {
  readonly #spec: ConnectionSpec;
  readonly #host: StoreHost;
  #open: Promise<Dexie> | undefined;
  #isClosed = false;
  #wasOpen = false;
  /** The open database, until something closes it. */
  #present: Dexie | undefined;
  #isRelieving = false;
  #reopens = 0;

  constructor(spec: ConnectionSpec, host: StoreHost) {
    this.#spec = spec;
    this.#host = host;
  }

  /** Runs the closure on an open database. Rejects with SyncError only. */
  async run<T>(work: (db: Dexie) => PromiseLike<T>): Promise<T> {
    let isRelieved = false;
    for (let attempt = 0; ; attempt += 1) {
      const opening = this.#opened();
      try {
        return await work(await opening);
      } catch (thrown) {
        const verdict = classifyStorage(thrown);
        if (!isRelieved && verdict.error.info.kind === 'storage-full' && (await this.#relieve())) {
          isRelieved = true;
          continue;
        }
        if (verdict.error instanceof KeyChanged) await this.#supersede(opening);
        const pauseMs = REOPEN_PAUSES_MS[attempt];
        if (!verdict.retry || this.#isClosed || pauseMs === undefined) throw verdict.error;
        this.#host.log.event('warn', 'storage.reopen', { db: this.#spec.name, attempt });
        this.#reopens += 1;
        await this.#drop(opening);
        await this.#host.wait(pauseMs);
      }
    }
  }

  /** Nothing of what this tab knows may be written any more. */
  async #supersede(opening: Promise<Dexie>): Promise<void> {
    const isNews = !this.#isClosed;
    this.#isClosed = true;
    await this.#drop(opening);
    if (isNews) this.#host.onSuperseded?.(this.#spec.name);
  }

  /** How often the connection was lost and opened anew (D23). */
  reopens(): number {
    return this.#reopens;
  }

  /** Closes for good; later calls reject with `storage-lost`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#open !== undefined) await this.#drop(this.#open);
  }

  /** Closes, deletes the database and verifies that it is gone (D22). */
  async wipe(): Promise<void> {
    await this.close();
    await deleteDatabase(this.#spec.name, this.#host);
  }

  /** What makes room may write here, too: it must not wait for itself. */
  async #relieve(): Promise<boolean> {
    if (this.#spec.relieves !== true || this.#isRelieving) return false;
    this.#isRelieving = true;
    try {
      return (await this.#host.relieve?.()) ?? false;
    } finally {
      this.#isRelieving = false;
    }
  }

  #opened(): Promise<Dexie> {
    if (this.#isClosed) {
      return Promise.reject(new SyncError({ kind: 'storage-lost', message: 'The local data is closed' }));
    }
    this.#open ??= this.#openNew();
    return this.#open;
  }

  async #openNew(): Promise<Dexie> {
    const db = buildDexie(this.#spec, this.#host);
    guardKey(db, this.#host.codec, this.#host.nowMs);
    db.on('versionchange', () => {
      // Stay closed: Dexie would reopen by itself and bring a deleted database back to life.
      this.#isClosed = true;
      db.close();
      this.#host.onSuperseded?.(db.name);
      return false;
    });
    db.on('close', () => {
      // Dexie says this of closing by ourselves, too.
      if (this.#present !== db) return;
      // Closed by the browser: Dexie would open what is there now by itself, and nobody would look whether it is new.
      this.#present = undefined;
      this.#open = undefined;
      db.close();
    });
    try {
      await unlessBlocked(db.name, this.#host, db.open(), (tell) => db.on('blocked', tell));
      const isNew = (await this.#spec.prepare?.(db)) ?? false;
      if (isNew && this.#wasOpen) throw this.#vanished();
      this.#wasOpen = true;
      this.#present = db;
      return db;
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  }

  /** What the memory of this tab knows belongs to data that is gone: going on would show an empty start as current. */
  #vanished(): SyncError {
    this.#isClosed = true;
    this.#host.log.event('error', 'storage.vanished', { db: this.#spec.name });
    this.#host.onVanished?.(this.#spec.name);
    return new SyncError({ kind: 'storage-lost', message: 'The data of this device was deleted' });
  }

  async #drop(opening: Promise<Dexie>): Promise<void> {
    if (this.#open === opening) {
      this.#open = undefined;
      this.#present = undefined;
    }
    const db = await opening.catch(() => undefined); // a failed opening has closed itself and was reported
    db?.close();
  }
}

function factoryOf(host: Pick<StoreHost, 'idb'>): IDBFactory {
  const factory = host.idb?.factory ?? Dexie.dependencies.indexedDB;
  if (factory === undefined) throw new SyncError({ kind: 'storage-lost', message: 'No IndexedDB here' });
  return factory;
}

/** Names of the databases of this origin. */
export async function databaseNames(host: Pick<StoreHost, 'idb'>): Promise<readonly string[]> {
  const known = await factoryOf(host).databases();
  return known.map((entry) => entry.name).filter((name): name is string => name !== undefined);
}

/** Deletes a database and verifies that it is gone; rejects with `storage-lost` when it is not. */
export async function deleteDatabase(name: string, host: StoreHost): Promise<void> {
  // Not by Dexie: it writes to the console whenever a closing connection blocks for a moment, which is no news.
  const request = factoryOf(host).deleteDatabase(name);
  const deleted = new Promise<void>((resolve, reject) => {
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(classifyStorage(request.error).error));
  });
  await unlessBlocked(name, host, deleted, (tell) => request.addEventListener('blocked', tell));
  const left = await databaseNames(host);
  if (left.includes(name)) {
    throw new SyncError({ kind: 'storage-lost', message: 'The local data could not be deleted' });
  }
}
