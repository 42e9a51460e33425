import { Dexie } from 'dexie';
import * as v from 'valibot';
import { identitySchema } from '../../protocol/identity.ts';
import type { Identity } from '../../protocol/identity.ts';
import type { StoreHost } from '../device/connection.ts';
import { databaseNames } from '../device/connection.ts';
import { journalName } from '../device/names.ts';

const PREFIX = /^journal-/u;
const sealSchema = v.object({ identity: identitySchema });

async function sealOf(name: string, idb: StoreHost['idb']): Promise<Identity | null> {
  const own = idb === undefined ? {} : { indexedDB: idb.factory, IDBKeyRange: idb.keyRange };
  // Without a version: whatever layout is there is opened as it is, and nothing is made.
  const db = new Dexie(name, own);
  try {
    await db.open();
    const parsed = v.safeParse(sealSchema, await db.table('device_meta').get('meta'));
    return parsed.success && journalName(parsed.output.identity) === name ? parsed.output.identity : null;
  } finally {
    db.close();
  }
}

/**
 * The identities whose journals are on this device, as their seals name them (D22). For a context that nobody has told
 * who is signed in. A journal that cannot be opened, or whose seal does not fit its name, is left out; rejects when
 * none can be opened.
 */
export async function journalIdentities(idb?: StoreHost['idb']): Promise<readonly Identity[]> {
  const names = (await databaseNames({ idb })).filter((name) => PREFIX.test(name));
  const seals = await Promise.allSettled(names.map((name) => sealOf(name, idb)));
  const failed = seals.find((seal) => seal.status === 'rejected');
  if (failed !== undefined && seals.every((seal) => seal.status === 'rejected')) throw failed.reason;
  return seals.flatMap((seal) => (seal.status === 'fulfilled' && seal.value !== null ? [seal.value] : []));
}
