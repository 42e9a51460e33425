import { isRevival } from '#sync/protocol/op.ts';
import type { JsonRow, Op } from '#sync/protocol/op.ts';
import { isTableName } from '#sync/protocol/table.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { TableName } from '#sync/protocol/table.ts';
import { effectInParts, inParts, judgedFields } from './definitions.ts';
import { isTakenKey, wasBuiltOn } from './chosen-keys.ts';
import { checkEffects } from './effects.ts';
import { checkRuns } from './playbook-runs.ts';
import { userId } from './facts.ts';
import type { Effect } from './model/model-store.ts';
import { modelTables, toWire } from './model/model-tables.ts';
import { checkPacked } from './invariants/invariants-packed.ts';
import { checkExactlyOnce } from './invariants/invariants-once.ts';
import { checkDamage } from './damage.ts';
import { checkLinks, foundAsWanted } from './links.ts';
import { checkRows, isSharedKey, stoodAsWanted, wasDeletedOnce } from './rows.ts';
import { checkReadYourWrites } from './invariants/invariants-always.ts';
import { shapeOf, shapeOfVersion, withoutOptional } from './model/row-shape.ts';
import { checkTyped } from './typed.ts';
import { wasShown } from './forms.ts';
import type { World } from './world.ts';

/** Collections of rows the model serves and the engine pulls. */
function checkedTables(world: World): readonly TableName[] {
  return Object.values(world.tables)
    .map(({ name }) => name)
    .filter((name) => name in modelTables);
}

/** Checks at rest: faults stopped, session valid, outbox drained, reconciliation done. */
export async function checkAtRest(world: World): Promise<void> {
  const open = await world.journal.read({ open: true });
  checkEnded(world, open);
  await checkDamage(world);
  await checkAcceptedOps(world);
  for (const op of open) {
    // The script names no others; the disk may have left no name.
    if (!isTableName(op.tbl)) continue;
    const { shadow } = await world.cache.get({ tbl: op.tbl, id: op.rowId });
    checkReadYourWrites(world, [op], shadow);
  }
  await checkConvergence(world, open, 'all');
  if (world.isWide) await checkPacked(world);
  checkExactlyOnce(world);
  checkLinks(world);
  checkRows(world);
  await checkTyped(world);
  await checkEffects(world);
  await checkRuns(world);
  checkStatus(world);
  await checkNoOverwrite(world);
  await checkLaneOrder(world);
}

/** [I32][I33] at rest somebody leads, says so, and is busy with nothing. */
function checkStatus(world: World): void {
  const phases = [...world.tabs.values()].map(({ engine }) => engine.status());
  const leader = phases.find(({ isLeader }) => isLeader);
  if (leader === undefined) world.violations.push('I33 at rest and nobody says that it leads');
  else if (leader.phase !== 'live') world.violations.push(`I32 at rest the status is ${leader.phase}`);
}

/** [I4] effects of one lane stand in the order of its journal, except where a person sent one again later. */
async function checkLaneOrder(world: World): Promise<void> {
  // What a version of the app cannot read waits for the next one, and is passed like anything that waits (D17).
  if (world.isMixed) return;
  const kept = await world.journal.read({ ids: [...world.accepted] });
  const lastByLane = new Map<string, { readonly seq: number; readonly at: number }>();
  for (const op of kept.toSorted((a, b) => a.seq - b.seq)) {
    const value = op.patch['comment'] ?? op.patch['title'];
    if (op.state !== 'done' || typeof value !== 'string' || world.decidedMine.has(op.id)) continue;
    if (world.damage !== null && world.damage.spoilt.size > 0) continue;
    const at = world.server.effects.findIndex(
      ({ viaApi, id, changed }) =>
        viaApi && id === op.rowId && (changed['comment'] ?? changed['title']) === value,
    );
    const before = lastByLane.get(op.lane);
    if (at < 0) continue;
    if (before !== undefined && at < before.at && !world.watch.passedLanes.has(op.lane)) {
      world.violations.push(`I4 ${op.lane}: op ${op.seq} took effect before op ${before.seq}`);
    }
    lastByLane.set(op.lane, { seq: op.seq, at });
  }
}

