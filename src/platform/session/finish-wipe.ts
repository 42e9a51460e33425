import * as v from 'valibot';
import { withDeviceWorker } from '../replica/device-worker.ts';
import { createKeptMark } from '../device/kept-mark.ts';
import { session } from './session.ts';
import { readStored, storageKeys, writeStored } from '../device/storage-keys.ts';
import { unwrap } from '../replica/worker-client.ts';

/** True after a sign-out that began to remove the data and did not end. */
export function isWipeBegun(): boolean {
  return readStored(storageKeys.wipeBegun, v.boolean(), false);
}

/**
 * Finishes a sign-out that a crash cut off, before any screen opens a database (I18). The worker
 * holds the durable note of what is to go; when it fails here, the next start of it tries again.
 */
export async function finishWipe(): Promise<void> {
  const finished = await withDeviceWorker(async (contract) => unwrap(await contract.finishWipes()));
  writeStored(storageKeys.wipeBegun, null);
  // A mark without a note: the crash came before anything was to be removed, and the person is still signed in.
  if (finished === 0) return;
  createKeptMark(document, location.protocol === 'https:').clear();
  session.signOut({ isServerTold: false });
}
