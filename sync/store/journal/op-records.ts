import * as v from 'valibot';
import { SyncError } from '../../errors.ts';
import type { Identity } from '../../protocol/identity.ts';
import type { Draft, Notice, Op, OpState } from '../../protocol/op.ts';
import { draftSchema, isOpen, noticeSchema, opStates } from '../../protocol/op.ts';
import type { UnreadableCode } from '../../core/outbox/set-aside.ts';
import { UNREADABLE } from '../../core/outbox/set-aside.ts';
import { sameIdentity } from '../../protocol/identity.ts';
import { isWritten } from '../../protocol/written-tables.ts';
import type { OpScope } from '../../ports.ts';
import type { Lifted, OpFormat } from './op-format.ts';
import { carriesRow, withUsableAck } from './op-check.ts';
import { liftOp, lowerOp, presentFormat, recordOf } from './op-format.ts';

/** What a journal record turned out to be; `readable: false` records are shown but never rewritten (D17). */
export interface ReadOp {
  readonly op: Op;
  readonly readable: boolean;
  /** The older record the operation was lifted from; kept until the operation is acknowledged. */
  readonly original?: unknown;
}

const looseSchema = v.object({
  id: v.fallback(v.string(), ''),
  v: v.fallback(v.number(), 0),
  seq: v.fallback(v.number(), 0),
  lane: v.fallback(v.nullable(v.string()), null),
  kind: v.fallback(v.picklist(['insert', 'update', 'delete']), 'update'),
  tbl: v.fallback(v.string(), ''),
  rowId: v.fallback(v.string(), ''),
  patch: v.fallback(v.record(v.string(), v.unknown()), {}),
  createdAt: v.fallback(v.number(), 0),
  attempts: v.fallback(v.number(), 0),
  firstSentAt: v.fallback(v.nullable(v.number()), null),
  state: v.fallback(v.picklist(opStates), 'parked'),
  origin: v.fallback(v.object({ screen: v.string(), tabId: v.string(), appVersion: v.string() }), {
    screen: '',
    tabId: '',
    appVersion: '',
  }),
});

/** States nothing leaves again. */
export const terminalStates: readonly OpState[] = ['failed', 'cancelled', 'discarded', 'done'];

/** Why a record cannot be worked with, as the outbox shows it. */
const unreadable: Readonly<
  Record<
    Exclude<Lifted['kind'], 'op'> | 'foreign',
    { readonly code: UnreadableCode; readonly message: string }
  >
> = {
  newer: {
    code: 'newer-version',
    message: 'Written by a newer version of Holdfast. It is kept and can be sent after an update.',
  },
  stuck: {
    code: 'not-lifted',
    message: 'Written by an older version of Holdfast and not understood any more. Its text is kept.',
  },
  damaged: {
    code: 'damaged',
    message: 'This change cannot be read on this device. It is kept as it is.',
  },
  foreign: {
    code: 'other-owner',
    message: 'This change was saved by another account. It is kept as it is and is not sent.',
  },
};

/**
 * What is wrong with an operation that passes its schema; null when nothing is. A table that this build does not write to
 * is that of a newer one (WRT2).
 */
function flawOf(op: Op, key: string, identity: Identity): 'damaged' | 'foreign' | 'newer' | null {
  if (!sameIdentity(op.identity, identity)) return 'foreign';
  if (!isWritten(op.tbl)) return 'newer';
  return op.id === key && carriesRow(op) ? null : 'damaged';
}

/**
 * Reads one journal record, lifting what an older version wrote (D17). What a newer version wrote, or what is damaged,
 * comes back as a parked operation with whatever text could be saved, so that the user can see and export it; the
 * record itself stays as it is.
 */
export function readOp(
  raw: unknown,
  key: string,
  identity: Identity,
  format: OpFormat = presentFormat,
): ReadOp {
  const lifted = liftOp(raw, format);
  const why = lifted.kind === 'op' ? flawOf(lifted.op, key, identity) : lifted.kind;
  if (lifted.kind === 'op' && why === null) {
    return { op: withUsableAck(lifted.op), readable: true, original: lifted.original };
  }
  const loose = v.parse(looseSchema, typeof raw === 'object' && raw !== null ? raw : {});
  return {
    readable: false,
    op: {
      ...loose,
      id: key,
      identity,
      lane: loose.lane ?? `unreadable:${key}`,
      group: null,
      guard: null,
      deps: [],
      serverSkewMs: null,
      state: terminalStates.includes(loose.state) ? loose.state : 'parked',
      nextAt: null,
      epoch: null,
      lastError: { class: UNREADABLE, status: null, ...unreadable[why ?? 'damaged'] },
      ack: null,
      conflict: null,
    },
  };
}

