import type { CDPSession, Page } from 'playwright';

/** What a context holds after garbage was collected, in bytes. */
export interface Heap {
  /** Objects, and what the browser holds for them. */
  readonly objects: number;
  /** Buffers: the columns of an index. */
  readonly buffers: number;
}

interface HeapUsage {
  readonly usedSize: number;
  /** Of Chromium since 2025. */
  readonly embedderHeapUsedSize?: number;
  readonly backingStorageSize?: number;
}

/** A worker that does not answer hangs. */
const PATIENCE_MS = 60_000;

function heapOf({ usedSize, embedderHeapUsedSize, backingStorageSize }: HeapUsage): Heap {
  if (embedderHeapUsedSize === undefined || backingStorageSize === undefined)
    throw new Error('This browser does not say what its buffers take');
  return { objects: usedSize + embedderHeapUsedSize, buffers: backingStorageSize };
}

/** Of the page's own thread. */
export async function heapOfPage(page: Page): Promise<Heap> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('HeapProfiler.collectGarbage');
    return heapOf(await session.send('Runtime.getHeapUsage'));
  } finally {
    await session.detach();
  }
}

/** One question to a worker, by the page it belongs to. */
function askWorker<T>(session: CDPSession, sessionId: string, id: number, method: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The worker does not answer ${method}`)), PATIENCE_MS);
    session.on('Target.receivedMessageFromTarget', (event) => {
      if (event.sessionId !== sessionId) return;
      // The protocol names the shape of each answer.
      const answer = JSON.parse(event.message) as { id?: number; result?: T; error?: { message: string } };
      if (answer.id !== id) return;
      clearTimeout(late);
      if (answer.result === undefined) reject(new Error(`${method}: ${answer.error?.message}`));
      else resolve(answer.result);
    });
    session
      .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
      .catch(reject);
  });
}

/** Of the one worker of the page. */
export async function heapOfWorker(page: Page): Promise<Heap> {
  const session = await page.context().newCDPSession(page);
  try {
    const workers: string[] = [];
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') workers.push(sessionId);
    });
    // Those that run are told of before this is answered.
    await session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: false,
    });
    const [worker] = workers;
    if (worker === undefined || workers.length > 1)
      throw new Error(`The page has ${workers.length} workers in place of one`);
    await askWorker(session, worker, 1, 'HeapProfiler.collectGarbage');
    return heapOf(await askWorker<HeapUsage>(session, worker, 2, 'Runtime.getHeapUsage'));
  } finally {
    await session.detach();
  }
}

/** What only says where a row stands in a list (its kind, its group, whether it is open) has no more columns. */
const COLUMNS_OF_A_PLACE = 6;

export interface Identified {
  /** Rows, and whatever has the columns of one. */
  readonly rows: number;
  /** Places in lists, options of controls and the like. */
  readonly places: number;
}

/** Objects of the page with an id of their own. */
export async function identifiedOf(page: Page): Promise<Identified> {
  const session = await page.context().newCDPSession(page);
  try {
    const { result: prototype } = await session.send('Runtime.evaluate', { expression: 'Object.prototype' });
    if (prototype.objectId === undefined) throw new Error('The page has no Object.prototype');
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId });
    if (objects.objectId === undefined) throw new Error('The objects of the page cannot be counted');
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId,
      functionDeclaration: `function (columnsOfAPlace) {
        const widths = this
          .filter((each) => typeof Object.getOwnPropertyDescriptor(each, 'id')?.value === 'string')
          .map((each) => Object.keys(each).length);
        const rows = widths.filter((width) => width > columnsOfAPlace).length;
        return [rows, widths.length - rows];
      }`,
      arguments: [{ value: COLUMNS_OF_A_PLACE }],
      returnByValue: true,
    });
    const [rows, places] = result.value as [number, number]; // what the function above returns
    return { rows, places };
  } finally {
    // Lets go of the list of all objects as well.
    await session.detach();
  }
}
