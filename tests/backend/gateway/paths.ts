/**
 * One spelling for every path: no doubled slashes (the existing client's proxy sends `//canary`), no `/api` prefix
 * (development proxies leave it), `/kratos` for the browser's `/.ory`.
 */
export function normalisePath(path: string): string {
  const single = path.replaceAll(/\/{2,}/g, '/');
  const stripped = single === '/api' ? '/' : single.replace(/^\/api\//, '/');
  return stripped.replace(/^\/\.ory(?=\/|$)/, '/kratos');
}
