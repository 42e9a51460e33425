import type { FetchedDocument } from '#sync/protocol/document.ts';
import type { TicketAnswer } from '#sync/protocol/ticketing.ts';
import type { RowInspection } from '#sync/read/inspect-row.ts';

/* What a fake replica answers where a test does not say otherwise. */

export const UNSEEN: RowInspection = { visible: null, base: null, ops: [], seen: null, deletedAt: null };

export const UNFETCHED: FetchedDocument = {
  body: null,
  state: 'never',
  asOf: null,
  isKept: false,
  reason: 'Not reachable now.',
};

export const UNANSWERED: TicketAnswer = {
  kind: 'unanswered',
  why: 'offline',
  reason: 'The server cannot be reached now.',
};
