import * as v from 'valibot';
import { SyncError } from '../../errors.ts';
import type { ConnectionSpec, StoreHost } from './connection.ts';
import { Connection, databaseNames, deleteDatabase } from './connection.ts';

/** Small database beside those of the identities: it outlives their deletion and holds no content (D22, I18). */
export const REGISTRY_NAME = 'holdfast-device';

const spec: ConnectionSpec = {
  name: REGISTRY_NAME,
  options: { chromeTransactionDurability: 'strict', cache: 'disabled' },
  stores: { wipes: 'hash', owners: 'hash' },
  additions: [{ locks: 'hash' }],
};

const ownerSchema = v.object({
  hash: v.string(),
  /** Name to show the next person, e.g. `Ada Lovelace`; empty when it is not known. */
  label: v.fallback(v.string(), ''),
  unsent: v.fallback(v.number(), 0),
  /** Device time of the last use in ms. */
  seenAt: v.fallback(v.number(), 0),
});

/** What the device remembers of somebody's data without looking into it: how much is unsent, and when it was used. */
export type Owner = v.InferOutput<typeof ownerSchema>;

const bytes = v.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);

const lockSchema = v.object({
  hash: v.string(),
  iterations: v.number(),
  salt: bytes,
  nonce: bytes,
  /** How to ask the passkey that opens it; absent for a PIN. Neither of the two is a secret. */
  passkey: v.optional(v.object({ credentialId: bytes, salt: bytes })),
  /** The master key of the data, sealed by what the PIN or the passkey gives. */
  wrapped: bytes,
  failures: v.number(),
  /** Device time in ms before which no PIN is looked at. */
  notBefore: v.number(),
  /**
   * `sealing`: some of the data may still lie in the clear; the next start seals it. `off`: the lock was taken off and
   * the next start opens what is still sealed, with the key that is no secret any more.
   */
  state: v.picklist(['sealing', 'on', 'off']),
  key: v.optional(bytes),
});

/** The lock on somebody's data (D22). */
export type LockRecord = v.InferOutput<typeof lockSchema>;

const wipeSchema = v.object({ hash: v.string() });

/** The unsealed notes of a device. Opened for each call, so that it never holds up anything. */
export interface DeviceRegistry {
  /** Hashes of identities whose wipe was begun and not finished. */
  pendingWipes(): Promise<readonly string[]>;
  /** Durable before it resolves: from here on the wipe is finished, if need be by the next start (I18). */
  beginWipe(hash: string): Promise<void>;
  /** Verified: nothing of the identity is left. An empty registry goes, too. */
  endWipe(hash: string): Promise<void>;
  owners(): Promise<readonly Owner[]>;
  note(owner: Owner): Promise<void>;
  /** Rejects with `storage-lost` when there is a lock that cannot be read: nothing may be opened then. */
  lockOf(hash: string): Promise<LockRecord | undefined>;
  putLock(lock: LockRecord): Promise<void>;
  removeLock(hash: string): Promise<void>;
}

/** Makes the registry of this origin. */
export function createDeviceRegistry(host: StoreHost): DeviceRegistry {
  async function within<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = new Connection(spec, host);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  }

  /** Reading must not bring the database to life: most devices never need it. */
  const exists = async (): Promise<boolean> => (await databaseNames(host)).includes(REGISTRY_NAME);

  async function all<T>(table: string, schema: v.GenericSchema<unknown, T>): Promise<readonly T[]> {
    if (!(await exists())) return [];
    const records: unknown[] = await within((connection) =>
      connection.run((db) => db.table(table).toArray()),
    );
    return records.flatMap((raw) => {
      const parsed = v.safeParse(schema, raw);
      return parsed.success ? [parsed.output] : [];
    });
  }

  async function put(table: string, record: object): Promise<void> {
    await within((connection) => connection.run((db) => db.table(table).put(record)));
  }

  return {
    pendingWipes: async () => (await all('wipes', wipeSchema)).map((wipe) => wipe.hash),
    beginWipe: (hash) => put('wipes', { hash }),
    endWipe: async (hash) => {
      const left = await within((connection) =>
        connection.run((db) =>
          db.transaction('rw', ['wipes', 'owners', 'locks'], async () => {
            await db.table('wipes').delete(hash);
            await db.table('owners').delete(hash);
            await db.table('locks').delete(hash);
            const counts = await Promise.all(
              ['wipes', 'owners', 'locks'].map((name) => db.table(name).count()),
            );
            return counts.reduce((sum, count) => sum + count, 0);
          }),
        ),
      );
      if (left === 0) await deleteDatabase(REGISTRY_NAME, host);
    },
    owners: () => all('owners', ownerSchema),
    note: (owner) => put('owners', owner),
    lockOf: async (hash) => {
      if (!(await exists())) return undefined;
      const raw: unknown = await within((connection) => connection.run((db) => db.table('locks').get(hash)));
      if (raw === undefined) return undefined;
      const parsed = v.safeParse(lockSchema, raw);
      if (parsed.success) return parsed.output;
      throw new SyncError({ kind: 'storage-lost', message: 'The lock of this device cannot be read.' });
    },
    putLock: (lock) => put('locks', lock),
    removeLock: (hash) => within((connection) => connection.run((db) => db.table('locks').delete(hash))),
  };
}
