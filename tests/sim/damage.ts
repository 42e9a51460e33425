import { SyncError } from '#sync/errors.ts';
import { isDamaged } from '#sync/core/outbox/set-aside.ts';
import { isOpen } from '#sync/protocol/op.ts';
import type { Op } from '#sync/protocol/op.ts';
import { OP_VERSION } from '#sync/protocol/op.ts';
import { otherUserId } from './facts.ts';
import type { Prng } from './prng.ts';
import type { World } from './world.ts';

/** What the disk has done to one record of the journal. */
export interface Spoilt {
  /**
   * `unreadable`: set aside; `strange`: of a newer version or another owner, shown and untouched; `lost`: gone; `other`:
   * changed in a way nobody can tell from a change that was meant.
   */
  readonly as: 'unreadable' | 'strange' | 'lost' | 'other';
  /** The record as it was left; undefined where it is gone. */
  readonly record: unknown;
  readonly op: Op;
}

/** What the disk of a world has done. */
export class DiskDamage {
  readonly prng: Prng;
  readonly spoilt = new Map<string, Spoilt>();
  /** Something is gone that the person must hear of: the count of what is open says so. */
  mustTell = false;
  /** Operations that went back with the journal and that the cache still showed: it is their only witness. */
  readonly witnessed = new Set<string>();
  /** What had been saved when the journal last went back. */
  savedBefore: ReadonlySet<string> = new Set();
  /** The journal went back to an earlier state, or has a record too many: the person may be told of it. */
  mayTell = false;
  /** Records may be gone or be back for this reason alone. */
  hasRolledBack = false;
  /** The counters were damaged, too: what was lost before the next look at them cannot be told any more. */
  hasLostCounters = false;
  /** A record too many hides one that is gone from the count, and the sum is not judged beside what cannot be read. */
  hasOneTooMany = false;

  constructor(prng: Prng) {
    this.prng = prng;
  }

  /** The journal is a new one. */
  forget(): void {
    this.spoilt.clear();
    this.witnessed.clear();
    this.mustTell = false;
    // The cache may have stayed, and shows what went with the journal.
    this.mayTell = true;
  }
}

type Fault = (world: World, damage: DiskDamage, open: readonly Op[]) => void;

const rawOf = (world: World, op: Op): Readonly<Record<string, unknown>> => {
  const raw = world.journal.raw(op.id);
  return typeof raw === 'object' && raw !== null ? { ...raw } : {};
};

/** Puts another record in the place of one and notes what that makes of it. */
function spoil(
  world: World,
  damage: DiskDamage,
  op: Op,
  as: Spoilt['as'],
  change: Readonly<Record<string, unknown>>,
): void {
  const record = { ...rawOf(world, op), ...change };
  world.journal.plant(op.id, record);
  damage.spoilt.set(op.id, { as, record, op });
  world.watch.dirty.add(`${op.tbl} ${op.rowId}`);
}

const flipped: Fault = (world, damage, open) => {
  const op = damage.prng.pick(open);
  const change = damage.prng.pick([
    { patch: 'text' },
    { patch: 7 },
    { kind: 'insret' },
    { state: 'qeued' },
    { v: 'one' },
    { deps: {} },
    { identity: null },
    { guard: 'x' },
  ]);
  spoil(world, damage, op, 'unreadable', change);
};

const emptied: Fault = (world, damage, open) => {
  const inserts = open.filter(({ kind }) => kind === 'insert');
  if (inserts.length > 0) spoil(world, damage, damage.prng.pick(inserts), 'unreadable', { patch: {} });
};

const truncated: Fault = (world, damage, open) => {
  const op = damage.prng.pick(open);
  const record = { id: op.id, seq: op.seq, state: op.state, lane: op.lane };
  world.journal.plant(op.id, record);
  damage.spoilt.set(op.id, { as: 'unreadable', record, op });
};

const newer: Fault = (world, damage, open) =>
  spoil(world, damage, damage.prng.pick(open), 'strange', { v: OP_VERSION + 1 });

const foreign: Fault = (world, damage, open) => {
  const op = damage.prng.pick(open);
  spoil(world, damage, op, 'strange', { identity: { ...op.identity, userId: otherUserId } });
};

/** Where something depends on it or comes after it in its group, so much the better. */
const lost: Fault = (world, damage, open) => {
  const needed = new Set(open.flatMap(({ deps }) => deps));
  const first = open.filter(({ id, group }) => needed.has(id) || group?.step === 1);
  const op = damage.prng.pick(first.length > 0 && damage.prng.chance(0.5) ? first : open);
  world.journal.lose(op.id);
  damage.spoilt.set(op.id, { as: 'lost', record: undefined, op });
  damage.mustTell = true;
  damage.mayTell = true;
  world.watch.dirty.add(`${op.tbl} ${op.rowId}`);
};

