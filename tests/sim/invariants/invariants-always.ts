import { canRebase } from '#sync/core/outbox/can-rebase.ts';
import { rebase } from '#sync/core/outbox/rebase.ts';
import type { JsonRow, Op } from '#sync/protocol/op.ts';
import type { Shadow, Stored } from '#sync/protocol/stored.ts';
import type { TableName } from '#sync/protocol/table.ts';
import { isTableName } from '#sync/protocol/table.ts';
import { isPulled, tables } from '#sync/protocol/tables.ts';
import { checkSettled } from './invariants-once.ts';
import { mayLackColumns } from '../grown.ts';
import { shapeOf, shapeOfVersion } from '../model/row-shape.ts';
import type { World } from '../world.ts';

/** Checks after every step what must hold at any moment, whatever has just been killed, on the rows it touched. */
export function checkAlways(world: World): Promise<void> | undefined {
  checkLeader(world);
  for (const settled of world.watch.settled.splice(0)) {
    // A power cut may take the answer from the cache and leave the journal, which knows that there was one (D1).
    if (!world.isFragile) checkSettled(world, settled);
  }
  // Most steps touch no row, and a promise for each of them would cost more than the checks.
  return world.watch.dirty.size === 0 ? undefined : checkDirty(world);
}

async function checkDirty(world: World): Promise<void> {
  const keys = [...world.watch.dirty];
  world.watch.dirty.clear();
  const ops = await world.journal.read({ open: true });
  for (const key of keys) {
    const [tbl = '', id = ''] = key.split(' ');
    if (!isTableName(tbl)) continue;
    const { row, shadow } = await world.cache.get({ tbl, id });
    const mine = ops.filter((op) => op.tbl === tbl && op.rowId === id);
    noteSent(world, mine);
    // What a power cut or a failed write took from the cache comes back with the next rebuild (D1).
    if (!world.isFragile) checkReadYourWrites(world, mine, shadow);
    checkBaseOrder(world, tbl, id, shadow === undefined ? row : shadow.base);
    if (shadow !== undefined) checkVisible(world, shadow, row, mine);
  }
}

/** A request leaves in a later step than the one that says so. */
function noteSent(world: World, ops: readonly Op[]): void {
  const { versionsAtSend } = world.watch;
  for (const { id, tbl, rowId, state } of ops) {
    if (state !== 'sending' || versionsAtSend.has(id)) continue;
    versionsAtSend.set(id, world.server.versions.get(`${tbl} ${rowId}`)?.length ?? 0);
  }
}

/** Longest time without a leader while a page could lead (D15). */
const leaderlessMs = 30_000;

function isLed(world: World): boolean {
  for (const owner of world.locks.leaders()) if (!world.scheduler.isFrozen(owner)) return true;
  return false;
}

function hasAwakeTab(world: World): boolean {
  for (const { owner } of world.tabs.values()) if (!world.scheduler.isFrozen(owner)) return true;
  return false;
}

/** [I33] while any page is alive and awake, one that is awake holds the lock. */
function checkLeader(world: World): void {
  if (isLed(world) || !hasAwakeTab(world)) {
    world.leaderlessSince = null;
    return;
  }
  world.leaderlessSince ??= world.scheduler.nowMs;
  // A hidden page that gets its timers once a minute may rest for one of them first.
  const limitMs = world.throttlesHidden ? 3 * leaderlessMs : leaderlessMs;
  if (world.scheduler.nowMs - world.leaderlessSince > limitMs) {
    world.violations.push(`I33 nobody leads since ${world.leaderlessSince}`);
  }
}

/** [I7] from the moment save() resolves the operation is applied to the row that every tab reads. */
export function checkReadYourWrites(world: World, ops: readonly Op[], shadow: Shadow | undefined): void {
  for (const op of ops) {
    if (!world.accepted.has(op.id) || op.state === 'acked' || !canRebase(op)) continue;
    if (shadow?.pending.some(({ id }) => id === op.id) === true) continue;
    world.violations.push(`I7 op ${op.id} (${op.state}) is saved and not to be seen`);
  }
}

/** [I9] the base of a row never moves to a version the server had before the one it holds. */
function checkBaseOrder(world: World, tbl: TableName, id: string, base: JsonRow | null | undefined): void {
  const versions = (base ?? null) === null ? undefined : world.server.versions.get(`${tbl} ${id}`);
  if (versions === undefined) return;
  if (mayLackColumns(world, tbl)) return;
  const { columns } = tables[tbl];
  const mine = shapeOf(base);
  const before = world.lastVersion.get(`${tbl} ${id}`) ?? 0;
  const at = versions.findIndex((row, index) => index >= before && shapeOfVersion(row, columns) === mine);
  if (at >= 0) {
    world.lastVersion.set(`${tbl} ${id}`, at);
    return;
  }
  const older = versions.findLastIndex((row) => shapeOfVersion(row, columns) === mine);
  if (older >= 0) world.violations.push(`I9 ${tbl} ${id} went back from version ${before} to ${older}`);
}

/** [I8] while an op on a field is pending its value is the visible one; [I5] every shadow rebases to its row. */
function checkVisible(world: World, shadow: Shadow, row: Stored | undefined, ops: readonly Op[]): void {
  const { tbl, id } = shadow;
  if (shapeOf(rebase(shadow.base, shadow.pending).row) !== shapeOf(row)) {
    world.violations.push(`I5 ${tbl} ${id}: row is not rebase(base, pending)`);
  }
  if (row === undefined) return;
  const allowed = new Map<string, unknown[]>();
  const isMadeHere = shadow.pending.some((op) => op.kind === 'insert');
  for (const op of shadow.pending) {
    for (const [field, value] of Object.entries(op.patch)) {
      allowed.set(field, [...(allowed.get(field) ?? []), value]);
    }
  }
  // A change that is being merged into a waiting operation is in the journal a moment before it is in the cache.
  for (const op of ops) {
    for (const [field, value] of Object.entries(op.patch)) allowed.get(field)?.push(value);
  }
  for (const [field, values] of allowed) {
    // What is not pulled goes with the answer to its change.
    if (!isPulled(tbl, field)) continue;
    // What the server assigns is null until it has (JRN13); its answer may be here before the insert has ended.
    if (isMadeHere && values.every((value) => value === null)) continue;
    const mine = JSON.stringify(row[field]);
    if (values.some((value) => JSON.stringify(value) === mine)) continue;
    const shown = `${tbl}.${field} shows ${String(row[field])}`;
    world.violations.push(`I8 ${shown} while ${values.join(' or ')} is pending`);
  }
}
