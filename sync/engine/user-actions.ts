import { draftOfOp, planDiscard } from '../core/cascade.ts';
import type { EndPlan } from '../core/cascade.ts';
import { planAppend } from '../core/coalesce.ts';
import { commandRefs, planCommand } from '../core/commands.ts';
import { applyDecision, isDiscardable, isRetryable, retried } from '../core/conflict.ts';
import type { ConflictDecision } from '../core/conflict.ts';
import { ulidText, ulidUuid } from '../core/ulid.ts';
import { SyncError, toSyncError } from '../errors.ts';
import type { Command, CommandOrigin } from '../protocol/command.ts';
import { sameIdentity } from '../protocol/identity.ts';
import { isOpen } from '../protocol/op.ts';
import type { Draft, Op } from '../protocol/op.ts';
import { createCacheWriter, readRows } from './cache-writer.ts';
import type { CacheWriter } from './cache-writer.ts';
import type { Runtime } from './runtime.ts';

function refuse(message: string): SyncError {
  return new SyncError({ kind: 'rejected', message, status: 0 });
}

/**
 * What a person does to the journal, in any tab (D15: followers write, only the leader sends). Each action is one
 * journal transaction; then the cache follows. When the cache fails, the journal is right and a refold repairs it.
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
  async submit(command: Command, origin: CommandOrigin): Promise<{ readonly opIds: readonly string[] }> {
    const { ports, identity, tabId, skew } = this.#runtime;
    const at = await readRows(this.#runtime, commandRefs(command));
    const nowMs = ports.clock.nowMs();
    const drafts = planCommand(command, at, {
      identity,
      nowMs,
      serverSkewMs: skew.ms,
      origin: { screen: origin.screen, tabId, appVersion: origin.appVersion },
      newRowId: () => ulidUuid(nowMs, ports.rng),
      newOpId: () => ulidText(nowMs, ports.rng),
    });
    const [first] = drafts;
    if (first === undefined) return { opIds: [] };
    const plan = await ports.journal.mutate({ lane: first.lane }, (lane, meta) => {
      if (!sameIdentity(meta.identity, identity)) return { result: null };
      const append = planAppend(lane, drafts, meta.lastSeq);
      return { put: append.put, remove: append.remove, lastSeq: append.lastSeq, result: append };
    });
    if (plan === null) throw new SyncError({ kind: 'bug', message: 'The journal belongs to somebody else' });
    await this.#show(plan.kept);
    this.#nudge([first.lane]);
    return { opIds: plan.kept.map((op) => op.id) };
  }

  async resolveConflict(opId: string, decision: ConflictDecision): Promise<void> {
    if (decision.take === 'theirs') return this.#end(opId, (op) => op.state === 'conflict', false);
    const resolved = await this.#change(opId, (op) => applyDecision(op, decision));
    return this.#show([resolved]);
  }

  async retry(opId: string): Promise<void> {
    const again = await this.#change(opId, (op) => {
      if (!isRetryable(op)) throw refuse('This change cannot be sent again.');
      return retried(op);
    });
    return this.#show([again]);
  }

  /** Drops an operation nothing of which can be on its way; its text goes to the drafts (I2). */
  discard(opId: string): Promise<void> {
    return this.#end(opId, isDiscardable, true);
  }

  async dismissNotice(noticeId: string): Promise<void> {
    await this.#runtime.ports.journal.mutate({ ids: [] }, () => ({
      dropNotices: [noticeId],
      result: undefined,
    }));
    this.#nudge([]);
  }

  saveDraft(key: string, text: string): Promise<void> {
    const savedAt = this.#runtime.ports.clock.nowMs();
    return this.#runtime.ports.journal.putDraft({ key, text, savedAt, fromOpId: null });
  }

  deleteDraft(key: string): Promise<void> {
    return this.#runtime.ports.journal.deleteDraft(key);
  }

  /** Operations that have not reached the server, for the sign-out question (D22). */
  async unsent(): Promise<number> {
    const open = await this.#runtime.ports.journal.read({ open: true });
    return open.filter((op) => op.state !== 'acked').length;
  }

  /** One operation changed by a person; the epoch does not matter, its state does. */
  async #change(opId: string, change: (op: Op) => Op): Promise<Op> {
    const { journal } = this.#runtime.ports;
    const outcome = await journal.mutate<{ readonly op: Op } | { readonly error: SyncError }>(
      { ids: [opId] },
      ([op]) => {
        if (op === undefined || !isOpen(op))
          return { result: { error: refuse('This change is settled already.') } };
        try {
          const next = change(op);
          return { put: [next], dropNotices: [op.id], result: { op: next } };
        } catch (thrown) {
          return { result: { error: toSyncError(thrown) } };
        }
      },
    );
    if ('error' in outcome) throw outcome.error;
    this.#nudge([outcome.op.lane]);
    return outcome.op;
  }

  async #end(opId: string, isAllowed: (op: Op) => boolean, keepsText: boolean): Promise<void> {
    const { journal, clock } = this.#runtime.ports;
    const drafts = new Map<string, Draft>((await journal.drafts()).map((draft) => [draft.key, draft]));
    const plan = await journal.mutate<EndPlan | null>({ open: true }, (open) => {
      const op = open.find((other) => other.id === opId);
      if (op === undefined || !isAllowed(op)) return { result: null };
      const end = planDiscard({ open, op, nowMs: clock.nowMs(), drafts });
      const own = keepsText ? null : (draftOfOp(op, 0)?.key ?? null);
      const kept = end.drafts.filter((draft) => draft.key !== own);
      return { put: end.put, notices: end.notices, dropNotices: end.dropNotices, drafts: kept, result: end };
    });
    if (plan === null) throw refuse('This change is being sent or is settled already.');
    await this.#repairable(() => this.#cache.drop(plan.dropped));
    this.#nudge([...new Set(plan.dropped.map((op) => op.lane))]);
  }

  /**
   * Folds operations into their rows. The leader may have settled them meanwhile; then nobody would take them out of
   * the row again, so their state is looked at once more.
   */
  async #show(ops: readonly Op[]): Promise<void> {
    await this.#repairable(async () => {
      await this.#cache.fold(ops);
      const present = await this.#runtime.ports.journal.read({ ids: ops.map((op) => op.id) });
      const openIds = new Set(present.filter(isOpen).map((op) => op.id));
      await this.#cache.drop(ops.filter((op) => !openIds.has(op.id)));
    });
  }

  /** The journal has the truth: a cache that fails now is repaired by the next refold and must not fail the call. */
  async #repairable(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      const { info } = toSyncError(thrown);
      this.#runtime.ports.log.event('error', 'cache.behind', { kind: info.kind, message: info.message });
    }
  }
}
