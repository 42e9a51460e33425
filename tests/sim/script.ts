import { laterOnConflict, valuesOfLater } from '#sync/core/outbox/later-changes.ts';
import type { Engine } from '#sync/engine/engine-contract.ts';
import { SyncError } from '#sync/errors.ts';
import type { JsonRow, Op } from '#sync/protocol/op.ts';
import type { Command } from '#workers/contracts/sync-contract.ts';
import { judgedFields } from './definitions.ts';
import { otherUserId, simId } from './facts.ts';
import { effectActions } from './effects.ts';
import { asSent, noteShown } from './forms.ts';
import { changeCommands } from './script-commands.ts';
import { troubles } from './trouble.ts';
import { damagePage, openCheck, schemaMoves, wideMoves } from './wide.ts';
import type { World } from './world.ts';

const statuses = ['proven', 'likely', 'possible', 'unlikely', 'improbable', 'disproven'] as const;
/** One thing that may happen. */
export interface Action {
  readonly name: string;
  readonly weight: number;
  readonly act: (world: World) => void;
}

/** What may happen next, with its weight. */
const actions: readonly Action[] = [
  { name: 'comment', weight: 80, act: userComment },
  { name: 'title', weight: 80, act: userTitle },
  { name: 'status', weight: 50, act: userStatus },
  ...changeCommands(submit),
  { name: 'decide', weight: 30, act: userDecides },
  { name: 'discard', weight: 10, act: userDiscards },
  { name: 'retry', weight: 10, act: userRetries },
  { name: 'other edits', weight: 60, act: otherEdits },
  { name: 'other adds', weight: 40, act: otherAdds },
  { name: 'other deletes', weight: 20, act: otherDeletes },
  ...effectActions,
  ...troubles,
];
/** The same in a world with collections beyond the core. */
const wideActions: readonly Action[] = [
  ...actions,
  ...wideMoves.map((move) => ({
    name: move.name,
    weight: 30,
    act: (world: World) => commitLater(world, (stamp) => move(world, stamp)),
  })),
  { name: 'open check', weight: 10, act: openCheck },
  { name: 'schema', weight: 6, act: schemaMoves },
  { name: 'damaged page', weight: 5, act: damagePage },
];
const weigh = (list: readonly Action[]): number => list.reduce((sum, { weight }) => sum + weight, 0);
const weights = new Map([actions, wideActions].map((list) => [list, weigh(list)]));

/** Does one thing that the seed picks; returns its name for the trace. */
export function actOnce(world: World): string {
  const possible = world.isWide ? wideActions : actions;
  let at = world.prng.int(weights.get(possible) ?? 0);
  for (const { name, weight, act } of possible) {
    at -= weight;
    if (at >= 0) continue;
    act(world);
    return name;
  }
  throw new Error('unreachable: the weights sum up');
}

/** A refusal that a person is told about: nothing was promised. */
function isExpected(world: World, error: unknown, owner: string): boolean {
  // A copy that was signed out has no data any more.
  if (world.closed.has(owner)) return true;
  if (!(error instanceof SyncError)) return false;
  const { kind } = error.info;
  return kind === 'rejected' || (world.isFragile && (kind === 'storage-full' || kind === 'storage-lost'));
}

/** [I7] the operation that stands for what was typed does not hold something that was saved before it was typed. */
async function checkTyped(
  world: World,
  opIds: readonly string[],
  before: ReadonlySet<string>,
): Promise<void> {
  for (const { id, patch } of await world.journal.read({ ids: opIds })) {
    const { title } = patch;
    if (typeof title !== 'string' || !before.has(title)) continue;
    world.violations.push(`I7 op ${id} holds "${title}", which something newer has replaced`);
  }
}

/** The title that a person gives a hypothesis that is there. */
function titleIn(command: Command): string | null {
  const title = command.kind === 'row.update' && command.table === 'hypotheses' ? command.set['title'] : null;
  return typeof title === 'string' ? title : null;
}

