import { expose } from 'comlink';
import { measureRaw } from './raw-indexeddb.ts';
import { createWriter, measureAppend, measureRefold } from './storage.ts';

const writer = createWriter();

/** Everything that runs where the engine runs: in a dedicated worker. */
const benchWorker = {
  raw: measureRaw,
  append: measureAppend,
  refold: measureRefold,
  ...writer,
};
/** The worker as the page sees it. */
export type BenchWorker = typeof benchWorker;

expose(benchWorker);