const sameNumber: Fault = (world, damage, open) => {
  const [a, b] = [damage.prng.pick(open), damage.prng.pick(open)];
  damage.mayTell = true;
  if (a.id !== b.id) spoil(world, damage, a, 'other', { seq: b.seq });
};

const sameStep: Fault = (world, damage, open) => {
  const op = open.find(({ group }) => (group?.step ?? 1) > 1);
  damage.mayTell = true;
  if (op?.group) spoil(world, damage, op, 'other', { group: { ...op.group, step: op.group.step - 1 } });
};

/** A second record for the row that another one inserts. */
const sameRow: Fault = (world, damage, open) => {
  const op = open.find(({ kind, state }) => kind === 'insert' && state === 'queued');
  if (op === undefined) return;
  damage.mayTell = true;
  damage.hasOneTooMany = true;
  const id = `${op.id.slice(0, -3)}ZZZ`;
  const record = { ...rawOf(world, op), id };
  world.journal.plant(id, record);
  damage.spoilt.set(id, { as: 'other', record, op: { ...op, id } });
  damage.spoilt.set(op.id, { as: 'other', record: undefined, op });
};

const counters: Fault = (world, damage) => {
  damage.mayTell = true;
  world.killAll();
  world.journal.damageMeta();
  world.watch.forgetEpochs();
  damage.hasLostCounters = true;
};

async function shownByCache(world: World): Promise<ReadonlySet<string>> {
  const shadows = await world.cache.shadows();
  return new Set(shadows.flatMap(({ pending }) => pending.map(({ id }) => id)));
}

/** The cache has lost its last writes: what it does not show any more nobody can know. */
export function forgetWitnesses(world: World): void {
  const { damage } = world;
  if (damage === null || damage.witnessed.size === 0) return;
  shownByCache(world).then(
    (shown) => {
      for (const id of damage.witnessed) if (!shown.has(id)) damage.witnessed.delete(id);
    },
    (error: unknown) => world.violations.push(String(error)),
  );
}

async function isToldOfLoss(world: World): Promise<boolean> {
  return (await world.journal.notices()).some(({ message }) =>
    /missing from this device: its|gone back|has lost something/u.test(message),
  );
}

/** The journal alone goes back; the cache is the witness, as far as it shows what is gone. */
const rolledBack: Fault = (world, damage) => {
  damage.hasRolledBack = true;
  damage.mayTell = true;
  damage.savedBefore = new Set(world.accepted);
  world.killAll();
  const look = (): Promise<readonly Op[]> => world.journal.read({ ids: [...world.accepted] });
  const before = Promise.all([look(), isToldOfLoss(world)]);
  const gone = before.then(async ([ops, wasTold]) => {
    // The notice may go, too, and what it was told by is no longer shown (SPEC, damages).
    if (wasTold) damage.witnessed.clear();
    world.journal.rollBack(1 + damage.prng.int(6));
    world.watch.forgetEpochs();
    const left = new Map((await look()).map((op) => [op.id, op]));
    const shown = await shownByCache(world);
    // Count and sum went back with the rest, and what was damaged since may be whole again.
    damage.mustTell = false;
    for (const [id, { as, record, op }] of damage.spoilt) {
      const isBack = JSON.stringify(world.journal.raw(id)) !== JSON.stringify(record);
      if (isBack) damage.spoilt.set(id, { as: 'other', record: undefined, op });
      else if (as === 'lost' && shown.has(id)) damage.witnessed.add(id);
    }
    for (const op of ops) {
      const now = left.get(op.id);
      if (now !== undefined && JSON.stringify(now) === JSON.stringify(op)) continue;
      damage.spoilt.set(op.id, { as: now === undefined ? 'lost' : 'other', record: undefined, op });
      if (now === undefined && isOpen(op) && shown.has(op.id)) damage.witnessed.add(op.id);
      world.watch.dirty.add(`${op.tbl} ${op.rowId}`);
    }
  });
  gone.catch((error: unknown) => world.violations.push(String(error)));
};

const besideOps: Fault = (world, damage) => {
  const number = world.nextNumber();
  world.journal.plantIn('drafts', `draft ${number}`, { key: `draft ${number}`, text: number });
  world.journal.plantIn('pins', `incident ${number}`, { kind: 'incident', id: number });
  if (damage.prng.chance(0.5))
    world.journal.plantIn('effects', `effect ${number}`, { id: `effect ${number}` });
};

/** The cache may lose whatever it likes: it is pulled again. */
const cacheSeal: Fault = (world, damage) => {
  world.killAll();
  damage.witnessed.clear();
  // A write that was to fail may be this one: then the cache keeps what it has.
  world.cache.clear().catch((error: unknown) => {
    if (!(error instanceof SyncError)) world.violations.push(String(error));
  });
};

