/** The page of a component; `refererId` is the one it was reached from. */
export function topologyHref(componentId: string, refererId?: string): string {
  const path = `/topology/${encodeURIComponent(componentId)}`;
  return refererId === undefined ? path : `${path}?refererId=${encodeURIComponent(refererId)}`;
}
