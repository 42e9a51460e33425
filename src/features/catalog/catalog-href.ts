/** The page of an item of the catalog. */
export function catalogHref(configId: string): string {
  return `/catalog/${encodeURIComponent(configId)}`;
}
