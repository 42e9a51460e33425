import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright';

/** How a laptop's window is. */
const VIEWPORT = { width: 1440, height: 900 };

/**
 * A browser with a profile on disk, new and empty, for as long as the work takes. Windows without a profile keep
 * IndexedDB in memory: what is called durable there has touched no disk.
 */
export async function withBrowser<T>(
  executablePath: string | undefined,
  work: (browser: BrowserContext) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  const browser = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    viewport: VIEWPORT,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
