/** Where sign-in leads when nothing better is known. */
export const DEFAULT_RETURN_TO = '/';

/** Pages that would only lead back here. */
const LOOPS = ['/login', '/auth-state-checker'];

/**
 * The path of `value` when it stays on this origin, else the default. Takes a path or an absolute address of this
 * origin; schemes, other hosts, `//host` and `/\host` are refused (decisions.md).
 */
export function safeReturnTo(value: unknown, origin: string): string {
  if (typeof value !== 'string' || value === '') return DEFAULT_RETURN_TO;
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch {
    // Not an address at all.
    return DEFAULT_RETURN_TO;
  }
  if (url.origin !== origin || url.username !== '' || url.password !== '') return DEFAULT_RETURN_TO;
  if (LOOPS.includes(url.pathname)) return DEFAULT_RETURN_TO;
  // `/.//host` parses on this origin but would leave it when used as an address again.
  if (url.pathname.startsWith('//')) return DEFAULT_RETURN_TO;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The sign-in page's address for coming back to `returnTo`. */
export function loginHref(returnTo: string, extra: Readonly<Record<string, string>> = {}): string {
  return `/login?${new URLSearchParams({ return_to: returnTo, ...extra }).toString()}`;
}

/** The sign-in page's address for coming back to the page that is shown now. */
export function loginHrefFromHere(): string {
  return loginHref(`${location.pathname}${location.search}${location.hash}`);
}

/** Where a 401 of a call the user started leads (spec 8); `returnTo` is encoded whole. */
export function authStateCheckerHref(returnTo: string): string {
  return `/auth-state-checker?${new URLSearchParams({ return_to: returnTo }).toString()}`;
}
