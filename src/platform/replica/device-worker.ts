// oxlint-disable-next-line import/default -- Vite answers `?worker&url` with an address, not with the module
import syncWorkerUrl from '#workers/sync.worker.ts?worker&url';
import { trustedScriptUrl } from '../shell/trusted-script-url.ts';
import { workerPorts, type SyncWorkerPorts } from './worker-client.ts';

/** Asks about the device with a worker of its own, before anybody's data is opened. */
export async function withDeviceWorker<T>(
  work: (contract: SyncWorkerPorts['contract']) => Promise<T>,
): Promise<T> {
  const worker = new Worker(trustedScriptUrl(syncWorkerUrl), { type: 'module', name: 'holdfast-device' });
  try {
    const { contract, onCrash } = workerPorts(worker);
    const crashed = new Promise<never>((_resolve, reject) => {
      onCrash((message) => reject(new Error(message)));
    });
    return await Promise.race([work(contract), crashed]);
  } finally {
    worker.terminate();
  }
}
