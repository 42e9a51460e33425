import type { Ports } from '#sync/ports.ts';
import type { Cursor } from '#sync/protocol/stored.ts';
import { withCache } from './bug-ports.ts';
import type { SeededBug } from '../seeded-bug.ts';

function bare(cursor: Cursor | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined;
  const { shape: _shape, ...rest } = cursor;
  return rest;
}

/** What is stored does not say which columns it was asked for. */
function shapeless(ports: Ports): Ports {
  const { cache, packed } = ports;
  const bared = withCache(ports, {
    mutate: (refs, epoch, decide) =>
      cache.mutate(refs, epoch, (at) => {
        const write = decide(at);
        return { ...write, cursor: bare(write.cursor) };
      }),
  });
  return {
    ...bared,
    packed: {
      ...packed,
      apply: (write, epoch) => packed.apply({ ...write, cursor: bare(write.cursor) }, epoch),
    },
  };
}

/** That rows lack columns is kept to oneself. */
function untold(ports: Ports): Ports {
  const { cache } = ports;
  return withCache(ports, {
    putFeeds: (feeds, epoch) =>
      cache.putFeeds(
        feeds.map((told) => {
          const { unread: _unread, ...feed } = told;
          return feed;
        }),
        epoch,
      ),
  });
}

/** Bugs of a cache that grows by parts (UPG9, UPG10). */
export const grownBugs: readonly SeededBug[] = [
  { name: 'the columns of a collection are not stored', sabotage: { isGrown: true, ports: shapeless } },
  { name: 'rows that lack columns are called complete', sabotage: { isGrown: true, ports: untold } },
];
