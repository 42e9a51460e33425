import { changesForDropped, changesForOps } from '../../core/outbox/apply-local.ts';
import { pageRefs, planPage } from '../../core/pull/apply-page.ts';
import type { Page, PageEffect, PageExtras } from '../../core/pull/apply-page.ts';
import { baseOf, isOvertaken, mergePlans, planRow } from '../../core/outbox/row-change.ts';
import type { RowChange } from '../../core/outbox/row-change.ts';
import { changeForAck } from '../../core/outbox/settle.ts';
import { SyncError, toSyncError } from '../../errors.ts';
import type { Op } from '../../protocol/op.ts';
import type { RowRef, RowSnapshot } from '../../ports.ts';
import { isTableName } from '../../protocol/table.ts';
import type { Runtime } from '../runtime.ts';

/** Rows rebased per transaction: large enough for a rebuild of thousands, small enough not to block readers. */
const CHANGES_PER_TRANSACTION = 200;

/** Every way the engine writes the cache; each call is one or more atomic transactions (D2, D9). */
export interface CacheWriter {
  rebase(ops: readonly Op[]): Promise<void>;
  drop(ops: readonly Op[]): Promise<void>;
  /** Applies changes; rows that occur more than once are applied one after the other. */
  apply(changes: readonly RowChange[]): Promise<void>;
  /**
   * Applies changes of which one may be such that no row takes it: where a batch fails for what is in it, its changes
   * are tried one by one. Returns those that failed; what fails for another reason still throws.
   */
  repair(changes: readonly RowChange[]): Promise<readonly RowChange[]>;
  /**
   * Applies an acknowledgement whose request began at fence `since`. False, and nothing is written, when another
   * version of the row arrived meanwhile: which of them is newer only a new look tells (I9).
   */
  settle(op: Op, since: number, fence: number): Promise<boolean>;
  page(page: Page, extras?: PageExtras): Promise<PageEffect>;
}

/** True for the failure that only room cures. */
export function isFull(thrown: unknown): boolean {
  return toSyncError(thrown).info.kind === 'storage-full';
}

/** True for a failure that lies in what is written: the connection works, there is room, and nobody else leads. */
function isOfContent(thrown: unknown): boolean {
  return toSyncError(thrown).info.kind === 'bug';
}

/** The cache had no room for what the journal already has: a rebuild shows it later, and sending goes on (D18, D1). */
export class CacheFullError extends SyncError {}

function batches(changes: readonly RowChange[]): readonly (readonly RowChange[])[] {
  const open: { readonly keys: Set<string>; readonly list: RowChange[] }[] = [];
  const lastBatch = new Map<string, number>();
  for (const change of changes) {
    const key = `${change.tbl} ${change.id}`;
    let at = (lastBatch.get(key) ?? -1) + 1;
    while ((open[at]?.list.length ?? 0) >= CHANGES_PER_TRANSACTION) at += 1;
    const batch = open[at] ?? { keys: new Set<string>(), list: [] };
    open[at] = batch;
    batch.list.push(change);
    lastBatch.set(key, at);
  }
  return open.map((batch) => batch.list);
}

/** Makes the writer of one context; `epoch` is null for a follower, which only rebases its own operations (D15). */
export function createCacheWriter(runtime: Runtime, epoch: number | null): CacheWriter {
  const { ports, tables } = runtime;

  async function applyBatch(batch: readonly RowChange[]): Promise<void> {
    const refs: readonly RowRef[] = batch.map(({ tbl, id }) => ({ tbl, id }));
    await ports.cache.mutate(refs, epoch, (at) => {
      const nowMs = ports.clock.nowMs();
      const plans = batch.map((change) => planRow(tables[change.tbl], at(change), change, nowMs));
      return mergePlans(plans, undefined);
    });
  }

  async function apply(changes: readonly RowChange[]): Promise<void> {
    for (const batch of batches(changes)) await applyBatch(batch);
  }

  async function repair(changes: readonly RowChange[]): Promise<readonly RowChange[]> {
    const failed: RowChange[] = [];
    const tryBatch = async (batch: readonly RowChange[]): Promise<void> => {
      try {
        await applyBatch(batch);
      } catch (thrown) {
        if (!isOfContent(thrown)) throw thrown;
        if (batch.length > 1) {
          for (const change of batch) await tryBatch([change]);
          return;
        }
        failed.push(...batch);
        const { message } = toSyncError(thrown).info;
        for (const { tbl, id } of batch) ports.log.event('error', 'cache.refused', { tbl, id, message });
      }
    };
    for (const batch of batches(changes)) await tryBatch(batch);
    return failed;
  }

  async function settle(op: Op, since: number, fence: number): Promise<boolean> {
    const { tbl } = op;
    if (!isTableName(tbl)) return true;
    const ref: RowRef = { tbl, id: op.rowId };
    return ports.cache.mutate([ref], epoch, (at) => {
      const snap = at(ref);
      const change = changeForAck(op, fence, baseOf(snap));
      if (change === null) return { result: true };
      if (change.base !== undefined && isOvertaken(snap, change.base.row, since)) return { result: false };
      return mergePlans([planRow(tables[tbl], snap, change, ports.clock.nowMs())], true);
    });
  }

  /** Notes the operations whose row found no room, so that the status can say so. */
  async function noting<T>(ops: readonly Op[], write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (thrown) {
      if (!isFull(thrown)) throw thrown;
      for (const op of ops) if (isTableName(op.tbl)) runtime.storage.unshown.add(op.id);
      throw new CacheFullError(toSyncError(thrown).info, { cause: thrown });
    }
  }

  return {
    apply: (changes) => noting([], () => apply(changes)),
    repair: (changes) => noting([], () => repair(changes)),
    rebase: (ops) => noting(ops, () => apply(changesForOps(ops))),
    drop: (ops) => noting(ops, () => apply(changesForDropped(ops))),
    settle: (op, since, fence) => noting([op], () => settle(op, since, fence)),
    page: (page, extras) => ports.cache.mutate(pageRefs(page), epoch, (at) => planPage(page, at, extras)),
  };
}

/** Up to this many rows are read one by one; a transaction that could write is only worth it for more. */
const FEW_ROWS = 16;

/** Snapshots of several rows; many of them come from one transaction. */
export async function readRows(
  runtime: Runtime,
  refs: readonly RowRef[],
): Promise<(ref: RowRef) => RowSnapshot> {
  const { cache } = runtime.ports;
  const key = (ref: RowRef): string => `${ref.tbl} ${ref.id}`;
  const few = async (): Promise<ReadonlyMap<string, RowSnapshot>> =>
    new Map(await Promise.all(refs.map(async (ref) => [key(ref), await cache.get(ref)] as const)));
  const many = (): Promise<ReadonlyMap<string, RowSnapshot>> =>
    cache.mutate(refs, null, (at) => ({ result: new Map(refs.map((ref) => [key(ref), at(ref)])) }));
  const snaps = await (refs.length <= FEW_ROWS ? few() : many());
  return (ref) => snaps.get(key(ref)) ?? { row: undefined, shadow: undefined, tombstone: undefined };
}
