import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { answerShell } from './shell-answers.ts';
import { createShellCache, type ShellCache, type ShellFile } from './shell-cache.ts';

const ORIGIN = 'https://holdfast.example';
const PORTAL = '<!doctype html><title>Free Wi-Fi</title>';
const built: Readonly<Record<string, string>> = {
  'index.html': '<div id="root"></div>',
  'assets/app-1.js': 'start();',
  'assets/app-1.css': 'body { margin: 0 }',
  'icon.svg': '<svg/>',
};

const fileOf = (url: string, text = built[url] ?? ''): ShellFile => ({
  url,
  integrity: `sha256-${createHash('sha256').update(text).digest('base64')}`,
});
const files = Object.keys(built).map((url) => fileOf(url));
const addressOf = (url: string): string => `${ORIGIN}/${url}`;

/** What the disk has: cache → address → text. */
let disk: Map<string, Map<string, string>>;
/** What a request gets instead of the built file; null is no network. */
let lies: Map<string, string | null>;
let asked: string[];

beforeEach(() => {
  disk = new Map();
  lies = new Map();
  asked = [];
});

const caches = {
  open: async (name: string) => {
    const cache = disk.get(name) ?? new Map<string, string>();
    disk.set(name, cache);
    return { put: async (address: string, response: Response) => cache.set(address, await response.text()) };
  },
  match: async (address: string, { cacheName }: { cacheName: string }) => {
    const text = disk.get(cacheName)?.get(address);
    return text === undefined ? undefined : new Response(text);
  },
  keys: async () => [...disk.keys()],
  delete: async (name: string) => disk.delete(name),
} as unknown as CacheStorage; // only what the shell uses

function shellOf(list: readonly ShellFile[] = files): ShellCache {
  return createShellCache(list, {
    origin: ORIGIN,
    caches,
    fetch: async (address, { cache }) => {
      const url = address.slice(ORIGIN.length + 1);
      asked.push(`${url} ${cache}`);
      const key = lies.has(`${url} ${cache}`) ? `${url} ${cache}` : url;
      const said = lies.has(key) ? lies.get(key) : built[url];
      if (said === null || said === undefined) throw new TypeError('Failed to fetch');
      return new Response(said);
    },
  });
}

const texts = (): string[] => [...disk.values()].flatMap((cache) => [...cache.values()]);
function only(): Map<string, string> {
  const [first, ...others] = disk.values();
  expect(others).toEqual([]);
  if (first === undefined) throw new Error('nothing is kept');
  return first;
}
const ask = (shell: ShellCache, path: string, mode = 'cors'): Promise<Response> | null =>
  answerShell(shell, { method: 'GET', mode, url: `${ORIGIN}${path}` } as Request, ORIGIN); // what is read of one

test.each(Object.keys(built))('a sign-in page of the network in place of %s is never kept', async (url) => {
  lies.set(url, PORTAL);
  await expect(shellOf().install()).rejects.toThrow(url);
  expect(texts()).not.toContain(PORTAL);
  lies.clear();
  await shellOf().install();
  expect(new Set(texts())).toEqual(new Set(Object.values(built)));
});

test('a lie that the browser itself has cached is asked past', async () => {
  lies.set('assets/app-1.js default', PORTAL);
  await shellOf().install();
  expect(only().get(addressOf('assets/app-1.js'))).toBe('start();');
});

test('a new version takes what has not changed from the old one, but only what is whole', async () => {
  await shellOf().install();
  only().set(addressOf('icon.svg'), PORTAL);
  asked = [];
  lies.set('index.html', 'new');
  const next = shellOf([...files.filter(({ url }) => url !== 'index.html'), fileOf('index.html', 'new')]);
  await next.install();
  expect(asked).toEqual(['icon.svg default', 'index.html default']);
  expect(disk.size).toBe(2);
  await next.removeOlder();
  expect(only().get(addressOf('index.html'))).toBe('new');
});

test('what is missing or damaged is mended, once for many who ask', async () => {
  const shell = shellOf();
  await shell.install();
  only().delete(addressOf('assets/app-1.css'));
  only().set(addressOf('assets/app-1.js'), 'sta\u0000t();');
  asked = [];
  const [first, second] = await Promise.all([shell.check(), shell.check()]);
  expect([first, second]).toEqual([
    { isWhole: true, mended: 2 },
    { isWhole: true, mended: 2 },
  ]);
  expect(asked).toHaveLength(2);
  expect(only()).toEqual(new Map(Object.entries(built).map(([url, text]) => [addressOf(url), text])));
  expect(await shell.check()).toEqual({ isWhole: true, mended: 0 });
  expect(asked).toHaveLength(2);
});

test.each([null, PORTAL])(
  'damage that cannot be mended now stays known, and nothing false is kept (%j)',
  async (lie) => {
    const shell = shellOf();
    await shell.install();
    only().delete(addressOf('assets/app-1.js'));
    lies.set('assets/app-1.js', lie);
    expect(await shell.check()).toEqual({ isWhole: false, mended: 0 });
    expect(texts()).not.toContain(PORTAL);
    lies.clear();
    expect(await shell.check()).toEqual({ isWhole: true, mended: 1 });
  },
);

test('every page is the kept index.html, and a damaged one is fetched again before it is shown', async () => {
  const shell = shellOf();
  await shell.install();
  asked = [];
  expect(await (await ask(shell, '/incidents/1?tab=a', 'navigate'))?.text()).toBe(built['index.html']);
  expect(asked).toEqual([]);
  only().set(addressOf('index.html'), '<div id="ro');
  expect(await (await ask(shell, '/incidents', 'navigate'))?.text()).toBe(built['index.html']);
  expect(only().get(addressOf('index.html'))).toBe(built['index.html']);
});

test('a script is answered as built or not at all', async () => {
  const shell = shellOf();
  await shell.install();
  only().delete(addressOf('assets/app-1.js'));
  lies.set('assets/app-1.js', PORTAL);
  expect((await ask(shell, '/assets/app-1.js'))?.type).toBe('error');
  lies.clear();
  expect(await (await ask(shell, '/assets/app-1.js'))?.text()).toBe('start();');
  expect(only().get(addressOf('assets/app-1.js'))).toBe('start();');
});

test('the server, other files and what is asked past the kept files are left to the network', () => {
  const shell = shellOf();
  for (const path of ['/api/db/incidents', '/config.json', '/index.html?repair=1', '/assets/gone-2.js']) {
    expect(ask(shell, path)).toBeNull();
  }
  for (const path of ['/api/report', '/gone.pdf']) expect(ask(shell, path, 'navigate')).toBeNull();
});
