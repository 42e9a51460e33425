import * as v from 'valibot';
import type { Claim } from './claim.ts';

/**
 * Bodies fetched on demand (D13). `config`: the scraped document; `config-detail`: what the server
 * computes of an item and what is not pulled of it; `config-changes`: its last fifty changes, slim;
 * `config-edges`: links between items around one, in both directions; `config-unlinked`: its own links that were deleted;
 * `config-checks`: the checks that belong to it; `change`: what one of its changes changed; `analysis`: one finding with
 * its message; `check-spec`; `check-recent`: the newest runs of a check; `playbook-run`: a run of a playbook with its
 * parameters and steps; `action-result`: what a step of it gave; `scraper`, `team`: one with its definition; `job-run`: a
 * run of a job with what it reported;
 * `component-logs`: which selectors of logs a component has; `check-detail`: a check with
 * what moves with its
 * runs and the components and configs it belongs to; `check-playbooks`,
 * `component-playbooks`, `config-playbooks`: what the server offers to run for one; `playbook`: one with its definition; `schema`: what definitions
 * of a kind are held against, by the name of its file;
 * `check-graph`: latency and status of a check over a range, its id made by `windowedId` of check and range (`1h`).
 */
const plainKinds = [
  'config',
  'config-detail',
  'config-changes',
  'config-edges',
  'config-unlinked',
  'config-checks',
  'change',
  'analysis',
  'check-spec',
  'check-recent',
  'playbook-run',
  'action-result',
  'check-detail',
  'check-playbooks',
  'component-playbooks',
  'config-playbooks',
  'check-graph',
  'scraper',
  'team',
  'playbook',
  'schema',
  'job-run',
  'component-logs',
] as const;
/**
 * Rows of one parent from a moment on, oldest first, for the review of an incident: runs of a check, changes of a catalog
 * item, playbook runs of either or of a component. Their ids are made by `windowedId`.
 */
const windowedKinds = [
  'check-history',
  'config-events',
  'check-runs',
  'config-runs',
  'component-runs',
] as const;
/** Kind of a body that is a list from a moment on. */
export type WindowedKind = (typeof windowedKinds)[number];
export const documentKinds = [...plainKinds, ...windowedKinds] as const;
/** Kind of a body; with an id it names one document. */
export type DocumentKind = (typeof documentKinds)[number];

/**
 * Kinds of stored bodies: those fetched on demand, what the server computes of all checks (`health-summary`, one body
 * with the id `SUMMARY_ID`), which is pulled by rules of its own, a list as it was shown last
 * (`health-list`, `topology-list`, `index-list`), which is made here, the pages of a question (`page`, paged.ts), and what was read of logs (log.ts): `logs` is the head of a question
 * or the list of all of them, `log-lines` one of its segments.
 */
export const storedKinds = [
  ...documentKinds,
  'health-summary',
  'health-list',
  'topology-list',
  'index-list',
  'page',
  'logs',
  'log-lines',
] as const;
/** Kind of a stored body. */
export type StoredKind = (typeof storedKinds)[number];
/** Id of the one body of kind `health-summary`. */
export const SUMMARY_ID = 'all';

/** Links from one item to another that are followed (spec 001 section 9: "Relation depth 10 for related configs"). */
export const RELATION_DEPTH = 10;
/** Links of one body: the server's own limit of rows. One that has so many may lack some. */
export const MAX_EDGES = 2_000;

/** Kinds whose body is a list of rows; the others are one row. */
export const listKinds: readonly DocumentKind[] = [
  ...windowedKinds,
  'config-changes',
  'config-edges',
  'config-unlinked',
  'config-checks',
  'check-recent',
  'check-playbooks',
  'component-playbooks',
  'config-playbooks',
];

/**
 * Kinds whose body is a definition: a secret in one stands under a key that names it, and the rest may be kept. In the
 * others it may stand in any text, a difference or a message.
 */
export const definitionKinds: readonly DocumentKind[] = [
  'config',
  'check-spec',
  'scraper',
  'playbook',
  'team',
];

/** Id of a list of one parent from a moment on (server time). */
export function windowedId(parentId: string, from: string): string {
  return `${parentId}~${from}`;
}

/** Parent and moment of a windowed id; the moment is empty where there is none. */
export function partsOfWindow(id: string): { readonly parentId: string; readonly from: string } {
  const [parentId = '', from = ''] = id.split('~');
  return { parentId, from };
}

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
  kind: v.picklist(storedKinds),
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

/** Types of configs whose body is a secret, whatever stands in it: `Kubernetes::Secret`, `AWS::SSM::Parameter`, … */
const secretTypes =
  /secret|credential|password|::env|^env(?:$|[:\s])|environment|ssm::parameter|kubeconfig/iu;

/** Keys whose values are secrets unless they only name one. */
const secretKeys =
  /pass(?:word|wd|phrase)|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credential|authorization|bearer|certificate$|kubeconfig/iu;

/** Endings of keys that speak about a secret and do not hold it: `secretName`, `tokenPath`. */
const aboutSecret = /(?:name|ref|namespace|type|path|seconds|policy|audience|url|endpoint)$/iu;

/** True for a key whose value is a secret, by its words. */
export function isSecretKey(key: unknown): boolean {
  return typeof key === 'string' && secretKeys.test(key) && !aboutSecret.test(key);
}

/** Texts that point to a secret and hold none. */
export const secretReference = /^(?:$|\*+$|secret:\/\/|configmap:\/\/|connection:\/\/|\$[({]?[\w.]+[)}]?$)/u;

/** True for a value under a secret key that is the secret itself: text, or `{value: text}` (EnvVar). */
function isSecretText(value: unknown): boolean {
  if (typeof value === 'string') return !secretReference.test(value);
  if (typeof value !== 'object' || value === null) return false;
  const inner: unknown = Reflect.get(value, 'value');
  return typeof inner === 'string' && !secretReference.test(inner);
}

/** Deepest look into a body; what lies deeper counts as secret, because nobody looked. */
export const MAX_DEPTH = 64;

/** Keys of an object whose values are secrets themselves: literals under a key that names one. */
export function secretKeysOf(value: object): readonly string[] {
  // An entry of a container's environment, `{name: 'DB_PASSWORD', value: '…'}`, or a property of an item, with a `text`.
  const isNamed = ['name', 'label'].some((key) => isSecretKey(Reflect.get(value, key)));
  return Object.entries(value).flatMap(([key, inner]) => {
    const isOfName = isNamed && (key === 'value' || key === 'text');
    return (isOfName || isSecretKey(key)) && isSecretText(inner) ? [key] : [];
  });
}

function holdsSecret(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((each) => holdsSecret(each, depth + 1));
  return (
    secretKeysOf(value).length > 0 || Object.values(value).some((inner) => holdsSecret(inner, depth + 1))
  );
}

/** True for a body that is a secret whatever stands in it: a config of such a type, a Kubernetes object of such a kind. */
export function isOfSecretType(type: string | null, body: unknown): boolean {
  if (type !== null && secretTypes.test(type)) return true;
  const kind: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'kind') : undefined;
  return typeof kind === 'string' && secretTypes.test(kind);
}

/**
 * True for a body that must never be stored as it is (D22): one of a secret type, or with a literal under a key that names
 * a secret. Errs towards true.
 */
export function bearsSecret(type: string | null, body: unknown): boolean {
  return isOfSecretType(type, body) || holdsSecret(body, 0);
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
