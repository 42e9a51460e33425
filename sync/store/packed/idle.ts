import type { PackedLibrary } from './types.ts';

/**
 * Delta rows worth a compaction: below, readers hardly notice them, and about one page is written anew for each. The
 * share of all rows keeps that price low for big collections.
 */
const COMPACT_FROM = 300;
const COMPACT_SHARE = 0.03;
/** Pages one slice of compaction rewrites: some tens of milliseconds. */
const SLICE_PAGES = 16;

/**
 * Compacts every collection whose delta has grown, slice by slice; `pause` stands between two slices and says whether
 * to go on. Any context may do it: it changes no row, and the transactions of two contexts follow each other.
 */
export async function compactGrown(
  store: PackedLibrary,
  pause: () => Promise<boolean>,
  least: number = COMPACT_FROM,
  share: number = COMPACT_SHARE,
): Promise<void> {
  for (const [tbl, { deltaRows, count }] of await store.versions()) {
    let left = deltaRows < Math.max(least, count * share) ? 0 : deltaRows;
    while (left > 0) {
      const after = await store.compact(tbl, SLICE_PAGES);
      if (after >= left) break;
      left = after;
      if (!(await pause())) return;
    }
  }
}
