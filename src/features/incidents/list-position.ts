/** Where the reader was in one history entry of the list. */
export interface ListPosition {
  readonly activeId: string;
  readonly scrollTop: number;
}

const MAX_KEPT = 50;

/** Survives leaving the page, not a reload: the browser keeps history entries, we keep what belongs to them. */
const positions = new Map<string, ListPosition>();
let lastHref = '/incidents';

export function recallPosition(entryKey: string): ListPosition | undefined {
  return positions.get(entryKey);
}

export function rememberPosition(entryKey: string, position: ListPosition): void {
  positions.delete(entryKey);
  positions.set(entryKey, position);
  const [oldest] = positions.keys();
  if (positions.size > MAX_KEPT && oldest !== undefined) positions.delete(oldest);
}

/** The list as it was last seen, for the breadcrumb of a detail page. */
export function lastListHref(): string {
  return lastHref;
}

export function rememberListHref(href: string): void {
  lastHref = href;
}
