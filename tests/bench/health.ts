import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, errors, type BrowserContext, type Locator, type Page } from 'playwright';
import { demoLogin } from '../e2e/people.ts';
import { percentile } from './figures.ts';
import { METER, type Acted } from './health-meter.ts';
import { leave } from './leave.ts';

/** Where a client stands, and how its backend is reached for the step that changes checks. */
export interface HealthTarget {
  /** Address of the page with the list of checks. */
  readonly url: string;
  readonly executablePath: string | undefined;
  /** Makes `count` checks change on the server; null leaves that step out. */
  readonly touch: ((count: number) => Promise<void>) | null;
  /** Waits until the client has everything; absent: until rows stand. Then it is waited until the wire is calm. */
  readonly settle?: ((page: Page) => Promise<void>) | undefined;
}

/** Milliseconds. `next`: from the event to the first paint that shows a change; `seen`: to the last one of what is in view; `settled`: to the last one. */
export interface Spread {
  readonly p50: number;
  readonly p75: number;
  readonly p95: number;
  readonly count: number;
}

export interface Step {
  readonly next: Spread;
  readonly seen: Spread;
  readonly settled: Spread;
}

/** What a person waits for on the list of checks; a step that a client does not have is absent. */
export interface HealthFigures {
  readonly coldMs: number | null;
  readonly repeat: Spread;
  readonly steps: Readonly<Partial<Record<StepName, Step>>>;
  readonly rows: number;
  /** Null where nothing was changed on the server. */
  readonly longTasks: { readonly count: number; readonly worstMs: number } | 'not there' | null;
}

export const stepNames = ['filter', 'tab', 'group', 'sort', 'search'] as const;
export type StepName = (typeof stepNames)[number];

export const VISITS = 12;
export const ROUNDS = 10;
const TOUCHED = 1_000;
/** So long the wire is looked at, so often in a row, and no more requests may pass than an idle page sends. */
const LOOK_MS = 5_000;
const CALM_LOOKS = 2;
const IDLE_REQUESTS = 12;
/** Longer than any first pull. */
const CALM_PATIENCE_MS = 480_000;
/** So long a client may take to bring the changed checks in. */
const SYNC_LOOK_MS = 20_000;

export function spread(samples: readonly number[]): Spread {
  const taken = samples.filter((ms) => !Number.isNaN(ms));
  const at = (share: number): number => percentile(taken, share);
  return { p50: at(0.5), p75: at(0.75), p95: at(0.95), count: taken.length };
}

/** A first pull goes on behind the rows, and what is measured meanwhile is the pull: waits until few requests are left. */
export async function untilCalm(page: Page): Promise<void> {
  let requests = 0;
  const count = (): void => {
    requests += 1;
  };
  page.context().on('request', count);
  const deadline = performance.now() + CALM_PATIENCE_MS;
  for (let calm = 0; calm < CALM_LOOKS;) {
    requests = 0;
    await pause(LOOK_MS);
    calm = requests <= IDLE_REQUESTS ? calm + 1 : 0;
    if (performance.now() > deadline) throw new Error('The client does not become calm');
  }
  page.context().off('request', count);
}

export async function open(page: Page, url: string): Promise<number | null> {
  await page.goto(url);
  await page.waitForFunction(() => globalThis.healthMeter.usableAt() !== null, undefined, {
    timeout: 600_000,
  });
  return page.evaluate(() => globalThis.healthMeter.usableAt());
}

/** Opens the list; where a sign-in form stands instead, the demo's responder signs in. */
export async function firstVisit(page: Page, url: string): Promise<number | null> {
  await page.goto(url);
  const password = page.locator('input[type=password]');
  const row = page.locator('[role=row], tbody tr').nth(1);
  await password.or(row).first().waitFor({ timeout: 120_000 });
  if (await password.isVisible()) {
    const login = demoLogin('responder');
    await page
      .locator('input[type=email], input[name=identifier], input[name=username]')
      .first()
      .fill(login.email);
    await password.fill(login.password);
    await password.press('Enter');
    await page.waitForURL((to) => !to.pathname.includes('login'), { timeout: 120_000 });
  }
  return open(page, url);
}

/** A control that a client does not have is not waited for longer than this. */
const CONTROL_PATIENCE_MS = 5_000;

export async function isThere(control: Locator): Promise<boolean> {
  const element = await control
    .first()
    .elementHandle({ timeout: CONTROL_PATIENCE_MS })
    .catch((thrown: unknown) => {
      if (thrown instanceof errors.TimeoutError) return null;
      throw thrown;
    });
  return element !== null;
}

/** Presses or types, and answers the three times; null when the client has no such control. */
export async function act(control: Locator, event: 'click' | 'input', value = ''): Promise<Acted | null> {
  if (!(await isThere(control))) return null;
  const element = await control.first().elementHandle();
  if (element === null) return null;
  return element.evaluate(
    (found, [kind, text]) =>
      found instanceof Element
        ? globalThis.healthMeter.act(found, kind, text)
        : Promise.reject(new Error('no element')),
    [event, value] as const,
  );
}

export type Sample = Awaited<ReturnType<typeof act>>;

/** What is pressed in a header: its button, or the header itself where a client has none. */
export async function pressOf(header: Locator): Promise<Locator> {
  const button = header.getByRole('button');
  return (await button.count()) > 0 ? button : header;
}

