import { evictedCursor, evictedFeed } from '../../core/pull/evicted.ts';
import type { Kept } from '../../core/pull/kept-things.ts';
import { SyncError } from '../../errors.ts';
import type { CacheStore } from '../../ports.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { PackedFeed, PackedName, PackedSpec } from '../../protocol/packed.ts';
import { isKeptRow } from './kept-row.ts';
import type { FreeInput } from './kept-row.ts';
import type { PackedLibrary } from './types.ts';
import { packedId } from './types.ts';

/** Rows one step takes at most: some megabytes, so that no more of a collection leaves than is needed. */
export const THINNED_ROWS = 10_000;
/** Rows thinned in one transaction, and pages rewritten in one: a full device has room for little at a time. */
const BATCH_ROWS = 2_000;
const SLICE_PAGES = 32;

type WholeFeed = Extract<PackedFeed, { kind: 'whole' }>;
type WholeSpec = PackedSpec & { readonly feed: WholeFeed };

/** Where the step works. */
export interface ThinStore extends Pick<CacheStore, 'cursor' | 'feeds'> {
  readonly packed: PackedLibrary;
}

interface Item {
  readonly id: string;
  readonly isKept: boolean;
  readonly isCalm: boolean;
  readonly above: string | null;
  /** Bytes that thinning it frees; 0 for one that is thin. */
  readonly spareBytes: number;
}

/** About the bytes of these columns in the text of the row. */
function spareOf(row: JsonRow, columns: readonly string[]): number {
  return columns
    .filter((name) => (row[name] ?? null) !== null)
    .reduce((sum, name) => sum + name.length + JSON.stringify(row[name]).length, 0);
}

function itemOf(spec: WholeSpec, row: JsonRow, kept: Kept): Item | undefined {
  const { watch, feed } = spec;
  const id = packedId(row);
  if (id === undefined) return undefined;
  const state = watch === undefined ? null : row[watch.column];
  const above = row[feed.spare.above];
  return {
    id,
    isKept: isKeptRow(spec, row, kept),
    isCalm: typeof state !== 'string' || watch?.calm.includes(state) === true,
    above: typeof above === 'string' ? above : null,
    spareBytes: spareOf(row, feed.spare.columns),
  };
}

/** What is kept, with everything above it: a row without those above it cannot be placed. */
function withAbove(items: ReadonlyMap<string, Item>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const { id, isKept } of items.values()) {
    let at: string | null = isKept ? id : null;
    while (at !== null && !all.has(at)) {
      all.add(at);
      at = items.get(at)?.above ?? null;
    }
  }
  return all;
}

/** Until nothing moves any more: only then have the pages let go of what was removed. */
async function compactWhole(packed: PackedLibrary, name: PackedName): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  for (;;) {
    const after = await packed.compact(name, SLICE_PAGES);
    if (after === 0 || after >= left) return;
    left = after;
  }
}

async function thinning(packed: PackedLibrary, spec: WholeSpec, kept: Kept): Promise<readonly Item[]> {
  const items = new Map<string, Item>();
  await packed.scan(spec.name, (rows) => {
    for (const row of rows) {
      const item = itemOf(spec, row, kept);
      if (item !== undefined) items.set(item.id, item);
    }
  });
  const stays = withAbove(items);
  const loose = [...items.values()].filter(({ id, spareBytes }) => spareBytes > 0 && !stays.has(id));
  const calm = loose.filter(({ isCalm }) => isCalm);
  // Neighbours by key lie in the same pages: fewer of them are rewritten.
  return (calm.length > 0 ? calm : loose)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, THINNED_ROWS);
}

const isWhole = (spec: PackedSpec): spec is WholeSpec => spec.feed.kind === 'whole';

/**
 * Makes a whole collection thinner (D18): rows that nothing speaks for keep what lists and search need and lose the rest,
 * calm ones before those that need attention. Returns how many did. Rows, the mark that says so and the claim of the
 * collection are one transaction; the pull keeps up with all of them and walks again when there is room. A leader that is
 * over, by its `epoch`, takes nothing.
 */
export async function thinRows(
  cache: ThinStore,
  spec: PackedSpec,
  { epoch, nowMs, kept }: FreeInput,
): Promise<number> {
  if (!isWhole(spec) || (await cache.packed.count(spec.name)) === 0) return 0;
  const { packed } = cache;
  const { name, feed } = spec;
  const items = await thinning(packed, spec, kept);
  let changed = 0;
  try {
    for (let at = 0; at < items.length; at += BATCH_ROWS) {
      const part = items.slice(at, at + BATCH_ROWS);
      const cursor = await cache.cursor(name);
      const state = (await cache.feeds()).find(({ tbl }) => tbl === name);
      const bytes = part.reduce((sum, { spareBytes }) => sum + spareBytes, 0);
      const write = {
        tbl: name,
        put: [],
        remove: [],
        thin: { ids: part.map(({ id }) => id), columns: feed.spare.columns },
        cursor: cursor === undefined ? undefined : evictedCursor(cursor, feed, { at: nowMs, bytes }),
        feed: state === undefined ? undefined : evictedFeed(state),
      } as const;
      changed += (await packed.apply(write, epoch)).changed;
      await compactWhole(packed, name);
    }
  } catch (thrown) {
    // Another leads by now, or there is no room for the rest: what went has made some.
    const isOver = thrown instanceof SyncError && thrown.info.kind === 'cancelled';
    if (!isOver && changed === 0) throw thrown;
  }
  return changed;
}
