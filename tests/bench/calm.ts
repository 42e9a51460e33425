import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';

/** Longer than any first pull; what is not calm by then is an error. */
const CALM_PATIENCE_MS = 480_000;
/** So long the wire is looked at, and no more requests may pass in it than an idle page sends. */
const LOOK_MS = 5_000;
const IDLE_REQUESTS = 10;

/** Status of every feed, out of the cache as it lies on this device. As text: what a compiler adds is not in the page. */
const FEEDS = `(async () => {
  const ok = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('cache-'));
  if (found === undefined) return {};
  const db = await ok(indexedDB.open(found.name));
  try {
    const feeds = await ok(db.transaction('feeds').objectStore('feeds').getAll());
    return Object.fromEntries(feeds.map(({ tbl, status }) => [tbl, status]));
  } finally {
    db.close();
  }
})()`;
/** Without these the first pull has not even got to its long end. */
const PULLED_LAST = ['incidents', 'config_items', 'config_changes'];

/** Waits until the first pull has brought everything and only an idle page's requests are left. */
export async function untilCalm(page: Page): Promise<void> {
  let requests = 0;
  const count = (request: { url(): string }): void => {
    if (request.url().includes('/api/')) requests += 1;
  };
  page.context().on('request', count);
  const deadline = performance.now() + CALM_PATIENCE_MS;
  try {
    for (;;) {
      requests = 0;
      await pause(LOOK_MS);
      const feeds = await page.evaluate<Record<string, string>>(FEEDS);
      const left = Object.keys(feeds).filter((tbl) => feeds[tbl] === 'partial');
      left.push(...PULLED_LAST.filter((tbl) => feeds[tbl] !== 'complete' && feeds[tbl] !== 'forbidden'));
      if (left.length === 0 && requests <= IDLE_REQUESTS) return;
      if (performance.now() > deadline)
        throw new Error(`The first pull is not calm: ${requests} requests, to come: ${left.join(', ')}`);
    }
  } finally {
    page.context().off('request', count);
  }
}
