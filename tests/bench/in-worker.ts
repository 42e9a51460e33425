import { wrap, type Remote } from 'comlink';

/** Lets a worker do the work, then ends it. One that cannot be loaded is an error, not a wait for ever. */
export async function inWorker<W, T>(worker: Worker, work: (remote: Remote<W>) => Promise<T>): Promise<T> {
  const broken = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', ({ message }) => {
      reject(new Error(`The worker failed: ${message || 'it could not be loaded'}`));
    });
  });
  try {
    return await Promise.race([work(wrap<W>(worker)), broken]);
  } finally {
    worker.terminate();
  }
}
