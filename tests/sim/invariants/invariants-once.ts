import type { JsonRow, Op } from '#sync/protocol/op.ts';
import { isTableName } from '#sync/protocol/table.ts';
import { isPulled, tables } from '#sync/protocol/tables.ts';
import type { PendingOp } from '#sync/protocol/stored.ts';
import { effectInParts } from '../definitions.ts';
import { userId } from '../facts.ts';
import type { Effect } from '../model/model-store.ts';
import { toWire } from '../model/model-tables.ts';
import type { World } from '../world.ts';

function isStamped(table: string): boolean {
  return !isTableName(table) || tables[table].columns.includes('updated_at');
}

/** What one write does to one row, by name: an insert, a delete, or a field that takes a value. */
function changesOf(kind: Op['kind'], table: string, id: string, values: JsonRow): readonly string[] {
  if (kind !== 'update') return [`${kind} ${table} ${id}`];
  return Object.entries(values).map(([field, value]) => `${table} ${id} ${field} ${JSON.stringify(value)}`);
}

/** The same of an operation as it is sent. */
export function changesOfOp({ kind, tbl, rowId, patch }: Op): readonly string[] {
  return changesOf(kind, tbl, rowId, patch);
}

/** Where rows stay, a deletion is a time that is set, and a row that comes back is one that is made. */
function lifeOf({ kind, changed }: Pick<Effect, 'kind' | 'changed'>): Effect['kind'] {
  if (kind !== 'update' || !('deleted_at' in changed)) return kind;
  return changed['deleted_at'] === null ? 'insert' : 'delete';
}

/** And of what the server did; where rows stay, a delete is a time that is set. */
function changesOfEffect({ kind, table, id, changed }: Effect): readonly string[] {
  return changesOf(lifeOf({ kind, changed }), table, id, changed);
}

/** Effects of ours, without inserts of rows whose answer was lost and which a job had deleted before they were looked up. */
function ownEffects(effects: readonly Effect[]): readonly Effect[] {
  const gone = new Set<string>();
  return effects.filter((effect) => {
    const key = `${effect.table} ${effect.id}`;
    const life = lifeOf(effect);
    if (life === 'delete') gone.add(key);
    const isMadeAgain = life === 'insert' && gone.delete(key);
    return effect.viaApi && !isMadeAgain;
  });
}

function isLogged({ table, changed }: Effect): boolean {
  return 'status' in changed && (table === 'incidents' || table === 'hypotheses');
}

/**
 * [I3] whatever the script writes — comments, nodes, statuses, evidence, items that are done, responders, incidents —
 * the server did no more often than operations with it were sent. "Mine" in a conflict is a new intent: it may set a value
 * again that somebody replaced before the lost answer was looked up.
 */
export function checkExactlyOnce(world: World): void {
  const times = new Map<string, number>();
  /** What somebody else has set since the change of ours that it put back. */
  const putBack = new Set<string>();
  const effects = world.server.effects.map(effectInParts);
  const ours = new Set(ownEffects(effects));
  for (const effect of effects) {
    if (!effect.viaApi) {
      for (const change of changesOfEffect(effect)) putBack.add(change);
      // A soft deletion is taken back by a column, too.
      for (const change of changesOf(effect.kind, effect.table, effect.id, effect.changed))
        putBack.add(change);
    }
    if (!ours.has(effect) || effect.sessionUserId !== userId) continue;
    // A row without a stamp is the same row whoever made it, also when it was made again after an unanswered deletion (ROW5).
    if (effect.kind === 'delete' && !isStamped(effect.table)) continue;
    for (const change of changesOfEffect(effect)) {
      const replaced = changesOf(effect.kind, effect.table, effect.id, effect.before);
      // Nothing tells that from a write that never arrived; of a status the changelog does (RPL18).
      const isTold = effect.kind !== 'update' || isLogged(effect);
      const isExcused = !isTold && replaced.some((each) => putBack.has(each)) && times.has(change);
      for (const each of replaced) putBack.delete(each);
      if (!isExcused) times.set(change, (times.get(change) ?? 0) + 1);
    }
  }
  for (const [change, count] of times) {
    const senders = [...(world.watch.senders.get(change) ?? [])];
    // The disk may have taken the memory that it was sent: what was there before is sent, or asked for, again.
    if (senders.some((id) => world.damage?.spoilt.has(id) === true)) continue;
    const again = senders.filter((id) => world.decidedMine.has(id)).length;
    if (count <= senders.length + again) continue;
    world.violations.push(`I3 "${change}" took effect ${count} times, and ${senders.length} sent it`);
  }
  checkValues(world);
}

/** [I3] texts of this run are unique per operation, so two effects with one text are one operation applied twice. */
function checkValues(world: World): void {
  const seen = new Map<string, number>();
  for (const effect of ownEffects(world.server.effects)) {
    const { comment, title, name, description } = effect.changed;
    const value = comment ?? title ?? name ?? (effect.table === 'evidences' ? description : undefined);
    if (typeof value !== 'string' || world.decidedValues.has(value)) continue;
    const key = `${effect.table} ${effect.kind} ${value}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  for (const [key, times] of seen)
    if (times > 1) world.violations.push(`I3 ${key} took effect ${times} times`);
}

/** A row as one transaction found and left it, with the acknowledged operations that it shows no more. */
export interface Settled {
  readonly tbl: string;
  readonly id: string;
  readonly before: JsonRow;
  readonly after: JsonRow;
  readonly acked: readonly PendingOp[];
}

/**
 * How many versions of a row this device can have heard of: those there were when the server gave the last answer about it,
 * those that its own writes made, and those up to the one it holds. What others made while that answer was on its way is
 * still to come.
 */
function heardOf(world: World, key: string): number {
  const told = world.server.told.get(key) ?? Infinity;
  return Math.max(told, (world.lastVersion.get(key) ?? -1) + 1);
}

/**
 * [I8] an acknowledgement changes no field that the server has as it was sent: who looks at the row sees no older value
 * between theirs and the answer, not even for one transaction.
 */
export function checkSettled(world: World, { tbl, id, before, after, acked }: Settled): void {
  const versions = world.server.versions.get(`${tbl} ${id}`) ?? [];
  const heard = versions.slice(0, heardOf(world, `${tbl} ${id}`));
  for (const { patch } of acked) {
    for (const [field, value] of Object.entries(patch)) {
      // What is not pulled is on no row once its change has ended.
      if (!isPulled(tbl, field)) continue;
      const isMine = (row: JsonRow): boolean => JSON.stringify(row[field]) === JSON.stringify(value);
      if (!isMine(before) || isMine(after)) continue;
      const lastMine = heard.findLastIndex(isMine);
      // A trigger has altered it, or it was the device's guess at what the server assigns.
      if (lastMine < 0) continue;
      const sinceMine = versions.slice(lastMine);
      const shown = JSON.stringify(after[field]);
      if (sinceMine.some((row) => JSON.stringify(toWire(row, [field])[field]) === shown)) continue;
      world.violations.push(
        `I8 ${tbl}.${field} of ${id} went from ${String(value)} to ${shown} with its answer`,
      );
    }
  }
}
