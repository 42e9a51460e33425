import type { BrowserContext, Page } from 'playwright';
import { startFaultProxy, type FaultProxy } from '../e2e/fault-proxy.ts';
import { demoLogin } from '../e2e/people.ts';
import { signIn, waitForServiceWorker } from '../e2e/sign-in-page.ts';
import { startStack, type Stack } from '../e2e/stack.ts';
import { withBrowser } from './bench-browser.ts';
import { untilCalm } from './calm.ts';
import { letRest } from './rest.ts';

/** A press or a wait that takes longer hangs. */
const PATIENCE_MS = 120_000;

/** The built app with everything of the large seed on its device. */
export interface LargePage {
  readonly browser: BrowserContext;
  /** The list of incidents of a responder who is signed in; its first pull is over. */
  readonly page: Page;
  /** Where the app is asked for: behind the wire. */
  readonly origin: string;
  /** Everything that went between the two. */
  readonly wire: FaultProxy;
  readonly stack: Stack;
}

/** Signs in on a new device and waits for the first pull. `script` is in every page from its beginning. */
export async function withLargePage<T>(
  executablePath: string | undefined,
  work: (held: LargePage) => Promise<T>,
  script = '',
): Promise<T> {
  const stack = await startStack('large');
  const wire = await startFaultProxy(stack.appUrl);
  try {
    await letRest(stack.backend.pool);
    return await withBrowser(executablePath, async (browser) => {
      browser.setDefaultTimeout(PATIENCE_MS);
      await browser.addInitScript({ content: script });
      const page = await browser.newPage();
      await signIn(page, demoLogin('responder'), '/incidents', wire.url);
      await waitForServiceWorker(page);
      await untilCalm(page);
      return await work({ browser, page, origin: wire.url, wire, stack });
    });
  } finally {
    await wire.stop();
    await stack.stop();
  }
}
