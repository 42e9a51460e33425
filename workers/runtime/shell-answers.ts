import { CHECK_SHELL } from '../contracts/shell-contract.ts';
import type { ShellCache, ShellFile } from './shell-cache.ts';

// Paths that are the server's, or files: a missing one must stay missing instead of turning into the page.
const NOT_A_PAGE = [/^\/(?:api|db|canary|kratos)(?:\/|$)/, /^[^?]*\/[^/?]+\.[a-z0-9]+(?:\?|$)/i];

/** The answer to a request for the app's own files or pages; null for what is none of the shell's. */
export function answerShell(shell: ShellCache, request: Request, origin: string): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return null;
  const path = `${url.pathname}${url.search}`;
  if (request.mode === 'navigate' && !NOT_A_PAGE.some((pattern) => pattern.test(path))) {
    return answerPage(shell, request);
  }
  // With a query it is asked past the kept files: that is how a repair reaches the server.
  const file = url.search === '' ? shell.find(url.pathname) : undefined;
  return file === undefined ? null : answerFile(shell, file, request);
}

/** Every page is index.html. One that is lost must not take the way to the network with it. */
async function answerPage(shell: ShellCache, request: Request): Promise<Response> {
  const index = shell.find('/index.html');
  if (index !== undefined) {
    try {
      return await shell.readChecked(index);
    } catch {
      // Neither kept nor to be had as built: a newer version or a sign-in page of the network is still a way on.
    }
  }
  try {
    return await fetch(request);
  } catch {
    return brokenPage();
  }
}

async function answerFile(shell: ShellCache, file: ShellFile, request: Request): Promise<Response> {
  try {
    return await shell.read(file);
  } catch {
    // Something else in place of a script or a style would run or show; an icon of another version harms nobody.
    return file.url.startsWith('assets/') ? Response.error() : fetch(request);
  }
}

/** The last resort, with no file of ours. */
function brokenPage(): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Holdfast cannot start</title><h1>Holdfast cannot start</h1>
<p>Its files on this device are damaged, and the server cannot be reached to fetch them again.</p>
<p>Your data, unsent changes and drafts are still on this device. Connect to the network, then reload this page.</p>`;
  return new Response(html, {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" },
  });
}

/** Looks over the kept files when a page asks, and tells it what came of it. */
export function listenForShellCheck(scope: ServiceWorkerGlobalScope, shell: ShellCache): void {
  scope.addEventListener('message', (event: ExtendableMessageEvent) => {
    const data: unknown = event.data;
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== CHECK_SHELL) return;
    const [port] = event.ports;
    event.waitUntil(shell.check().then((found) => port?.postMessage(found)));
  });
}
