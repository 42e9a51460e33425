import type { OpView } from '#sync/read/types.ts';

/** What became of a change that was saved on this device. */
export type Outcome =
  | { readonly kind: 'open' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly op: OpView }
  /** Discarded, or forgotten by the journal: nothing is left to be said. */
  | { readonly kind: 'gone' };

/**
 * Sums the operations of one change. It is saved when the server took every one of them, and failed as soon as one of
 * them will not get there by itself; a conflict is open: its review in place asks for the decision.
 */
export function outcomeOf(opIds: readonly string[], known: readonly OpView[]): Outcome {
  const ops = known.filter((op) => opIds.includes(op.id));
  const failed = ops.find(({ state }) => state === 'failed' || state === 'cancelled' || state === 'parked');
  if (failed !== undefined) return { kind: 'failed', op: failed };
  if (ops.length < opIds.length || ops.some(({ state }) => state === 'discarded')) return { kind: 'gone' };
  return ops.every(({ state }) => state === 'acked' || state === 'done')
    ? { kind: 'saved' }
    : { kind: 'open' };
}
