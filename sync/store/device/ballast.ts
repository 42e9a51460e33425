import { SyncError, toSyncError } from '../../errors.ts';
import type { Log } from '../../ports.ts';
import type { Connection } from './connection.ts';

/** Room kept for operations on a full device (D18). */
export const BALLAST_BYTES = 4 * 1024 * 1024;

/** Key of the record in `device_meta`. */
const KEY = 'ballast';

/** Bytes that no storage engine can press into less. */
function incompressible(sizeBytes: number): ArrayBuffer {
  const words = new Uint32Array(sizeBytes / 4);
  let state = 0x9e3779b9;
  for (let at = 0; at < words.length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[at] = state;
  }
  return words.buffer;
}

/** Frees room in the other stores; resolves with true when there may be some now. */
export type Relieve = () => Promise<boolean>;

/** Keeps writes of the journal possible when the device is full. */
export interface Ballast {
  /**
   * Runs a write. When the device is full the ballast is thrown off, the other stores are asked for room, and the
   * write runs once more; then it rejects with `storage-full`. The write must be safe to run again.
   */
  guard<T>(write: () => Promise<T>): Promise<T>;
  /** Puts the ballast back if it is not there. False when there is no room for it. */
  ensure(): Promise<boolean>;
  exists(): Promise<boolean>;
}

/** True for the one failure that room can cure. */
export function isFull(thrown: unknown): boolean {
  return thrown instanceof SyncError && thrown.info.kind === 'storage-full';
}

/** Makes the ballast of one journal (D18). */
export function createBallast(connection: Connection, log: Log, relieve: Relieve): Ballast {
  const exists = (): Promise<boolean> =>
    connection.run(async (db) => (await db.table('device_meta').where('key').equals(KEY).count()) > 0);

  let thrownOff = 0;
  let throwing: Promise<void> | undefined;

  async function throwOnce(): Promise<void> {
    try {
      if (!(await exists())) return;
      await connection.run((db) => db.table('device_meta').delete(KEY));
      thrownOff += 1;
      log.event('warn', 'ballast.off', {});
    } catch (thrown) {
      log.event('error', 'ballast.stuck', { message: toSyncError(thrown).message });
    }
  }

  function throwOff(): Promise<void> {
    throwing ??= throwOnce().finally(() => {
      throwing = undefined;
    });
    return throwing;
  }

  return {
    exists,
    async guard(write) {
      const before = thrownOff;
      try {
        return await write();
      } catch (thrown) {
        if (!isFull(thrown)) throw thrown;
        await throwOff();
        const isRelieved = await relieve();
        // Another write may have thrown it off meanwhile: that room is for this one as well.
        if (thrownOff === before && !isRelieved) throw thrown;
        return await write();
      }
    },
    async ensure() {
      if (await exists()) return true;
      try {
        const record = { key: KEY, bytes: incompressible(BALLAST_BYTES) };
        await connection.run((db) => db.table('device_meta').put(record));
        return true;
      } catch (thrown) {
        if (!isFull(thrown)) throw thrown;
        log.event('info', 'ballast.no-room', {});
        return false;
      }
    },
  };
}
