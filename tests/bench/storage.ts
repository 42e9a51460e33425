import { liveQuery } from 'dexie';
import { showsAll } from '#sync/core/outbox/pending-sum.ts';
import { planRebuild } from '#sync/core/outbox/rebuild.ts';
import type { RowChange } from '#sync/core/outbox/row-change.ts';
import { mergePlans, pendingOf, planRow } from '#sync/core/outbox/row-change.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import type { Op } from '#sync/protocol/op.ts';
import { OP_VERSION } from '#sync/protocol/op.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { CacheStore, JournalStore } from '#sync/ports.ts';
import { openReadModel } from '#sync/read/open-read-model.ts';
import type { StoreHost } from '#sync/store/device/connection.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import { createDexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { journalName } from '#sync/store/device/names.ts';
import { deviceTimers, waitWith } from '#workers/runtime/timers.ts';
import type { Spread } from './figures.ts';
import { sample, spreadOf } from './figures.ts';
import { measureReadRaw } from './raw-indexeddb.ts';

/** Where the stores of the benches run. */
export const host: StoreHost = { wait: waitWith(deviceTimers), log: { event: () => undefined } };

/** Operations of the rebuild benchmark (T18). */
export const REBUILD_OPS = 2_000;
/** Rows rebased per transaction, as the engine does it. */
const ROWS_PER_TRANSACTION = 200;

export function identityOf(name: string): Identity {
  return { userId: `bench-${name}`, tenant: globalThis.location.origin, scopeHash: '' };
}

/** An unsent comment. */
export function commentOp(identity: Identity, seq: number, rowId: string): Op {
  const at = '2024-09-01T10:00:00.123456+00:00';
  return {
    id: `op-${seq}-${rowId}`,
    v: OP_VERSION,
    seq,
    identity,
    lane: 'incident:i0',
    group: null,
    kind: 'insert',
    tbl: 'comments',
    rowId,
    patch: {
      id: rowId,
      incident_id: 'i0',
      hypothesis_id: 'h0',
      comment: 'The connection pool is exhausted, see the graph of @[Ada](user:p1).'.repeat(4),
      created_by: 'p1',
      created_at: at,
      updated_at: at,
    },
    guard: null,
    deps: [],
    createdAt: seq,
    serverSkewMs: 0,
    state: 'queued',
    attempts: 0,
    firstSentAt: null,
    nextAt: null,
    epoch: null,
    lastError: null,
    ack: null,
    conflict: null,
    origin: { screen: '/incidents/i1', tabId: 'bench', appVersion: '0' },
  };
}

function append(journal: JournalStore, identity: Identity, rowId: string): Promise<Op> {
  return journal.mutate({ row: { tbl: 'comments', id: rowId } }, (_ops, meta) => {
    const op = commentOp(identity, meta.lastSeq + 1, rowId);
    return { put: [op], lastSeq: op.seq, result: op };
  });
}

async function rebase(cache: CacheStore, changes: readonly RowChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += ROWS_PER_TRANSACTION) {
    const batch = changes.slice(at, at + ROWS_PER_TRANSACTION);
    await cache.mutate(batch, null, (look) =>
      mergePlans(
        batch.map((change) => planRow(tables[change.tbl], look(change), change, 0)),
        undefined,
      ),
    );
  }
}

const changeOf = (op: Op): RowChange => ({ tbl: 'comments', id: op.rowId, upsert: [pendingOf(op)] });

/** T6: from `append` to durable in the journal, strict durability. */
export async function measureAppend(count: number): Promise<Spread> {
  const identity = identityOf('append');
  const journal = createDexieJournal(identity, host);
  const samples = await sample(count, (run) => append(journal, identity, `c${run}`));
  await journal.wipe();
  return spreadOf(samples);
}

/** Writer half of T7, for a worker: it does what the engine does with a new comment. */
export interface Writer {
  /** An incident with one hypothesis to comment on. */
  readonly seed: () => Promise<void>;
  /** Appends to the journal, then rebases into the cache. */
  readonly write: (rowId: string) => Promise<void>;
  /** Ends the operation and takes its row back, so that every run starts from the same data. */
  readonly settle: (rowId: string) => Promise<void>;
  readonly wipe: () => Promise<void>;
}