/** What to store when an operation is put over a present record; undefined leaves the record alone. */
export function recordToPut(op: Op, present: (ReadOp & { readonly raw: unknown }) | undefined): unknown {
  if (present === undefined) return op;
  return present.readable ? recordOf(op, present.original) : endUnreadable(present.raw, op);
}

/**
 * `recordToPut` while contexts are open that read no format above `target` (D17): the operation is written in that one. A
 * new one that it cannot say is refused; one that stands there already in the new format goes on in it, because its
 * transitions must not be lost. Throws SyncError `rejected`.
 */
export function recordForAll(
  op: Op,
  present: (ReadOp & { readonly raw: unknown }) | undefined,
  format: OpFormat,
  target: number,
): unknown {
  const isNew = present === undefined || (present.readable && present.original !== undefined);
  if (op.v <= target || !isNew) return recordToPut(op, present);
  const lowered = lowerOp(op, present?.original, format, target);
  if (lowered !== undefined) return lowered;
  if (present !== undefined) return recordToPut(op, present);
  throw new SyncError({
    kind: 'rejected',
    status: 0,
    message: 'Another tab runs an older version that cannot read this change. Reload or close that tab.',
  });
}

/**
 * The record to store when somebody writes to an unreadable one: only its state may change, and only to the end
 * (the user discarded it); everything else stays as it was found. Undefined: leave it alone.
 */
export function endUnreadable(raw: unknown, op: Op): Readonly<Record<string, unknown>> | undefined {
  if (!terminalStates.includes(op.state)) return undefined;
  const kept = typeof raw === 'object' && raw !== null ? raw : { damaged: raw };
  return { ...kept, id: op.id, state: op.state };
}

/** Reads one notice; a damaged one still tells the user that there was something to tell. */
export function readNotice(raw: unknown, key: string): Notice {
  const parsed = v.safeParse(noticeSchema, raw);
  if (parsed.success) return parsed.output;
  return {
    id: key,
    kind: 'parked',
    message: 'A notice about one of your changes cannot be read. See Sync.',
    opIds: [],
    createdAt: 0,
    readAt: null,
  };
}

/** Reads one draft; undefined when no text can be saved from it. */
export function readDraft(raw: unknown, key: string): Draft | undefined {
  const parsed = v.safeParse(draftSchema, raw);
  if (parsed.success) return parsed.output;
  const saved = v.safeParse(v.object({ text: v.string() }), raw);
  return saved.success ? { key, text: saved.output.text, savedAt: 0, fromOpId: null } : undefined;
}

/** True when the scope covers the operation. Lane, row and ids cover every state; `open` the unfinished ones. */
export function inScope(op: Op, scope: OpScope): boolean {
  if ('open' in scope) return isOpen(op);
  if ('lane' in scope) return op.lane === scope.lane;
  if ('ids' in scope) return scope.ids.includes(op.id);
  return op.tbl === scope.row.tbl && op.rowId === scope.row.id;
}

/** Journal order. */
export function bySeq(a: Op, b: Op): number {
  return a.seq - b.seq || (a.id < b.id ? -1 : 1);
}

/** Age after which finished operations are purged (D7). */
export const PURGE_AGE_MS = 30 * 24 * 3600 * 1000;
/** Number of finished operations kept whatever their age (D7). */
export const PURGE_KEEP = 500;

/**
 * Ids of finished operations to purge: too old or too many, no notice speaks of them any more, and none of the `open`
 * ones builds on them, which would look as if the disk had lost what it needs.
 */
export function purgeable(
  ops: readonly Op[],
  notices: readonly Notice[],
  nowMs: number,
  open: readonly Op[] = [],
): readonly string[] {
  const mentioned = new Set([
    ...notices.flatMap((notice) => [notice.id, ...notice.opIds]),
    ...open.flatMap(({ deps }) => deps),
  ]);
  const groups = new Set(open.flatMap(({ group }) => group?.id ?? []));
  return ops
    .filter((op) => terminalStates.includes(op.state))
    .sort((a, b) => bySeq(b, a))
    .filter((op, rank) => rank >= PURGE_KEEP || nowMs - op.createdAt > PURGE_AGE_MS)
    .filter((op) => op.group === null || !groups.has(op.group.id))
    .map((op) => op.id)
    .filter((id) => !mentioned.has(id));
}

/** False while a text of another operation than the one a screen knows waits under the key: it must not be lost. */
export function mayKeepDraft(known: Draft | undefined, expectedFromOpId: string | null): boolean {
  return known === undefined || known.fromOpId === null || known.fromOpId === expectedFromOpId;
}
