import { planFailure } from '../../core/outbox/cascade.ts';
import type { EndPlan } from '../../core/outbox/cascade.ts';
import { FORERUNNER_MISSING } from '../../core/outbox/group.ts';
import type { FailReason } from '../../core/pull/next-attempt.ts';
import { conflictText, parkedText, replacedText, strandedText } from '../../core/outbox/notice-text.ts';
import type { Outcome } from '../../core/outbox/outcome.ts';
import { lastErrorOf } from '../../core/outbox/outcome.ts';
import { rebaseGuards } from '../../core/outbox/settle.ts';
import type { Verdict } from '../../core/check/check.ts';
import type { JournalMeta, JournalWrite, OpScope } from '../../ports.ts';
import type { JsonRow, Notice, Op } from '../../protocol/op.ts';
import type { CacheWriter } from '../cache/cache-writer.ts';
import { draftsByKey, endScope, journalWriteOf, readEndMaterials, showEnd } from './endings.ts';
import type { Lead, Runtime } from '../runtime.ts';

type Decide = (current: Op, ops: readonly Op[], meta: JournalMeta) => Omit<JournalWrite<unknown>, 'result'>;

function noticeOf(op: Op, kind: Notice['kind'], message: string, nowMs: number): Notice {
  return { id: op.id, kind, message, opIds: [op.id], createdAt: nowMs, readAt: null };
}

function rowScope(op: Op): OpScope {
  return { row: { tbl: op.tbl, id: op.rowId } };
}

/** Classes of failures in the words the outbox knows. */
function errorOf(reason: FailReason, outcome: Outcome | null): Op['lastError'] {
  const classes: Readonly<Record<FailReason, string>> = {
    forbidden: 'forbidden',
    invalid: 'invalid',
    gone: 'gone',
    unique: 'conflict',
    'missing-parent': 'missing-parent',
    referenced: 'rejected',
    clash: 'conflict',
  };
  const seen = outcome === null ? null : lastErrorOf(outcome);
  return {
    class: classes[reason],
    status: seen?.status ?? null,
    code: seen?.code ?? null,
    message: seen?.message ?? '',
  };
}

const inFlight: readonly Op['state'][] = ['sending', 'ambiguous'];

/**
 * Transitions of the leader (D7, D15). Each is one compare-and-set in the journal (epoch, presence, state), then what
 * the cache needs of it; a stale epoch ends the term instead of writing (I15).
 */
export class Transitions {
  readonly #runtime: Runtime;
  readonly #lead: Lead;
  readonly #cache: CacheWriter;

  constructor(runtime: Runtime, lead: Lead, cache: CacheWriter) {
    this.#runtime = runtime;
    this.#lead = lead;
    this.#cache = cache;
  }

