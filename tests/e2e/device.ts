import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Cookie,
  type Page,
} from 'playwright';
import { waitForServiceWorker } from './sign-in-page.ts';
import { indexedDbEngines, type IndexedDbEngine } from '#tests/support/indexeddb-engine.ts';

/** The windows the product is made for: a laptop, a tablet held upright, a phone. */
export const sizes = {
  laptop: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;
export type Size = keyof typeof sizes;

/** How a device looks. */
export interface LookOptions {
  /** Default laptop; the others have a touch screen. */
  readonly size?: Size | undefined;
  readonly colorScheme?: 'light' | 'dark' | undefined;
}

/** What a device is, and what is on it before the first page opens. */
export interface DeviceOptions extends LookOptions {
  /** Default: as any browser. */
  readonly serviceWorkers?: 'allow' | 'block' | undefined;
  /** Where relative addresses lead. */
  readonly origin: string;
  readonly cookies?: readonly Cookie[] | undefined;
  /** What Chromium keeps IndexedDB in; both are in the field. */
  readonly indexedDb?: IndexedDbEngine | undefined;
  /** A profile to begin with, as `installApp` leaves it. Default: an empty one. */
  readonly profile?: string | undefined;
}

/** One laptop or tablet: a browser profile on disk that survives closing the browser. */
export interface Device {
  /** The present browser; opens it when it is closed. */
  context(): Promise<BrowserContext>;
  /** A new tab. */
  newPage(): Promise<Page>;
  /**
   * Stops every page and worker as a system does that suspends them: no script, no timer, no event. Answers how to let
   * them go on. (`Page.setWebLifecycleState` does nothing to a page that is visible, and a headless one always is.)
   */
  freeze(): Promise<() => void>;
  /** What IndexedDB lies in on the disk, whatever was asked for. */
  indexedDbEngines(): Promise<readonly IndexedDbEngine[]>;
  /** Files of the profile that hold a text as it is, in either width of a character. Close the browser first. */
  filesWith(text: string): Promise<string[]>;
  /** Closes the browser; what is on disk stays. */
  close(): Promise<void>;
  dispose(): Promise<void>;
}

/** A press or a navigation that takes longer hangs. */
const ACTION_TIMEOUT_MS = 60_000;

/** What `--disable-features` takes away. The page of suggestions below the address bar costs each window half a second. */
const UNUSED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** IndexedDB in SQLite; without it, in LevelDB. */
const SQLITE_FEATURE = 'IdbSqliteBackingStore';

const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Arguments and binary with which Chromium runs here, as root too. Of two lists of features it reads the last one. */
export function chromiumOptions(unused: readonly string[] = []): { executablePath?: string; args: string[] } {
  const binary = process.env['CHROMIUM_BIN'];
  const flags = [...chromiumFlags, `--disable-features=${[...UNUSED_FEATURES, ...unused].join(',')}`];
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...flags] : flags;
  return binary === undefined || binary === '' ? { args } : { executablePath: binary, args };
}

function contextOptions(options: DeviceOptions): BrowserContextOptions {
  const { origin, size = 'laptop', colorScheme = 'light', serviceWorkers = 'allow' } = options;
  return {
    baseURL: origin,
    viewport: sizes[size],
    colorScheme,
    serviceWorkers,
    hasTouch: size !== 'laptop',
    reducedMotion: 'reduce',
  };
}

/**
 * A browser context that is gone when it closes: for what happens on one page in one sitting. It starts in a third of the
 * time a device takes.
 */
export async function createSitting(browser: Browser, options: DeviceOptions): Promise<BrowserContext> {
  const context = await browser.newContext(contextOptions(options));
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  // Playwright's own answer to a page that registers one is no registration, which no browser gives.
  if (options.serviceWorkers === 'block')
    await context.addInitScript(() => {
      if ('serviceWorker' in navigator) navigator.serviceWorker.register = () => new Promise(() => undefined);
    });
  await context.addCookies([...(options.cookies ?? [])]);
  return context;
}

/** Processes that run the pages and workers of a profile: those below its browser, which alone names it. */
async function renderersOf(profile: string): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args='], { maxBuffer: 2 ** 24 });
  const processes = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/u.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), args }];
  });
  const below = (pids: ReadonlySet<number>): ReadonlySet<number> => {
    const more = processes.filter(({ pid, parent }) => pids.has(parent) && !pids.has(pid));
    return more.length === 0 ? pids : below(new Set([...pids, ...more.map(({ pid }) => pid)]));
  };
  const own = below(new Set(processes.filter(({ args }) => args.includes(profile)).map(({ pid }) => pid)));
  return processes
    .filter(({ pid, args }) => own.has(pid) && args.includes('--type=renderer'))
    .map(({ pid }) => pid);
}

/** Makes a device; without a profile to begin with, it has never been at the app. */
export async function createDevice(options: DeviceOptions): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), 'holdfast device '));
  if (options.profile !== undefined) await cp(options.profile, profile, { recursive: true });
  let opened: BrowserContext | null = null;
  let isNew = true;
  const { args, ...binary } = chromiumOptions(options.indexedDb === 'leveldb' ? [SQLITE_FEATURE] : []);
  const engine = options.indexedDb === 'sqlite' ? [`--enable-features=${SQLITE_FEATURE}`] : [];
  const context = async (): Promise<BrowserContext> => {
    if (opened !== null) return opened;
    opened = await chromium.launchPersistentContext(profile, {
      ...binary,
      ...contextOptions(options),
      args: [...args, ...engine],
      headless: true,
    });
    opened.setDefaultTimeout(ACTION_TIMEOUT_MS);
    if (isNew) await opened.addCookies([...(options.cookies ?? [])]);
    isNew = false;
    return opened;
  };
  const close = async (): Promise<void> => {
    await opened?.close();
    opened = null;
  };
  return {
    context,
    newPage: async () => (await context()).newPage(),
    freeze: async () => {
      const pids = await renderersOf(profile);
      if (pids.length === 0) throw new Error('This device has no page to freeze');
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
      };
    },
    filesWith: async (text) => {
      const wanted = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
      const found: string[] = [];
      for (const entry of await readdir(profile, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const bytes = await readFile(path);
        if (wanted.some((each) => bytes.includes(each))) found.push(relative(profile, path));
      }
      return found;
    },
    indexedDbEngines: () => indexedDbEngines(profile),
    close,
    dispose: async () => {
      await close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** What of a profile knows who was there and what they did. */
const VISITOR_FILES = ['IndexedDB', 'Local Storage', 'Session Storage', 'Cookies', 'Cookies-journal'];

/**
 * Makes a profile that has the app and its service worker of this origin, and nobody's data. Devices that begin with it
 * do not install the app again, which is a third of the work of a first visit.
 */
export async function installApp(origin: string): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'holdfast installed '));
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumOptions(),
    ...contextOptions({ origin }),
    headless: true,
  });
  const page = await context.newPage();
  await page.goto('/login');
  await waitForServiceWorker(page);
  await context.close();
  for (const name of VISITOR_FILES)
    await rm(join(profile, 'Default', name), { recursive: true, force: true });
  return profile;
}

/** Kills the renderer as the operating system would: no unload handler runs. */
export async function killTab(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => {
    // The navigation cannot finish: its process is gone, which is what was asked for.
  });
  await crashed;
}
