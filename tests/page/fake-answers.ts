import type { Claim } from '#sync/protocol/claim.ts';
import type { FetchedDocument } from '#sync/protocol/document.ts';
import type { TicketAnswer } from '#sync/protocol/ticketing.ts';
import type { RowInspection } from '#sync/read/inspect-row.ts';

/* What a fake replica answers where a test does not say otherwise. */

export const UNSEEN: RowInspection = { visible: null, base: null, ops: [], seen: null, deletedAt: null };

/** What a test says of a fetched body: the rest is a whole answer of the server, or a kept one where a reason is given. */
export interface FetchedBody {
  readonly body?: unknown;
  readonly state?: Claim['state'];
  readonly asOf?: string | null;
  readonly isKept?: boolean;
  readonly reason?: string | null;
}

export function fetchedBody({
  body = null,
  state = 'complete',
  asOf = null,
  isKept = true,
  reason = null,
}: FetchedBody = {}): FetchedDocument {
  const basis = reason === null ? 'server' : 'kept';
  return { body, isKept, claim: { state, basis, asOf, lacks: [], reason } };
}

export const UNFETCHED = fetchedBody({ state: 'never', isKept: false, reason: 'Not reachable now.' });

export const UNANSWERED: TicketAnswer = {
  kind: 'unanswered',
  why: 'offline',
  reason: 'The server cannot be reached now.',
};
