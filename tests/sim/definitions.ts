import { isPath, withPathValues } from '#sync/protocol/json-path.ts';
import type { JsonRow, Op } from '#sync/protocol/op.ts';
import { sameJson } from '#sync/protocol/same-json.ts';
import { bodyWithoutSecrets } from '#sync/protocol/secrets/texts.ts';
import type { Effect } from './model/model-store.ts';
import type { World } from './world.ts';

/* Definitions of teams: JSON of which people write parts, with a secret that no device keeps (WRT10). */

/** One as it stands on the server. */
export function definition(note: string, other: string | null, password?: string): JsonRow {
  return { note, other, ...(password === undefined ? {} : { login: { user: 'ops', password } }) };
}

/** What every password here begins with, and nothing else. */
const PASSWORD = 'pa55';
/** A password that a person types. */
export const typedPassword = `${PASSWORD}-typed`;

/** [ROW7] no operation holds a password, neither what was typed nor what stood there before. */
export function checkNoPassword(world: World, op: Op): void {
  if (JSON.stringify(op).includes(PASSWORD)) world.violations.push(`ROW7 ${op.id}: a password waits in it`);
}

/** What tells whose it is by its text. */
export const judgedFields = ['title', 'name', 'spec', 'spec/note', 'spec/other'] as const;
/** Parts of a definition that people write. */
export const definitionParts = ['spec/note', 'spec/other'] as const;

export function definitionNow(world: World, rowId: string): unknown {
  return world.server.rows('teams').get(rowId)?.['spec'] ?? null;
}

/** A definition as a form shows it: without its secrets. */
export function shownDefinition(world: World, rowId: string): unknown {
  return bodyWithoutSecrets(null, definitionNow(world, rowId))?.body ?? null;
}

/** A row or a change with the parts of a definition as columns of their own. */
export function inParts(row: JsonRow): JsonRow {
  return withPathValues(row, Object.fromEntries(definitionParts.map((name) => [name, null])), []);
}

/** An effect with those parts of a definition that it changed in place of the whole, where there was one before. */
export function effectInParts(effect: Effect): Effect {
  const [before, changed] = [inParts(effect.before), inParts(effect.changed)];
  const moved = definitionParts.filter((name) => name in before && !sameJson(before[name], changed[name]));
  if (effect.kind !== 'update' || !definitionParts.some((name) => name in before)) return effect;
  const only = (row: JsonRow): JsonRow => {
    const { spec: _whole, ...columns } = row;
    const others = Object.entries(columns).filter(([name]) => !isPath(name));
    return Object.fromEntries([...others, ...moved.map((name) => [name, row[name]] as const)]);
  };
  return { ...effect, before: only(before), changed: only(changed) };
}

/** [WRT10] a secret within a definition that nobody here has seen is neither lost nor set. */
export function checkSecretKept(
  world: World,
  { table, id, changed, before }: Pick<Effect, 'table' | 'id' | 'changed' | 'before'>,
): void {
  if (table !== 'teams' || !Object.hasOwn(before, 'spec')) return;
  const login = (row: JsonRow): unknown =>
    withPathValues(row, { 'spec/login': null }, [])['spec/login'] ?? null;
  if (!sameJson(login(before), login(changed)))
    world.violations.push(
      `WRT10 ${id}: ${JSON.stringify(login(before))} became ${JSON.stringify(login(changed))}`,
    );
}
