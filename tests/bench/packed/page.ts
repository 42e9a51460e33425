import { inWorker } from '../in-worker.ts';
import type { PackedFigures } from '../packed.ts';
import type { PackedWorker } from '../packed.worker.ts';

declare global {
  // Called by the runner.
  var measurePacked: (rows: number, count: number) => Promise<PackedFigures>;
}

globalThis.measurePacked = async (rows, count) => {
  const worker = new Worker(new URL('../packed.worker.ts', import.meta.url), { type: 'module' });
  return await inWorker<PackedWorker, PackedFigures>(worker, (remote) => remote.measure(rows, count));
};
