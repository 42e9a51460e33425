import type { CacheStore, CacheWrite, JournalStore, PackedStore, RowRef, RowSnapshot } from '#sync/ports.ts';
import type { Op } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { Cursor, FeedState } from '#sync/protocol/stored.ts';
import { tables } from '#sync/protocol/tables.ts';
import { terminalStates } from '#sync/store/journal/op-records.ts';
import { changesOfOp, type Settled } from './invariants/invariants-once.ts';

/** States that only the leader of the present epoch may bring an operation into (I15). */
const leaderStates: ReadonlySet<Op['state']> = new Set([
  'sending',
  'ambiguous',
  'auth-hold',
  'acked',
  'done',
]);

/** What the watch has seen happen and somebody should look at. */
export interface WatchHooks {
  readonly violated: (text: string) => void;
  /** Somebody made an operation, or answered the conflict that it had come to. */
  readonly wanted: (op: Op) => void;
  /** An operation is claimed for sending. */
  readonly sending: (op: Op) => void;
  /** A row was to leave the cache by a write that may have been aborted. */
  readonly deleted: (tbl: string, id: string) => void;
  /** A packed row was to leave the device. */
  readonly packedRemoved: (tbl: PackedName, id: string) => void;
  /** A cursor was stored, after its transaction. */
  readonly advanced: (cursor: Cursor) => void;
  /** A feed state was stored, after its transaction. */
  readonly fed: (feed: FeedState) => void;
}

/** Notes what every commit of a store touched, so that checks after a step look only at what changed. */
export class Watch {
  /** Rows touched since the last look, as `table id`. */
  readonly dirty = new Set<string>();
  /** Operations the engine took out of the journal because a later one made them void (D5), as they were then. */
  readonly removed = new Map<string, Op>();
  /** Operations that a purge took, as they were then: a merge may have changed them since their save resolved (D5, D7). */
  readonly purged = new Map<string, Op>();
  /** Lanes in which an operation once waited for a person, so that later ones passed it (D6). */
  readonly passedLanes = new Set<string>();
  /** Operations that were sent, by each thing they do: an insert, a delete, a field that takes a value (I3). */
  readonly senders = new Map<string, Set<string>>();
  /** How many versions its row had when an operation was first sent (I3). */
  readonly versionsAtSend = new Map<string, number>();
  /** Rows that an acknowledgement was taken out of since the last look (I8). */
  readonly settled: Settled[] = [];
  /** Rows the engine wrote into the cache so far (I10). */
  rowWrites = 0;
  /** The engine has emptied the cache, because it may have held what somebody else had pulled. */
  hasEmptied = false;
  readonly #hooks: WatchHooks;
  readonly #epochs = new Map<string, number>();
  /** Every operation that was ever put. */
  readonly #put = new Set<string>();
  readonly #acked = new Set<string>();
  #latestEpoch = 0;

  constructor(hooks: WatchHooks) {
    this.#hooks = hooks;
  }

  /** Forgets which epoch was claimed last: the journal is a new one. */
  forgetEpochs(): void {
    this.#epochs.clear();
    this.#latestEpoch = 0;
  }

