import type { FetchedDocument } from '#sync/protocol/document.ts';

/** What stands where a body would be. */
export type Missing =
  | { readonly kind: 'forbidden' }
  /** Neither here nor reachable, with the reason in words. */
  | { readonly kind: 'not-here'; readonly reason: string | null }
  /** The server has none. */
  | { readonly kind: 'gone'; readonly reason: string | null };

/** Why there is no body; null when there is one. */
export function missingOf({ body, state, reason }: FetchedDocument): Missing | null {
  if (state === 'forbidden') return { kind: 'forbidden' };
  if (state === 'never') return { kind: 'not-here', reason };
  return body === null ? { kind: 'gone', reason } : null;
}
