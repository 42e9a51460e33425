import { otherUserId, simId, userId } from './facts.ts';
import { SyncError } from '#sync/errors.ts';
import { networkFaults } from './network.ts';
import type { Action } from './script.ts';
import type { World } from './world.ts';

const clockJumpMs = [0, 3_600_000, -3_600_000, 315_360_000_000, -315_360_000_000] as const;
const serverStepMs = [0, -20_000, -120_000] as const;
const sleepMs = 600_000;
/** Clocks of agents; what they stamp long ago only the slowest sweep finds, which takes a run hours. */
const agentClockMicros = [-3_600_000_000, 600_000_000, 600_000_000] as const;
/** Later than the overlap of every feed (D10). */
const lateMs = 600_000;

/** What goes wrong on the wire, on the device and at the server (sync.md 3b). */
export const troubles: readonly Action[] = [
  { name: 'network', weight: 50, act: turnNetwork },
  { name: 'faults', weight: 40, act: turnFaults },
  { name: 'open tab', weight: 20, act: openTab },
  { name: 'kill tab', weight: 30, act: killTab },
  { name: 'hide or show', weight: 20, act: hideOrShow },
  { name: 'session', weight: 20, act: turnSession },
  { name: 'permissions', weight: 10, act: turnPermissions },
  { name: 'row permissions', weight: 10, act: turnRowPermissions },
  { name: 'clock', weight: 10, act: jumpClock },
  { name: 'server clock', weight: 5, act: stepServerClock },
  { name: 'row cap', weight: 10, act: lowerRowCap },
  { name: 'storage', weight: 12, act: failStorage },
  { name: 'power cut', weight: 6, act: cutPower },
  { name: 'eviction', weight: 2, act: evict },
  { name: 'sign out', weight: 2, act: signOut },
  { name: 'sleep', weight: 5, act: sleep },
  { name: 'freeze', weight: 8, act: freezeFollower },
  { name: 'steal', weight: 6, act: stealLock },
  { name: 'agent', weight: 15, act: agentWrites },
  { name: 'people', weight: 8, act: peopleChange },
  { name: 'delete and create', weight: 8, act: recreate },
  { name: 'late commit', weight: 4, act: commitVeryLate },
  { name: 'background sync', weight: 8, act: backgroundSync },
];

function turnNetwork(world: World): void {
  world.swaps.troubleAtMs = world.scheduler.nowMs;
  world.conditions.isUp = !world.conditions.isUp;
  const lies = world.prng.chance(0.3);
  for (const tab of world.tabs.values()) {
    tab.lifecycle.isTabOnLine = lies
      ? world.prng.chance(0.5) || world.conditions.isUp
      : world.conditions.isUp;
    tab.lifecycle.announce();
  }
}

function turnFaults(world: World): void {
  world.swaps.troubleAtMs = world.scheduler.nowMs;
  world.conditions.faultRate = world.prng.pick([0, 0.1, 0.3, 0.7]);
  world.conditions.faults = networkFaults.filter(
    (fault) => world.prng.chance(0.5) && !(world.isHonest && fault === 'empty-page'),
  );
  world.conditions.maxDelayMs = world.prng.pick([80, 400, 5000]);
  world.bus.lossRate = world.prng.pick([0, 0.2, 1]);
}

function openTab(world: World): void {
  wake(world);
  if (world.tabs.size < 3) world.openTab();
}

function killTab(world: World): void {
  world.killTab(world.anyTab());
}

/** Every page is closed and the browser wakes the service worker, which it may kill in the middle of anything. */
function backgroundSync(world: World): void {
  world.backgroundSync(world.prng.pick([200, 2000, 20_000, 120_000]));
}

function hideOrShow(world: World): void {
  const { lifecycle, engine } = world.anyTab();
  lifecycle.isTabVisible = !lifecycle.isTabVisible;
  lifecycle.announce();
  engine.setVisible(lifecycle.isTabVisible).catch((error: unknown) => world.violations.push(String(error)));
}

