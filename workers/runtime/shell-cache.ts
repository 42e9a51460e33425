import { SHELL_PREFIX, type ShellCheck } from '../contracts/shell-contract.ts';

/** One file of the built app: where it is, and the hash of the bytes this version was built with. */
export interface ShellFile {
  /** Below the origin, without a slash in front. */
  readonly url: string;
  /** As in a page: `sha256-` and the hash in base64. */
  readonly integrity: string;
}

export interface ShellPorts {
  readonly origin: string;
  readonly caches: Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * The built files on the device. Whatever came from the network or the disk is held against the hash of the build before
 * it is kept: a page in between that answers 200 with its own words is never taken for a file of the app.
 */
export interface ShellCache {
  /** Resolves when every file is kept; rejects, for the browser to try again, as soon as one cannot be had as built. */
  readonly install: () => Promise<void>;
  /** Removes the files of the versions before this one. */
  readonly removeOlder: () => Promise<void>;
  /** Reads every kept file and fetches anew what is missing or damaged. Gives up, without rejecting, where it cannot. */
  readonly check: () => Promise<ShellCheck>;
  /** The file of this path, or undefined where there is none. */
  readonly find: (path: string) => ShellFile | undefined;
  /** The file as kept, else as fetched and then kept; rejects where neither has its bytes. */
  readonly read: (file: ShellFile) => Promise<Response>;
  /** As `read`, but the kept bytes are looked at too: only for what is small, because it holds the answer up. */
  readonly readChecked: (file: ShellFile) => Promise<Response>;
}

/** Files asked for at one time: as many as a browser opens connections. */
const AT_ONCE = 6;

export function createShellCache(files: readonly ShellFile[], ports: ShellPorts): ShellCache {
  const { caches } = ports;
  const byPath = new Map(files.map((file) => [`/${file.url}`, file]));
  const addressOf = ({ url }: ShellFile): string => new URL(url, ports.origin).href;
  let naming: Promise<string> | undefined;
  const name = (): Promise<string> => (naming ??= nameOf(files));
  let looking: Promise<ShellCheck> | undefined;

  const kept = async (file: ShellFile): Promise<Response | undefined> =>
    caches.match(addressOf(file), { cacheName: await name() });
  const keep = async (file: ShellFile, response: Response): Promise<void> => {
    const cache = await caches.open(await name());
    await cache.put(addressOf(file), response);
  };
  const bring = (file: ShellFile): Promise<Response> => fetchIntact(ports, addressOf(file), file);
  /** From the cache of an earlier version: most files of two versions are the same. */
  const inherit = async (file: ShellFile): Promise<Response | undefined> => {
    for (const cacheName of await caches.keys()) {
      if (!cacheName.startsWith(SHELL_PREFIX)) continue;
      const response = await caches.match(addressOf(file), { cacheName });
      if (response !== undefined && (await isIntact(response, file))) return response;
    }
    return undefined;
  };
  const fetchAndKeep = async (file: ShellFile): Promise<Response> => {
    const response = await bring(file);
    // A full disk: the file is good all the same, and is fetched again next time.
    await keep(file, response.clone()).catch(() => undefined);
    return response;
  };
  const readChecked = async (file: ShellFile): Promise<Response> => {
    const response = await kept(file);
    return response !== undefined && (await isIntact(response, file)) ? response : fetchAndKeep(file);
  };
  const look = async (): Promise<ShellCheck> => {
    let mended = 0;
    for (const file of files) {
      const response = await kept(file);
      if (response !== undefined && (await isIntact(response, file))) continue;
      try {
        await keep(file, await bring(file));
      } catch {
        // No network, a page in between, or a server that has a newer version only: the page asks again.
        return { isWhole: false, mended };
      }
      mended += 1;
    }
    return { isWhole: true, mended };
  };

  return {
    async install() {
      const rest = [...files];
      const next = async (): Promise<void> => {
        for (let file = rest.shift(); file !== undefined; file = rest.shift()) {
          await keep(file, (await inherit(file)) ?? (await bring(file)));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, next));
    },
    async removeOlder() {
      const own = await name();
      const older = (await caches.keys()).filter((each) => isShell(each) && each !== own);
      await Promise.all(older.map((each) => caches.delete(each)));
    },
    check: () =>
      (looking ??= look().finally(() => {
        looking = undefined;
      })),
    find: (path) => byPath.get(path),
    read: async (file) => (await kept(file)) ?? fetchAndKeep(file),
    readChecked,
  };
}

/** Also what the library kept that this cache has replaced. */
const isShell = (name: string): boolean =>
  name.startsWith(SHELL_PREFIX) || name.startsWith('workbox-precache');

/** Versions differ in a file; two that differ in none may share a cache. */
async function nameOf(files: readonly ShellFile[]): Promise<string> {
  const list = files.map(({ url, integrity }) => `${url} ${integrity}\n`).join('');
  const hash = await sha256(new TextEncoder().encode(list));
  return `${SHELL_PREFIX}${hash.slice(0, 16).replaceAll(/[^a-z0-9]/giu, '-')}`;
}

/** The browser's own cache first; past it where that holds something else, which it may do for a year. */
async function fetchIntact(ports: ShellPorts, address: string, file: ShellFile): Promise<Response> {
  for (const cache of ['default', 'reload'] as const) {
    const response = await ports.fetch(address, { cache, credentials: 'same-origin' });
    if (response.ok && (await isIntact(response, file))) return withoutRedirect(response);
  }
  throw new Error(`What came for ${file.url} is not the file of this version`);
}

async function isIntact(response: Response, { integrity }: ShellFile): Promise<boolean> {
  try {
    return `sha256-${await sha256(await response.clone().arrayBuffer())}` === integrity;
  } catch {
    // A body that ends too early, or an entry the disk does not give back.
    return false;
  }
}

async function sha256(bytes: BufferSource): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...hash));
}

/** A page must not be answered with the end of a redirect, whatever its bytes are. */
function withoutRedirect(response: Response): Response {
  if (!response.redirected) return response;
  const { headers, status, statusText } = response;
  return new Response(response.body, { headers, status, statusText });
}