/** Longer than the pause between two pulls of anything, also against a slow server. */
const longPauseMs = 60 * 60_000;

/** [I10] at rest, pulling the same rows again writes nothing. */
export async function checkIdempotent(world: World): Promise<void> {
  // A column that came back is read again with the row it belongs to.
  if (world.server.schemaVersion > 0) return;
  const writesWithin = async (ms: number): Promise<number> => {
    const before = world.watch.rowWrites;
    await world.run(ms);
    return world.watch.rowWrites - before;
  };
  if ((await writesWithin(3 * 60_000)) === 0) return;
  // What was committed late may only now have come: a slow server is asked for big collections every ten minutes and more.
  const writes = await writesWithin(longPauseMs);
  if (writes > 0) {
    world.violations.push(`I10 ${writes} rows were written while nothing changed`);
  }
}

/** [I11][I12] soon after the faults stop, pulls alone have brought every row that is on the server. */
export async function checkSoonAfter(world: World): Promise<void> {
  await checkConvergence(world, await world.journal.read({ open: true }), 'rows of the server');
}

/** [I31] what somebody else wrote, pulled or not, is only replaced after a person said so. */
async function checkNoOverwrite(world: World): Promise<void> {
  // An ended one may be purged by now, and what was merged into it is still there.
  const kept = [...(await world.journal.read({ ids: [...world.accepted] })), ...world.watch.purged.values()];
  for (const effect of world.server.effects.map(effectInParts))
    for (const field of judgedFields) checkNotOverwritten(world, kept, effect, field);
}

function checkNotOverwritten(world: World, kept: readonly Op[], effect: Effect, field: string): void {
  const replaced = effect.before[field];
  if (!effect.viaApi || typeof replaced !== 'string' || !replaced.startsWith('theirs')) return;
  // One may have taken the text of a later one, which is no longer sent; and what brings a row back sets nothing else.
  const ops = kept.filter(
    (each) => each.rowId === effect.id && each.patch[field] === effect.changed[field] && !isRevival(each),
  );
  const isAllowed = (op: Op): boolean =>
    world.decidedMine.has(op.id) ||
    (op.guard?.fields[field] === replaced && wasShown(world, op, field, replaced)) ||
    world.damage?.spoilt.has(op.id) === true;
  if (ops.length === 0 || ops.some(isAllowed)) return;
  // The text of a later change, which the answer to the one before it was about too (CNF11).
  if (world.decidedValues.has(effect.changed[field])) return;
  world.violations.push(`I31 ${effect.id}: "${replaced}" was overwritten without a decision`);
}

/**
 * Ids of operations that a person has to decide, and of those behind them: later changes of the same row, what depends
 * on them, and later steps of their group (D6, B20).
 */
function heldByPerson(open: readonly Op[]): ReadonlySet<string> {
  const ids = new Set<string>();
  const rows = new Set<string>();
  const groups = new Set<string>();
  // Twice: numbers that the disk has damaged may put what depends before what it depends on.
  const inOrder = open.toSorted((a, b) => a.seq - b.seq);
  for (const op of [...inOrder, ...inOrder]) {
    const isAsked = op.state === 'conflict' || op.state === 'parked';
    const isBehind =
      rows.has(op.rowId) || groups.has(op.group?.id ?? '') || op.deps.some((id) => ids.has(id));
    if (!isAsked && !isBehind) continue;
    ids.add(op.id);
    rows.add(op.rowId);
    if (op.group !== null) groups.add(op.group.id);
  }
  return ids;
}

/** [I28][I32] nothing stays ambiguous, waiting or sending once the server can be asked. */
function checkEnded(world: World, open: readonly Op[]): void {
  const held = heldByPerson(open);
  for (const op of open) {
    if (!held.has(op.id)) world.violations.push(`I32 op ${op.id} is still ${op.state} at rest`);
  }
}

