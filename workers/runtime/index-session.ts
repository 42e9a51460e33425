import { keptIndex } from '#sync/protocol/index-kept.ts';
import { idsSchema, indexNameSchema, indexQuerySchema, type IndexQuery } from '#sync/protocol/index-query.ts';
import { keptIn } from '#sync/protocol/kept-list.ts';
import { packedNames } from '#sync/protocol/packed.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { Bus, PackedApplied, PackedStore, PackedWrite } from '#sync/ports.ts';
import { IndexKeeper } from '#sync/read/index/index-keeper.ts';
import type { IndexHost } from '#sync/read/index/index-keeper.ts';
import { KeptListWriter, type KeptWriterHost } from '#sync/read/kept-list-writer.ts';
import { indexSpecs } from '#sync/read/index/index-spec.ts';
import { compactGrown } from '#sync/store/packed/idle.ts';
import type { PackedView } from '#sync/store/cache/swap-packed.ts';
import type { IndexContract } from '#workers/contracts/index-contract.ts';
import type { Implementation } from './expose.ts';
import { parsedInput, Subscriptions } from './session-parts.ts';

/** The leader looks for grown deltas this often, and pauses this long between two slices of compaction. */
const COMPACT_EVERY_MS = 60_000;
const SLICE_PAUSE_MS = 250;

/** The indexes of one session and the packed store that keeps all tabs' indexes informed. */
export interface IndexSession {
  /** The packed store for the engine: what it writes is announced to every tab. */
  readonly packed: PackedStore;
  readonly calls: Implementation<IndexContract>;
  stop(): void;
}

/** What the indexes take from the session they belong to. */
export interface IndexSessionHost extends Omit<IndexHost, 'feeds'>, KeptWriterHost {
  /** What the indexes read: of an earlier cache until the present one is whole (D17). */
  readonly shown: PackedView;
  readonly bus: Bus;
  readonly isLeader: () => boolean;
}

const QUESTION = 'to an index';

/** Opens the indexes of a session; each collection is loaded when first asked for. */
export function openIndexSession(host: IndexSessionHost): IndexSession {
  const { packed, bus, timers, log } = host;
  const keepers = new Map<PackedName, IndexKeeper>();
  const subscriptions = new Subscriptions();
  let isStopped = false;
  let cancelTimer: () => void = () => undefined;

  function keeper(name: unknown): IndexKeeper {
    const tbl = parsedInput(indexNameSchema, name, QUESTION);
    const known = keepers.get(tbl);
    if (known !== undefined) return known;
    const created = new IndexKeeper(tbl, indexSpecs[tbl], { ...host, ...host.shown });
    keepers.set(tbl, created);
    return created;
  }

  const kept = new KeptListWriter<{ readonly tbl: PackedName; readonly query: IndexQuery }>(host, {
    kind: 'index-list',
    idOf: ({ tbl, query: { keepAs } }) => keepAs && keptIn(tbl, keepAs),
    make: async ({ tbl, query }) => {
      const result = await keeper(tbl).query(query);
      return { ...result, body: keptIndex(query, result) };
    },
  });

  /**
   * What is written here goes into the columns as it comes, so that a first download is searched while it lands and need
   * not be read again at its end (D11).
   */
  async function tell(write: PackedWrite, applied: PackedApplied): Promise<void> {
    const { tbl } = write;
    if (await host.shown.isPresent(tbl)) keeper(tbl).take(write, applied);
    else keepers.get(tbl)?.notice();
  }

  const stopListening = bus.listen((message) => {
    if (message.type === 'packed') keepers.get(message.tbl)?.notice();
  });

  const pause = (): Promise<boolean> =>
    new Promise((resolve) => {
      cancelTimer = timers.set(() => resolve(!isStopped), SLICE_PAUSE_MS);
    });

  async function compact(): Promise<void> {
    try {
      if (host.isLeader()) await compactGrown(packed, pause);
    } catch (thrown) {
      log.event('warn', 'packed.compaction-failed', { message: String(thrown) });
    }
    if (!isStopped) schedule();
  }

  function schedule(): void {
    cancelTimer = timers.set(() => void compact(), COMPACT_EVERY_MS);
  }
  schedule();

  return {
    packed: {
      ...packed,
      apply: async (write, epoch) => {
        const applied = await packed.apply(write, epoch);
        if (applied.changed + applied.removed > 0 || write.feed !== undefined) {
          await tell(write, applied);
          bus.post({ type: 'packed', tbl: write.tbl });
        }
        return applied;
      },
    },
    calls: {
      queryIndex: async (name, asked) => {
        const query = parsedInput(indexQuerySchema, asked, QUESTION);
        const result = await keeper(name).query(query);
        kept.answered({ tbl: name, query });
        return result;
      },
      indexRows: async (tbl, ids) => await keeper(tbl).rows(parsedInput(idsSchema, ids, QUESTION)),
      subscribeIndex: async (tbl, listener) => {
        return subscriptions.add(keeper(tbl).subscribe(listener));
      },
      rebuildIndexes: async () => {
        const counts = await Promise.all(packedNames.map((tbl) => keeper(tbl).rebuild()));
        return counts.reduce((sum, count) => sum + count, 0);
      },
      unsubscribeIndex: async (subscription) => {
        subscriptions.end(subscription);
      },
    },
    stop: () => {
      isStopped = true;
      cancelTimer();
      stopListening();
      kept.stop();
      for (const each of keepers.values()) each.stop();
      subscriptions.clear();
    },
  };
}
