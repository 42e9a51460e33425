import type { Dexie } from 'dexie';
import { keptByThemselves, reviewNeeds } from '../core/commands/review.ts';
import type { ReviewNeed } from '../core/commands/review.ts';
import { earlierServerTime } from '../core/pull/server-time.ts';
import type { StoredDocument } from '../protocol/document.ts';
import { joinedDocument } from '../store/documents/document-bodies.ts';
import type { Stored } from '../protocol/stored.ts';
import { readStored } from '../store/cache/records.ts';
import { isShown, maybeTextOf, textOf } from './columns.ts';
import { readClaim, rowsWhere } from './queries.ts';
import type { Read } from './types.ts';

/** One document of a review and whether it is on this device. */
export interface ReviewPart extends ReviewNeed {
  /** `here`; `lacking`: not fetched yet; else why it never will be here. */
  readonly state: 'here' | 'lacking' | NonNullable<StoredDocument['withheld']>;
  /** Server time (ISO) of the copy; null while it is lacking. */
  readonly asOf: string | null;
}

/** How far an incident can be reviewed without a network (D13). */
export interface ReviewState {
  /** `taking-part`: kept by itself, because the person is commander, responder or commenter of an active incident. */
  readonly keep: 'no' | 'pinned' | 'taking-part';
  readonly parts: readonly ReviewPart[];
  /** Age of the oldest part that is here; null when none is. */
  readonly oldest: string | null;
}

/** Rows of one incident that both the review's state and its timeline are computed from. */
export interface ReviewSources {
  readonly incident: Stored;
  readonly hypotheses: readonly Stored[];
  readonly evidences: readonly Stored[];
  readonly comments: readonly Stored[];
  readonly responders: readonly Stored[];
  readonly histories: readonly Stored[];
  readonly needs: readonly ReviewNeed[];
  /** By `documentKey`. */
  readonly documents: ReadonlyMap<string, StoredDocument>;
}

/** Tables `reviewSources` reads. */
export const reviewTables = [
  'incidents',
  'hypotheses',
  'evidences',
  'comments',
  'responders',
  'incident_histories',
  'config_component_relationships',
  'documents',
  'document_parts',
  'feeds',
];

/** Key of a document in a map. */
export function documentKey({ kind, id }: Pick<StoredDocument, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** Everything of one incident, or undefined when it is not here. Call inside a read transaction over `reviewTables`. */
export async function reviewSources(db: Dexie, incidentId: string): Promise<ReviewSources | undefined> {
  const incident = readStored(await db.table('incidents').get(incidentId));
  if (incident === undefined) return undefined;
  const own = (tbl: 'hypotheses' | 'comments' | 'responders' | 'incident_histories') =>
    rowsWhere(db, tbl, 'incident_id', [incidentId]);
  const hypotheses = await own('hypotheses');
  const evidences = await rowsWhere(
    db,
    'evidences',
    'hypothesis_id',
    hypotheses.map((row) => textOf(row, 'id')),
  );
  const histories = await own('incident_histories');
  const componentIds = evidences.map((row) => maybeTextOf(row, 'component_id')).filter((id) => id !== null);
  const links = await rowsWhere(db, 'config_component_relationships', 'component_id', componentIds);
  const needs = reviewNeeds({ incident, evidences, histories, links });
  const found = await db
    .table('documents')
    .bulkGet(needs.map(({ kind, id }): [string, string] => [kind, id]));
  const documents: StoredDocument[] = [];
  for (const raw of found) {
    const document = await joinedDocument(db, raw);
    if (document !== undefined) documents.push(document);
  }
  return {
    incident,
    hypotheses: hypotheses.filter(isShown),
    evidences: evidences.filter(isShown),
    comments: (await own('comments')).filter(isShown),
    responders: (await own('responders')).filter(isShown),
    histories,
    needs,
    documents: new Map(documents.map((document) => [documentKey(document), document])),
  };
}

function partOf(need: ReviewNeed, document: StoredDocument | undefined): ReviewPart {
  if (document === undefined) return { ...need, state: 'lacking', asOf: null };
  // What is kept without a part of it is not what a review needs.
  const state = document.withheld ?? (document.hidden === undefined ? 'here' : 'secret');
  return { ...need, state, asOf: document.asOf };
}

/** What a review would lack now, by the documents' keys alone. Pins come from the journal. */
export async function queryReviewState(
  db: Dexie,
  incidentId: string,
  personId: string,
  isPinned: boolean,
): Promise<Read<ReviewState>> {
  const claim = await readClaim(db, ['incidents', 'hypotheses', 'evidences']);
  const sources = await reviewSources(db, incidentId);
  if (sources === undefined) return { data: { keep: 'no', parts: [], oldest: null }, ...claim };
  const takesPart = keptByThemselves(personId, [sources.incident], sources.responders, sources.comments);
  const parts = sources.needs.map((need) => partOf(need, sources.documents.get(documentKey(need))));
  const oldest = parts
    .filter(({ state }) => state === 'here')
    .reduce<string | null>((age, { asOf }) => (age === null ? asOf : earlierServerTime(age, asOf)), null);
  const keep = isPinned ? 'pinned' : takesPart.length > 0 ? 'taking-part' : 'no';
  return { data: { keep, parts, oldest }, ...claim };
}
