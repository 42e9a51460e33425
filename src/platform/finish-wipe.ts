// oxlint-disable-next-line import/default -- Vite answers `?worker&url` with an address, not with the module
import syncWorkerUrl from '#workers/sync.worker.ts?worker&url';
import * as v from 'valibot';
import { createKeptMark } from './kept-mark.ts';
import { session } from './session.ts';
import { readStored, storageKeys, writeStored } from './storage-keys.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';
import { unwrap, workerPorts } from './worker-client.ts';

/** True after a sign-out that began to remove the data and did not end. */
export function isWipeBegun(): boolean {
  return readStored(storageKeys.wipeBegun, v.boolean(), false);
}

/**
 * Finishes a sign-out that a crash cut off, before any screen opens a database (I18). The worker
 * holds the durable note of what is to go; when it fails here, the next start of it tries again.
 */
export async function finishWipe(): Promise<void> {
  const worker = new Worker(trustedScriptUrl(syncWorkerUrl), { type: 'module', name: 'holdfast-wipe' });
  try {
    const { contract, onCrash } = workerPorts(worker);
    const crashed = new Promise<never>((_resolve, reject) => {
      onCrash((message) => reject(new Error(message)));
    });
    const finished = unwrap(await Promise.race([contract.finishWipes(), crashed]));
    writeStored(storageKeys.wipeBegun, null);
    // A mark without a note: the crash came before anything was to be removed, and the person is still signed in.
    if (finished > 0) createKeptMark(document, location.protocol === 'https:').clear();
    if (finished > 0) session.signOut({ isServerTold: false });
  } finally {
    worker.terminate();
  }
}
