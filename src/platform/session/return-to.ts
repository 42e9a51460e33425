/** Where sign-in leads when nothing better is known. */
export const DEFAULT_RETURN_TO = '/';

/** Pages that would only lead back here: what counts is where they would have led. */
const LOOPS = ['/login', '/auth-state-checker'];

/** An origin of nobody, to read a path by. */
const NOWHERE = 'http://nowhere.invalid';

/** The page a path leads to in the end, however often sign-in is wrapped around it. */
function unwrapped(path: string): string {
  if (!URL.canParse(path, NOWHERE)) return path;
  const { pathname, searchParams } = new URL(path, NOWHERE);
  if (!LOOPS.includes(pathname)) return path;
  // Each turn is shorter than the one before, so this ends.
  return unwrapped(searchParams.get('return_to') ?? DEFAULT_RETURN_TO);
}

/**
 * The path of `value` when it stays on this origin, else the default. Takes a path or an absolute address of this
 * origin; schemes, other hosts, `//host` and `/\host` are refused (decisions.md).
 */
export function safeReturnTo(value: unknown, origin: string): string {
  if (typeof value !== 'string' || value === '') return DEFAULT_RETURN_TO;
  let url: URL;
  try {
    url = new URL(unwrapped(value), origin);
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
  return `/login?${new URLSearchParams({ return_to: unwrapped(returnTo), ...extra }).toString()}`;
}

/** The sign-in page's address for coming back to the page that is shown now. */
export function loginHrefFromHere(): string {
  return loginHref(`${location.pathname}${location.search}${location.hash}`);
}

/** Where a 401 of a call the user started leads (spec 8); `returnTo` is encoded whole. */
export function authStateCheckerHref(returnTo: string): string {
  return `/auth-state-checker?${new URLSearchParams({ return_to: unwrapped(returnTo) }).toString()}`;
}
