import { nothingKnown } from '../../core/pull/wire-facts.ts';
import { stuckOps } from '../../core/outbox/lanes.ts';
import { isUnreachable } from '../../core/outbox/status.ts';
import { toSyncError } from '../../errors.ts';
import type { Op } from '../../protocol/op.ts';
import { tables } from '../../protocol/tables.ts';
import type { Ports } from '../../ports.ts';
import { readBusMessage } from '../tabs/bus-messages.ts';
import { createCacheWriter } from '../cache/cache-writer.ts';
import { createCancelSource } from './cancel.ts';
import { createClient } from '../tabs/client.ts';
import { DiagnosticsStore } from '../status/diagnostics-store.ts';
import { leaderLock } from '../tabs/leadership.ts';
import { createLoop } from '../loop.ts';
import { OutboxRunner } from './outbox-runner.ts';
import { createPageState, createStorageState, fenceCounter } from '../runtime.ts';
import type { EngineConfig, Lead, Runtime } from '../runtime.ts';
import { createSessionGate } from '../tabs/session-gate.ts';
import { createSession, ownersClient } from '../tabs/session.ts';
import { claimEpoch } from '../tabs/term.ts';
import { Transitions } from './transitions.ts';

/** Longest time a drain works; a browser ends the event after five minutes at the latest (D16). */
export const DRAIN_MS = 60_000;
/** How often a drain looks whether it is done or in somebody's way. */
const LOOK_MS = 500;

/**
 * Why a drain ended. `drained`: nothing is left that may be sent without a person. `later`: something waits longer
 * than a drain lasts. `signed-out`: the server does not know us. `other-user`: it knows somebody else. `yielded`: a
 * page leads, or wants to. `failed`: the local databases refused.
 */
export type DrainEnd =
  | 'drained'
  | 'later'
  | 'unreachable'
  | 'signed-out'
  | 'other-user'
  | 'yielded'
  | 'failed';

/** What a drain sends: changes of rows, and no kind that a later version may add (D16). */
const dataKinds: ReadonlySet<string> = new Set<Op['kind']>(['insert', 'update', 'delete']);

const isData = (op: Op): boolean => dataKinds.has(op.kind);

/** How many operations a drain may still bring to their end, and when the earliest of them is due. */
async function remaining(runtime: Runtime): Promise<{ readonly count: number; readonly dueAt: number }> {
  const open = await runtime.ports.journal.read({ open: true });
  const stuck = stuckOps(open, runtime.identity);
  const work = open.filter((op) => op.state !== 'acked' && isData(op) && !stuck.has(op.id));
  return { count: work.length, dueAt: Math.min(...work.map((op) => op.nextAt ?? 0)) };
}

/**
 * Sends what waits in the journal of one identity, without a page (D16): one term as leader that never pulls, stops
 * at the first 401 and lasts at most a minute. The caller holds the leader's lock. Whatever interrupts it, the next
 * leader looks up what was in flight, so an operation takes effect once. Never rejects.
 */
export async function drainOutbox(
  ports: Ports,
  config: Omit<EngineConfig, 'tables'> & Partial<Pick<EngineConfig, 'tables'>>,
): Promise<DrainEnd> {
  const runtime: Runtime = {
    ...config,
    tables: { ...tables, ...config.tables },
    pulled: [],
    ports,
    unread: () => Promise.resolve(new Set()),
    page: createPageState(ports),
    skew: { ms: null },
    storage: createStorageState(),
    hold: { isHeld: false },
    diagnostics: new DiagnosticsStore(),
    unlooked: [],
    wire: { facts: nothingKnown },
  };
  try {
    if ((await remaining(runtime)).count === 0) return 'drained';
    return await drain(runtime);
  } catch (thrown) {
    return endOf(runtime, thrown);
  }
}

/** A refused epoch means that somebody else leads by now. */
function endOf({ ports }: Runtime, thrown: unknown): DrainEnd {
  const { info } = toSyncError(thrown);
  ports.log.event('warn', 'drain.failed', { kind: info.kind, message: info.message });
  return info.kind === 'cancelled' ? 'yielded' : 'failed';
}

async function drain(runtime: Runtime): Promise<DrainEnd> {
  const { ports } = runtime;
  const startedAt = ports.clock.nowMs();
  const epoch = await claimEpoch(runtime);
  const cancel = createCancelSource();
  let end: DrainEnd | null = null;
  let settle: () => void = () => undefined;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const finish = (reason: DrainEnd): void => {
    end ??= reason;
    settle();
  };
  const failed = (thrown: unknown): void => finish(endOf(runtime, thrown));
  const lead: Lead = {
    epoch,
    nextFence: fenceCounter(epoch),
    signal: cancel.signal,
    lost: () => finish('yielded'),
    isOver: () => end !== null,
  };

  const wire = createClient(runtime, cancel.signal, (reach) => {
    if (isUnreachable(reach)) finish('unreachable');
  });
  const session = createSession(runtime, wire, () => {
    const state = session.state();
    // A page that looks like a sign-in counts as one: whoever is asked next is the person.
    if (state === 'other-user') finish('other-user');
    else if (state !== 'ok' && state !== 'unknown') finish('signed-out');
  });
  const client = ownersClient(wire, session);
  const gate = createSessionGate({
    runtime,
    session,
    unlooked: runtime.unlooked,
    signal: cancel.signal,
    opened: () => runner.wake(),
  });
  const cache = createCacheWriter(runtime, epoch);
  const transitions = new Transitions(runtime, lead, cache);
  const look = createLoop(
    ports,
    async () => {
      const { count, dueAt } = await remaining(runtime);
      if (count === 0) finish('drained');
      else if (Math.max(dueAt, ports.clock.nowMs()) >= startedAt + DRAIN_MS) finish('later');
      else if ((await ports.locks.waiting(leaderLock(runtime.identity))) > 0) finish('yielded');
      return LOOK_MS;
    },
    (thrown) => {
      failed(thrown);
      return null;
    },
  );
  const runner = new OutboxRunner(
    { runtime, lead, client, session, gate, cache, transitions, streaks: new Map() },
    { changed: () => look.wake(), stored: () => undefined, failed, takes: isData },
  );
  const leaveBus = ports.bus.listen((raw) => {
    const message = readBusMessage(raw);
    // A page that opens says that it is visible, one that closes that it is not; one that signs out wants the databases.
    const isOpening = message?.type === 'visibility' && message.visible;
    if (isOpening || message?.type === 'wipe') finish('yielded');
  });
  ports.log.event('info', 'drain.begin', { epoch });

  await gate.within(async (state) => {
    if (state === 'unknown') finish('unreachable');
    // Somebody signs in or out just now: a page is open, or the browser asks again.
    if (state === 'busy') finish('later');
    if (end === null) {
      runner.comeBack();
      look.wake(LOOK_MS);
    }
    await settled;
  });
  leaveBus();
  // What was sent is looked at once more before it ends (AUT8).
  await gate.close();
  cancel.cancel();
  await Promise.all([runner.stop(), look.stop()]);
  const reason: DrainEnd = end ?? 'failed';
  ports.log.event('info', 'drain.end', { epoch, reason });
  return reason;
}
