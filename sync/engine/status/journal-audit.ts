import { lossText } from '../../core/outbox/notice-text.ts';
import type { Loss } from '../../protocol/stored.ts';
import { ulidText } from '../../core/commands/ulid.ts';
import type { Notice } from '../../protocol/op.ts';
import { isFull } from '../cache/cache-writer.ts';
import type { Runtime } from '../runtime.ts';

/** What the cache, which the journal does not write, shows of operations that the journal has never heard of. */
export interface OutsideWitness {
  /** Ids of pending operations in shadows, with numbers this journal has not given yet. */
  readonly unknown: readonly string[];
  /** The journal has given numbers, and the cache has seen a leader of a later time: the journal was rolled back. */
  readonly isBehind: boolean;
}

/** Asked before an epoch is claimed: afterwards the journal has caught up, and nothing shows that it had not. */
export async function askCache(runtime: Runtime): Promise<readonly string[]> {
  const { cache, journal } = runtime.ports;
  const shown = await cache.pending();
  if (shown?.count === 0) return [];
  const pending = (await cache.shadows()).flatMap((shadow) => shadow.pending);
  // Read after the shadows: what was added meanwhile is there by now.
  const kept = await journal.read({ ids: pending.map(({ id }) => id) });
  const known = new Set(kept.map(({ id }) => id));
  const strange = pending.filter(({ id }) => !known.has(id));
  if (strange.length === 0) return [];
  // The last number first: what a person saves between the two is among the open ones, or has a later number.
  const { lastSeq } = await journal.meta();
  const open = await journal.read({ open: true });
  // A number is given once: one that is still to come, or that another has, was given by a journal that is gone.
  const given = new Set(open.map(({ seq }) => seq));
  return [...new Set(strange.filter(({ seq }) => seq > lastSeq || given.has(seq)).map(({ id }) => id))];
}

/**
 * Looks once per term whether the disk has lost operations, by their count and sum and by what the cache shows, and tells
 * the person (I2). Journal and cache that were rolled back together give no sign of it.
 */
export async function auditJournal(runtime: Runtime, { unknown, isBehind }: OutsideWitness): Promise<void> {
  const { ports } = runtime;
  const nowMs = ports.clock.nowMs();
  // Made here: the transaction may run twice.
  const id = ulidText(nowMs, ports.rng);
  const notice = (loss: Loss): Notice => ({
    id,
    kind: 'failed',
    message: lossText(loss),
    opIds: [...unknown],
    createdAt: nowMs,
    readAt: null,
  });
  const witnessed: Loss | null =
    unknown.length > 0 || isBehind ? { missing: unknown.length, isOlder: isBehind } : null;
  try {
    const found = await ports.journal.audit((loss) => [
      notice({ ...loss, missing: Math.max(loss.missing, unknown.length) }),
    ]);
    if (found === null && witnessed !== null) {
      await ports.journal.mutate({ ids: [] }, () => ({ notices: [notice(witnessed)], result: undefined }));
    }
    const loss = found ?? witnessed;
    if (loss !== null) ports.log.event('error', 'journal.loss', { ...loss, unknown: unknown.length });
  } catch (thrown) {
    // The next term looks again; what waits must be sent (D18).
    if (!isFull(thrown)) throw thrown;
    ports.log.event('warn', 'journal.unaudited', { kind: 'storage-full' });
  }
}
