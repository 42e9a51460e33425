import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { FaultProxy, SeenRequest } from '../e2e/fault-proxy.ts';
import { withLargePage } from './large-page.ts';

const MINUTE_MS = 60_000;
/** The first comparisons, and what is left of a change of attention, are no idle minute. */
const SETTLE_MS = 45_000;

/** What went over the wire in one minute. */
export interface Traffic {
  readonly requests: number;
  /** With the heads of HTTP/1.1; what HTTP/2 makes of them is measured by idle-wire.ts. */
  readonly bytes: number;
  readonly bodyBytes: number;
  /** The same questions by plain fetches of the same page over the same wire. */
  readonly plainBytes: number;
}

/** What the page itself did in one minute. */
export interface PageWork {
  /** Changes that React made to the document. */
  readonly commits: number;
  /** Looks into IndexedDB, with which every emission of a live query begins. */
  readonly reads: number;
}

export interface IdleMinute extends Traffic, PageWork {}

/** T10, T11: one idle minute of a signed-in page. */
export interface IdleFigures {
  readonly visible: IdleMinute;
  readonly hidden: IdleMinute;
}

/** Counts from the first script of the page on. As text: what a compiler adds to a function is not in the page. */
const COUNTERS = `(() => {
  const done = { commits: 0, reads: 0 };
  globalThis.pageWork = done;
  // What a production build of React tells whoever wants to know.
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberRoot: () => { done.commits += 1; },
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  };
  const transaction = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...of) {
    done.reads += 1;
    return transaction.apply(this, of);
  };
})();`;

declare global {
  // Put there by COUNTERS.
  var pageWork: PageWork;
}

const workOf = (page: Page): Promise<PageWork> => page.evaluate(() => ({ ...globalThis.pageWork }));

const isApi = ({ path }: SeenRequest): boolean => path.startsWith('/api/');

const sum = (calls: readonly SeenRequest[], of: (call: SeenRequest) => number): number =>
  calls.reduce((total, call) => total + of(call), 0);

/** Asks again what was asked, with nothing done to the answers, and weighs it. */
async function plainBytes(page: Page, wire: FaultProxy, calls: readonly SeenRequest[]): Promise<number> {
  const other = calls.find(({ method }) => method !== 'GET');
  if (other !== undefined) throw new Error(`An idle page sends ${other.method} ${other.path}`);
  let bytes = 0;
  for (const { path } of calls) {
    const from = wire.seen.length;
    await page.evaluate(async (url) => {
      const answer = await fetch(url, { headers: { accept: 'application/json' } });
      if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`);
      await answer.text();
    }, path);
    const again = wire.seen.slice(from).find((call) => call.path === path);
    if (again === undefined) throw new Error(`${path} did not come over the wire again`);
    bytes += again.bytes;
  }
  return bytes;
}

async function idleMinute(page: Page, wire: FaultProxy): Promise<IdleMinute> {
  const from = wire.seen.length;
  const before = await workOf(page);
  // Zeros say something only of counters that count.
  if (before.commits === 0 || before.reads === 0) throw new Error('The page is not being counted');
  await pause(MINUTE_MS);
  const after = await workOf(page);
  const calls = wire.seen.slice(from).filter(isApi);
  return {
    requests: calls.length,
    bytes: sum(calls, ({ bytes }) => bytes),
    bodyBytes: sum(calls, ({ bodyBytes }) => bodyBytes),
    plainBytes: await plainBytes(page, wire, calls),
    commits: after.commits - before.commits,
    reads: after.reads - before.reads,
  };
}

/** What a page behind another tab sees. As text, for the same reason. */
const HIDE = `
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
  Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
`;

/** Idle minutes of the incident list with everything of the large seed on the device: visible, then hidden. */
export function measureIdle(executablePath: string | undefined): Promise<IdleFigures> {
  return withLargePage(
    executablePath,
    async ({ page, wire }) => {
      await pause(SETTLE_MS);
      const visible = await idleMinute(page, wire);
      await page.evaluate(HIDE);
      await pause(SETTLE_MS);
      const hidden = await idleMinute(page, wire);
      return { visible, hidden };
    },
    COUNTERS,
  );
}
