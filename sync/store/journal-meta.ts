import * as v from 'valibot';
import type { Identity } from '../protocol/identity.ts';
import { identitySchema } from '../protocol/identity.ts';
import type { Op } from '../protocol/op.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const metaSchema = v.object({ lastSeq: count, epoch: count, identity: identitySchema });

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
