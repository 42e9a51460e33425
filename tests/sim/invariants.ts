import { fold } from '#sync/core/fold.ts';
import type { JsonRow, Op } from '#sync/protocol/op.ts';
import type { Stored } from '#sync/protocol/stored.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { TableName } from '#sync/protocol/table.ts';
import { seededStatus, userId } from './facts.ts';
import { modelTables, toWire } from './model-tables.ts';
import type { World } from './world.ts';

/** Collections the model serves and the engine pulls. */
export const checkedTables = (Object.keys(modelTables) as TableName[]).filter((name) => name in tables);

/** Checks after every step: what must hold at any moment, whatever has just been killed. */
export async function checkAlways(world: World): Promise<void> {
  checkSingleSender(world);
  const ops = await world.journal.read({ open: true });
  for (const op of ops) if (op.state === 'conflict' || op.state === 'parked') world.retried.add(op.lane);
  await checkVisibleRows(world, ops);
  await checkReadYourWrites(world, ops);
  await checkNoFalseDelete(world);
}

/** [I7] from the moment save() resolves the operation is folded into the row that every tab reads. */
async function checkReadYourWrites(world: World, ops: readonly Op[]): Promise<void> {
  for (const op of ops) {
    if (!world.accepted.has(op.id) || op.state === 'acked') continue;
    // Operations name tables of the protocol; the script submits no others.
    const { shadow } = await world.cache.get({ tbl: op.tbl as TableName, id: op.rowId });
    if (shadow?.pending.some(({ id }) => id === op.id) === true) continue;
    world.violations.push(`I7 op ${op.id} (${op.state}) is saved and not to be seen`);
  }
}

/** [I14] whatever the wire says, a row that the server still has does not leave the device. */
async function checkNoFalseDelete(world: World): Promise<void> {
  for (const tbl of ['incidents', 'hypotheses'] as const) {
    const ids = new Set(await world.cache.ids(tbl, null, null));
    for (const id of world.lastIds.get(tbl) ?? []) {
      if (ids.has(id) || !world.server.rows(tbl).has(id)) continue;
      world.violations.push(`I14 ${tbl} ${id} left the device and is on the server`);
    }
    world.lastIds.set(tbl, ids);
  }
}

/** [I9] the base of a row never moves to a version the server had before the one it holds. */
function checkBaseOrder(world: World, tbl: TableName, id: string, base: JsonRow | null): void {
  if (base === null) return;
  const { columns } = tables[tbl];
  const shape = (row: JsonRow): string => JSON.stringify(columns.map((name) => row[name] ?? null));
  const versions = world.server.versions.get(`${tbl} ${id}`) ?? [];
  const mine = shape(base);
  const at = versions.findLastIndex((row) => shape(toWire(row, columns)) === mine);
  const before = world.lastVersion.get(`${tbl} ${id}`) ?? -1;
  if (at >= 0 && at < before)
    world.violations.push(`I9 ${tbl} ${id} went back from version ${before} to ${at}`);
  if (at >= 0) world.lastVersion.set(`${tbl} ${id}`, at);
}

/** [I15] at most one context has a write of a lane on the wire, and only the lock holder sends. */
function checkSingleSender(world: World): void {
  const senders = new Set(
    [...world.inFlight].filter((request) => request.method !== 'GET').map((request) => request.tabId),
  );
  if (senders.size > 1) world.violations.push(`I15 writes in flight from ${[...senders].join(' and ')}`);
}

/** [I8] while an op on a field is pending its value is the visible one; [I5] every shadow folds to its row. */
async function checkVisibleRows(world: World, ops: readonly Op[]): Promise<void> {
  for (const shadow of await world.cache.shadows()) {
    // Shadows are only ever written for tables of the protocol.
    const tbl = shadow.tbl as TableName;
    const { row } = await world.cache.get({ tbl, id: shadow.id });
    checkBaseOrder(world, tbl, shadow.id, shadow.base);
    const folded = fold(shadow.base, shadow.pending);
    if (JSON.stringify(sorted(folded.row)) !== JSON.stringify(sorted(strip(row)))) {
      world.violations.push(`I5 ${tbl} ${shadow.id}: row is not fold(base, pending)`);
    }
    const allowed = new Map<string, unknown[]>();
    for (const op of shadow.pending) {
      for (const [field, value] of Object.entries(op.patch))
        allowed.set(field, [...(allowed.get(field) ?? []), value]);
    }
    // A change that is being merged into a waiting operation is in the journal a moment before it is in the cache.
    for (const op of ops) {
      if (op.tbl !== tbl || op.rowId !== shadow.id) continue;
      for (const [field, value] of Object.entries(op.patch)) allowed.get(field)?.push(value);
    }
    for (const [field, values] of allowed) {
      if (row !== undefined && !values.includes(row[field])) {
        world.violations.push(
          `I8 ${tbl}.${field} shows ${String(row[field])} while ${values.join(' or ')} is pending`,
        );
      }
    }
  }
}

