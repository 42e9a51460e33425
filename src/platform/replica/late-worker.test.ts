/** @vitest-environment jsdom */
import { expect, it, vi } from 'vitest';
import { lateWorker } from './late-worker.ts';

function fakeWorker() {
  const told: string[] = [];
  const worker = {
    postMessage: (message: unknown) => told.push(`message ${String(message)}`),
    addEventListener: (type: string) => told.push(`listen ${type}`),
    removeEventListener: (type: string) => told.push(`unlisten ${type}`),
    terminate: () => told.push('terminate'),
  };
  // as: what of a worker is used here
  return { told, make: vi.fn<() => Worker>(() => worker as unknown as Worker) };
}

it('makes its worker when it is time, and sends what was sent before in the same order', async () => {
  const { told, make } = fakeWorker();
  let resolve = (): void => undefined;
  const late = lateWorker(
    make,
    new Promise<void>((done) => {
      resolve = done;
    }),
  );
  late.addEventListener('message', () => undefined);
  late.postMessage(1, []);
  late.postMessage(2, []);
  await Promise.resolve();
  expect(make).not.toHaveBeenCalled();
  resolve();
  await vi.waitFor(() => expect(told).toEqual(['listen message', 'message 1', 'message 2']));
  late.postMessage(3, []);
  late.terminate();
  expect(told.slice(3)).toEqual(['message 3', 'terminate']);
  expect(make).toHaveBeenCalledOnce();
});

it('makes none when it is ended before', async () => {
  const { make } = fakeWorker();
  const ready = Promise.resolve();
  lateWorker(make, ready).terminate();
  await ready.finally(() => undefined);
  expect(make).not.toHaveBeenCalled();
});

it('one that cannot be made is told to who listens for errors', async () => {
  const heard: string[] = [];
  const refused = (): Worker => {
    throw new Error('no workers here');
  };
  const late = lateWorker(refused, Promise.resolve());
  late.addEventListener('error', (event) => heard.push(Reflect.get(event, 'message')));
  await vi.waitFor(() => expect(heard).toEqual(['Error: no workers here']), { timeout: 30_000 });
});
