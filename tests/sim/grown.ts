import * as v from 'valibot';
import type { FeedState } from '#sync/protocol/stored.ts';
import type { PackedSpec } from '#sync/protocol/packed.ts';
import type { WireSpec } from '#sync/protocol/table.ts';
import { coreTables } from '#sync/protocol/tables.ts';
import type { TableSet } from '#sync/protocol/tables.ts';
import { isLinked, linkTables } from './links.ts';
import { chosenTablesOf } from './chosen-keys.ts';
import { createPrng } from './prng.ts';
import { rowTablesOf } from './rows.ts';
import { stampTables, writesStamps } from './stamps.ts';
import { widePacked, wideTables } from './wide.ts';
import type { Sabotage, WorldOptions } from './world-options.ts';
import type { World } from './world.ts';

const growSalt = 0x960;

/** Columns that the app before its update did not ask for, of every kind of feed. */
const laterColumns: ReadonlyMap<string, readonly string[]> = new Map([
  ['people', ['avatar']],
  ['hypotheses', ['team_id']],
  ['components', ['path']],
  ['canaries', ['source']],
  ['playbook_runs', ['agent_id']],
  ['notifications', ['group_by']],
  ['config_items', ['icon', 'ready']],
  ['config_changes', ['source']],
  ['config_analysis', ['analyzer']],
  ['check_statuses', ['message']],
]);

function older<T extends WireSpec & { readonly name: string }>(spec: T): T {
  const later = laterColumns.get(spec.name);
  if (later === undefined) return spec;
  // Every schema of a collection is an object of columns.
  const { entries } = spec.schema as unknown as { readonly entries: v.ObjectEntries };
  const kept = Object.entries(entries).filter(([name]) => !later.includes(name));
  return {
    ...spec,
    columns: spec.columns.filter((name) => !later.includes(name)),
    schema: v.object(Object.fromEntries(kept)),
  };
}

/** The collections as the app before its update asked for them. */
function olderTables(specs: TableSet): TableSet {
  // The same keys with the same shape: only columns are fewer.
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, older(spec)])) as TableSet;
}

/** The packed collections as the app before its update asked for them. */
function olderPacked(specs: readonly PackedSpec[]): readonly PackedSpec[] {
  return specs.map(older);
}

/** Whether the app of a world is updated, and asks for more columns then; drawn apart from everything else. */
export function isGrown({ seed, isVaried, sabotage }: WorldOptions): boolean {
  const growth = createPrng(seed ^ growSalt);
  return (growth.chance(0.25) && isVaried === true) || sabotage?.isGrown === true;
}

/** Collections of rows that the app of a world pulls now. */
export function tablesOf(world: World): TableSet {
  const { isWide, grown } = world;
  const some = isWide ? wideTables : coreTables;
  const linked = isLinked(world) ? { ...some, ...linkTables } : some;
  const described = { ...linked, ...rowTablesOf(world) };
  const stamped = writesStamps(world) ? { ...described, ...stampTables } : described;
  const specs = { ...stamped, ...chosenTablesOf(world) };
  return grown === 'before' ? olderTables(specs) : specs;
}

/** Packed collections that the app of a world pulls now. */
export function packedOf({ isWide, grown }: World, sabotage: Sabotage): readonly PackedSpec[] | undefined {
  const specs = sabotage.packed ?? (isWide ? widePacked : undefined);
  return grown === 'before' && specs !== undefined ? olderPacked(specs) : specs;
}

/** True while rows of a collection may lack columns: before the update, and until its feed says otherwise. */
export function mayLackColumns(world: World, table: string, feed?: FeedState): boolean {
  if (world.grown === null || !laterColumns.has(table)) return false;
  return world.grown === 'before' || feed === undefined || feed.unread === true;
}

/** The app is updated at some moment: every page of the older one is closed. */
export function growApp(world: World, tell: (name: string) => void): void {
  if (world.grown !== 'before' || !world.prng.chance(0.05)) return;
  tell('app update: more columns');
  world.killAll();
  world.grown = 'after';
}
