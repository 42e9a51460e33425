import { SHELL_PREFIX } from '#workers/contracts/shell-contract.ts';
import { showRepair, type RepairBox, type Repaired } from './repair-box.ts';
import { checkShell } from './shell-check.ts';

/** After a failure the app may still come: a preload that failed is asked for again. */
const GRACE_MS = 3000;
/** With no failure told, nothing on the page by then is one. */
const PATIENCE_MS = 20_000;
/** A second failed start within this time is not cured by another reload. */
const RELOAD_PAUSE_MS = 60_000;
const RELOADED_KEY = 'holdfast.shellMendedAt';
/** Asked past every cache, the service worker's too: it answers only what has no query. */
const PAST_CACHES = 'repair';

/**
 * Watches whether the app appears. When a script of it does not load or throws before that, the kept files are looked
 * over and mended, and the page is reloaded once; what that does not cure is offered to the person as "Repair".
 */
export function watchStart(): void {
  const root = document.getElementById('root');
  if (root === null) return;
  let box: RepairBox | null = null;
  let isAtIt = false;
  const isThere = (): boolean => root.hasChildNodes();
  const help = async (what: string): Promise<void> => {
    if (isThere() || isAtIt) return;
    isAtIt = true;
    const found = await checkShell();
    isAtIt = false;
    if (isThere()) return;
    if (found !== null && found.mended > 0 && mayReload()) location.reload();
    else box ??= showRepair(what, repairShell);
  };
  const failed = (what: string): void => {
    if (!isThere()) setTimeout(() => void help(what), GRACE_MS);
  };
  addEventListener('error', (event) => failed(wordsOf(event)), true);
  addEventListener('unhandledrejection', ({ reason }) => failed(String(reason)));
  addEventListener('online', () => {
    if (box !== null) void help('');
  });
  addEventListener('load', () => setTimeout(() => void help('Nothing appeared.'), PATIENCE_MS));
  new MutationObserver(() => {
    if (!isThere()) return;
    box?.remove();
    box = null;
  }).observe(root, { childList: true });
}

function wordsOf(event: Event): string {
  if (event instanceof ErrorEvent) return event.message;
  const { target } = event;
  if (target instanceof HTMLScriptElement) return `${target.src} did not load.`;
  if (target instanceof HTMLLinkElement) return `${target.href} did not load.`;
  return 'A part of the page did not load.';
}

/** Once in a while: whatever is wrong with a start, it never reloads for ever. */
function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? '0') < RELOAD_PAUSE_MS) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return true;
  } catch {
    // Storage blocked by policy: then nothing remembers that it was tried.
    return false;
  }
}

/**
 * Fetches the page and its scripts past every cache, and only when the server really sends them removes the service
 * worker and its files. IndexedDB and what the page stored (data, unsent changes, drafts) are not touched.
 */
export async function repairShell(): Promise<Repaired> {
  try {
    const page = await text('/index.html', 'text/html');
    const parts = partsOf(page);
    if (parts.length === 0) return 'unreachable';
    await Promise.all(parts.map((path) => text(path, path.endsWith('.css') ? 'text/css' : 'javascript')));
    await removeShell();
    // The browser's own cache may hold what was damaged or false for a year.
    await Promise.all(parts.map((path) => fetch(path, { cache: 'reload' })));
    return 'repaired';
  } catch {
    // No network, or something else answers: what is kept is better than nothing.
    return 'unreachable';
  }
}

async function text(path: string, type: string): Promise<string> {
  const response = await fetch(`${path}?${PAST_CACHES}=${Date.now()}`, { cache: 'reload' });
  const contentType = response.headers.get('Content-Type') ?? '';
  if (!response.ok || !contentType.includes(type))
    throw new Error(`${path}: ${response.status} ${contentType}`);
  return response.text();
}

/** Scripts and styles our page starts with; none in a page that is not ours. */
function partsOf(page: string): readonly string[] {
  if (!page.includes('<div id="root">')) return [];
  return [...page.matchAll(/(?:src|href)="(?<path>\/assets\/[^"?]+\.(?:js|css))"/gu)].map(
    ({ groups }) => groups?.['path'] ?? '',
  );
}

async function removeShell(): Promise<void> {
  const names = 'caches' in globalThis ? await caches.keys() : [];
  await Promise.all(names.filter((name) => name.startsWith(SHELL_PREFIX)).map((name) => caches.delete(name)));
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}
