import { randomUUID } from 'node:crypto';
import { test as base, expect, type Page } from 'playwright/test';
import { demoAccounts, demoPassword } from '#tests/backend/seed/accounts.ts';
import { createDevice, type Device, type DeviceOptions } from './device.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { startStack, type Stack } from './stack.ts';

export { expect };

/** One incident made for one test, so that tests do not disturb each other. */
export interface Scene {
  readonly incidentId: string;
  readonly number: string;
  readonly title: string;
  readonly hypothesisId: string;
  readonly hypothesisTitle: string;
}

/** Roles of the demo accounts. */
export type Role = 'admin' | 'editor' | 'commander' | 'responder' | 'viewer';

interface TestFixtures {
  readonly wire: FaultProxy;
  readonly openDevice: (options?: DeviceOptions) => Promise<Device>;
  readonly scene: Scene;
}

interface WorkerFixtures {
  readonly stack: Stack;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    async ({ browserName: _browserName }, provide) => {
      const stack = await startStack();
      await provide(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  wire: async ({ stack }, provide) => {
    const proxy = await startFaultProxy(stack.appUrl);
    await provide(proxy);
    await proxy.stop();
  },
  openDevice: async ({ browserName: _browserName }, provide) => {
    const devices: Device[] = [];
    await provide(async (options) => {
      const device = await createDevice(options);
      devices.push(device);
      return device;
    });
    for (const device of devices) await device.dispose();
  },
  scene: async ({ stack }, provide) => {
    await provide(await createScene(stack));
  },
});

/** The account of a role. */
export function account(role: Role): (typeof demoAccounts)[number] {
  const found = demoAccounts.find((candidate) => candidate.role === role);
  if (found === undefined) throw new Error(`no demo account with role ${role}`);
  return found;
}

/** Inserts an open incident with a root hypothesis, as the admin would. */
export async function createScene(stack: Stack): Promise<Scene> {
  const incidentId = randomUUID();
  const hypothesisId = randomUUID();
  const title = `Checkout slow ${incidentId.slice(0, 8)}`;
  const hypothesisTitle = `Queue is full ${hypothesisId.slice(0, 8)}`;
  const by = account('admin').id;
  const [incident] = await stack.sql<{ incident_id: string }>(
    `insert into incidents (id, title, description, severity, type, status, created_by, commander_id)
     values ($1, $2, '', 'high', 'performance', 'open', $3, $3) returning incident_id`,
    [incidentId, title, by],
  );
  await stack.sql(
    `insert into hypotheses (id, incident_id, type, title, status, created_by) values ($1, $2, 'root', $3, 'possible', $4)`,
    [hypothesisId, incidentId, hypothesisTitle, by],
  );
  return { incidentId, hypothesisId, title, hypothesisTitle, number: incident?.incident_id ?? '' };
}

/** Signs in through the form and waits until the page asked for stands. */
export async function signIn(page: Page, origin: string, role: Role, path = '/incidents'): Promise<void> {
  await page.goto(`${origin}/login?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(page, role);
  await page.waitForURL((url) => url.pathname === path.split('?')[0]);
}

/** Fills in the sign-in form that is shown and sends it. */
export async function fillSignIn(page: Page, role: Role): Promise<void> {
  await page.getByLabel('E-Mail').fill(account(role).email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Waits until the shell is cached and controls the page, so that a cold start without network can work. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(() => caches.keys().then((keys) => keys.length)), {
      message: 'the shell is cached',
    })
    .toBeGreaterThan(0);
}