  #nowMs(): number {
    return this.#runtime.ports.clock.nowMs();
  }

  /** Device time until which the server asked to be left alone; null when it did not (RPL6). */
  #notBefore(outcome: Outcome | null): number | null {
    const waitMs = outcome?.retryAfterMs ?? null;
    return waitMs === null ? null : this.#nowMs() + waitMs;
  }

  async #step(op: Op, from: readonly Op['state'][], scope: OpScope, decide: Decide): Promise<boolean> {
    const { journal } = this.#runtime.ports;
    const outcome = await journal.mutate<'done' | 'changed' | 'stale'>(scope, (ops, meta) => {
      if (meta.epoch !== this.#lead.epoch) return { result: 'stale' };
      const current = ops.find((other) => other.id === op.id);
      if (current === undefined || !from.includes(current.state)) return { result: 'changed' };
      return { ...decide(current, ops, meta), result: 'done' };
    });
    if (outcome === 'stale') this.#lead.lost();
    return outcome === 'done';
  }

  async #move(
    op: Op,
    from: readonly Op['state'][],
    change: (current: Op) => Op,
    notice: Notice | null = null,
  ): Promise<Op | null> {
    let moved: Op | null = null;
    const done = await this.#step(op, from, { ids: [op.id] }, (current) => {
      moved = change(current);
      return { put: [moved], ...(notice === null ? {} : { notices: [notice] }) };
    });
    return done ? moved : null;
  }

  /** Takes the operation for sending; null when it is not what it was any more. */
  claim(op: Op): Promise<Op | null> {
    return this.#move(op, ['queued', 'waiting', 'auth-hold'], (current) => ({
      ...current,
      state: 'sending',
      epoch: this.#lead.epoch,
      firstSentAt: current.firstSentAt ?? this.#nowMs(),
      nextAt: null,
      inDoubt: true,
    }));
  }

  /** Whether a claimed operation may still be sent from here, after something else was waited for. */
  isClaimed(op: Op): Promise<boolean> {
    return this.#step(op, ['sending'], { ids: [op.id] }, () => ({}));
  }

  /** Not sent after all: the operation is what it was before it was claimed. */
  async released(op: Op, before: Op): Promise<void> {
    const { state, firstSentAt, nextAt } = before;
    await this.#move(op, ['sending'], (current) => ({ ...current, state, firstSentAt, nextAt }));
  }

  /** Marks an operation whose request may have had an effect, before it is looked up. */
  claimCheck(op: Op): Promise<Op | null> {
    return this.#move(op, inFlight, (current) => ({
      ...current,
      state: 'ambiguous',
      epoch: this.#lead.epoch,
    }));
  }

  /** Acknowledged in the journal; the cache comes next, then `done`. A crash between two is repaired by rebuild (D1). */
  async acked(op: Op, row: JsonRow | null, from: 'answer' | 'look'): Promise<Op | null> {
    let acked: Op | null = null;
    const done = await this.#step(op, inFlight, rowScope(op), (current, ops) => {
      acked = {
        ...current,
        state: 'acked',
        ack: row,
        isAckRead: from === 'look' ? true : undefined,
        lastError: null,
        nextAt: null,
      };
      return { put: [acked, ...rebaseGuards(ops, acked, row)] };
    });
    return done ? acked : null;
  }

  /** What was acknowledged is in the cache. */
  async done(op: Op): Promise<void> {
    await this.#step(op, ['acked'], { ids: [op.id] }, (current) => ({
      put: [{ ...current, state: 'done' }],
    }));
  }

  async waiting(op: Op, outcome: Outcome, nextAt: number, burns: boolean): Promise<void> {
    await this.#move(op, inFlight, (current) => ({
      ...current,
      state: 'waiting',
      nextAt,
      notBefore: this.#notBefore(outcome),
      attempts: current.attempts + (burns ? 1 : 0),
      lastError: lastErrorOf(outcome),
    }));
  }

  async ambiguous(op: Op, outcome: Outcome | null, nextAt: number): Promise<void> {
    await this.#move(op, inFlight, (current) => ({
      ...current,
      state: 'ambiguous',
      nextAt,
      notBefore: this.#notBefore(outcome),
      // Also of a guarded write that matched no row: delivered twice, the first may have moved the row away.
      inDoubt: current.inDoubt ?? true,
      lastError: outcome === null || outcome.error === null ? current.lastError : lastErrorOf(outcome),
    }));
  }

  /** The session is in doubt; what was ambiguous before stays so, because only a look at the row can tell (I28). */
  async held(op: Op, outcome: Outcome, nextAt: number): Promise<void> {
    await this.#move(op, inFlight, (current) => ({
      ...current,
      state: current.state === 'ambiguous' ? 'ambiguous' : 'auth-hold',
      nextAt,
      lastError: lastErrorOf(outcome),
    }));
  }

  /** Stopped for a person, never dropped (D7). */
  async parked(op: Op, outcome: Outcome): Promise<void> {
    const parked = await this.#move(
      op,
      inFlight,
      (current) => ({
        ...current,
        state: 'parked',
        nextAt: null,
        attempts: current.attempts + 1,
        lastError: lastErrorOf(outcome),
      }),
      noticeOf(op, 'parked', parkedText(op), this.#nowMs()),
    );
    if (parked !== null) await this.#cache.rebase([parked]);
  }

  /** What had to be sent before it is gone from the journal: never sent by itself, and told once (D6). */
  async stranded(op: Op): Promise<void> {
    const message = 'A change that had to be sent before this one is missing from this device.';
    const parked = await this.#move(
      op,
      ['queued', 'waiting', 'auth-hold'],
      (current) => ({
        ...current,
        state: 'parked',
        nextAt: null,
        lastError: { class: FORERUNNER_MISSING, status: null, code: null, message },
      }),
      noticeOf(op, 'parked', strandedText(op), this.#nowMs()),
    );
    if (parked !== null) await this.#cache.rebase([parked]);
  }

  /**
   * Failed for good: one journal transaction for the operation, its dependants, what takes its group back, the notice
   * and the drafts (I5, I6, B20).
   */
  async failed(op: Op, outcome: Outcome | null, reason: FailReason): Promise<void> {
    const materials = await readEndMaterials(this.#runtime, op);
    let plan: EndPlan | null = null;
    const done = await this.#step(op, inFlight, endScope, (current, open, meta) => {
      const lastError = errorOf(reason, outcome);
      const ending = { open, op: current, lastSeq: meta.lastSeq, reason, lastError };
      plan = planFailure({ ...materials, ...ending, drafts: draftsByKey(meta) });
      return journalWriteOf(plan);
    });
    if (done && plan !== null) await showEnd(this.#cache, plan);
  }

  async requeued(
    op: Op,
    { patch, guard, replaced }: Extract<Verdict, { is: 'queued' }>,
    nextAt: number | null,
  ): Promise<void> {
    const queued = await this.#move(
      op,
      inFlight,
      (current) => ({ ...current, state: 'queued', patch, guard, nextAt, lastError: null }),
      replaced.length === 0 ? null : noticeOf(op, 'conflict', replacedText(op, replaced), this.#nowMs()),
    );
    if (queued !== null) await this.#cache.rebase([queued]);
  }

  async conflicted(op: Op, { theirs, fields }: Extract<Verdict, { is: 'conflict' }>): Promise<void> {
    const stopped = await this.#move(
      op,
      inFlight,
      (current) => ({
        ...current,
        state: 'conflict',
        nextAt: null,
        conflict: { theirs, fields: [...fields] },
        lastError: { class: 'conflict', status: null, code: null, message: '' },
      }),
      noticeOf(op, 'conflict', conflictText(op, fields), this.#nowMs()),
    );
    if (stopped !== null) await this.#cache.rebase([stopped]);
  }

  /** Moves the due time of waiting operations, after the network or a person came back (D7 reset). */
  async hasten(select: (op: Op) => boolean, nextAt: (op: Op) => number): Promise<void> {
    const { journal } = this.#runtime.ports;
    const isStale = await journal.mutate({ open: true }, (open, meta) => {
      if (meta.epoch !== this.#lead.epoch) return { result: true };
      return { put: open.filter(select).map((op) => ({ ...op, nextAt: nextAt(op) })), result: false };
    });
    if (isStale) this.#lead.lost();
  }
}
