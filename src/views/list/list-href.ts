const lastHrefs = new Map<string, string>();

/** The list as it was last seen, for the breadcrumb of a detail page. */
export function lastListHref(path: string): string {
  return lastHrefs.get(path) ?? path;
}

export function rememberListHref(path: string, href: string): void {
  lastHrefs.set(path, href);
}
