import type { Op } from '#sync/protocol/op.ts';
import type { Command } from '#workers/contracts/sync-contract.ts';
import { inParts, shownDefinition } from './definitions.ts';
import type { Prng } from './prng.ts';
import type { WorldOptions } from './world-options.ts';
import type { World } from './world.ts';

/* What forms showed when they were opened: a change of a row is held against that (WRT3). */

/** Worlds whose forms forget it: a seeded bug. */
const forgetful = new WeakSet<World>();
/** By operation: what its forms showed, as `column value`. */
const shownBy = new WeakMap<World, Map<string, Set<string>>>();

export function beginForms(world: World, { sabotage }: WorldOptions): void {
  shownBy.set(world, new Map());
  if (sabotage?.isForgetful === true) forgetful.add(world);
}

/** How long a form is open before somebody saves it: where it forgets, for long, so that more happens meanwhile. */
export function openFor(world: World, drawn: Prng): number {
  const ms = drawn.pick([0, 0, 2_000, 40_000]);
  return forgetful.has(world) ? 120_000 : ms;
}

/** The command as its form sends it. */
export function asSent(world: World, command: Command): Command {
  if (command.kind !== 'row.update' || command.table !== 'teams' || !forgetful.has(world)) return command;
  return { ...command, opened: { spec: shownDefinition(world, command.rowId) } };
}

/** Notes what the form of a command showed, for the operations that stand for it. */
export function noteShown(world: World, opIds: readonly string[], command: Command): void {
  if (command.kind !== 'row.update' || command.opened === undefined) return;
  const shown = shownBy.get(world);
  for (const opId of opIds) {
    const texts = shown?.get(opId) ?? new Set();
    for (const [column, value] of Object.entries(inParts(command.opened)))
      texts.add(`${column} ${String(value)}`);
    shown?.set(opId, texts);
  }
}

/** True where a form of the operation showed the value, or no form of it showed the column. */
export function wasShown(world: World, op: Op, column: string, value: unknown): boolean {
  const texts = [...(shownBy.get(world)?.get(op.id) ?? [])].filter((text) => text.startsWith(`${column} `));
  return texts.length === 0 || texts.includes(`${column} ${String(value)}`);
}
