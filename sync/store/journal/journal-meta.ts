import * as v from 'valibot';
import type { Identity } from '../../protocol/identity.ts';
import { identitySchema } from '../../protocol/identity.ts';
import type { Tally, TalliedRecord } from '../../core/pull/tally.ts';
import type { Loss } from '../../protocol/stored.ts';
import { lossOf, tallyOf, tallyWith } from '../../core/pull/tally.ts';
import { isOpen } from '../../protocol/op.ts';
import type { Op } from '../../protocol/op.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const tallySchema = v.object({ count, high: count, low: count, isLoose: v.exactOptional(v.literal(true)) });

const metaSchema = v.object({
  lastSeq: count,
  epoch: count,
  identity: identitySchema,
  /**
   * Of the open operations. In this record, and not beside it, because a version that knows nothing of it writes the
   * record without it: then it is made anew instead of being believed.
   */
  tally: v.exactOptional(v.fallback(v.optional(tallySchema), undefined)),
});

/** Whose journal it is and its counters, in one record of `device_meta`. */
export type StoredMeta = v.InferOutput<typeof metaSchema>;

/** The record of a journal; undefined when there is none or it cannot be read whole: a counter is never guessed low. */
export function readMeta(raw: unknown): StoredMeta | undefined {
  const parsed = v.safeParse(metaSchema, raw);
  return parsed.success ? parsed.output : undefined;
}

/** What a damaged record still says of each of its parts. */
const looseSchema = v.object({
  lastSeq: v.fallback(count, 0),
  epoch: v.fallback(count, 0),
  identity: v.fallback(v.nullable(identitySchema), null),
});

/** Whose journal a record says it is, as far as it can be read. */
export function ownerIn(raw: unknown): Identity | null {
  const parsed = v.safeParse(looseSchema, raw);
  return parsed.success ? parsed.output.identity : null;
}

/**
 * The counters from the operations themselves, when their own record is gone or damaged: numbers must never be given
 * twice. What can still be read of it counts, too.
 */
export function rebuiltMeta(raw: unknown, ops: readonly Op[], identity: Identity): StoredMeta {
  const parsed = v.safeParse(looseSchema, raw);
  const known = parsed.success ? parsed.output : { lastSeq: 0, epoch: 0 };
  return {
    lastSeq: ops.reduce((most, op) => Math.max(most, op.seq), known.lastSeq),
    epoch: ops.reduce((most, op) => Math.max(most, op.epoch ?? 0), known.epoch),
    identity,
  };
}

/** What an `audit` of the journal reads and writes: the tally as stored, and the records that are open now. */
export function audited(
  meta: StoredMeta,
  records: readonly TalliedRecord[],
): { readonly loss: Loss | null; readonly meta: StoredMeta | null } {
  const present = tallyOf(records);
  const { tally } = meta;
  const loss = tally === undefined ? null : lossOf(tally, records);
  const isKept =
    tally !== undefined &&
    tally.isLoose !== true &&
    tally.count === present.count &&
    tally.high === present.high &&
    tally.low === present.low;
  return { loss, meta: isKept ? null : { ...meta, tally: present } };
}

/**
 * The tally after a write; undefined when it was not known. `before` knows every record that is written, as it was read;
 * one that cannot be read may only end, and stays as it lies otherwise.
 */
export function talliedAfter(
  tally: Tally | undefined,
  before: (id: string) => TalliedRecord | undefined,
  write: { readonly put: readonly Op[]; readonly remove: readonly string[] },
): Tally | undefined {
  const after = new Map<string, Op | null>(write.put.map((op) => [op.id, op]));
  for (const id of write.remove) after.set(id, null);
  let present = tally;
  for (const [id, op] of after) {
    const known = before(id);
    if (present === undefined) return undefined;
    if (known?.readable === false) {
      const isEnded = isOpen(known.op) && op !== null && !isOpen(op);
      if (isEnded) present = { ...present, count: Math.max(0, present.count - 1), isLoose: true };
      continue;
    }
    if (known !== undefined) present = tallyWith(present, known.op, -1);
    if (op !== null) present = tallyWith(present, op, 1);
  }
  return present;
}

/** The record with the tally, or without one where it is not known. */
export function withTally({ tally: _before, ...meta }: StoredMeta, tally: Tally | undefined): StoredMeta {
  return tally === undefined ? meta : { ...meta, tally };
}
