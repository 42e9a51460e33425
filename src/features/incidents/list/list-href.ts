let lastHref = '/incidents';

/** The list as it was last seen, for the breadcrumb of a detail page. */
export function lastListHref(): string {
  return lastHref;
}

export function rememberListHref(href: string): void {
  lastHref = href;
}
