import { isOfShape, readAgainFrom, shapeOf } from '../../core/pull/shape.ts';
import type { Shaped } from '../../core/pull/shape.ts';
import type { Ports } from '../../ports.ts';
import type { Cursor, FeedState } from '../../protocol/stored.ts';

/** Ports whose cursors carry the columns they were made with. */
export interface ShapedPorts {
  readonly ports: Ports;
  /** Names of collections that have rows of other columns than are asked for. */
  readonly unread: () => Promise<ReadonlySet<string>>;
}

/**
 * A cache that grows by parts (UPG9): every cursor that is stored says which columns its rows were asked for, and one that
 * says others is given out as the beginning of another walk. Nothing else of the engine knows of it.
 */
export function withShapes(ports: Ports, specs: readonly Shaped[]): ShapedPorts {
  const { cache, packed } = ports;
  const byName = new Map(specs.map((spec) => [spec.name, spec]));
  const shapes = new Map(specs.map((spec) => [spec.name, shapeOf(spec)]));

  function shaped(cursor: Cursor): Cursor {
    const shape = shapes.get(cursor.tbl);
    return shape === undefined || cursor.shape === shape ? cursor : { ...cursor, shape };
  }

  /** Of a collection without a cursor its feed says it; not while that speaks of rows of before. */
  function shapedFeed(feed: FeedState): FeedState {
    const isOurs = byName.get(feed.tbl)?.feed.kind === 'snapshot' && feed.unread !== true;
    return isOurs ? { ...feed, shape: shapes.get(feed.tbl) } : feed;
  }

  return {
    ports: {
      ...ports,
      cache: {
        ...cache,
        mutate: (refs, epoch, decide) =>
          cache.mutate(refs, epoch, (at) => {
            const write = decide(at);
            return write.cursor === undefined ? write : { ...write, cursor: shaped(write.cursor) };
          }),
        putFeeds: (feeds, epoch) => cache.putFeeds(feeds.map(shapedFeed), epoch),
        cursor: async (tbl) => {
          const stored = await cache.cursor(tbl);
          const spec = byName.get(tbl);
          if (stored === undefined || spec === undefined || isOfShape(stored, spec)) return stored;
          return readAgainFrom(stored, spec);
        },
      },
      packed: {
        ...packed,
        apply: (write, epoch) =>
          packed.apply(
            write.cursor === undefined ? write : { ...write, cursor: shaped(write.cursor) },
            epoch,
          ),
      },
    },
    unread: async () => {
      const stale = new Set<string>();
      const feeds = new Map((await cache.feeds()).map((feed) => [feed.tbl, feed]));
      for (const spec of specs) {
        const feed = feeds.get(spec.name);
        if (spec.feed.kind === 'snapshot') {
          if (feed !== undefined && feed.status !== 'never' && !isOfShape(feed, spec)) stale.add(spec.name);
          continue;
        }
        // Names of specs are those of collections; the port takes no others.
        const stored = await cache.cursor(spec.name as Parameters<typeof cache.cursor>[0]);
        if (stored !== undefined && !isOfShape(stored, spec)) stale.add(spec.name);
      }
      return stale;
    },
  };
}
