import { joinKey } from '#sync/protocol/keys.ts';
import type { JsonRow, Op } from '#sync/protocol/op.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { Command } from '#sync/protocol/command.ts';
import { checkNoPassword } from './definitions.ts';
import { simId } from './facts.ts';
import { toWire } from './model/model-tables.ts';
import { createPrng, type Prng } from './prng.ts';
import { submit } from './script.ts';
import type { WorldOptions } from './world-options.ts';
import type { World } from './world.ts';

const table = 'config_component_relationships';
/** Few ends, so that people, selectors and jobs meet at the same links. */
const configs = 3;

/** The collection that linked worlds pull beside the others: its rows have no id, and two kinds of makers (KEY3, KEY4). */
export const linkTables = { [table]: tables[table] };

const linksSalt = 0x11e6;
const othersSalt = 0x11e7;
/** Worlds in which links are made: drawn from this, apart from the script. */
const drawnOf = new WeakMap<World, Prng>();
/** And in half of them others link by hand too (KEY6), drawn apart again. */
const othersOf = new WeakMap<World, Prng>();

/** Whether people link components to configs in this world. */
export function isLinked(world: World): boolean {
  return drawnOf.has(world);
}

/** Links before the run, where it has any: one by hand, and one of the server that was deleted softly. */
export function beginLinks(world: World, options: WorldOptions): void {
  if (options.writesLinks !== true && options.sabotage?.isLinked !== true) return;
  drawnOf.set(world, createPrng(options.seed ^ linksSalt));
  const others = createPrng(options.seed ^ othersSalt);
  if (others.chance(0.5)) othersOf.set(world, others);
  const stamp = (world.scheduler.nowMs - 3_600_000) * 1000;
  const put = (config: number, selector_id: string): void => {
    world.server.insert(table, { ...ends(config), selector_id }, stamp);
  };
  put(1, 'manual');
  put(2, 'a1b2');
  world.server.update(table, keyOfLink(2), { deleted_at: 'now()' }, stamp);
  world.server.effects.length = 0;
}

const ends = (config: number): { component_id: string; config_id: string } => ({
  component_id: simId(5, 1),
  config_id: simId(70, config),
});

function keyOfLink(config: number): string {
  const { component_id, config_id } = ends(config);
  return joinKey([component_id, config_id]);
}

/** People link and unlink, and so do others and the server's selectors, where that is drawn. */
export function linkAround(world: World, tell: (name: string) => void): void {
  const { server } = world;
  othersLink(world, tell);
  const links = drawnOf.get(world);
  if (links?.chance(0.35) !== true) return;
  const config = 1 + links.int(configs);
  const id = keyOfLink(config);
  const link: Command = { kind: 'row.create', table, rows: [ends(config)] };
  const stamp = world.stampMicros();
  const isThere = server.rows(table).has(id);
  const unlink = (): void => {
    // It may take back a link of this device that others have made meanwhile: theirs comes with the next pull.
    world.deletedHere.add(`${table} ${id}`);
    submit(world, { kind: 'row.delete', table, rowId: id });
  };
  const moves: readonly (readonly [name: string, act: () => void])[] = [
    ['link', () => submit(world, link)],
    ['link', () => submit(world, link)],
    ['unlink', unlink],
    ['unlink', unlink],
    ['a component goes and comes', () => server.update(table, id, { deleted_at: 'now()' }, stamp)],
    ['a selector links', () => bySelector(world, config, isThere, stamp)],
    ['others unlink', () => server.remove(table, id)],
  ];
  const [name, act] = links.pick(moves);
  tell(name);
  act();
}

/** Somebody else links by hand, most often what was just unlinked; a link that was deleted softly comes back. */
function othersLink(world: World, tell: (name: string) => void): void {
  const others = othersOf.get(world);
  if (others?.chance(0.25) !== true) return;
  const config = 1 + others.int(configs);
  const there = world.server.rows(table).get(keyOfLink(config));
  if (there !== undefined && (there['deleted_at'] ?? null) === null) return;
  tell('others link');
  const values = { ...ends(config), selector_id: 'manual', deleted_at: null };
  const stamp = world.stampMicros();
  if (there === undefined) world.server.insert(table, values, stamp);
  else world.server.update(table, keyOfLink(config), values, stamp);
}

function bySelector(world: World, config: number, isThere: boolean, stamp: number): void {
  const patch = { selector_id: 'a1b2', deleted_at: null };
  if (isThere) world.server.update(table, keyOfLink(config), patch, stamp);
  else world.server.insert(table, { ...ends(config), selector_id: 'a1b2' }, stamp);
}

/**
 * A link that stood on the server at any time since counts for an insert, and for a deletion one that the server had, or
 * that is another one than the person saw (KEY6).
 */
export function foundAsWanted(world: World, op: Op): boolean {
  if (op.tbl !== table) return false;
  const isOther = (row: JsonRow): boolean =>
    row['selector_id'] !== 'manual' ||
    (op.guard !== null && toWire(row, ['updated_at'])['updated_at'] !== op.guard.updatedAt);
  const versions = world.server.versions.get(`${table} ${op.rowId}`) ?? [];
  const since = versions.slice(Math.max(0, (world.watch.versionsAtSend.get(op.id) ?? 0) - 1));
  return since.some((row) => (op.kind === 'insert' ? (row['deleted_at'] ?? null) === null : isOther(row)));
}

/** [KEY4] no link of the server's was deleted from here, and [KEY6] none that others made after somebody unlinked it here. */
export function checkLinks(world: World): void {
  const before = new Map<string, unknown>();
  const madeAt = new Map<string, number>();
  for (const { table: of, id, kind, changed, viaApi, atMs } of world.server.effects) {
    if (of !== table) continue;
    const wantedAt = world.deletionWantedAt.get(`${of} ${id}`) ?? 0;
    if (viaApi && kind === 'delete' && (madeAt.get(id) ?? 0) > wantedAt)
      world.violations.push(`KEY6 ${id}: a link that others made since was deleted from here`);
    if (viaApi || kind === 'delete') madeAt.delete(id);
    else if (kind === 'insert' || changed['deleted_at'] === null || 'selector_id' in changed)
      madeAt.set(id, atMs);
    if (viaApi && kind === 'delete' && before.has(id) && before.get(id) !== 'manual') {
      world.violations.push(`KEY4 ${id}: a link of the server was deleted from here`);
    }
    if ('selector_id' in changed) before.set(id, changed['selector_id']);
    if (kind === 'delete') before.delete(id);
  }
}

/** What is wanted for the first time holds no password; what a deletion may take is what stood there then (KEY6). */
export function noteWanted(world: World, op: Op): void {
  checkNoPassword(world, op);
  if (op.kind !== 'delete') return;
  // What this device was still to make has no stamp of the server: whoever makes it first, it is that which goes.
  const isUnmade = op.guard?.updatedAt?.startsWith('1970-') === true;
  world.deletionWantedAt.set(`${op.tbl} ${op.rowId}`, isUnmade ? Infinity : world.scheduler.nowMs);
}
