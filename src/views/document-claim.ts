import type { Claim } from '#sync/protocol/claim.ts';
import type { FetchedDocument } from '#sync/protocol/document.ts';

/** What may be claimed of a body: the server's answer of now, or a kept one and why there is no newer. */
export function documentClaim({ state, asOf, reason }: Omit<FetchedDocument, 'body'>): Claim {
  return { state, basis: reason === null ? 'server' : 'kept', asOf, lacks: [], reason };
}
