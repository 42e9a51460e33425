import { toSyncError } from '#sync/errors.ts';
import type { Clock, Log } from '#sync/ports.ts';
import type { DeviceRegistry } from '#sync/store/device/device-registry.ts';

/** What the note about this person's data is made of. */
export interface OwnerRecordInput {
  readonly registry: Pick<DeviceRegistry, 'note'>;
  readonly hash: string;
  readonly label: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Operations that have not reached the server. */
  readonly unsent: () => Promise<number>;
}

/** Keeps the device's note about this person up to date (D22). */
export interface OwnerRecord {
  /** The counts of the status have changed, or the page has just started. */
  touch(counts: string): void;
  /** Ends; resolves when nothing is written any more. A wipe must not be followed by a new note. */
  stop(): Promise<void>;
}

/** Writes how much of a person's work is unsent, without any of it, where the next person's page can read it. */
export function createOwnerRecord(input: OwnerRecordInput): OwnerRecord {
  let last: string | undefined;
  let isStopped = false;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (isStopped) return;
    try {
      const unsent = await input.unsent();
      const label = unsent > 0 ? input.label : '';
      await input.registry.note({ hash: input.hash, label, unsent, seenAt: input.clock.nowMs() });
    } catch (thrown) {
      input.log.event('warn', 'owner.not-noted', { message: toSyncError(thrown).message });
    }
  }

  return {
    touch(counts) {
      if (counts === last || isStopped) return;
      last = counts;
      writing = writing.then(write);
    },
    async stop() {
      isStopped = true;
      await writing;
    },
  };
}
