import type { Op } from '#sync/protocol/op.ts';
import type { TableSet } from '#sync/protocol/tables.ts';
import { tables } from '#sync/protocol/tables.ts';
import { simId } from './facts.ts';
import { toWire } from './model/model-tables.ts';
import { openFor } from './forms.ts';
import { createPrng, type Prng } from './prng.ts';
import { submit } from './script.ts';
import type { WorldOptions } from './world-options.ts';
import type { World } from './world.ts';

/*
 * Rows under a key that a person chose (WRT4): whoever is first has it, and what stands under it need not be ours. No
 * collection of the product is written so while offline; here notifications are.
 */

const { write } = tables.notifications;
/** What these worlds pull beside the others. */
const chosenTables: Partial<TableSet> = {
  notifications: {
    ...tables.notifications,
    keep: undefined,
    write: { ...write, keyBy: 'person', sets: { ...write?.sets, id: 'create' } },
  },
};

const keysSalt = 0x6e1f;
const drawnOf = new WeakMap<World, Prng>();
const keys = [1, 2, 3].map((index) => simId(78, index));

/** Collections in which people choose keys in this world. */
export function chosenTablesOf(world: World): Partial<TableSet> {
  return drawnOf.has(world) ? chosenTables : {};
}

/** True of a key that people choose in some worlds: others may have made a row under it. */
export function isChosenKey(id: string): boolean {
  return keys.includes(id);
}

export function beginChosenKeys(world: World, options: WorldOptions): void {
  if (options.choosesKeys !== true && options.sabotage?.isOfChosenKeys !== true) return;
  drawnOf.set(world, createPrng(options.seed ^ keysSalt));
}

/** Somebody writes such a row, where that is drawn. */
export function chooseKeysAround(world: World, tell: (name: string) => void): void {
  const drawn = drawnOf.get(world);
  if (drawn?.chance(0.25) !== true) return;
  const id = drawn.pick(keys);
  const [name, act] = drawn.pick(moves);
  tell(`${name} ${id}`);
  act(world, drawn, id);
}

const TABLE = 'notifications';

type Move = readonly [name: string, act: (world: World, drawn: Prng, id: string) => void];

const moves: readonly Move[] = [
  [
    'make under a chosen key',
    (world, _drawn, id) => {
      const rows = [{ id, title: `ours ${world.nextNumber()}` }];
      submit(world, { kind: 'row.create', table: TABLE, rows });
    },
  ],
  [
    'change under a chosen key',
    (world, drawn, rowId) => {
      const opened = { title: world.server.rows(TABLE).get(rowId)?.['title'] ?? null };
      const set = { title: `ours ${world.nextNumber()}` };
      world.serverLater(openFor(world, drawn), () => {
        // Anybody may save it, or nobody any more.
        if (world.tabs.size > 0) submit(world, { kind: 'row.update', table: TABLE, rowId, set, opened });
      });
    },
  ],
  [
    'delete under a chosen key',
    (world, _drawn, rowId) => {
      world.deletedHere.add(`${TABLE} ${rowId}`);
      submit(world, { kind: 'row.delete', table: TABLE, rowId });
    },
  ],
  ['others make or change under a chosen key', (world, _drawn, id) => others(world, id, 'title')],
  ['others delete or bring back under a chosen key', (world, _drawn, id) => others(world, id, 'deleted_at')],
];

function others(world: World, id: string, column: 'title' | 'deleted_at'): void {
  const row = world.server.rows(TABLE).get(id);
  const title = `theirs ${world.nextNumber()}`;
  if (row === undefined) world.server.insert(TABLE, { id, title }, world.stampMicros());
  else if (column === 'title') world.server.update(TABLE, id, { title }, world.stampMicros());
  else {
    const deleted_at = (row['deleted_at'] ?? null) === null ? 'now()' : null;
    world.server.update(TABLE, id, { deleted_at }, world.stampMicros());
  }
}

/** True where the row of somebody else stands under the key that an operation wanted to make one under. */
export function isTakenKey(world: World, { kind, tbl, rowId }: Op): boolean {
  return (
    kind === 'insert' && tbl === TABLE && isChosenKey(rowId) && world.server.versions.has(`${tbl} ${rowId}`)
  );
}

/** True of a deletion that found another version of the row than its person saw, and left it (KEY6). */
export function wasBuiltOn(world: World, { kind, tbl, rowId, guard }: Op): boolean {
  if (kind !== 'delete' || !isChosenKey(rowId) || guard === null) return false;
  const versions = world.server.versions.get(`${tbl} ${rowId}`) ?? [];
  return versions.some((row) => toWire(row, ['updated_at'])['updated_at'] !== guard.updatedAt);
}
