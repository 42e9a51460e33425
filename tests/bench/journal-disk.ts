import { createDexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { commentOp, host, identityOf } from './storage.ts';

/** T14: what many unsent operations take on the disk. */
export interface JournalDisk {
  readonly ops: number;
  /** What the browser says that it keeps. */
  readonly bytes: number;
  /** The same operations as JSON. */
  readonly jsonBytes: number;
}

async function usedBytes(): Promise<number> {
  const { usage } = await navigator.storage.estimate();
  if (usage === undefined) throw new Error('The browser does not say how much it keeps');
  return usage;
}

/** Only in a profile in which nothing was ever stored: what was deleted goes from the disk when the browser likes. */
export async function measureJournalDisk(count: number): Promise<JournalDisk> {
  const before = await usedBytes();
  if (before > 0) throw new Error(`There are ${before} bytes of something else`);
  const identity = identityOf('disk');
  const journal = createDexieJournal(identity, host);
  const ops = Array.from({ length: count }, (_, at) => commentOp(identity, at + 1, `c${at}`));
  // One after the other, as they come: what each transaction leaves behind is on the disk too.
  for (const op of ops) {
    await journal.mutate({ ids: [] }, () => ({ put: [op], lastSeq: op.seq, result: undefined }));
  }
  const bytes = await usedBytes();
  const stored = await journal.read({ open: true });
  if (stored.length !== count) throw new Error(`The journal has ${stored.length} of ${count} operations`);
  const jsonBytes = JSON.stringify(stored).length;
  await journal.wipe();
  return { ops: count, bytes, jsonBytes };
}
