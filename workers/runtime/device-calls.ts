import { parseLockProof } from '#sync/protocol/device-lock.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import { identityHash } from '#sync/store/device/names.ts';
import { dropForeignCache, otherOwners, resumeWipes, wipeHash } from '#sync/store/device/wipe.ts';
import { deviceClock } from './clock.ts';
import type { DeviceLock } from './lock.ts';
import { createDeviceLock, lockKindOf } from './lock.ts';
import type { RingLog } from './log.ts';
import { logLines } from './log-lines.ts';
import { deviceStorage } from './stores.ts';
import type { DeviceCalls } from './sync-host.ts';
import { deviceTimers, waitWith } from './timers.ts';

/** What a page may ask about the device before, or without, opening anybody's data. */
export function createDeviceCalls(log: RingLog): DeviceCalls {
  const device = deviceStorage({ log, wait: waitWith(deviceTimers) }, globalThis.caches);
  const lockOf = (identity: Identity): DeviceLock =>
    createDeviceLock(device.registry, identityHash(identity), deviceClock);
  return {
    finishWipes: () => resumeWipes(device),
    otherOwners: (except) => otherOwners(identityHash(except), device),
    log: async () => logLines(log.entries()),
    lockKind: async (identity) => lockKindOf(await lockOf(identity).record()),
    unlock: (identity, proof) => lockOf(identity).unlock(parseLockProof(proof)),
    wipeLocked: async (identity) => {
      const hash = identityHash(identity);
      await device.registry.beginWipe(hash);
      await wipeHash(hash, device);
    },
    forgetOther: (hash) => dropForeignCache(hash, device),
  };
}
