import { evictedCursor, evictedFeed } from '../../core/pull/evicted.ts';
import { SyncError } from '../../errors.ts';
import { configItemPacked } from '../../protocol/tables/config-item.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { CacheStore } from '../../ports.ts';
import type { Kept } from '../../core/pull/kept-things.ts';
import type { PackedLibrary } from '../packed/types.ts';
import { packedId } from '../packed/types.ts';

/** Rows one step takes at most: some megabytes, so that no more of the catalog leaves than is needed. */
export const EVICTED_ROWS = 10_000;
/** Rows thinned in one transaction, and pages rewritten in one: a full device has room for little at a time. */
const BATCH_ROWS = 2_000;
const SLICE_PAGES = 32;

const TBL = 'config_items';
/** What an item can do without and still be listed, searched, filtered by its tags, and placed below its parent. */
export const THIN_COLUMNS: readonly string[] = ['labels', 'icon'];

/** What the step works on. */
export interface EvictInput {
  readonly packed: PackedLibrary;
  readonly cache: Pick<CacheStore, 'cursor' | 'feeds'>;
  readonly kept: Kept;
  /** Epoch of whoever leads: a leader that is over takes nothing. */
  readonly epoch: number;
  readonly nowMs: number;
}

interface Item {
  readonly id: string;
  readonly isCalm: boolean;
  readonly parent: string | null;
  /** Bytes that thinning it frees; 0 for one that is thin. */
  readonly spareBytes: number;
}

/** About the bytes of these columns in the text of the row. */
function spareOf(row: JsonRow): number {
  return THIN_COLUMNS.filter((name) => (row[name] ?? null) !== null).reduce(
    (sum, name) => sum + name.length + JSON.stringify(row[name]).length,
    0,
  );
}

function itemOf(row: JsonRow): Item | undefined {
  const id = packedId(row);
  const { watch } = configItemPacked;
  const [health, parent] = [row[watch?.column ?? 'health'], row['parent_id']];
  const isCalm = typeof health !== 'string' || watch?.calm.includes(health) === true;
  if (id === undefined) return undefined;
  return { id, isCalm, parent: typeof parent === 'string' ? parent : null, spareBytes: spareOf(row) };
}

/** What is kept, with everything above it: a config without its parents cannot be placed. */
function withParents(kept: ReadonlySet<string>, items: ReadonlyMap<string, Item>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const start of kept) {
    let at: string | null = start;
    while (at !== null && !all.has(at)) {
      all.add(at);
      at = items.get(at)?.parent ?? null;
    }
  }
  return all;
}

/** Until nothing moves any more: only then have the pages let go of what was removed. */
async function compactWhole(packed: PackedLibrary): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  for (;;) {
    const after = await packed.compact(TBL, SLICE_PAGES);
    if (after === 0 || after >= left) return;
    left = after;
  }
}

async function thinning({ packed, kept }: EvictInput): Promise<readonly Item[]> {
  const items = new Map<string, Item>();
  await packed.scan(TBL, (rows) => {
    for (const row of rows) {
      const item = itemOf(row);
      if (item !== undefined) items.set(item.id, item);
    }
  });
  const stays = withParents(kept.configs, items);
  const loose = [...items.values()].filter(({ id, spareBytes }) => spareBytes > 0 && !stays.has(id));
  const calm = loose.filter(({ isCalm }) => isCalm);
  // Neighbours by key lie in the same pages: fewer of them are rewritten.
  return (calm.length > 0 ? calm : loose)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, EVICTED_ROWS);
}

/**
 * Makes the catalog thinner (D18): items that nothing speaks for keep what lists and search need and lose the rest, calm
 * ones before those that need attention. Returns how many did. Rows, the mark that says so and the claim of the
 * collection are one transaction; the pull keeps up with all of them and walks again when there is room.
 */
export async function evictCatalog(input: EvictInput): Promise<number> {
  const { packed, cache, epoch, nowMs } = input;
  const { feed } = configItemPacked;
  if (feed.kind !== 'whole' || (await packed.count(TBL)) === 0) return 0;
  const items = await thinning(input);
  let changed = 0;
  try {
    for (let at = 0; at < items.length; at += BATCH_ROWS) {
      const part = items.slice(at, at + BATCH_ROWS);
      const cursor = await cache.cursor(TBL);
      const state = (await cache.feeds()).find(({ tbl }) => tbl === TBL);
      const bytes = part.reduce((sum, { spareBytes }) => sum + spareBytes, 0);
      const write = {
        tbl: TBL,
        put: [],
        remove: [],
        thin: { ids: part.map(({ id }) => id), columns: THIN_COLUMNS },
        cursor: cursor === undefined ? undefined : evictedCursor(cursor, feed, { at: nowMs, bytes }),
        feed: state === undefined ? undefined : evictedFeed(state),
      } as const;
      changed += (await packed.apply(write, epoch)).changed;
      await compactWhole(packed);
    }
  } catch (thrown) {
    // Another leads by now, or there is no room for the rest: what went has made some.
    const isOver = thrown instanceof SyncError && thrown.info.kind === 'cancelled';
    if (!isOver && changed === 0) throw thrown;
  }
  return changed;
}
