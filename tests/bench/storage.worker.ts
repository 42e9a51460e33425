import { expose } from 'comlink';
import { measureJournalDisk } from './journal-disk.ts';
import { measureRaw } from './raw-indexeddb.ts';
import { createWriter, measureAppend, measureRebuild, REBUILD_OPS } from './storage.ts';

const writer = createWriter();

/** Everything that runs where the engine runs: in a dedicated worker. */
const benchWorker = {
  raw: measureRaw,
  append: measureAppend,
  rebuild: measureRebuild,
  journalDisk: () => measureJournalDisk(REBUILD_OPS),
  ...writer,
};
/** The worker as the page sees it. */
export type BenchWorker = typeof benchWorker;

expose(benchWorker);
