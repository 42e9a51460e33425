import { Dexie } from 'dexie';
import * as v from 'valibot';
import { identitySchema } from '../protocol/identity.ts';
import type { Identity } from '../protocol/identity.ts';
import { journalName } from './names.ts';

const PREFIX = /^journal-/u;
const sealSchema = v.object({ identity: identitySchema });

async function sealOf(name: string): Promise<Identity | null> {
  // Without a version: whatever layout is there is opened as it is, and nothing is made.
  const db = new Dexie(name);
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
 * who is signed in. A journal whose seal does not fit its name is left out. Rejects when IndexedDB refuses.
 */
export async function journalIdentities(): Promise<readonly Identity[]> {
  const names = (await Dexie.getDatabaseNames()).filter((name) => PREFIX.test(name));
  const seals = await Promise.all(names.map(sealOf));
  return seals.filter((identity) => identity !== null);
}
