import type { EndPlan } from '../core/cascade.ts';
import { stepsDone } from '../core/group.ts';
import { ulidText } from '../core/ulid.ts';
import type { JournalWrite } from '../ports.ts';
import type { Draft, Op } from '../protocol/op.ts';
import type { CacheWriter } from './cache-writer.ts';
import type { Runtime } from './runtime.ts';

/** What the plan of an ending needs besides the open operations. */
export interface EndMaterials {
  readonly nowMs: number;
  readonly drafts: ReadonlyMap<string, Draft>;
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
  const drafts = new Map((await journal.drafts()).map((draft) => [draft.key, draft]));
  const steps = op.group === null ? [] : stepsDone(await journal.read({ lane: op.lane }), op);
  const newIds = Array.from({ length: 1 + (op.group?.of ?? 0) }, () => ulidText(nowMs, rng));
  return { nowMs, drafts, steps, newIds };
}

/** Journal side of an ending, for one transaction. */
export function journalWriteOf(plan: EndPlan): Omit<JournalWrite<unknown>, 'result'> {
  const { put, notices, dropNotices, drafts, lastSeq } = plan;
  return { put, notices, dropNotices, drafts, lastSeq };
}

/** Cache side of an ending; a crash before it is repaired by refold (D1). */
export async function showEnd(cache: CacheWriter, plan: EndPlan): Promise<void> {
  await cache.drop(plan.dropped);
  if (plan.added.length > 0) await cache.fold(plan.added);
}
