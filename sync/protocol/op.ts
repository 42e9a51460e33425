import * as v from 'valibot';
import { identitySchema } from './identity.ts';

/** Version of the operation format; older ones are lifted by upcasters when read (D17). */
export const OP_VERSION = 1;

/** States of the replay state machine (D7). Terminal: done, failed, cancelled, discarded. */
export const opStates = [
  'queued',
  'sending',
  'ambiguous',
  'waiting',
  'auth-hold',
  'acked',
  'conflict',
  'parked',
  'failed',
  'cancelled',
  'discarded',
  'done',
] as const;

/** Columns may hold anything: looking at each of them, and copying the row, would say no more. */
const rowSchema = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** One user's intent against one row, as the journal keeps it (D4). */
export const opSchema = v.object({
  /** ULID as text; also the log correlation id. */
  id: v.string(),
  v: v.number(),
  /** Strictly increasing per journal; allocated in the transaction that stores the op. */
  seq: v.number(),
  identity: identitySchema,
  /** Ordering domain: aggregate root, e.g. `incident:<uuid>` (D6). */
  lane: v.string(),
  group: v.nullable(
    v.object({
      id: v.string(),
      step: v.number(),
      of: v.number(),
      /** What to do with the steps that took effect when a later one does not: take them back, or leave them. */
      onFail: v.picklist(['compensate', 'stop']),
      /** Kind of the command, for the one line that stands for the whole group. */
      intent: v.optional(v.string()),
    }),
  ),
  /** Id of the operation whose effect this one takes back; it yields to whatever somebody else set since (B20). */
  undoes: v.optional(v.string()),
  kind: v.picklist(['insert', 'update', 'delete']),
  tbl: v.string(),
  rowId: v.string(),
  /** Changed fields only; the full row for an insert; empty for a delete. */
  patch: rowSchema,
  /** Server state the change was made on; null for inserts. `updatedAt` is the server's own text (B21). */
  guard: v.nullable(v.object({ updatedAt: v.nullable(v.string()), fields: rowSchema })),
  /** Ids of the insert ops whose rows this op references by foreign key. */
  deps: v.array(v.string()),
  /** Device time in ms since the epoch; for display only (I30). */
  createdAt: v.number(),
  serverSkewMs: v.nullable(v.number()),
  state: v.picklist(opStates),
  /** Sends that burned an attempt; retryable, auth and offline outcomes do not count (D7). */
  attempts: v.number(),
  /** Device time of the first send; an op that was ever sent is never coalesced (D5). */
  firstSentAt: v.nullable(v.number()),
  nextAt: v.nullable(v.number()),
  /** Device time before which the server does not want to see it again (Retry-After); outlives the leader. */
  notBefore: v.optional(v.nullable(v.number())),
  /** True while its last request may have taken effect: no answer has come that says otherwise. */
  inDoubt: v.optional(v.boolean()),
  /** Leader epoch that claimed it (D15). */
  epoch: v.nullable(v.number()),
  lastError: v.nullable(
    v.object({
      class: v.string(),
      status: v.nullable(v.number()),
      code: v.nullable(v.string()),
      message: v.string(),
    }),
  ),
  /** Representation the server returned, kept until the cache has taken it over. */
  ack: v.nullable(rowSchema),
  /** True when that was read, and not given in answer to the change: it need not be the version right after its guard. */
  isAckRead: v.optional(v.boolean()),
  /** Set in state `conflict`: the server's row and the fields that clash. */
  conflict: v.nullable(v.object({ theirs: v.nullable(rowSchema), fields: v.array(v.string()) })),
  origin: v.object({ screen: v.string(), tabId: v.string(), appVersion: v.string() }),
});

/** One journal entry. */
export type Op = v.InferOutput<typeof opSchema>;
/** State of one journal entry. */
export type OpState = (typeof opStates)[number];
/** A row as plain JSON; column values exactly as the server sent them. */
export type JsonRow = v.InferOutput<typeof rowSchema>;

/** States in which the op's effect is still applied to the visible row. */
export const rebasedStates: readonly OpState[] = [
  'queued',
  'sending',
  'ambiguous',
  'waiting',
  'auth-hold',
  'acked',
  'conflict',
  'parked',
];

/** True while the op still needs the engine or the user. */
export function isOpen(op: Pick<Op, 'state'>): boolean {
  return rebasedStates.includes(op.state);
}

/** True of an insert that takes the soft deletion of a row back: it says which deletion (KEY3, ROW4). */
export function isRevival({ kind, guard }: Pick<Op, 'kind' | 'guard'>): boolean {
  return kind === 'insert' && guard !== null;
}

/** One thing the user must be told; exactly one per failed, cancelled, parked or conflicted op (I6). */
export const noticeSchema = v.object({
  /**
   * Same as the id of the op or effect that caused it, with a word more for `foreign`, which is said beside what became
   * of it; `unknown` is only said of effects.
   */
  id: v.string(),
  kind: v.picklist(['failed', 'cancelled', 'parked', 'conflict', 'unknown', 'foreign']),
  /** Plain-words sentence: what happened and whether the text is safe. */
  message: v.string(),
  opIds: v.array(v.string()),
  createdAt: v.number(),
  readAt: v.nullable(v.number()),
});
/** Unread until dismissed; survives reload. */
export type Notice = v.InferOutput<typeof noticeSchema>;

/** Text a person typed that is kept outside any row: composers and rolled-back operations (ux 4.7, 4.8). */
export const draftSchema = v.object({
  /** `<route>#<field>`, e.g. `/incidents/<id>#comment:<hypothesisId>`. */
  key: v.string(),
  text: v.string(),
  savedAt: v.number(),
  /** Set when the text comes back from a rolled-back operation. */
  fromOpId: v.nullable(v.string()),
});
/** One kept text. */
export type Draft = v.InferOutput<typeof draftSchema>;
