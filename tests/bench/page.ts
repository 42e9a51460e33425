import { inWorker } from './in-worker.ts';
import type { Spread } from './figures.ts';
import type { JournalDisk } from './journal-disk.ts';
import type { RawFigures } from './raw-indexeddb.ts';
import type { RebuildFigures } from './storage.ts';
import { measureEmit } from './storage.ts';
import type { BenchWorker } from './storage.worker.ts';

/** What the storage benchmark measures. */
export interface StorageFigures {
  readonly raw: RawFigures;
  readonly append: Spread;
  readonly emit: Spread;
  readonly rebuild: RebuildFigures;
}

declare global {
  // Called by the runner.
  var measureStorage: (count: number) => Promise<StorageFigures>;
  var measureJournalDisk: () => Promise<JournalDisk>;
}

const newWorker = (): Worker => new Worker(new URL('storage.worker.ts', import.meta.url), { type: 'module' });

globalThis.measureJournalDisk = () =>
  inWorker<BenchWorker, JournalDisk>(newWorker(), (bench) => bench.journalDisk());

globalThis.measureStorage = async (count) => {
  return await inWorker<BenchWorker, StorageFigures>(newWorker(), async (bench) => {
    const raw = await bench.raw(count);
    const append = await bench.append(count);
    const emit = await measureEmit(count, {
      seed: () => bench.seed(),
      write: (rowId) => bench.write(rowId),
      settle: (rowId) => bench.settle(rowId),
      wipe: () => bench.wipe(),
    });
    await bench.wipe();
    const rebuild = await bench.rebuild();
    return { raw, append, emit, rebuild };
  });
};
