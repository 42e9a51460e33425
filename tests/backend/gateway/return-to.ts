/**
 * Whether a page may send somebody there after signing in: a path of the same site, or an address of this machine
 * (the backend sits behind a proxy and does not know the page's own origin).
 */
export function isAllowedReturn(target: string): boolean {
  if (target === '') return true;
  const base = 'http://same.invalid';
  if (!URL.canParse(target, base)) return false;
  const url = new URL(target, base);
  if (url.origin === base) return target.startsWith('/');
  return (
    ['http:', 'https:'].includes(url.protocol) && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  );
}
