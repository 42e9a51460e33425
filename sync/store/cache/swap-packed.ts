import { toSyncError } from '../../errors.ts';
import type { Log } from '../../ports.ts';
import type { PackedName } from '../../protocol/packed.ts';
import type { FeedState } from '../../protocol/stored.ts';
import type { PackedLibrary } from '../packed/types.ts';

/** What a list reads, and what may be claimed of it. */
export interface ShownPacked {
  readonly packed: PackedLibrary;
  readonly feeds: () => Promise<readonly FeedState[]>;
}

/** The same with the one thing who writes has to know of it. */
export interface PackedView extends ShownPacked {
  /** Whether what is written now is what is read: false while it is of an earlier cache, or was when it was last read. */
  isPresent(tbl: PackedName): Promise<boolean>;
}

/**
 * The packed collections as screens read them while the cache of an earlier layout is replaced (D17): those of the earlier
 * one with its claims until `old` gives null, then those of the present one. One that cannot be read is left for good, and
 * the present one says how far it is. Writes go to the present one. Versions of the two have nothing to do with each
 * other, so whoever followed the earlier one reads the present one from its start.
 */
export function showPacked(
  present: ShownPacked,
  old: () => Promise<ShownPacked | null>,
  log: Log,
): PackedView {
  let isLeft = false;
  /** Collections that were read from the earlier cache, and not yet from the present one. */
  const behind = new Set<PackedName>();

  async function earlier(): Promise<ShownPacked | null> {
    return isLeft ? null : old();
  }

  /** From the earlier cache while it can be read, else from the present one. */
  async function from<T>(ofOld: (shown: ShownPacked) => Promise<T>, ofPresent: () => Promise<T>): Promise<T> {
    const shown = await earlier();
    if (shown === null) return ofPresent();
    try {
      return await ofOld(shown);
    } catch (thrown) {
      isLeft = true;
      log.event('warn', 'cache.old-left', { message: toSyncError(thrown).message });
      return ofPresent();
    }
  }

  const { packed } = present;
  const isPresent = async (tbl: PackedName): Promise<boolean> =>
    (await earlier()) === null && !behind.has(tbl);
  return {
    isPresent,
    feeds: () => from(({ feeds }) => feeds(), present.feeds),
    packed: {
      ...packed,
      get: (tbl, ids) =>
        from(
          (shown) => shown.packed.get(tbl, ids),
          () => packed.get(tbl, ids),
        ),
      read: (tbl, since, sink) =>
        from(
          (shown) => {
            behind.add(tbl);
            return shown.packed.read(tbl, since, sink);
          },
          async () => {
            const version = await packed.read(tbl, behind.has(tbl) ? null : since, sink);
            behind.delete(tbl);
            return version;
          },
        ),
      snapshot: (tbl) =>
        from(
          (shown) => {
            behind.add(tbl);
            return shown.packed.snapshot(tbl);
          },
          () => packed.snapshot(tbl),
        ),
      // Columns of the earlier cache are made again where they are needed; it is about to go.
      putSnapshot: async (snapshot) => {
        if (await isPresent(snapshot.tbl)) await packed.putSnapshot(snapshot);
      },
    },
  };
}
