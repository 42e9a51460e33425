import { SyncError } from '../errors.ts';
import type { RecordCodec } from '../store/device/vault.ts';
import { createVault } from '../store/device/vault.ts';

/** Opens locked records for a reader, which never writes (D22). Loaded only by those who have a lock. */
export function readingCodec(key: Uint8Array): RecordCodec {
  return createVault(key, () => {
    throw new SyncError({ kind: 'bug', message: 'A reader does not write' });
  });
}
