/*
 * How to write an end-to-end test
 *
 *   import { expect, test } from '../fixtures.ts';
 *
 *   test('a viewer reads and cannot write', async ({ scene, signedIn }) => {
 *     const page = await signedIn('viewer', { path: `/incidents/${scene.incidentId}` });
 *     …
 *   });
 *
 * What a test asks for is made for it alone, so specs run side by side and in any order, and leave nothing to clean up:
 *
 * - `scene`: an open incident with one root hypothesis. More, or with another status: `makeScene({ status: 'closed' })`.
 * - `person('commander')`: a person with that role, the same one throughout the test. `setRole`, `endSessions`
 *   (people.ts) change what the server thinks of them.
 * - `signedIn(role, { path, size, colorScheme, origin })`: a page of that person with data and worker as on a first
 *   visit, without the detour over the sign-in form. Sizes: laptop 1440×900, tablet 820×1180, phone 390×844. One role
 *   twice is two machines. It has no service worker, which is a third of the work of a first visit, unless the test asks:
 *   `serviceWorkers: 'allow'`, for what is opened without a network. The page is gone with its window: for what must
 *   survive a closed browser, or a killed one, use `visit`.
 * - `visit(role?, options?)`: a device with a profile on disk and the app on it, the scene's incident open, everything
 *   pulled: `{ device, page, incident }`. `openDevice` is an empty device, and nothing opened.
 * - `wire`: the server as the pages reach it. `disconnect()` and `connect()` are the network going and coming;
 *   `add({ path, fault })` makes it stall, cut, lie; `seen` is what was asked. `setOnline(page, false)` (below) is what
 *   the browser itself says.
 * - `facts`: what Postgres has. `facts.value(sql, values)`, `facts.rows(sql, values)`, and the scene's own.
 *
 * Addresses are relative (`page.goto('/incidents')`). Screens have a file each that alone knows their labels
 * (incident-page.ts, sync-panel.ts, sign-in-page.ts); axe is `expectNoAxeFindings(page, 'where')` of axe.ts, both themes.
 * Wait for what is seen or for a fact (`expect.poll(() => facts.…)`), never for time. A file is `<theme>.e2e.ts`.
 */
import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import type { Role } from '#tests/backend/seed/accounts.ts';
import { createDevice, createSitting, installApp, type Device, type DeviceOptions } from './device.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { incidentPage, type IncidentPage } from './incident-page.ts';
import { createPerson, sessionCookie, type Person } from './people.ts';
import { createScene, type Scene, type SceneOptions } from './scene.ts';
import { serverFacts, type ServerFacts } from './server-facts.ts';
import { waitForServiceWorker } from './sign-in-page.ts';
import { startStack, type Stack } from './stack.ts';
import { expectCalm } from './sync-panel.ts';

export { expect };

/** A device without its origin goes by `wire`. */
type Options = Partial<DeviceOptions>;

interface PageOptions extends Options {
  /** Default: the list of incidents. */
  readonly path?: string | undefined;
}

/** A first visit, as a test finds it. */
export interface Visit {
  readonly device: Device;
  readonly page: Page;
  readonly incident: IncidentPage;
}

interface TestFixtures {
  readonly wire: FaultProxy;
  readonly person: (role: Role) => Promise<Person>;
  readonly scene: Scene;
  readonly makeScene: (options?: SceneOptions) => Promise<Scene>;
  readonly facts: ServerFacts;
  readonly signedIn: (role: Role, options?: PageOptions) => Promise<Page>;
  readonly openDevice: (options?: Options) => Promise<Device>;
  readonly visit: (role?: Role, options?: Options) => Promise<Visit>;
}

interface WorkerFixtures {
  readonly stack: Stack;
  /** Where the wire of every test is: one origin, so that a device may have the app before its test begins. */
  readonly port: number;
  /** The profile of such a device. */
  readonly installed: string;
}

/** Below what systems give to connections that go out, so that none takes it between two tests. */
const PORTS = { from: 21_000, to: 31_000 } as const;

/** Any of them: runs side by side look while the ports of the others are free for a moment. */
async function freePort(triesLeft = 20): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to);
  try {
    await (await startFaultProxy('http://127.0.0.1', port)).stop();
    return port;
  } catch (error) {
    if (triesLeft === 0) throw error;
    return freePort(triesLeft - 1);
  }
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
  port: [async ({ browserName: _browserName }, provide) => provide(await freePort()), { scope: 'worker' }],
  installed: [
    async ({ stack, port }, provide) => {
      const wire = await startFaultProxy(stack.appUrl, port);
      const profile = await installApp(wire.url);
      await wire.stop();
      await provide(profile);
      await rm(profile, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  // The profile is made at the same port, and so before any wire of the worker.
  wire: async ({ stack, port, installed: _installed }, provide) => {
    const proxy = await startFaultProxy(stack.appUrl, port);
    await provide(proxy);
    await proxy.stop();
  },
  person: async ({ stack }, provide) => {
    const people = new Map<Role, Promise<Person>>();
    await provide((role) => {
      const made = people.get(role) ?? createPerson(stack, role);
      people.set(role, made);
      return made;
    });
  },
  scene: async ({ stack }, provide) => provide(await createScene(stack)),
  makeScene: async ({ stack }, provide) => provide((options) => createScene(stack, options)),
  facts: async ({ stack, scene }, provide) => provide(serverFacts(stack, scene)),
  signedIn: async ({ browser, stack, wire, person }, provide) => {
    const opened: BrowserContext[] = [];
    await provide(async (role, { path = '/incidents', serviceWorkers = 'block', ...options } = {}) => {
      const cookies = [await sessionCookie(stack, await person(role))];
      const context = await createSitting(browser, { origin: wire.url, cookies, serviceWorkers, ...options });
      opened.push(context);
      const page = await context.newPage();
      await page.goto(path);
      await expectCalm(page);
      return page;
    });
    for (const context of opened) await context.close();
  },
  openDevice: async ({ wire }, provide) => {
    const devices: Device[] = [];
    await provide(async (options) => {
      const device = await createDevice({ origin: wire.url, ...options });
      devices.push(device);
      return device;
    });
    for (const device of devices) await device.dispose();
  },
  visit: async ({ stack, person, scene, installed, openDevice }, provide) => {
    await provide(async (role = 'responder', options = {}) => {
      const cookies = [await sessionCookie(stack, await person(role))];
      const device = await openDevice({ cookies, profile: installed, ...options });
      const page = await device.newPage();
      const incident = incidentPage(page, scene);
      await incident.open();
      await waitForServiceWorker(page);
      await expectCalm(page);
      return { device, page, incident };
    });
  },
});

/** What the browser says of its network; `wire` is what becomes of requests. */
export async function setOnline(page: Page, isOnline: boolean): Promise<void> {
  await page.context().setOffline(!isOnline);
}
