import type { Cursor, FeedState } from '#sync/protocol/stored.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { TableName } from '#sync/protocol/table.ts';
import { isTableName } from '#sync/protocol/table.ts';
import { tables } from '#sync/protocol/tables.ts';
import { userId } from './facts.ts';
import { mayLackColumns } from './grown.ts';
import { isSharedKey, wasDeletedOnce } from './rows.ts';
import { parseTime } from './model/model-tables.ts';
import { shapeOf, shapeOfVersion, withoutOptional } from './model/row-shape.ts';
import type { Effect } from './model/model-store.ts';
import type { World } from './world.ts';

/** Longer than any request of a pull takes; what was committed earlier was there when its page was read. */
const slowestMs = 60_000;

/** [I14] whatever the wire says, a row that the server still shows does not leave the device. */
export function checkDeleted(world: World, tbl: string, id: string): void {
  // The cache names tables of the protocol.
  const ref = { tbl: tbl as TableName, id };
  Promise.all([world.cache.get(ref), world.cache.feeds()]).then(
    ([{ row, shadow }, feeds]) => {
      // A pending deletion of one's own hides the row before the server knows.
      if (
        row !== undefined ||
        shadow !== undefined ||
        !world.server.tables.has(tbl) ||
        !world.server.shows(tbl, id)
      )
        return;
      // By its clock nobody has visited it for a month: the device says that it has nothing of it, and not that there is none.
      const isOver = world.hasClockJumped && isTableName(tbl) && world.tables[tbl]?.keep === 'visited';
      if (isOver && feeds.every((feed) => feed.tbl !== tbl || feed.status === 'never')) return;
      if (world.server.wasGone.has(`${tbl} ${id}`) || isSoftDeleted(world, tbl, id)) return;
      // Deleted when the server was asked, and brought back before this look.
      if (wasDeletedOnce(world, { tbl: ref.tbl, rowId: id })) return;
      // After a power cut, or in an emptied cache, only the insert may be known, and its journal record lost or purged;
      // and a disk may make it another owner's, or nobody's, which is in no row (DSK4).
      const mayHaveLost = world.isFragile || world.watch.hasEmptied || world.damage !== null;
      const isOnlyInsert = mayHaveLost && wasMadeHere(world, tbl, id);
      if (world.deletedHere.has(`${tbl} ${id}`) || isOnlyInsert) return;
      world.violations.push(`I14 ${tbl} ${id} left the device and is on the server`);
    },
    (error: unknown) => world.violations.push(String(error)),
  );
}

function wasMadeHere(world: World, tbl: string, id: string): boolean {
  // What this device only had as an insert of its own others may have made under the same key.
  if (isSharedKey(tbl, id)) return true;
  // Others may have brought back what only a change of this device brought here, before the disk took that.
  const spoilt = [...(world.damage?.spoilt.values() ?? [])];
  if (spoilt.some(({ op }) => op.kind === 'insert' && op.tbl === tbl && op.rowId === id)) return true;
  return world.server.effects.some(
    (effect) =>
      effect.viaApi &&
      effect.table === tbl &&
      effect.id === id &&
      (effect.kind === 'insert' || isBack(effect)),
  );
}

/** What brings a row back is known here as an insert is. */
function isBack({ kind, changed }: Effect): boolean {
  return kind === 'update' && changed['deleted_at'] === null;
}

function isSoftDeleted(world: World, tbl: string, id: string): boolean {
  return (world.server.rows(tbl).get(id)?.['deleted_at'] ?? null) !== null;
}

/**
 * [I24] the time shown for data is never later than what the data is; [I23] a collection that is called complete
 * holds every row that was there by then. Against a proxy that lies neither can be known until the next sweep.
 */
export function checkFeed(world: World, feed: FeedState): void {
  if (feed.asOf === null || !world.server.tables.has(feed.tbl)) return;
  const asOfMs = Date.parse(feed.asOf);
  if (asOfMs > world.scheduler.nowMs && !world.hasServerStepped) {
    world.violations.push(`I24 ${feed.tbl} says ${feed.asOf}, which has not come yet`);
  }
  if (
    feed.status !== 'complete' ||
    !isTableName(feed.tbl) ||
    world.hasServerStepped ||
    world.conditions.hasLied ||
    mayLackColumns(world, feed.tbl, feed)
  )
    return;
  checkRows(world, feed.tbl, asOfMs, `as of ${feed.asOf}`, () => true);
}

/** [I11] a stored cursor implies every row at or before it that had been there for a while. */
export function checkCursor(world: World, cursor: Cursor): void {
  const stamp = cursor.values['updated_at'];
  if (stamp === undefined || !isTableName(cursor.tbl) || !world.server.tables.has(cursor.tbl)) return;
  if (world.hasServerStepped || world.conditions.hasLied || world.isFragile) return;
  if (mayLackColumns(world, cursor.tbl)) return;
  const micros = parseTime(stamp);
  const isCovered = (row: JsonRow): boolean => {
    const marker = row['updated_at'];
    // A deletion has a marker of its own.
    const isAlive = (row['deleted_at'] ?? null) === null;
    if (!isAlive || typeof marker !== 'number' || micros === null) return false;
    // Of rows that share the very stamp of a cursor some may be on the next page; that pull begins before it (D10.3).
    return marker === micros ? !isTied(world, cursor.tbl, micros) : marker < micros;
  };
  // What was committed later than its stamp says is what the overlap is for.
  const beforeMs = Math.min(world.scheduler.nowMs - slowestMs, (micros ?? 0) / 1000);
  checkRows(world, cursor.tbl, beforeMs, `after the cursor ${stamp}`, isCovered);
}

function isTied(world: World, table: string, micros: number): boolean {
  const rows = [...world.server.rows(table).values()];
  return rows.filter((row) => row['updated_at'] === micros).length > 1;
}

/** Looks whether the device knows the latest version of every row committed before `beforeMs`. */
function checkRows(
  world: World,
  table: string,
  beforeMs: number,
  when: string,
  covers: (row: JsonRow) => boolean,
): void {
  for (const [id, row] of world.server.rows(table)) {
    const key = `${table} ${id}`;
    if ((world.server.committedAt.get(key) ?? 0) >= beforeMs || !covers(row)) continue;
    if (world.server.unmarked.has(key) || world.server.wasGone.has(key)) continue;
    checkKnown(world, table, when, id, row);
  }
}

function checkKnown(world: World, table: string, when: string, id: string, row: JsonRow): void {
  // The model serves tables of the protocol.
  const tbl = table as TableName;
  const spec = tables[tbl];
  if (spec.ownRow === true && id !== userId) return;
  const isGone = spec.softDelete && (row['deleted_at'] ?? null) !== null;
  // A list does not show what was deleted softly either, and one answer without a row is not believed (I14).
  if (isGone && spec.feed.kind === 'snapshot') return;
  world.cache.get({ tbl, id }).then(
    ({ row: stored, shadow }) => {
      const base = shadow === undefined ? (stored ?? null) : shadow.base;
      const isSame = (): boolean =>
        base !== null && shapeOf(withoutOptional(base, spec)) === shapeOfVersion(row, spec.columns);
      if (isGone ? base === null : isSame()) return;
      const rule = when.startsWith('after') ? 'I11' : base === null ? 'I23' : 'I24';
      world.violations.push(`${rule} ${tbl} is ${when} and does not know the latest of ${id}`);
    },
    (error: unknown) => world.violations.push(String(error)),
  );
}