/** Ends the session, starts it again, or leaves somebody else signed in on the device (I17). */
function turnSession(world: World): void {
  const { session } = world.server;
  session.userId = session.userId === userId ? world.prng.pick([null, null, otherUserId]) : userId;
  if (session.userId === null || world.tabs.size === 0) return;
  // In another program: nobody tells this app (AUT6).
  if (session.userId !== userId && world.focus?.chance(0.5) === true) return;
  world
    .anyTab()
    .engine.sessionRestored(session.userId)
    .catch((error: unknown) => {
      const isRefusal = error instanceof SyncError && error.info.kind === 'rejected';
      if (!isRefusal || session.userId === userId) world.violations.push(`session: ${String(error)}`);
    });
}

function turnPermissions(world: World): void {
  const { deniedWrites, revoked } = world.server;
  if (world.prng.chance(0.5)) {
    deniedWrites.clear();
    revoked.clear();
    return;
  }
  const table = world.prng.pick(['comments', 'hypotheses']);
  // The gateway says no, or the database does.
  if (world.prng.chance(0.5)) deniedWrites.add(table);
  else revoked.add(`${table} ${world.prng.pick(['insert', 'update', 'delete'])}`);
}

/** Row-level rules change in the middle of whatever is going on; no marker tells of it. */
function turnRowPermissions(world: World): void {
  const incident = 1 + world.prng.int(world.incidents);
  const [table, id] = world.prng.pick([
    ['comments', simId(12, incident)],
    ['evidences', simId(13, incident)],
    ['hypotheses', simId(11, incident * 10 + 1)],
  ] as const);
  world.server.setHidden(table, id, !world.server.hidden.has(`${table} ${id}`));
}

/** [I30] ten years either way, or an hour: every check at rest holds all the same. */
function jumpClock(world: World): void {
  world.clockOffsetMs = world.prng.pick(clockJumpMs);
  world.hasClockJumped = true;
}

function stepServerClock(world: World): void {
  world.serverOffsetMs = world.prng.pick(serverStepMs);
  world.hasServerStepped = true;
}

function lowerRowCap(world: World): void {
  world.server.maxRows = world.prng.pick([2000, 7, 3]);
}

/** A write soon fails: quota, abort, or a connection that is lost after the commit (I22). */
function failStorage(world: World): void {
  const fault = world.prng.pick(['abort', 'quota', 'lost-reply'] as const);
  if (!world.isFragile) return;
  world.prng.pick([world.journal, world.cache]).failNext(fault, world.prng.int(8));
}

function cutPower(world: World): void {
  if (world.isFragile) world.cutPower();
}

function evict(world: World): void {
  if (!world.isFragile) return;
  world.evict(
    world.prng.pick([
      { journal: true, cache: true },
      { journal: true, cache: false },
      { journal: false, cache: true },
      { journal: false, cache: true },
    ]),
  );
}

/** A person signs out on this device and in again later, with nothing left of what was here (I18). */
function signOut(world: World): void {
  // A person uses the device; pages that the browser froze in the background stay so.
  if (world.scheduler.nowMs < world.asleepUntil) wake(world);
  world.signOut();
}

/** The lid is closed for ten minutes: nothing of this device runs, and timers fire late afterwards. */
function sleep(world: World): void {
  world.swaps.troubleAtMs = world.scheduler.nowMs;
  for (const { owner } of world.tabs.values()) world.scheduler.freeze(owner);
  world.asleepUntil = world.scheduler.nowMs + sleepMs;
  world.scheduler.schedule('device', sleepMs, () => wake(world));
}

/** The device is used again. */
export function wake(world: World): void {
  world.asleepUntil = world.scheduler.nowMs;
  for (const tab of world.tabs.values()) {
    if (!world.scheduler.isFrozen(tab.owner)) continue;
    world.scheduler.thaw(tab.owner);
    tab.lifecycle.announce();
    // While it was frozen nothing may have happened at which anybody could have looked who leads.
    world.leaderlessSince = null;
  }
}