/** Submits as the page would; what resolves has been promised to the user (I2). */
export function submit(world: World, command: Command): void {
  const tab = world.anyTab();
  const savedBefore = new Set(world.savedTitles);
  tab.engine.submit(asSent(world, command), { screen: '/incidents', appVersion: 'sim' }).then(
    ({ opIds }) => {
      // What a sign-out took along the person has agreed to lose (I18).
      if (world.closed.has(tab.owner)) return;
      world.accept(opIds);
      noteShown(world, opIds, command);
      noteMade(world, opIds).catch((error: unknown) => world.violations.push(String(error)));
      const title = titleIn(command);
      if (title === null) return;
      world.savedTitles.add(title);
      checkTyped(world, opIds, savedBefore).catch((error: unknown) => world.violations.push(String(error)));
    },
    (error: unknown) => {
      // The row may not be on the device yet, or be gone by now: then the page has nothing to edit either.
      if (!isExpected(world, error, tab.owner)) world.violations.push(`submit failed: ${String(error)}`);
    },
  );
}

/** Hypotheses that were made here can be edited like any other. */
async function noteMade(world: World, opIds: readonly string[]): Promise<void> {
  for (const op of await world.journal.read({ ids: opIds })) {
    const incidentId = op.patch['incident_id'];
    if (op.kind !== 'insert' || op.tbl !== 'hypotheses' || typeof incidentId !== 'string') continue;
    world.madeHypotheses.push({ id: op.rowId, incidentId });
  }
}

/** One of the seeded hypotheses, or one that was made on the way. */
export function anyHypothesis(world: World): { id: string; incidentId: string } {
  if (world.madeHypotheses.length > 0 && world.prng.chance(0.3)) return world.prng.pick(world.madeHypotheses);
  const incident = 1 + world.prng.int(world.incidents);
  return { id: simId(11, incident * 10 + world.prng.int(3)), incidentId: simId(10, incident) };
}

function userComment(world: World): void {
  const { id, incidentId } = anyHypothesis(world);
  const text = `comment ${world.nextNumber()} @[Ben](user:${otherUserId})`;
  submit(world, { kind: 'comment.add', incidentId, hypothesisId: id, text });
}

function userTitle(world: World): void {
  // Double spaces are what a trigger of some servers closes up.
  const title = `title ${world.prng.chance(0.2) ? ' ' : ''}${world.nextNumber()}`;
  submit(world, { kind: 'row.update', table: 'hypotheses', rowId: anyHypothesis(world).id, set: { title } });
}

function userStatus(world: World): void {
  submit(world, {
    kind: 'row.update',
    table: 'hypotheses',
    rowId: anyHypothesis(world).id,
    set: { status: world.prng.pick(statuses) },
  });
}

/** Runs `act` on one open op in one of `states`, if there is one. */
function onOpenOp(
  world: World,
  states: readonly string[],
  act: (op: Op, open: readonly Op[], engine: Engine) => Promise<unknown>,
): void {
  const { journal } = world;
  journal.read({ open: true }).then(
    (ops) => {
      const candidates = ops.filter((op) => states.includes(op.state));
      if (candidates.length === 0 || journal !== world.journal) return;
      const { engine, owner } = world.anyTab();
      act(world.prng.pick(candidates), ops, engine).catch((error: unknown) => {
        if (!isExpected(world, error, owner)) world.violations.push(`user decision failed: ${String(error)}`);
      });
    },
    (error: unknown) => world.violations.push(String(error)),
  );
}

/** What a person gives up takes the rest of its group, and what hangs on it, along. */
function discards(world: World, { id, group, kind, tbl, rowId }: Op, open: readonly Op[]): void {
  world.discarded.add(id);
  if (kind === 'insert') world.deletedHere.add(`${tbl} ${rowId}`);
  for (const other of open) {
    const isSameGroup = group !== null && other.group?.id === group.id;
    if (!isSameGroup && !other.deps.some((dep) => world.discarded.has(dep))) continue;
    world.discarded.add(other.id);
    // Under a natural key others may have made the row meanwhile; theirs comes with the next pull.
    if (other.kind === 'insert') world.deletedHere.add(`${other.tbl} ${other.rowId}`);
  }
}

