import { alsoSettled, discardRoot, draftsOfOp, planDiscard } from '../../core/outbox/cascade.ts';
import type { EndPlan } from '../../core/outbox/cascade.ts';
import { planAppend } from '../../core/outbox/coalesce.ts';
import { planCommand } from '../../core/commands/commands.ts';
import { applyDecision, isRetryable, retried, settledWithConflict } from '../../core/outbox/conflict.ts';
import type { ConflictDecision } from '../../core/outbox/conflict.ts';
import { laterOnConflict } from '../../core/outbox/later-changes.ts';
import { ulidText, ulidUuid } from '../../core/commands/ulid.ts';
import { SyncError, toSyncError } from '../../errors.ts';
import type { Command, CommandOrigin, Submitted } from '../../protocol/command.ts';
import { sameIdentity } from '../../protocol/identity.ts';
import { isOpen } from '../../protocol/op.ts';
import type { Op } from '../../protocol/op.ts';
import type { SetAsideRef } from '../../protocol/set-aside.ts';
import { createCacheWriter } from '../cache/cache-writer.ts';
import type { CacheWriter } from '../cache/cache-writer.ts';
import { readCommandRows } from './command-reads.ts';
import { draftsByKey, endScope, journalWriteOf, readEndMaterials, showEnd } from './endings.ts';
import type { Runtime } from '../runtime.ts';

function refuse(message: string): SyncError {
  return new SyncError({ kind: 'rejected', message, status: 0 });
}

/** Looks at a group whose steps the leader is finishing meanwhile. */
const MAX_LOOKS = 5;

/** Steps of its group that must have taken effect before `op` was the next one; none for an operation alone. */
function stepsBefore(op: Op): number {
  return op.group === null ? 0 : op.group.step - 1;
}

/**
 * What a person does to the journal, in any tab (D15: followers write, only the leader sends). Each action is one
 * journal transaction; then the cache follows. When the cache fails, the journal is right and a rebuild repairs it.
 */
export class UserActions {
  readonly #runtime: Runtime;
  readonly #cache: CacheWriter;
  /** Lanes whose operations changed: the leader is told. */
  readonly #nudge: (lanes: readonly string[]) => void;

  constructor(runtime: Runtime, nudge: (lanes: readonly string[]) => void) {
    this.#runtime = runtime;
    this.#cache = createCacheWriter(runtime, null);
    this.#nudge = nudge;
  }

  /** Resolves when the operations are durable and, unless the cache fails, visible (D1). */
  async submit(command: Command, origin: CommandOrigin): Promise<Submitted> {
    const { ports, identity, tabId, skew, tables } = this.#runtime;
    const rows = await readCommandRows(this.#runtime, command);
    const nowMs = ports.clock.nowMs();
    const drafts = planCommand(command, rows, {
      identity,
      tables,
      nowMs,
      serverSkewMs: skew.ms,
      origin: { screen: origin.screen, tabId, appVersion: origin.appVersion },
      newRowId: () => ulidUuid(nowMs, ports.rng),
      newOpId: () => ulidText(nowMs, ports.rng),
    });
    const [first] = drafts;
    if (first === undefined) return { opIds: [], made: [] };
    const plan = await ports.journal.mutate({ lane: first.lane }, (lane, meta) => {
      if (!sameIdentity(meta.identity, identity)) return { result: null };
      const append = planAppend(lane, drafts, meta.lastSeq);
      const gone = lane.filter((op) => append.remove.includes(op.id));
      const { put, remove, lastSeq, kept } = append;
      return { put, remove, lastSeq, result: { kept, gone } };
    });
    if (plan === null) throw new SyncError({ kind: 'bug', message: 'The journal belongs to somebody else' });
    await this.#repairable(() => this.#cache.drop(plan.gone));
    await this.#show(plan.kept);
    this.#nudge([first.lane]);
    const inserts = drafts.filter((draft) => draft.kind === 'insert');
    // Of the drafts: an operation they were merged into knows what was there before the first of its changes.
    const changes = drafts.map(({ tbl, rowId, kind, guard, patch }) => ({
      tbl,
      id: rowId,
      kind,
      before: kind === 'update' ? (guard?.fields ?? {}) : {},
      set: patch,
    }));
    return {
      opIds: plan.kept.map((op) => op.id),
      made: inserts.map(({ tbl, rowId }) => ({ tbl, id: rowId })),
      changes,
    };
  }

  async resolveConflict(opId: string, decision: ConflictDecision): Promise<void> {
    const { seen = [] } = decision;
    if (decision.take === 'theirs') {
      return this.#end(opId, (_open, op) => (op.state === 'conflict' ? op : null), false, seen);
    }
    const resolved = await this.#change(
      opId,
      (op, open) => {
        const later = laterOnConflict(op, open).filter(({ id }) => seen.includes(id));
        return [applyDecision(op, decision, later), ...settledWithConflict(op, open, seen)];
      },
      seen,
    );
    return this.#show(resolved);
  }

