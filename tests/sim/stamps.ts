import { tables } from '#sync/protocol/tables.ts';
import { simId } from './facts.ts';
import { openFor } from './forms.ts';
import { createPrng, type Prng } from './prng.ts';
import { submit } from './script.ts';
import { rereadSoon } from './wide.ts';
import type { WorldOptions } from './world-options.ts';
import type { World } from './world.ts';

/*
 * Rows that people write and whose stamp says little (WRT5): that of a canary stands still when it gets another name, and
 * that of a notification moves whenever it could not be delivered.
 */

type Shape = 'canaries' | 'notifications';

/** What these worlds pull beside the others. */
export const stampTables = {
  canaries: { ...tables.canaries, feed: rereadSoon(tables.canaries.feed) },
  // People write these wherever they are: here they are pulled whether or not anybody looks.
  notifications: { ...tables.notifications, keep: undefined },
};

const stampsSalt = 0x57a9;
const drawnOf = new WeakMap<World, Prng>();

/** Whether people write rows of these shapes in this world. */
export function writesStamps(world: World): boolean {
  return drawnOf.has(world);
}

/** Column that people name such a row by. */
const named = { canaries: 'name', notifications: 'title' } as const;
const idOf = (table: Shape, index: number): string => simId(table === 'canaries' ? 4 : 77, index);
/** Wide worlds have the first. */
const indexes = [2, 3] as const;

/** Two rows of each shape, where the world has any. */
export function beginStamps(world: World, options: WorldOptions): void {
  if (options.writesStamps !== true && options.sabotage?.isOfStamps !== true) return;
  drawnOf.set(world, createPrng(options.seed ^ stampsSalt));
  const stamp = (world.scheduler.nowMs - 3_600_000) * 1000;
  for (const index of indexes) {
    const name = `seeded ${index}`;
    world.server.insert('canaries', { id: idOf('canaries', index), name, namespace: 'default' }, stamp);
    world.server.insert('notifications', { id: idOf('notifications', index), title: name }, stamp);
  }
  world.server.effects.length = 0;
}

/** Somebody names such a row, or the server fails to deliver, where that is drawn. */
export function writeStampsAround(world: World, tell: (name: string) => void): void {
  const drawn = drawnOf.get(world);
  if (drawn?.chance(0.25) !== true) return;
  const table = drawn.pick(['canaries', 'notifications'] as const);
  const id = idOf(table, drawn.pick(indexes));
  const column = named[table];
  const kind = drawn.pick(['mine', 'mine', 'theirs', 'theirs', 'undelivered'] as const);
  if (kind !== 'undelivered') tell(`${kind} ${table} ${id}`);
  if (kind === 'mine') name(world, drawn, table, id);
  else if (kind === 'theirs')
    world.server.update(table, id, { [column]: `theirs ${world.nextNumber()}` }, world.stampMicros());
  else {
    const failed = idOf('notifications', drawn.pick(indexes));
    tell(`${kind} notifications ${failed}`);
    world.server.update(
      'notifications',
      failed,
      { error: `error ${world.nextNumber()}` },
      world.stampMicros(),
    );
  }
}

/** The form shows what was read when it was opened, and somebody may have written since. */
function name(world: World, drawn: Prng, table: Shape, rowId: string): void {
  const column = named[table];
  const opened = { [column]: world.server.rows(table).get(rowId)?.[column] ?? null };
  const set = { [column]: `ours ${world.nextNumber()}` };
  world.serverLater(openFor(world, drawn), () => {
    // Anybody may save it, or nobody any more.
    if (world.tabs.size > 0) submit(world, { kind: 'row.update', table, rowId, set, opened });
  });
}
