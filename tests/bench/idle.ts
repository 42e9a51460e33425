import { setTimeout as pause } from 'node:timers/promises';
import { createDevice } from '../e2e/device.ts';
import { startFaultProxy, type FaultProxy, type SeenRequest } from '../e2e/fault-proxy.ts';
import { demoLogin } from '../e2e/people.ts';
import { signIn, waitForServiceWorker } from '../e2e/sign-in-page.ts';
import { startStack } from '../e2e/stack.ts';

const MINUTE_MS = 60_000;
/** The first pulls and their comparisons are no idle minute. */
const SETTLE_MS = 45_000;

/** What went over the wire in one minute. */
export interface Traffic {
  readonly requests: number;
  /** With the heads of HTTP/1.1; what HTTP/2 makes of them is measured by idle-wire.ts. */
  readonly bytes: number;
  readonly bodyBytes: number;
}

/** T10, T11: one idle minute of a signed-in page. */
export interface IdleFigures {
  readonly visible: Traffic;
  readonly hidden: Traffic;
}

function trafficSince(wire: FaultProxy, from: number): Traffic {
  const calls = wire.seen.slice(from).filter(({ path }) => path.startsWith('/api/'));
  const sum = (of: (call: SeenRequest) => number): number =>
    calls.reduce((total, call) => total + of(call), 0);
  return {
    requests: calls.length,
    bytes: sum(({ bytes }) => bytes),
    bodyBytes: sum(({ bodyBytes }) => bodyBytes),
  };
}

async function idleMinute(wire: FaultProxy): Promise<Traffic> {
  const from = wire.seen.length;
  await pause(MINUTE_MS);
  return trafficSince(wire, from);
}

/** What a page behind another tab sees. As text: what a compiler adds to a function is not in the page. */
const HIDE = `
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
  Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
`;

/** Measures idle minutes of the incident list: visible, then hidden. */
export async function measureIdle(): Promise<IdleFigures> {
  const stack = await startStack();
  const wire = await startFaultProxy(stack.appUrl);
  const device = await createDevice({ origin: wire.url });
  try {
    const page = await device.newPage();
    await signIn(page, demoLogin('responder'));
    await waitForServiceWorker(page);
    await pause(SETTLE_MS);
    const visible = await idleMinute(wire);
    await page.evaluate(HIDE);
    await pause(SETTLE_MS);
    const hidden = await idleMinute(wire);
    return { visible, hidden };
  } finally {
    await device.dispose();
    await wire.stop();
    await stack.stop();
  }
}