/** Checks at rest: faults stopped, session valid, outbox drained, reconciliation done. */
export async function checkAtRest(world: World): Promise<void> {
  const open = await world.journal.read({ open: true });
  checkEnded(world, open);
  await checkAcceptedOps(world);
  await checkConvergence(world, open, 'all');
  checkExactlyOnce(world);
  await checkNoOverwrite(world);
  await checkLaneOrder(world);
}

/** [I4] effects of one lane stand in the order of its journal, except where a person sent one again later. */
async function checkLaneOrder(world: World): Promise<void> {
  const kept = await world.journal.read({ ids: [...world.accepted.keys()] });
  const lastByLane = new Map<string, { readonly seq: number; readonly at: number }>();
  for (const op of kept.toSorted((a, b) => a.seq - b.seq)) {
    const value = op.patch['comment'] ?? op.patch['title'];
    if (op.state !== 'done' || typeof value !== 'string' || world.decidedMine.has(op.id)) continue;
    const at = world.server.effects.findIndex(
      ({ viaApi, id, changed }) =>
        viaApi && id === op.rowId && (changed['comment'] ?? changed['title']) === value,
    );
    const before = lastByLane.get(op.lane);
    if (at < 0) continue;
    if (before !== undefined && at < before.at && !world.retried.has(op.lane)) {
      world.violations.push(`I4 ${op.lane}: op ${op.seq} took effect before op ${before.seq}`);
    }
    lastByLane.set(op.lane, { seq: op.seq, at });
  }
}

/** [I10] at rest, pulling the same rows again writes nothing. */
export async function checkIdempotent(world: World): Promise<void> {
  const before = world.rowWrites;
  await world.run(3 * 60_000);
  if (world.rowWrites !== before) {
    world.violations.push(`I10 ${world.rowWrites - before} rows were written while nothing changed`);
  }
}

/** [I11][I12] soon after the faults stop, pulls alone have brought every row that is on the server. */
export async function checkSoonAfter(world: World): Promise<void> {
  await checkConvergence(world, await world.journal.read({ open: true }), 'rows of the server');
}

/** [I31] a title that somebody else wrote is only replaced after a person said so. */
async function checkNoOverwrite(world: World): Promise<void> {
  const kept = await world.journal.read({ ids: [...world.accepted.keys()] });
  for (const effect of world.server.effects) {
    const replaced = effect.before['title'];
    if (!effect.viaApi || typeof replaced !== 'string' || !replaced.startsWith('theirs')) continue;
    const op = kept.find(
      (each) => each.rowId === effect.id && each.patch['title'] === effect.changed['title'],
    );
    if (op === undefined || world.decidedMine.has(op.id) || sawTheirs(op, replaced)) continue;
    world.violations.push(`I31 ${effect.id}: "${replaced}" was overwritten without a decision`);
  }
}

/** The person had the other title on the screen when changing it. */
function sawTheirs(op: Op, theirs: string): boolean {
  return op.guard?.fields['title'] === theirs;
}

/** [I28][I32] nothing stays ambiguous, waiting or sending once the server can be asked. */
function checkEnded(world: World, open: readonly Op[]): void {
  const waitsForPerson = (op: Op): boolean => op.state === 'conflict' || op.state === 'parked';
  const heldRows = new Set(open.filter(waitsForPerson).map((op) => op.rowId));
  for (const op of open) {
    // A later change of the same row waits behind the one that a person has to decide (D6).
    if (waitsForPerson(op) || heldRows.has(op.rowId)) continue;
    world.violations.push(`I32 op ${op.id} is still ${op.state} at rest`);
  }
}

