type Listen = Parameters<Worker['addEventListener']>;

/** What the page uses of a worker. */
export type WorkerEnd = Pick<
  Worker,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'terminate'
>;

/**
 * A worker that is made when `ready` says so: until then the page has the processor for itself. What is sent meanwhile
 * is sent in the same order. One that cannot be made is told like one that crashes: to who listens for errors.
 */
export function lateWorker(make: () => Worker, ready: Promise<unknown>): WorkerEnd {
  let worker: Worker | undefined;
  let isOver = false;
  const waiting: ((made: Worker) => void)[] = [];
  const crash = new EventTarget();
  const then = (run: (made: Worker) => void): void => {
    if (worker === undefined) waiting.push(run);
    else run(worker);
  };
  void ready.finally(() => {
    if (isOver) return;
    try {
      worker = make();
    } catch (thrown) {
      crash.dispatchEvent(new ErrorEvent('error', { error: thrown, message: String(thrown) }));
      return;
    }
    for (const run of waiting.splice(0)) run(worker);
  });
  return {
    postMessage: (message: unknown, options?: StructuredSerializeOptions | Transferable[]) =>
      then((made) => made.postMessage(message, options as StructuredSerializeOptions)),
    addEventListener: (...listen: Listen) => {
      if (listen[0] === 'error') crash.addEventListener(...listen);
      then((made) => made.addEventListener(...listen));
    },
    removeEventListener: (...listen: Listen) => {
      if (listen[0] === 'error') crash.removeEventListener(...listen);
      then((made) => made.removeEventListener(...listen));
    },
    terminate: () => {
      isOver = true;
      worker?.terminate();
    },
  };
}
