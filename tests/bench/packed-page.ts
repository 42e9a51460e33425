import { wrap } from 'comlink';
import type { PackedFigures } from './packed.ts';
import type { PackedWorker } from './packed.worker.ts';

declare global {
  // Called by the runner.
  var measurePacked: (rows: number, count: number) => Promise<PackedFigures>;
}

globalThis.measurePacked = async (rows, count) => {
  const worker = new Worker(new URL('packed.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await wrap<PackedWorker>(worker).measure(rows, count);
  } finally {
    worker.terminate();
  }
};