/** A person answers one conflict. */
export function userDecides(world: World): void {
  const take = world.prng.pick(['theirs', 'mine'] as const);
  onOpenOp(world, ['conflict'], (op, open, engine) => {
    const later = laterOnConflict(op, open);
    // What the answer settled beside the change it was asked about has nothing left to say.
    for (const { id } of later) world.discarded.add(id);
    if (take === 'theirs') discards(world, op, open);
    else {
      world.decidedMine.add(op.id);
      const decided: JsonRow = { ...op.patch, ...valuesOfLater(op, later) };
      for (const field of judgedFields) world.decidedValues.add(decided[field]);
    }
    return engine.resolveConflict(op.id, { take, seen: later.map(({ id }) => id) });
  });
}

function userDiscards(world: World): void {
  onOpenOp(world, ['queued', 'waiting', 'parked', 'conflict'], (op, open, engine) => {
    discards(world, op, open);
    return engine.discard(op.id);
  });
}

function userRetries(world: World): void {
  onOpenOp(world, ['waiting', 'parked'], (op, _open, engine) => engine.retry(op.id));
}

/** Another person's write: stamped at the start of its transaction, visible when it commits (B1). */
function commitLater(world: World, write: (stampMicros: number) => void): void {
  const stampMicros = world.stampMicros();
  const delayMs = world.prng.chance(0.3) ? world.prng.int(60_000) : 0;
  world.serverLater(delayMs, () => write(stampMicros));
}

function otherEdits(world: World): void {
  const { id, incidentId } = anyHypothesis(world);
  const title = `theirs ${world.nextNumber()}`;
  const patch = world.prng.chance(0.5) ? { title } : { status: world.prng.pick(statuses) };
  commitLater(world, (stamp) => {
    if (world.prng.chance(0.3)) world.server.update('incidents', incidentId, { title }, stamp);
    else world.server.update('hypotheses', id, patch, stamp);
  });
}

function otherAdds(world: World): void {
  const { id, incidentId } = anyHypothesis(world);
  const number = world.nextNumber();
  commitLater(world, (stamp) => {
    if (!world.server.rows('hypotheses').has(id)) return;
    world.server.insert(
      'comments',
      {
        id: simId(20, number),
        comment: `from Ben ${number}`,
        incident_id: incidentId,
        hypothesis_id: id,
        created_by: otherUserId,
        external_created_by: null,
        responder_id: null,
      },
      stamp,
    );
  });
}

function otherDeletes(world: World): void {
  const incident = 1 + world.prng.int(world.incidents);
  commitLater(world, (stamp) => {
    const kind = world.prng.int(3);
    if (kind === 0) world.server.remove('comments', simId(12, incident));
    if (kind === 1) world.server.update('responders', simId(14, incident), { deleted_at: 'now()' }, stamp);
    if (kind === 2) removeHypothesis(world, simId(11, incident * 10 + 2));
  });
}

/** Deletes a leaf as the existing client does: comments, evidences, then the node. */
function removeHypothesis(world: World, id: string): void {
  for (const table of ['comments', 'evidences']) {
    for (const [childId, row] of world.server.rows(table)) {
      if (row['hypothesis_id'] === id) world.server.remove(table, childId);
    }
  }
  for (const [historyId, row] of world.server.rows('incident_histories')) {
    // ON DELETE SET NULL is an update: the trigger of the histories moves their updated_at.
    if (row['hypothesis_id'] !== id) continue;
    const stamp = world.stampMicros();
    world.server.update('incident_histories', historyId, { hypothesis_id: null }, stamp);
  }
  world.server.remove('hypotheses', id);
}
