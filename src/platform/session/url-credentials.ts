export interface UrlCredentials {
  readonly username: string;
  readonly password: string;
}

let held: UrlCredentials | null = null;

/** Splits `?username=&password=` from a sign-in address. `stripped` is null when there is nothing to remove. */
export function splitCredentials(href: string): {
  readonly credentials: UrlCredentials | null;
  readonly stripped: string | null;
} {
  const url = new URL(href);
  const username = url.searchParams.get('username');
  const password = url.searchParams.get('password');
  if (url.pathname !== '/login' || (username === null && password === null)) {
    return { credentials: null, stripped: null };
  }
  url.searchParams.delete('username');
  url.searchParams.delete('password');
  const isUsable = username !== null && username !== '' && password !== null && password !== '';
  return {
    credentials: isUsable ? { username, password } : null,
    stripped: `${url.pathname}${url.search}${url.hash}`,
  };
}

/** Must run before anything else of the page: takes the secret out of the address and this history entry. */
export function takeUrlCredentials(): void {
  const { credentials, stripped } = splitCredentials(location.href);
  if (stripped === null) return;
  history.replaceState(history.state, '', stripped);
  held = credentials;
}

/** Hands the credentials out once; they live in memory only. */
export function consumeUrlCredentials(): UrlCredentials | null {
  const credentials = held;
  held = null;
  return credentials;
}
