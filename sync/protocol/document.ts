import * as v from 'valibot';
import type { Claim } from './claim.ts';
import type { DocumentKind } from './documents/registry.ts';

/**
 * Kinds of stored bodies: those fetched on demand (documents/registry.ts); what the server computes of all checks
 * (`health-summary`, one body with the id `SUMMARY_ID`), which is pulled by rules of its own; a list as it was shown last
 * (`health-list`, `topology-list`, `index-list`), which is made here; the pages of a question (`page`, paged.ts); and what
 * was read of logs (log.ts): `logs` is the head of a question or the list of all of them, `log-lines` one of its segments.
 */
export type StoredKind =
  | DocumentKind
  | 'health-summary'
  | 'health-list'
  | 'topology-list'
  | 'index-list'
  | 'page'
  | 'logs'
  | 'log-lines';

/**
 * Why a document is kept: `recent` (looked at), or one for every thing that needs it: `pinned:<kind>:<id>`,
 * `taking-part:<id>` of an incident that keeps itself, `open-incident:<id>`. Those with no reason but `recent` go first;
 * nothing else goes while a reason remains (D13).
 */
export type KeepReason = 'recent' | `pinned:${string}` | `taking-part:${string}` | `open-incident:${string}`;

/** Reason of a pinned thing. */
export function pinReason({ kind, id }: Pick<Pin, 'kind' | 'id'>): KeepReason {
  return `pinned:${kind}:${id}`;
}

/** Reason of an incident that is kept because the person takes part in it. */
export function takingPartReason(incidentId: string): KeepReason {
  return `taking-part:${incidentId}`;
}

/** Reason of an incident that some tab has open. */
export function openReason(incidentId: string): KeepReason {
  return `open-incident:${incidentId}`;
}

/** Room for documents (D13). */
export const DOCUMENT_CAP_BYTES = 50 * 1024 * 1024;
/** Room for lines of logs, which have a share of their own: a long look at them costs nobody's documents (entities.md 3). */
export const LOG_CAP_BYTES = 20 * 1024 * 1024;
/** A longer body is shown and not kept: one artifact must not push out everything else. */
export const DOCUMENT_LIMIT_BYTES = 8 * 1024 * 1024;

export const documentSchema = v.object({
  /** Whatever stands there: the page reads this, and may know no list of kinds. One that nobody asks for is pushed out. */
  kind: v.custom<StoredKind>((kind) => typeof kind === 'string'),
  id: v.string(),
  /** JSON text of the body. */
  body: v.string(),
  /** Server time (ISO) of the answer it came with. */
  asOf: v.nullable(v.string()),
  bytes: v.number(),
  reasons: v.array(v.string()),
  /** Set where a kept thing needs it and its body may not or cannot be here (D22); the body is `null` then. */
  withheld: v.optional(v.picklist(['secret', 'large', 'gone', 'forbidden'])),
  /** How many texts may be secrets and are not in the body (D22); absent where it is whole. */
  hidden: v.optional(v.number()),
  /** Device time of the last look in ms; orders eviction only. */
  usedAt: v.number(),
});

/** One stored body. */
export type StoredDocument = v.InferOutput<typeof documentSchema>;

/** Key, weight and claim of a document, without its body. */
export type DocumentFacts = Omit<StoredDocument, 'body' | 'asOf'>;

/** True when nothing but having been looked at speaks for keeping it. */
export function isLoose({ reasons }: Pick<StoredDocument, 'reasons'>): boolean {
  return reasons.every((reason) => reason === 'recent');
}

/** What must go so that the documents weigh at most `capBytes`: loose ones, the longest unused first. */
export function overCap(all: readonly DocumentFacts[], capBytes: number): readonly DocumentFacts[] {
  let excess = all.reduce((sum, each) => sum + each.bytes, 0) - capBytes;
  const gone: DocumentFacts[] = [];
  for (const each of all.filter(isLoose).sort((a, b) => a.usedAt - b.usedAt)) {
    if (excess <= 0) break;
    excess -= each.bytes;
    gone.push(each);
  }
  return gone;
}

const logKinds: readonly StoredKind[] = ['logs', 'log-lines'];

/** Room of each share. */
export interface Room {
  readonly documents: number;
  readonly logs: number;
}
/** Room on a device. */
export const ROOM: Room = { documents: DOCUMENT_CAP_BYTES, logs: LOG_CAP_BYTES };

/** What must go when a document is written, of the share that it belongs to; `others` are all but itself. */
export function pushedOut(
  { kind, bytes }: Pick<DocumentFacts, 'kind' | 'bytes'>,
  others: readonly DocumentFacts[],
  room: Room,
): readonly DocumentFacts[] {
  const isLog = logKinds.includes(kind);
  return overCap(
    others.filter((each) => logKinds.includes(each.kind) === isLog),
    (isLog ? room.logs : room.documents) - bytes,
  );
}

/** What must go so that of the documents that begin so `id` and the `count - 1` used last stay. */
export function allButNewest(
  all: readonly DocumentFacts[],
  { kind, id }: Pick<DocumentFacts, 'kind' | 'id'>,
  idStart: string,
  count: number,
): readonly DocumentFacts[] {
  return all
    .filter((each) => each.kind === kind && each.id.startsWith(idStart) && each.id !== id)
    .sort((a, b) => b.usedAt - a.usedAt)
    .slice(count - 1);
}

/** What a look at a document gave: the body as JSON, and what may be claimed of it (I23, I24). */
export interface FetchedDocument {
  /** Null when there is none, here or there. */
  readonly body: unknown;
  /**
   * `never`: neither here nor reachable. `forbidden`: this role may not read it. The time is that of the answer the body
   * came with; the reason says why it could not be fetched now.
   */
  readonly claim: Claim;
  /** Whether it is there without a network, whole; a body that bears a secret never is (D22). */
  readonly isKept: boolean;
  /** How many of its texts may be secrets, where it is kept without them. */
  readonly hidden?: number | undefined;
  /**
   * What is kept of such a body, where the body itself cannot be had: to be shown, with what stands for them, and never to
   * be edited, copied or compared.
   */
  readonly remains?: unknown;
}

/** What a person may keep: an incident or a config with all that belongs to it, or the star of a changelog line. */
export const pinKinds = ['incident', 'config', 'changelog-line'] as const;

/** Something a person wants to keep available offline (D13), or has marked for themselves on this device. */
export interface Pin {
  readonly kind: (typeof pinKinds)[number];
  readonly id: string;
  /** Device time in ms. */
  readonly at: number;
}