/** [I2][I6] every accepted op had its effect, or the user has been told, or discarded it. */
async function checkAcceptedOps(world: World): Promise<void> {
  const kept = await world.journal.read({ ids: [...world.accepted.keys()] });
  const ops = new Map(kept.map((op) => [op.id, op]));
  const told = new Set((await world.journal.notices()).flatMap((notice) => [notice.id, ...notice.opIds]));
  for (const [id, saved] of world.accepted) {
    const op = ops.get(id);
    if (op === undefined) {
      // Ended operations are purged with time, and a device clock may jump by years.
      const isExplained =
        world.discarded.has(id) || told.has(id) || (saved !== null && hadEffect(world, saved));
      if (!isExplained) world.violations.push(`I2 op ${id} vanished`);
      continue;
    }
    const needsTelling = ['failed', 'cancelled', 'parked', 'conflict'].includes(op.state);
    if (needsTelling && !told.has(id))
      world.violations.push(`I6 op ${id} is ${op.state} and nobody was told`);
    if (op.state === 'done' && !hadEffect(world, op))
      world.violations.push(`I2 op ${id} is done without effect`);
  }
}

/** The value reached the server: by this op, or by somebody who set the same (equal values auto-ack, D8). */
function hadEffect(world: World, op: Op): boolean {
  if (op.kind === 'update' && op.patch['status'] === seededStatus) return true;
  return world.server.effects.some(
    (effect) =>
      effect.table === op.tbl &&
      effect.id === op.rowId &&
      (op.kind === 'delete' ||
        (op.kind === 'insert' && effect.kind === 'insert') ||
        Object.entries(op.patch).some(([field, value]) => effect.changed[field] === value)),
  );
}

/** [I1][I13][I14] local rows equal the server's, in both directions. */
async function checkConvergence(
  world: World,
  open: readonly Op[],
  what: 'all' | 'rows of the server',
): Promise<void> {
  const unsettled = new Set(open.map((op) => `${op.tbl} ${op.rowId}`));
  for (const tbl of checkedTables) {
    const spec = tables[tbl];
    const remote = new Map(
      [...world.server.rows(tbl)]
        .filter(
          ([id, row]) =>
            (spec.softDelete ? (row['deleted_at'] ?? null) === null : true) &&
            (tbl !== 'people_roles' || id === userId),
        )
        .map(([id, row]) => [id, toWire(row, spec.columns)]),
    );
    const dumped = await world.cache.dump(tbl);
    const local = new Map(dumped.map((row) => [String(row[spec.key]), strip(row) ?? {}]));
    for (const [id, row] of remote) {
      if (unsettled.has(`${tbl} ${id}`)) continue;
      const mine = local.get(id);
      if (mine === undefined) world.violations.push(`I1 ${tbl} ${id} is missing on the device`);
      else if (JSON.stringify(sorted(mine)) !== JSON.stringify(sorted(row))) {
        world.violations.push(`I1 ${tbl} ${id} differs: ${difference(mine, row)}`);
      }
    }
    for (const id of what === 'all' ? local.keys() : []) {
      if (!remote.has(id) && !unsettled.has(`${tbl} ${id}`)) {
        world.violations.push(`I13 ${tbl} ${id} is gone on the server and still here`);
      }
    }
  }
}

/**
 * [I3] values of this run are unique per op, so two effects with one value are one op applied twice. "Mine" in a
 * conflict is a new intent: it may set a value again that somebody replaced before the lost answer was looked up.
 */
function checkExactlyOnce(world: World): void {
  const decided = new Set([...world.decidedMine].map((id) => world.accepted.get(id)?.patch['title']));
  const seen = new Map<string, number>();
  for (const effect of world.server.effects) {
    if (!effect.viaApi) continue;
    const value = effect.changed['comment'] ?? effect.changed['title'];
    if (typeof value !== 'string' || decided.has(value)) continue;
    const key = `${effect.table} ${effect.kind} ${value}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  for (const [key, times] of seen)
    if (times > 1) world.violations.push(`I3 ${key} took effect ${times} times`);
}

function strip(row: Stored | undefined): JsonRow | null {
  if (row === undefined) return null;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_')));
}

function sorted(row: JsonRow | null): unknown {
  return row === null ? null : Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function difference(mine: JsonRow, theirs: JsonRow): string {
  return Object.keys({ ...mine, ...theirs })
    .filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]))
    .map((name) => `${name} ${JSON.stringify(mine[name])} / ${JSON.stringify(theirs[name])}`)
    .join(', ');
}