/** The writer of the `emit` databases. */
export function createWriter(): Writer {
  const identity = identityOf('emit');
  const journal = createDexieJournal(identity, host);
  const cache = createDexieCache(identity, host);
  const meta = { _v: 'v', _p: 0, _f: 0, _seen: 0 };
  const node = { id: 'h0', incident_id: 'i0', type: 'root', title: 'Pool too small', status: 'likely' };
  return {
    seed: () =>
      cache.mutate(
        [
          { tbl: 'incidents', id: 'i0' },
          { tbl: 'hypotheses', id: 'h0' },
        ],
        null,
        () => ({
          putRows: [
            { tbl: 'incidents', row: { id: 'i0', title: 'Checkout is slow', status: 'open', ...meta } },
            { tbl: 'hypotheses', row: { ...node, ...meta } },
          ],
          result: undefined,
        }),
      ),
    write: async (rowId) => {
      const op = await append(journal, identity, rowId);
      await rebase(cache, [changeOf(op)]);
    },
    settle: async (rowId) => {
      const row = { tbl: 'comments', id: rowId } as const;
      await journal.mutate({ row }, (ops) => ({
        put: ops.map((op) => ({ ...op, state: 'done' })),
        result: undefined,
      }));
      await cache.mutate([row], null, () => ({ deleteRows: [row], deleteShadows: [row], result: undefined }));
    },
    wipe: async () => {
      await journal.wipe();
      await cache.wipe();
    },
  };
}

/** T7: from the call on the page until the page's live query of the incident emits the new comment. */
export async function measureEmit(count: number, writer: Writer): Promise<Spread> {
  await writer.seed();
  const model = openReadModel(identityOf('emit'));
  let heard: (comments: readonly string[]) => void = () => undefined;
  const subscription = liveQuery(() => model.incident('i0')).subscribe((read) => {
    if (read.data.found !== 'yes') return;
    heard(read.data.incident.tree.flatMap((node) => node.comments.map((comment) => comment.id)));
  });
  const shows = (isReached: (comments: readonly string[]) => boolean): Promise<void> =>
    new Promise((resolve) => {
      heard = (comments) => {
        if (isReached(comments)) resolve();
      };
    });
  const samples: number[] = [];
  for (let run = 0; run < count; run += 1) {
    const rowId = `c${run}`;
    const shown = shows((comments) => comments.includes(rowId));
    const startedAt = performance.now();
    await Promise.all([writer.write(rowId), shown]);
    samples.push(performance.now() - startedAt);
    const gone = shows((comments) => comments.length === 0);
    await Promise.all([writer.settle(rowId), gone]);
  }
  subscription.unsubscribe();
  model.close();
  return spreadOf(samples);
}

/** What a start-up with many unsent operations costs (T18). */
export interface RebuildFigures {
  readonly ops: number;
  /** Read the journal, compare it with the sum of the cache, find nothing to do: every ordinary start. */
  readonly agreeingMs: number;
  /** Of that: reading and checking the journal. */
  readonly readMs: number;
  /** The same records by one plain request: no start that looks at every operation is faster. */
  readonly rawJournalMs: number;
  /** The same with an empty cache: everything is rebased and written again. */
  readonly lostCacheMs: number;
}

/** T18: rebuild of 2,000 pending operations. */
export async function measureRebuild(): Promise<RebuildFigures> {
  const identity = identityOf('rebuild');
  const journal = createDexieJournal(identity, host);
  const cache = createDexieCache(identity, host);
  const ops = Array.from({ length: REBUILD_OPS }, (_, at) => commentOp(identity, at + 1, `c${at}`));
  await journal.mutate({ ids: [] }, () => ({ put: ops, result: undefined }));
  await cache.count('comments');

  const rebuild = async (): Promise<number> => {
    const startedAt = performance.now();
    const [shown, known] = await Promise.all([cache.pending(), journal.read({ open: true })]);
    if (shown !== undefined && showsAll(known, shown)) return performance.now() - startedAt;
    const [open, shadows] = await Promise.all([journal.read({ open: true }), cache.shadows()]);
    const plan = planRebuild({ open, ended: [], shadows, fence: 1 });
    await rebase(cache, plan.changes);
    return performance.now() - startedAt;
  };
  const lostCacheMs = await rebuild();
  const readAt = performance.now();
  await journal.read({ open: true });
  const readMs = performance.now() - readAt;
  const again = [await rebuild(), await rebuild(), await rebuild()].toSorted((a, b) => a - b);
  const rebased = await cache.count('comments');
  const rawJournalMs = await measureReadRaw(journalName(identity), 'ops');
  await journal.wipe();
  await cache.wipe();
  if (rebased !== REBUILD_OPS) throw new Error(`Rebuild left ${rebased} of ${REBUILD_OPS} rows`);
  return { ops: REBUILD_OPS, agreeingMs: again[1] ?? NaN, readMs, rawJournalMs, lostCacheMs };
}