  async retry(opId: string): Promise<void> {
    const again = await this.#change(opId, (op) => {
      if (!isRetryable(op)) throw refuse('This change cannot be sent again.');
      return [retried(op)];
    });
    return this.#show(again);
  }

  /** Drops an operation, or the rest of its group, nothing of which can be on its way; texts go to the drafts (I2). */
  discard(opId: string): Promise<void> {
    return this.#end(opId, discardRoot, true);
  }

  async dismissNotice(noticeId: string): Promise<void> {
    await this.#runtime.ports.journal.mutate({ ids: [] }, () => ({
      dropNotices: [noticeId],
      result: undefined,
    }));
    this.#nudge([]);
  }

  /** False when a text the screen does not know has come back under the key: it stays, and nothing is written. */
  saveDraft(key: string, text: string, expectedFromOpId: string | null): Promise<boolean> {
    const savedAt = this.#runtime.ports.clock.nowMs();
    const draft = { key, text, savedAt, fromOpId: null };
    return this.#runtime.ports.journal.keepDraft(draft, expectedFromOpId);
  }

  deleteDraft(key: string): Promise<void> {
    return this.#runtime.ports.journal.deleteDraft(key);
  }

  /**
   * Deletes records that cannot be read, because a person has given them up. An operation among them ends first, so that
   * what needs it is cancelled and told (I20); a record that can be read after all stays.
   */
  async removeSetAside(refs: readonly SetAsideRef[]): Promise<void> {
    const { journal } = this.#runtime.ports;
    const lying = await journal.setAside();
    for (const { store, key } of lying) {
      const isAsked = store === 'ops' && refs.some((ref) => ref.store === store && ref.key === key);
      // Keys of operations are texts.
      if (isAsked) await this.discard(String(JSON.parse(key)));
    }
    await journal.dropSetAside(refs);
    this.#nudge([]);
  }

  /** Operations that have not reached the server, for the sign-out question (D22). */
  async unsent(): Promise<number> {
    const open = await this.#runtime.ports.journal.read({ open: true });
    return open.filter((op) => op.state !== 'acked').length;
  }

  /** Operations changed by a person, `opId` first; the epoch does not matter, its state does. */
  async #change(
    opId: string,
    change: (op: Op, scope: readonly Op[]) => readonly Op[],
    otherIds: readonly string[] = [],
  ): Promise<readonly Op[]> {
    const { journal } = this.#runtime.ports;
    const outcome = await journal.mutate<{ readonly ops: readonly Op[] } | { readonly error: SyncError }>(
      { ids: [opId, ...otherIds] },
      (scope) => {
        const op = scope.find(({ id }) => id === opId);
        if (op === undefined || !isOpen(op))
          return { result: { error: refuse('This change is settled already.') } };
        try {
          const ops = change(op, scope);
          return { put: ops, dropNotices: ops.map(({ id }) => id), result: { ops } };
        } catch (thrown) {
          return { result: { error: toSyncError(thrown) } };
        }
      },
    );
    if ('error' in outcome) throw outcome.error;
    this.#nudge([...new Set(outcome.ops.map(({ lane }) => lane))]);
    return outcome.ops;
  }

  async #end(
    opId: string,
    rootOf: (open: readonly Op[], op: Op) => Op | null,
    keepsText: boolean,
    seen: readonly string[] = [],
  ): Promise<void> {
    const { journal } = this.#runtime.ports;
    const [asked] = await journal.read({ ids: [opId] });
    if (asked === undefined) throw refuse('This change is settled already.');
    const end = async (isLast: boolean): Promise<EndPlan | 'again' | null> => {
      const materials = await readEndMaterials(this.#runtime, asked);
      return journal.mutate<EndPlan | 'again' | null>(endScope, (open, meta) => {
        const op = open.find((other) => other.id === opId);
        const root = op === undefined ? null : rootOf(open, op);
        if (root === null) return { result: null };
        // The leader may have finished a step since the materials were read; what stays missing was purged.
        if (!isLast && materials.steps.length < stepsBefore(root)) return { result: 'again' };
        const drafts = draftsByKey(meta);
        const settled = settledWithConflict(root, open, seen);
        const rest = open.map((op) => settled.find(({ id }) => id === op.id) ?? op);
        const planned = alsoSettled(
          planDiscard({ ...materials, drafts, open: rest, op: root, lastSeq: meta.lastSeq }),
          settled,
        );
        const own = new Set(keepsText ? [] : draftsOfOp(root, 0).map((draft) => draft.key));
        const kept = planned.drafts.filter((draft) => !own.has(draft.key));
        return { ...journalWriteOf({ ...planned, drafts: kept }), result: planned };
      });
    };
    let plan = await end(false);
    for (let tries = 1; plan === 'again'; tries += 1) plan = await end(tries === MAX_LOOKS);
    if (plan === null) throw refuse('This change is being sent or is settled already.');
    await this.#repairable(() => showEnd(this.#cache, plan));
    this.#nudge([...new Set(plan.put.map((op) => op.lane))]);
  }

  /**
   * Rebases operations onto their rows. The leader may have settled them meanwhile; then nobody would take them out of
   * the row again, so their state is looked at once more.
   */
  async #show(ops: readonly Op[]): Promise<void> {
    await this.#repairable(async () => {
      await this.#cache.rebase(ops.filter(isOpen));
      const present = await this.#runtime.ports.journal.read({ ids: ops.map((op) => op.id) });
      const openIds = new Set(present.filter(isOpen).map((op) => op.id));
      await this.#cache.drop(ops.filter((op) => !openIds.has(op.id)));
    });
  }

  /** The journal has the truth: a cache that fails now is repaired by the next rebuild and must not fail the call. */
  async #repairable(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      const { info } = toSyncError(thrown);
      this.#runtime.ports.log.event('error', 'cache.behind', { kind: info.kind, message: info.message });
      // The status looks again, and the leader rebuilds.
      this.#nudge([]);
    }
  }
}
