import type { Page } from 'playwright';

type Stores = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

/** Every record of every IndexedDB database of the page's origin, by database and store, as JSON has it. */
export async function storedRecords(page: Page): Promise<Stores> {
  const json = await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
      });
    const found: Record<string, Record<string, unknown[]>> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      const stores: Record<string, unknown[]> = {};
      for (const store of database.objectStoreNames) {
        stores[store] = await settled(database.transaction(store).objectStore(store).getAll());
      }
      found[name] = stores;
      database.close();
    }
    return JSON.stringify(found);
  });
  return JSON.parse(json) as Stores; // written by the lines above
}

/** Everything the page's origin keeps, as one text: Cache Storage and IndexedDB. */
export async function storedText(page: Page): Promise<string> {
  const cached = await page.evaluate(async () => {
    const parts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        parts.push((await (await cache.match(request))?.text()) ?? '');
    }
    return parts.join('\n');
  });
  return `${cached}\n${JSON.stringify(await storedRecords(page))}`;
}

/**
 * Everything a page can leave behind that scripts can read, as one text: Cache Storage and IndexedDB, both Web Storages,
 * cookies, the private files of the origin by name, and every address of the tab's history with the state of the present
 * one.
 */
export async function everythingAtRest(page: Page): Promise<string> {
  const readable = await page.evaluate(async () => {
    const files: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
    return JSON.stringify({
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      cookies: document.cookie,
      files,
      name: window.name,
      state: history.state as unknown,
    });
  });
  const cdp = await page.context().newCDPSession(page);
  const { entries } = await cdp.send('Page.getNavigationHistory');
  await cdp.detach();
  return [await storedText(page), readable, ...entries.map(({ url }) => url)].join('\n');
}

/** Where in IndexedDB a text stands, as `database/store`. */
export async function storesWith(page: Page, text: string): Promise<string[]> {
  return Object.entries(await storedRecords(page)).flatMap(([name, stores]) =>
    Object.entries(stores)
      .filter(([, records]) => JSON.stringify(records).includes(text))
      .map(([store]) => `${name}/${store}`),
  );
}

function deviceMeta(stores: Stores): readonly unknown[] {
  return Object.entries(stores)
    .filter(([name]) => name.startsWith('journal-'))
    .flatMap(([, journal]) => journal['device_meta'] ?? []);
}

/** How often somebody became leader on this device: every journal counts it. */
export async function leaderEpochs(page: Page): Promise<number> {
  const metas = deviceMeta(await storedRecords(page));
  return metas.reduce<number>((sum, meta) => sum + Number(Reflect.get(Object(meta), 'epoch') ?? 0), 0);
}

/** Journal records that hold a text, and what of them a fault of the disk replaces; `null` takes the record away. */
export interface Damage {
  readonly text: string;
  readonly set: Readonly<Record<string, unknown>> | null;
}

/** Changes or deletes journal records past the app. Returns how many it met. */
export async function damageOps(page: Page, damages: readonly Damage[]): Promise<number> {
  return page.evaluate(async (wanted) => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
      });
    let met = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('journal-')) continue;
      const database = await settled(indexedDB.open(name));
      const ops = database.transaction('ops', 'readwrite').objectStore('ops');
      for (const record of (await settled(ops.getAll())) as Record<string, unknown>[]) {
        const found = wanted.find(({ text }) => JSON.stringify(record).includes(text));
        if (found === undefined) continue;
        if (found.set === null) await settled(ops.delete(String(record['id'])));
        else await settled(ops.put({ ...record, ...found.set }));
        met += 1;
      }
      database.close();
    }
    return met;
  }, damages);
}