/** Faults of which each needs some operation that waits, and others. */
const faults: readonly { readonly fault: Fault; readonly needsOps: boolean }[] = [
  { fault: flipped, needsOps: true },
  { fault: flipped, needsOps: true },
  { fault: emptied, needsOps: true },
  { fault: truncated, needsOps: true },
  { fault: newer, needsOps: true },
  { fault: foreign, needsOps: true },
  { fault: lost, needsOps: true },
  { fault: lost, needsOps: true },
  { fault: sameNumber, needsOps: true },
  { fault: sameStep, needsOps: true },
  { fault: sameRow, needsOps: true },
  { fault: counters, needsOps: false },
  { fault: rolledBack, needsOps: false },
  { fault: besideOps, needsOps: false },
  { fault: cacheSeal, needsOps: false },
];

/** Damages the disk now and then, in worlds whose disk does such things. */
export async function damageDisk(world: World, tell: (name: string) => void): Promise<void> {
  const { damage } = world;
  if (damage?.prng.chance(0.06) !== true) return;
  const kept = await world.journal.read({ open: true });
  const whole = kept.filter(({ id, state }) => !damage.spoilt.has(id) && state !== 'acked');
  const { fault, needsOps } = damage.prng.pick(faults);
  if (needsOps && whole.length === 0) return;
  tell(`disk: ${fault.name}`);
  fault(world, damage, whole);
}

/** [DSK1][DSK4][DSK8] what could not be read, is not ours, or has lost what must come before it, is not sent. */
export function checkSending(world: World, op: Op): void {
  const { damage } = world;
  if (damage === null) return;
  const as = damage.spoilt.get(op.id)?.as;
  if (as === 'unreadable' || as === 'strange')
    world.violations.push(`DSK1 op ${op.id} is sent, and is ${as}`);
  for (const id of op.deps) {
    // Also where it came back with a rollback: then it is there again.
    const isGone = damage.spoilt.get(id)?.as === 'lost' && world.journal.raw(id) === undefined;
    if (isGone) world.violations.push(`DSK8 op ${op.id} is sent without ${id}, which is gone`);
  }
}

/**
 * Whether the cache can still show what went back with the journal: a change that a person makes to the same row before
 * a leader has looked takes the trace away (SPEC, damages).
 */
async function hasWitness(world: World, damage: DiskDamage): Promise<boolean> {
  const later = [...world.accepted].filter((id) => !damage.savedBefore.has(id));
  const rowOf = ({ tbl, rowId }: Op): string => `${tbl} ${rowId}`;
  const written = new Set((await world.journal.read({ ids: later })).map(rowOf));
  const gone = [...damage.witnessed].flatMap((id) => damage.spoilt.get(id)?.op ?? []);
  return gone.some((op) => !written.has(rowOf(op)));
}

/** [DSK1][DSK4][DSK5][DSK9] what became of what the disk has done, at rest. */
export async function checkDamage(world: World): Promise<void> {
  const { damage, journal } = world;
  if (damage === null) return;
  const listed = new Set(
    (await journal.setAside()).filter(({ store }) => store === 'ops').map(({ key }) => key),
  );
  const kept = new Map((await journal.read({ ids: [...damage.spoilt.keys()] })).map((op) => [op.id, op]));
  for (const [id, { as, record }] of damage.spoilt) {
    if (as !== 'unreadable' && as !== 'strange') continue;
    const op = kept.get(id);
    if (op === undefined && !world.discarded.has(id) && !damage.hasRolledBack)
      world.violations.push(`DSK1 op ${id} could not be read and was removed`);
    const isGivenUp = world.discarded.has(id) || op === undefined || !isOpen(op);
    if (op !== undefined && (op.state === 'done' || op.state === 'failed'))
      world.violations.push(`DSK1 op ${id} could not be read and is ${op.state}`);
    if (isGivenUp) continue;
    if (JSON.stringify(journal.raw(id)) !== JSON.stringify(record))
      world.violations.push(`DSK1 op ${id} could not be read and was rewritten`);
    if (as === 'unreadable' && !(isDamaged(op) && listed.has(JSON.stringify(id))))
      world.violations.push(`DSK5 op ${id} could not be read and is not listed`);
    if (as === 'strange' && op.state !== 'parked')
      world.violations.push(`DSK4 op ${id} is not this device's to send and is ${op.state}`);
  }
  const told = await isToldOfLoss(world);
  const isUnread = [...damage.spoilt.values()].some(({ as }) => as === 'unreadable');
  const isHidden = damage.hasLostCounters || (damage.hasOneTooMany && isUnread);
  const mustTell = damage.mustTell || (await hasWitness(world, damage));
  if (mustTell && !isHidden && !told)
    world.violations.push('DSK9 the disk has lost a saved change and nobody was told');
  if (told && !damage.mayTell)
    world.violations.push('DSK9 the person was told of a loss, and nothing is lost');
}