/** Chrome freezes pages in the background, but none that holds a lock others wait for (D15). */
function freezeFollower(world: World): void {
  world.swaps.troubleAtMs = world.scheduler.nowMs;
  const { owner } = world.anyTab();
  if (world.locks.holds(owner)) return;
  world.scheduler.freeze(owner);
  world.scheduler.schedule('device', sleepMs, () => {
    // While the lid is closed no page wakes by itself.
    if (world.scheduler.nowMs < world.asleepUntil) return;
    world.scheduler.thaw(owner);
    world.leaderlessSince = null;
  });
}

function stealLock(world: World): void {
  if (world.tabs.size > 1) world.locks.stealAll();
}

/** Agents write with clocks of their own, and states move without any marker (B3, B4). */
function agentWrites(world: World): void {
  const stamp = world.stampMicros() + (world.prng.chance(0.15) ? world.prng.pick(agentClockMicros) : 0);
  const { server } = world;
  switch (world.prng.int(4)) {
    case 0: {
      const id = simId(3, 1);
      server.update('checks', id, { status: world.prng.pick(['healthy', 'unhealthy']) }, stamp, {
        isSilent: true,
      });
      return void server.unmarked.add(`checks ${id}`);
    }
    case 1: {
      const id = simId(5, 1);
      const isSilent = world.prng.chance(0.5);
      server.update('components', id, { health: world.prng.pick(['healthy', 'unhealthy']) }, stamp, {
        isSilent,
      });
      return void server.unmarked.add(`components ${id}`);
    }
    case 2: {
      const id = simId(50, world.nextNumber());
      server.insert('components', { id, name: `node ${id}`, type: 'Node', health: 'healthy' }, stamp);
      return void server.unmarked.add(`components ${id}`);
    }
    default: {
      const id = simId(51, world.nextNumber());
      server.insert(
        'checks',
        { id, canary_id: simId(4, 1), name: `check ${id}`, status: 'unhealthy' },
        stamp,
      );
      return void server.unmarked.add(`checks ${id}`);
    }
  }
}

/** People come without `updated_at` (B5), change, and leave softly. */
function peopleChange(world: World): void {
  const stamp = world.stampMicros();
  const known = [...world.server.rows('people').keys()].filter((id) => id !== userId);
  if (world.prng.chance(0.5) || known.length === 0) {
    const id = simId(60, world.nextNumber());
    world.server.insert('people', { id, name: `Person ${id}`, avatar: null, type: null }, stamp);
    return;
  }
  const id = world.prng.pick(known);
  const patch = world.prng.chance(0.3) ? { deleted_at: 'now()' } : { name: `Renamed ${world.nextNumber()}` };
  world.server.update('people', id, patch, stamp);
}

/** A row comes back under its old key, older or newer than what this device remembers of it. */
function recreate(world: World): void {
  const incident = 1 + world.prng.int(world.incidents);
  const id = simId(12, incident);
  const hypothesisId = simId(11, incident * 10);
  world.server.remove('comments', id);
  world.serverLater(world.prng.int(120_000), () => {
    if (world.server.rows('comments').has(id) || !world.server.rows('hypotheses').has(hypothesisId)) return;
    const comment = `again ${world.nextNumber()}`;
    const links = { incident_id: simId(10, incident), hypothesis_id: hypothesisId };
    const nobody = { external_created_by: null, responder_id: null };
    world.server.insert(
      'comments',
      { id, comment, ...links, created_by: otherUserId, ...nobody },
      world.stampMicros(),
    );
  });
}

/** A transaction that began before the overlap and ends now: only a sweep can find it (I12). */
function commitVeryLate(world: World): void {
  const id = simId(11, 10 * (1 + world.prng.int(world.incidents)));
  const title = `theirs late ${world.nextNumber()}`;
  const stamp = world.stampMicros();
  world.serverLater(lateMs, () => {
    world.server.update('hypotheses', id, { title }, stamp);
    world.server.unmarked.add(`hypotheses ${id}`);
  });
}
