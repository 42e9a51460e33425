import { SyncError } from '#sync/errors.ts';

/** How a worker is spoken to. */
export interface Connected<Api> {
  readonly api: Api;
  readonly terminate: () => void;
}

/** A worker that is there while somebody holds it: it starts with the first question and ends with the last holder. */
export interface HeldWorker<Api> {
  /** Answers how to let it go. */
  readonly hold: () => () => void;
  /** Asks. Throws when the worker crashed, was too slow or was let go; the next question starts another one. */
  readonly ask: <T>(question: (api: Api) => Promise<T>) => Promise<T>;
}

interface Running<Api> extends Connected<Api> {
  readonly over: Promise<never>;
  readonly end: (error: SyncError) => void;
}

/** `connect` starts the worker and calls `onCrash` when that breaks. No answer within `patienceMs` is a crash too. */
export function heldWorker<Api>(
  connect: (onCrash: (message: string) => void) => Connected<Api>,
  patienceMs: number,
): HeldWorker<Api> {
  let holders = 0;
  let running: Running<Api> | undefined;

  function start(): Running<Api> {
    let reject = (_error: SyncError): void => undefined;
    const over = new Promise<never>((_resolve, refuse) => {
      reject = refuse;
    });
    // Whoever asked is told; without a question nobody has to know.
    over.catch(() => undefined);
    const end = (error: SyncError): void => {
      if (running === mine) running = undefined;
      mine.terminate();
      reject(error);
    };
    const mine: Running<Api> = {
      ...connect((message) => end(new SyncError({ kind: 'bug', message }))),
      over,
      end,
    };
    return mine;
  }

  return {
    hold() {
      holders += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders === 0)
          running?.end(new SyncError({ kind: 'cancelled', message: 'Nobody waits for it any more.' }));
      };
    },
    async ask(question) {
      running ??= start();
      const mine = running;
      const timer = setTimeout(() => {
        const message = `No answer within ${patienceMs / 1000} seconds.`;
        mine.end(new SyncError({ kind: 'timeout', message, afterMs: patienceMs }));
      }, patienceMs);
      try {
        return await Promise.race([question(mine.api), mine.over]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
