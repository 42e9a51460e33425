import * as v from 'valibot';
import type { JsonRow, Op } from '../../protocol/op.ts';
import { opSchema, OP_VERSION } from '../../protocol/op.ts';

/** Lifts a record by one version; pure. Throws for a record it does not understand, which parks the operation. */
export type Upcast = (record: JsonRow) => JsonRow;

/** One format of operations and the way to it from every earlier one (D17). */
export interface OpFormat {
  readonly version: number;
  /** `upcasts[v]` lifts version v to v + 1. A missing step parks the operations below it. */
  readonly upcasts: Readonly<Record<number, Upcast>>;
  /**
   * `downcasts[v]` says a record of version v + 1 in version v; it throws when that version cannot say it. Needed as long
   * as tabs of version v may be open beside this one (D17).
   */
  readonly downcasts?: Readonly<Record<number, Upcast>> | undefined;
}

/** The first format there was: nothing is older, so it may always be written. */
export const FIRST_OP_VERSION = 1;

/** Newest format that every open context reads (D17). */
export type ReadByAll = () => Promise<number>;

/** What this version of the app writes. Version 1 is the first one, so nothing has to be lifted yet. */
export const presentFormat: OpFormat = { version: OP_VERSION, upcasts: {} };

/** Key under which a record that was lifted and then written keeps what it was made of, until it is acknowledged. */
export const ORIGINAL_KEY = '_original';

/** What became of a record: `original` is set when the operation was lifted and must be kept until it is acknowledged. */
export type Lifted =
  | { readonly kind: 'op'; readonly op: Op; readonly original: unknown }
  | { readonly kind: 'newer' | 'stuck' | 'damaged' };

const recordSchema = v.record(v.string(), v.unknown());

/**
 * Reads a record as an operation of the format, lifting it step by step. `newer`: a later version wrote it. `stuck`: a
 * step is missing, failed or left something unreadable. `damaged`: not readable in the version it names.
 */
export function liftOp(raw: unknown, format: OpFormat): Lifted {
  const record = v.safeParse(recordSchema, raw);
  if (!record.success) return { kind: 'damaged' };
  const from = record.output['v'];
  if (typeof from !== 'number' || !Number.isInteger(from)) return { kind: 'damaged' };
  if (from > format.version) return { kind: 'newer' };
  const lifted = climb(record.output, from, format);
  const parsed = v.safeParse(opSchema, lifted);
  if (!parsed.success) return { kind: from === format.version ? 'damaged' : 'stuck' };
  const kept = record.output[ORIGINAL_KEY];
  return { kind: 'op', op: parsed.output, original: kept ?? (from < format.version ? raw : undefined) };
}

function climb(record: JsonRow, from: number, format: OpFormat): JsonRow | undefined {
  let present: JsonRow = record;
  for (let step = from; step < format.version; step += 1) {
    const upcast = format.upcasts[step];
    if (upcast === undefined) return undefined;
    try {
      present = { ...upcast(present), v: step + 1 };
    } catch {
      // What an upcast cannot read is parked with its text; it must not stop the journal from opening (I21).
      return undefined;
    }
  }
  return present;
}

/**
 * The operation in the older format `target`; undefined when that cannot say it. The record an older version made is
 * kept beside it, as ever.
 */
export function lowerOp(op: Op, original: unknown, format: OpFormat, target: number): JsonRow | undefined {
  let present: JsonRow = { ...op };
  for (let step = op.v - 1; step >= target; step -= 1) {
    const downcast = format.downcasts?.[step];
    if (downcast === undefined) return undefined;
    try {
      present = { ...downcast(present), v: step };
    } catch {
      // It says that the older format has no words for this.
      return undefined;
    }
  }
  const from: unknown = typeof original === 'object' && original !== null ? Reflect.get(original, 'v') : null;
  const isOlder = typeof from === 'number' && from < target && !settledStates.includes(op.state);
  return isOlder ? { ...present, [ORIGINAL_KEY]: original } : present;
}

/** States from which an operation never goes back to the outbox: its original is of no more use. */
const settledStates: readonly Op['state'][] = ['acked', 'done', 'failed', 'cancelled', 'discarded'];

/** The record to store for an operation that was lifted from `original`, or from nothing. */
export function recordOf(
  op: Op,
  original: unknown,
): Op | (Op & Readonly<Record<typeof ORIGINAL_KEY, unknown>>) {
  if (original === undefined || settledStates.includes(op.state)) return op;
  return { ...op, [ORIGINAL_KEY]: original };
}
