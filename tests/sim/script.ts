import { SyncError } from '#sync/errors.ts';
import type { Command } from '#workers/contracts/sync-contract.ts';
import { otherUserId, simId, userId } from './facts.ts';
import { networkFaults } from './network.ts';
import type { World } from './world.ts';

const statuses = ['proven', 'likely', 'possible', 'unlikely', 'improbable', 'disproven'] as const;
const clockJumpMs = [0, 3_600_000, -3_600_000, 315_360_000_000, -315_360_000_000] as const;

/** What may happen next, with its weight. */
const actions: readonly {
  readonly name: string;
  readonly weight: number;
  readonly act: (world: World) => void;
}[] = [
  { name: 'comment', weight: 8, act: userComment },
  { name: 'title', weight: 8, act: userTitle },
  { name: 'status', weight: 5, act: userStatus },
  { name: 'decide', weight: 3, act: userDecides },
  { name: 'discard', weight: 1, act: userDiscards },
  { name: 'retry', weight: 1, act: userRetries },
  { name: 'other edits', weight: 6, act: otherEdits },
  { name: 'other adds', weight: 4, act: otherAdds },
  { name: 'other deletes', weight: 2, act: otherDeletes },
  { name: 'network', weight: 5, act: turnNetwork },
  { name: 'faults', weight: 4, act: turnFaults },
  { name: 'open tab', weight: 2, act: openTab },
  { name: 'kill tab', weight: 3, act: killTab },
  { name: 'hide or show', weight: 2, act: hideOrShow },
  { name: 'session', weight: 2, act: turnSession },
  { name: 'permissions', weight: 1, act: turnPermissions },
  { name: 'clock', weight: 1, act: jumpClock },
  { name: 'row cap', weight: 1, act: lowerRowCap },
];
const totalWeight = actions.reduce((sum, { weight }) => sum + weight, 0);

/** Does one thing that the seed picks; returns its name for the trace. */
export function actOnce(world: World): string {
  let at = world.prng.int(totalWeight);
  for (const { name, weight, act } of actions) {
    at -= weight;
    if (at >= 0) continue;
    act(world);
    return name;
  }
  throw new Error('unreachable: the weights sum up');
}

/** Submits as the page would; what resolves has been promised to the user (I2). */
function submit(world: World, command: Command): void {
  const tab = world.anyTab();
  tab.engine.submit(command, { screen: '/incidents', appVersion: 'sim' }).then(
    ({ opIds }) => {
      world.accept(opIds);
    },
    (error: unknown) => {
      // The row may not be on the device yet, or be gone by now: then the page has nothing to edit either.
      const isExpected = error instanceof SyncError && error.info.kind === 'rejected';
      if (!isExpected) world.violations.push(`submit failed: ${String(error)}`);
    },
  );
}

function anyHypothesis(world: World): { id: string; incidentId: string } {
  const incident = 1 + world.prng.int(world.incidents);
  return { id: simId(11, incident * 10 + world.prng.int(3)), incidentId: simId(10, incident) };
}

function userComment(world: World): void {
  const { id, incidentId } = anyHypothesis(world);
  const text = `comment ${world.nextNumber()} @[Ben](user:${otherUserId})`;
  submit(world, { kind: 'comment.add', incidentId, hypothesisId: id, text });
}

function userTitle(world: World): void {
  submit(world, {
    kind: 'hypothesis.set-title',
    hypothesisId: anyHypothesis(world).id,
    title: `title ${world.nextNumber()}`,
  });
}

function userStatus(world: World): void {
  submit(world, {
    kind: 'hypothesis.set-status',
    hypothesisId: anyHypothesis(world).id,
    status: world.prng.pick(statuses),
  });
}

/** Runs `act` on one open op in one of `states`, if there is one. */
function onOpenOp(world: World, states: readonly string[], act: (opId: string) => Promise<unknown>): void {
  world.journal.read({ open: true }).then(
    (ops) => {
      const candidates = ops.filter((op) => states.includes(op.state));
      if (candidates.length === 0) return;
      act(world.prng.pick(candidates).id).catch((error: unknown) => {
        const isExpected = error instanceof SyncError && error.info.kind === 'rejected';
        if (!isExpected) world.violations.push(`user decision failed: ${String(error)}`);
      });
    },
    (error: unknown) => world.violations.push(String(error)),
  );
}

/** A person answers one conflict. */
export function userDecides(world: World): void {
  const take = world.prng.pick(['theirs', 'mine'] as const);
  onOpenOp(world, ['conflict'], (opId) => {
    if (take === 'theirs') world.discarded.add(opId);
    else world.decidedMine.add(opId);
    return world.anyTab().engine.resolveConflict(opId, { take });
  });
}

function userDiscards(world: World): void {
  onOpenOp(world, ['queued', 'waiting', 'parked', 'conflict'], (opId) => {
    world.discarded.add(opId);
    return world.anyTab().engine.discard(opId);
  });
}

function userRetries(world: World): void {
  onOpenOp(world, ['waiting', 'parked'], (opId) => world.anyTab().engine.retry(opId));
}

/** Another person's write: stamped at the start of its transaction, visible when it commits (B1). */
function commitLater(world: World, write: (stampMicros: number) => void): void {
  const stampMicros = world.scheduler.nowMs * 1000 + world.prng.int(1000);
  const delayMs = world.prng.chance(0.3) ? world.prng.int(60_000) : 0;
  world.scheduler.schedule('server', delayMs, () => write(stampMicros));
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
    const stamp = world.scheduler.nowMs * 1000;
    world.server.update('incident_histories', historyId, { hypothesis_id: null }, stamp);
  }
  world.server.remove('hypotheses', id);
}

function turnNetwork(world: World): void {
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
  world.conditions.faultRate = world.prng.pick([0, 0.1, 0.3, 0.7]);
  world.conditions.faults = networkFaults.filter(() => world.prng.chance(0.5));
  world.conditions.maxDelayMs = world.prng.pick([80, 400, 5000]);
  world.bus.lossRate = world.prng.pick([0, 0.2, 1]);
}

function openTab(world: World): void {
  if (world.tabs.size < 3) world.openTab();
}

function killTab(world: World): void {
  world.killTab(world.anyTab());
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
  world.sessionChangedAt = world.scheduler.nowMs;
  if (session.userId === null || world.tabs.size === 0) return;
  world
    .anyTab()
    .engine.sessionRestored(session.userId)
    .catch((error: unknown) => {
      const isRefusal = error instanceof SyncError && error.info.kind === 'rejected';
      if (!isRefusal || session.userId === userId) world.violations.push(`session: ${String(error)}`);
    });
}

function turnPermissions(world: World): void {
  if (world.prng.chance(0.5)) world.server.deniedWrites.clear();
  else world.server.deniedWrites.add(world.prng.pick(['comments', 'hypotheses']));
}

function jumpClock(world: World): void {
  world.clockOffsetMs = world.prng.pick(clockJumpMs);
}

function lowerRowCap(world: World): void {
  world.server.maxRows = world.prng.pick([2000, 7, 3]);
}
