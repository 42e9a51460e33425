import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';

/** How a device looks. */
export interface DeviceOptions {
  readonly viewport?: { readonly width: number; readonly height: number } | undefined;
  readonly colorScheme?: 'light' | 'dark' | undefined;
  readonly hasTouch?: boolean | undefined;
  /** What Chromium keeps IndexedDB in; both are in the field. */
  readonly indexedDb?: 'leveldb' | 'sqlite' | undefined;
}

/** One laptop or tablet: a browser profile on disk that survives closing the browser. */
export interface Device {
  /** The present browser; opens it when it is closed. */
  context(): Promise<BrowserContext>;
  /** A new tab. */
  newPage(): Promise<Page>;
  /** Names of what lies in the profile's IndexedDB folder. */
  storageNames(): Promise<string[]>;
  /** Closes the browser; what is on disk stays. */
  close(): Promise<void>;
  dispose(): Promise<void>;
}

/** A press or a navigation that takes longer hangs. */
const ACTION_TIMEOUT_MS = 60_000;

const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Arguments and binary with which Chromium runs here, as root too. */
export function chromiumOptions(): { executablePath?: string; args: string[] } {
  const binary = process.env['CHROMIUM_BIN'];
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...chromiumFlags] : chromiumFlags;
  return binary === undefined || binary === '' ? { args } : { executablePath: binary, args };
}

/** Makes a device with an empty profile. */
export async function createDevice(options: DeviceOptions = {}): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), 'holdfast device '));
  let opened: BrowserContext | null = null;
  const { args, ...binary } = chromiumOptions();
  const engine = `--${options.indexedDb === 'sqlite' ? 'enable' : 'disable'}-features=IdbSqliteBackingStore`;
  const context = async (): Promise<BrowserContext> => {
    opened ??= await chromium.launchPersistentContext(profile, {
      ...binary,
      args: options.indexedDb === undefined ? args : [...args, engine],
      headless: true,
      viewport: options.viewport ?? { width: 1440, height: 900 },
      colorScheme: options.colorScheme ?? 'light',
      hasTouch: options.hasTouch ?? false,
      reducedMotion: 'reduce',
    });
    opened.setDefaultTimeout(ACTION_TIMEOUT_MS);
    return opened;
  };
  const close = async (): Promise<void> => {
    await opened?.close();
    opened = null;
  };
  return {
    context,
    newPage: async () => (await context()).newPage(),
    storageNames: () => readdir(join(profile, 'Default', 'IndexedDB')),
    close,
    dispose: async () => {
      await close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Kills the renderer as the operating system would: no unload handler runs. */
export async function killTab(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => {
    // The navigation cannot finish: its process is gone, which is what was asked for.
  });
  await crashed;
}