  /** The journal as one tab reaches it. */
  journal(inner: JournalStore, owner: string): JournalStore {
    return {
      ...inner,
      claimEpoch: async () => {
        const epoch = await inner.claimEpoch();
        this.#epochs.set(owner, epoch);
        this.#latestEpoch = Math.max(this.#latestEpoch, epoch);
        return epoch;
      },
      mutate: (scope, decide) =>
        inner.mutate(scope, (ops, meta) => {
          const write = decide(ops, meta);
          for (const op of write.put ?? []) {
            const before = ops.find(({ id }) => id === op.id)?.state;
            if (!this.#put.has(op.id) || (before === 'conflict' && op.state === 'queued'))
              this.#hooks.wanted(op);
            this.#put.add(op.id);
            this.dirty.add(`${op.tbl} ${op.rowId}`);
            if (op.state === 'sending') {
              this.#noteSender(op);
              this.#hooks.sending(op);
            }
            // Claimed, and not sent after all: it has been nowhere, and may be taken back like one that was never claimed.
            if (before === 'sending' && op.firstSentAt === null) this.#forgetSender(op);
            if (op.state === 'acked' || op.state === 'done') this.#acked.add(op.id);
            if (op.state === 'conflict' || op.state === 'parked') this.passedLanes.add(op.lane);
            this.#checkEpoch(owner, ops, op);
          }
          for (const id of write.remove ?? []) {
            const removed = ops.find((op) => op.id === id);
            if (removed === undefined) continue;
            this.removed.set(id, removed);
            this.dirty.add(`${removed.tbl} ${removed.rowId}`);
          }
          return write;
        }),
      purge: (nowMs) => this.#purge(inner, nowMs),
    };
  }

  /** [I2] a purge takes only what has ended. */
  async #purge(inner: JournalStore, nowMs: number): Promise<number> {
    const ids = [...this.#put];
    const before = await inner.read({ ids });
    try {
      return await inner.purge(nowMs);
    } finally {
      // Also when it failed: the answer may have been lost after the commit.
      const kept = new Set((await inner.read({ ids })).map(({ id }) => id));
      for (const op of before) {
        if (kept.has(op.id)) continue;
        this.purged.set(op.id, op);
        if (terminalStates.includes(op.state)) continue;
        this.#hooks.violated(`I2 op ${op.id} was purged while it was ${op.state}`);
      }
    }
  }

  /** The cache as one tab reaches it. */
  cache(inner: CacheStore): CacheStore {
    return {
      ...inner,
      putFeeds: async (feeds, epoch) => {
        await inner.putFeeds(feeds, epoch);
        for (const feed of feeds) this.#hooks.fed(feed);
      },
      clear: async () => {
        this.hasEmptied = true;
        await inner.clear();
      },
      mutate: async (refs, epoch, decide) => {
        const seen: CacheWrite<unknown>[] = [];
        try {
          return await inner.mutate(refs, epoch, (at) => {
            const write = decide(at);
            seen.push(write);
            this.#noteSettled(refs, at, write);
            return write;
          });
        } finally {
          // Also when it failed: the answer may have been lost after the commit.
          for (const write of seen) this.#note(write);
        }
      },
    };
  }

  /** The packed collections as one tab reaches them. */
  packed(inner: PackedStore): PackedStore {
    return {
      ...inner,
      apply: async (write, epoch) => {
        try {
          const done = await inner.apply(write, epoch);
          this.rowWrites += done.changed + done.removed;
          return done;
        } finally {
          for (const id of write.remove) this.#hooks.packedRemoved(write.tbl, id);
        }
      },
    };
  }

  #noteSender(op: Op): void {
    for (const change of changesOfOp(op)) {
      const known = this.senders.get(change);
      if (known === undefined) this.senders.set(change, new Set([op.id]));
      else known.add(op.id);
    }
  }

  #forgetSender(op: Op): void {
    for (const change of changesOfOp(op)) this.senders.get(change)?.delete(op.id);
  }

  #noteSettled(
    refs: readonly RowRef[],
    at: (ref: RowRef) => RowSnapshot,
    { putRows = [], putShadows = [] }: CacheWrite<unknown>,
  ): void {
    for (const ref of refs) {
      const isSame = ({ tbl, id }: { readonly tbl: string; readonly id: string }): boolean =>
        tbl === ref.tbl && id === ref.id;
      const { row: before, shadow } = at(ref);
      const after = putRows.find(({ tbl, row }) => isSame({ tbl, id: String(row[tables[tbl].key]) }))?.row;
      if (shadow === undefined || before === undefined || after === undefined) continue;
      const kept = new Set(putShadows.find(isSame)?.pending.map(({ id }) => id));
      const acked = shadow.pending.filter(({ id }) => !kept.has(id) && this.#acked.has(id));
      if (acked.length > 0) this.settled.push({ ...ref, before, after, acked });
    }
  }

  #note(write: CacheWrite<unknown>): void {
    const puts = write.putRows ?? [];
    const deletes = write.deleteRows ?? [];
    // A row whose table has columns of only some servers comes again when the probe has found them.
    this.rowWrites += puts.filter(({ tbl }) => tables[tbl].optional === undefined).length + deletes.length;
    for (const { tbl, row } of puts) this.dirty.add(`${tbl} ${String(row[tables[tbl].key])}`);
    for (const { tbl, id } of deletes) {
      this.dirty.add(`${tbl} ${id}`);
      this.#hooks.deleted(tbl, id);
    }
    for (const { tbl, id } of write.putShadows ?? []) this.dirty.add(`${tbl} ${id}`);
    for (const { tbl, id } of write.deleteShadows ?? []) this.dirty.add(`${tbl} ${id}`);
    if (write.cursor !== undefined) this.#hooks.advanced(write.cursor);
    if (write.feed !== undefined) this.#hooks.fed(write.feed);
  }

  /** [I15] a context whose epoch is over commits no transition. */
  #checkEpoch(owner: string, before: readonly Op[], op: Op): void {
    if (!leaderStates.has(op.state)) return;
    const known = before.find((other) => other.id === op.id);
    if (known?.state === op.state || this.#epochs.get(owner) === this.#latestEpoch) return;
    this.#hooks.violated(`I15 ${owner} moved op ${op.id} to ${op.state} after its epoch was over`);
  }
}
