import { CHECK_SHELL, type ShellCheck } from '#workers/contracts/shell-contract.ts';

/** A look over all files takes a tenth of a second; fetching what is damaged may take longer. */
const ANSWER_TIMEOUT_MS = 15_000;

/**
 * Lets the service worker look over the kept files and fetch anew what is missing or damaged. Null where there is no
 * service worker, and where it does not answer; rejects never.
 */
export async function checkShell(): Promise<ShellCheck | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  const worker = registration?.active;
  if (worker === null || worker === undefined) return null;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (found: ShellCheck | null): void => {
      port1.close();
      resolve(found);
    };
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => end(read(data)));
    port1.start();
    setTimeout(() => end(null), ANSWER_TIMEOUT_MS);
    worker.postMessage({ type: CHECK_SHELL }, [port2]);
  });
}

/** By hand: the repair carries this file and must stay small. */
function read(data: unknown): ShellCheck | null {
  if (typeof data !== 'object' || data === null || !('isWhole' in data) || !('mended' in data)) return null;
  const { isWhole, mended } = data;
  return typeof isWhole === 'boolean' && typeof mended === 'number' ? { isWhole, mended } : null;
}
