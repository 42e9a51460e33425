import { expose } from 'comlink';
import { measureJournalDisk } from './journal-disk.ts';
import { measureRaw } from './raw-indexeddb.ts';
import { createWriter, measureAppend, measureRefold, REFOLD_OPS } from './storage.ts';

const writer = createWriter();

/** Everything that runs where the engine runs: in a dedicated worker. */
const benchWorker = {
  raw: measureRaw,
  append: measureAppend,
  refold: measureRefold,
  journalDisk: () => measureJournalDisk(REFOLD_OPS),
  ...writer,
};
/** The worker as the page sees it. */
export type BenchWorker = typeof benchWorker;

expose(benchWorker);