/** [I2][I6] every accepted op had its effect, or the user has been told, or discarded it. */
async function checkAcceptedOps(world: World): Promise<void> {
  const kept = await world.journal.read({ ids: [...world.accepted] });
  const ops = new Map(kept.map((op) => [op.id, op]));
  const told = new Set((await world.journal.notices()).flatMap((notice) => [notice.id, ...notice.opIds]));
  // Where a number of its row is damaged, an operation may find the row as it was before the other (SPEC, damages).
  const rowOf = ({ tbl, rowId }: Op): string => `${tbl} ${rowId}`;
  const spoiltRows = new Set([...(world.damage?.spoilt.values() ?? [])].map(({ op }) => rowOf(op)));
  for (const id of world.accepted) {
    if (world.damage?.spoilt.has(id) === true) continue;
    // Ended operations are purged with time, and a device clock may jump by years.
    const op = ops.get(id) ?? world.watch.purged.get(id);
    if (op === undefined) {
      if (!isTakenBack(world, id)) world.violations.push(`I2 op ${id} vanished`);
      continue;
    }
    const needsTelling = ['failed', 'cancelled', 'parked', 'conflict'].includes(op.state);
    if (needsTelling && !told.has(id))
      world.violations.push(`I6 op ${id} is ${op.state} and nobody was told`);
    if (op.state === 'discarded' && !world.discarded.has(id))
      world.violations.push(`I2 op ${id} was discarded by nobody`);
    if (op.state === 'failed') checkReason(world, op);
    if (op.state === 'done' && !spoiltRows.has(rowOf(op)) && !hadEffect(world, op))
      world.violations.push(`I2 op ${id} is done without effect`);
  }
}

/** An insert that was taken back before it was sent leaves nothing behind (D5). */
function isTakenBack(world: World, id: string): boolean {
  const removed = world.watch.removed.get(id);
  if (removed?.kind !== 'insert') return false;
  const row = `${removed.tbl} ${removed.rowId}`;
  // Under a natural key others may have made the row.
  // What brings a row back is taken back the same way.
  if (isSharedKey(removed.tbl, removed.rowId) || isRevival(removed))
    return world.watch.senders.get(`insert ${row}`)?.has(id) !== true;
  return !world.server.versions.has(row);
}

/** [I16] an operation fails only for what the server said about it: this model refuses no values and no keys. */
function checkReason(world: World, op: Op): void {
  const reason = op.lastError?.class ?? 'none';
  const touched = [op.rowId, ...Object.values(op.patch)].filter((value) => typeof value === 'string');
  const isDeleted = world.server.rows(op.tbl).get(op.rowId)?.['deleted_at'] ?? null;
  const isGone =
    isDeleted !== null ||
    wasDeletedOnce(world, op) ||
    // Its insert went with an evicted journal, or was given up.
    !world.server.versions.has(`${op.tbl} ${op.rowId}`) ||
    [...world.server.wasGone].some((key) => touched.some((id) => key.endsWith(` ${id}`)));
  if (reason === 'forbidden' && world.server.denied.has(op.rowId)) return;
  // Others have taken its number in each of eight tries (RPL19).
  if (reason === 'conflict' && op.tbl === 'incidents' && op.attempts >= 7) return;
  // Whoever is first under a key that people choose has it (WRT4).
  if (reason === 'conflict' && isTakenKey(world, op)) return;
  // Somebody has put something under what this device wants to delete.
  if (reason === 'rejected' && op.kind === 'delete' && op.lastError?.code === '23503') return;
  if ((reason === 'gone' || reason === 'missing-parent') && isGone) return;
  world.violations.push(`I16 op ${op.id} failed as ${reason} without a cause`);
}

