import type { EndPlan } from '../../core/outbox/cascade.ts';
import { stepsDone } from '../../core/outbox/group.ts';
import { ulidText } from '../../core/commands/ulid.ts';
import type { JournalMeta, JournalWrite } from '../../ports.ts';
import type { Draft, Op } from '../../protocol/op.ts';
import type { CacheWriter } from '../cache/cache-writer.ts';
import type { Runtime } from '../runtime.ts';

/** What the plan of an ending needs besides the open operations. */
export interface EndMaterials {
  readonly nowMs: number;
  readonly steps: readonly Op[];
  readonly newIds: readonly string[];
}

/**
 * Reads what lies outside the transaction that ends `op`. Steps of its group that took effect cannot change any more,
 * and one group is one lane with one request at a time, so none is added while a later step ends. Ids are made here
 * because a journal transaction may run twice.
 */
export async function readEndMaterials(runtime: Runtime, op: Op): Promise<EndMaterials> {
  const { journal, clock, rng } = runtime.ports;
  const nowMs = clock.nowMs();
  const steps = op.group === null ? [] : stepsDone(await journal.read({ lane: op.lane }), op);
  const newIds = Array.from({ length: 1 + (op.group?.of ?? 0) }, () => ulidText(nowMs, rng));
  return { nowMs, steps, newIds };
}

/** What an ending reads inside its transaction: a text somebody types meanwhile must not be written over (FAL3). */
export const endScope = { open: true, withDrafts: true } as const;

/** The drafts of the moment of the transaction, by key. */
export function draftsByKey({ drafts = [] }: Pick<JournalMeta, 'drafts'>): ReadonlyMap<string, Draft> {
  return new Map(drafts.map((draft) => [draft.key, draft]));
}

/** Journal side of an ending, for one transaction. */
export function journalWriteOf(plan: EndPlan): Omit<JournalWrite<unknown>, 'result'> {
  const { put, notices, dropNotices, drafts, lastSeq } = plan;
  return { put, notices, dropNotices, drafts, lastSeq };
}

/** Cache side of an ending; a crash before it is repaired by rebuild (D1). */
export async function showEnd(cache: CacheWriter, plan: EndPlan): Promise<void> {
  await cache.drop(plan.dropped);
  if (plan.added.length > 0) await cache.rebase(plan.added);
}
