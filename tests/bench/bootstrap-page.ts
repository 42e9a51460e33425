import { inWorker } from './in-worker.ts';
import type { BootstrapFigures, BootstrapWorker } from './bootstrap.worker.ts';

declare global {
  // Called by the runner.
  var measureBootstrap: (userId: string, lingerMs: number) => Promise<BootstrapFigures>;
}

globalThis.measureBootstrap = async (userId, lingerMs) => {
  const worker = new Worker(new URL('bootstrap.worker.ts', import.meta.url), { type: 'module' });
  return await inWorker<BootstrapWorker, BootstrapFigures>(worker, (remote) =>
    remote.measure(userId, lingerMs),
  );
};
