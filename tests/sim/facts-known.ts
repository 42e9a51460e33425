import type { FeedState } from '#sync/protocol/stored.ts';
import type { World } from './world.ts';
import type { TableName } from '#sync/protocol/table.ts';

/** [I14] whatever the wire says, a row that the server still shows does not leave the device. */
export function checkDeleted(world: World, tbl: string, id: string): void {
  // The cache names tables of the protocol.
  const ref = { tbl: tbl as TableName, id };
  world.cache.get(ref).then(
    ({ row }) => {
      if (row !== undefined || !world.server.tables.has(tbl) || !world.server.shows(tbl, id)) return;
      if (world.server.wasGone.has(`${tbl} ${id}`) || isSoftDeleted(world, tbl, id)) return;
      if (world.deletedHere.has(`${tbl} ${id}`)) return;
      world.violations.push(`I14 ${tbl} ${id} left the device and is on the server`);
    },
    (error: unknown) => world.violations.push(String(error)),
  );
}

function isSoftDeleted(world: World, tbl: string, id: string): boolean {
  return (world.server.rows(tbl).get(id)?.['deleted_at'] ?? null) !== null;
}

export function checkFeed(_world: World, _feed: FeedState): void {}
