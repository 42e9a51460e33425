import { SyncError } from '../../errors.ts';

/**
 * What a memory store can be told to suffer on a coming call (3b, device faults). `abort`: nothing is stored and the
 * caller hears `storage-lost`. `quota`: the same with `storage-full`. `lost-reply`: everything is stored and the
 * caller still hears `storage-lost`, as when the process dies right after the commit.
 */
export type MemoryFault = 'abort' | 'quota' | 'lost-reply';

/** Queue of faults; each one hits one write and is gone. */
export class FaultQueue {
  readonly #queue: (MemoryFault | 'none')[] = [];

  /** Lets `after` writes pass, then hits the next one. */
  add(fault: MemoryFault, after: number): void {
    for (let pass = 0; pass < after; pass += 1) this.#queue.push('none');
    this.#queue.push(fault);
  }

  clear(): void {
    this.#queue.length = 0;
  }

  /** Runs one write under the next fault; `undo` takes it back when the write must not have happened. */
  suffer<T>(write: () => T, undo: () => void): T {
    const fault = this.#queue.shift() ?? 'none';
    if (fault === 'lost-reply') {
      write();
      throw new SyncError({ kind: 'storage-lost', message: 'Connection lost after the commit' });
    }
    const result = write();
    if (fault === 'none') return result;
    undo();
    if (fault === 'quota') throw new SyncError({ kind: 'storage-full', message: 'Quota exceeded' });
    throw new SyncError({ kind: 'storage-lost', message: 'Transaction aborted' });
  }
}