/** The value reached the server: by this op, or by somebody who set the same (equal values auto-ack, D8). */
function hadEffect(world: World, op: Op): boolean {
  const versions = world.server.versions.get(`${op.tbl} ${op.rowId}`) ?? [];
  // The version that stood when it was first sent counts: what the server had already needs no effect (D8).
  const since = versions.slice(Math.max(0, (world.watch.versionsAtSend.get(op.id) ?? 0) - 1));
  const hadValue = ([field, value]: readonly [string, unknown]): boolean => {
    const wanted = JSON.stringify(value);
    if (since.some((version) => JSON.stringify(inParts(version)[field] ?? null) === wanted)) return true;
    // What a trigger has altered stands in no version as it was asked for.
    return (
      world.server.alters(value) &&
      world.server.effects.some(
        ({ table, id, changed }) =>
          table === op.tbl && id === op.rowId && JSON.stringify(changed[field]) === wanted,
      )
    );
  };
  if (op.kind === 'update') return Object.entries(op.patch).every(hadValue);
  // What this user may not see is gone for this user; deleting it, or what never was, finds nothing to do (D7).
  const key = `${op.tbl} ${op.rowId}`;
  const wasThere = world.watch.versionsAtSend.get(op.id) !== 0;
  if (op.kind === 'delete' && (world.server.wasGone.has(key) || versions.length === 0 || !wasThere))
    return true;
  if (foundAsWanted(world, op) || stoodAsWanted(world, op) || wasBuiltOn(world, op)) return true;
  return world.server.effects.some(
    ({ table, id, kind, changed }) =>
      table === op.tbl &&
      id === op.rowId &&
      (kind === op.kind || (op.kind === 'delete' && 'deleted_at' in changed)),
  );
}

/** What no marker tells of only a sweep finds; what came after the refresh waits for the next pull, slowed or not. */
function mustBeHereSoon(world: World, key: string): boolean {
  if (world.server.unmarked.has(key) || world.server.wasGone.has(key)) return false;
  return (world.server.committedAt.get(key) ?? 0) <= world.restStartedAt;
}

/** [I1][I13][I14] local rows equal the server's, in both directions. */
async function checkConvergence(
  world: World,
  open: readonly Op[],
  what: 'all' | 'rows of the server',
): Promise<void> {
  const unsettled = new Set(open.map((op) => `${op.tbl} ${op.rowId}`));
  for (const tbl of checkedTables(world)) {
    const spec = tables[tbl];
    const remote = new Map(
      [...world.server.rows(tbl)]
        .filter(
          ([id, row]) =>
            world.server.shows(tbl, id) &&
            (spec.softDelete ? (row['deleted_at'] ?? null) === null : true) &&
            (tbl !== 'people_roles' || id === userId),
        )
        .map(([id, row]) => [id, row]),
    );
    const dumped = await world.cache.dump(tbl);
    const local = new Map(dumped.map((row) => [String(row[spec.key]), row]));
    for (const [id, row] of remote) {
      const key = `${tbl} ${id}`;
      if (unsettled.has(key)) continue;
      if (what !== 'all' && (world.server.movedTables.has(tbl) || !mustBeHereSoon(world, key))) continue;
      const mine = local.get(id);
      if (mine === undefined) world.violations.push(`I1 ${tbl} ${id} is missing on the device`);
      else if (shapeOf(withoutOptional(mine, spec)) !== shapeOfVersion(row, spec.columns)) {
        world.violations.push(`I1 ${tbl} ${id} differs: ${difference(mine, toWire(row, spec.columns))}`);
      }
    }
    for (const id of what === 'all' ? local.keys() : []) {
      if (!remote.has(id) && !unsettled.has(`${tbl} ${id}`)) {
        world.violations.push(`I13 ${tbl} ${id} is gone on the server and still here`);
      }
    }
  }
}

function difference(mine: JsonRow, theirs: JsonRow): string {
  return Object.keys({ ...mine, ...theirs })
    .filter((name) => !name.startsWith('_') && JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]))
    .map((name) => `${name} ${JSON.stringify(mine[name])} / ${JSON.stringify(theirs[name])}`)
    .join(', ');
}