/** One interaction of each kind; the second press of a pair undoes the first, so that each round begins alike. */
const INTERACTIONS: Readonly<Record<StepName, (page: Page, round: number) => Promise<readonly Sample[]>>> = {
  async filter(page) {
    const toggle = page
      .getByRole('switch', { name: /hide passing/i })
      .or(page.getByRole('checkbox', { name: /hide passing/i }))
      .or(page.getByText('Hide Passing', { exact: true }));
    return [await act(toggle, 'click'), await act(toggle, 'click')];
  },
  async tab(page, round) {
    const strip = page.getByRole('navigation', { name: 'Tabs' }).getByRole('link').or(page.getByRole('tab'));
    const count = await strip.count();
    if (count < 2) return [];
    return [await act(strip.nth(1 + (round % (count - 1))), 'click'), await act(strip.nth(0), 'click')];
  },
  async group(page, round) {
    const samples: Sample[] = [];
    for (const name of [round % 2 === 0 ? 'Type' : 'No Grouping', 'Group Name']) {
      const picker = page.getByRole('button', { name: /Group By/i }).or(page.getByLabel(/Group By/i));
      if (!(await isThere(picker))) return [];
      await picker.first().click();
      samples.push(await act(page.getByRole('option', { name, exact: true }), 'click'));
    }
    return samples;
  },
  async sort(page) {
    const press = await pressOf(page.getByRole('columnheader', { name: /^(Health|Uptime)/ }));
    const samples = [await act(press, 'click'), await act(press, 'click')];
    await act(await pressOf(page.getByRole('columnheader', { name: /^(Name|Checks?)/ })), 'click');
    return samples;
  },
  async search(page, round) {
    const field = page.getByPlaceholder('Search by name, description, or endpoint');
    const word = ['api', 'dns', 'gateway', 'health', 'queue'][round % 5] ?? 'api';
    const samples: Sample[] = [];
    // Key by key, as a person types, and once more for the field made empty.
    for (let letters = 1; letters <= word.length; letters += 1)
      samples.push(await act(field, 'input', word.slice(0, letters)));
    return [...samples, await act(field, 'input', '')];
  },
};

async function measureSteps(page: Page): Promise<HealthFigures['steps']> {
  const steps: Partial<Record<StepName, Step>> = {};
  for (const name of stepNames) {
    const samples: NonNullable<Sample>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const taken = await INTERACTIONS[name](page, round);
      samples.push(...taken.filter((sample) => sample !== null));
      // What is not there in the first round is not there in the tenth.
      if (samples.length === 0) break;
    }
    if (samples.length === 0) continue;
    steps[name] = {
      next: spread(samples.map(({ nextMs }) => nextMs)),
      seen: spread(samples.map(({ seenMs }) => seenMs)),
      settled: spread(samples.map(({ settledMs }) => settledMs)),
    };
  }
  return steps;
}

/** The worst the page's thread is held while a client brings a thousand changed checks in. */
async function measureSync(
  page: Page,
  touch: NonNullable<HealthTarget['touch']>,
): Promise<HealthFigures['longTasks']> {
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
  if (!(await isThere(refresh))) return 'not there';
  const counts = async (): Promise<string> =>
    (await page.locator('body').innerText()).match(/\d[\d.,\s]*(?:passing|failing)/gu)?.join() ?? '';
  const before = await counts();
  const from = await page.evaluate(() => globalThis.healthMeter.now());
  await touch(TOUCHED);
  await refresh.first().click();
  await pause(SYNC_LOOK_MS);
  // A client that says how many pass has not brought them in while it says the same.
  if (before !== '' && (await counts()) === before) throw new Error('The changed checks did not arrive');
  const tasks = await page.evaluate((at) => globalThis.healthMeter.longTasksSince(at), from);
  return { count: tasks.length, worstMs: Math.max(0, ...tasks.map(({ duration }) => duration)) };
}

export async function openBrowser(
  profile: string,
  executablePath: string | undefined,
): Promise<BrowserContext> {
  const browser = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    viewport: { width: 1440, height: 900 },
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  await browser.addInitScript({ content: METER });
  return browser;
}

/**
 * The list of checks as a person uses it: coming the first time and again, filter, tab, group, sort, search, and what the
 * page's thread does while a thousand checks change. Another client is driven the same way, by the words both have.
 */
export async function measureHealth(target: HealthTarget): Promise<HealthFigures> {
  const profile = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  const browser = await openBrowser(profile, target.executablePath);
  try {
    const page = await browser.newPage();
    const coldMs = await firstVisit(page, target.url);
    await target.settle?.(page);
    await untilCalm(page);
    const visits: number[] = [];
    for (let at = 0; at < VISITS; at += 1) {
      await leave(page);
      visits.push((await open(page, target.url)) ?? Number.NaN);
    }
    // What a page does after it is usable is not what a press takes.
    await untilCalm(page);
    const steps = await measureSteps(page);
    const rows = await page.evaluate(() => globalThis.healthMeter.rows());
    const longTasks = target.touch === null ? null : await measureSync(page, target.touch);
    return { coldMs, repeat: spread(visits), steps, rows, longTasks };
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
