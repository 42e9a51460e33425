import * as v from 'valibot';
import { readStored, storageKeys, writeStored } from '#src/platform/device/storage-keys.ts';

/** The incident something was attached to last on this device; null when nothing was. */
export function lastLinked(): string | null {
  return readStored(storageKeys.lastLinked, v.nullable(v.string()), null);
}

export function rememberLinked(incidentId: string): void {
  writeStored(storageKeys.lastLinked, incidentId);
}
