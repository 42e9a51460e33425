import { isUnreachable } from '../../core/outbox/status.ts';
import type { Reach } from '../../core/outbox/status.ts';
import { SyncError, toSyncError } from '../../errors.ts';
import { createBulk } from '../bulk/loop.ts';
import type { BulkFacts, BulkLoop } from '../bulk/loop.ts';
import { dropUnpulled } from '../cache/drop-unpulled.ts';
import { createCacheWriter, isFull } from '../cache/cache-writer.ts';
import { createCancelSource } from '../send/cancel.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { FeedStore } from '../pull/feed-store.ts';
import { OutboxRunner } from '../send/outbox-runner.ts';
import { askCache, auditJournal } from '../status/journal-audit.ts';
import { createProbe } from './probe.ts';
import { PullLoop } from '../pull/loop.ts';
import type { PullFacts } from '../pull/loop.ts';
import { fenceCounter } from '../runtime.ts';
import type { Lead, Runtime } from '../runtime.ts';
import { createSessionGate } from './session-gate.ts';
import type { SessionGate } from './session-gate.ts';
import { createSession, ownersClient } from './session.ts';
import type { Session, SessionState } from './session.ts';
import { leaderReport } from '../status/diagnostics.ts';
import { verifySample } from '../status/diagnostics-verify.ts';
import type { LeaderReport, VerifyReport } from '../../protocol/diagnostics.ts';
import type { LeadFacts } from '../status/status-service.ts';
import { nothingRemembered } from '../pull/sweep.ts';
import { Transitions } from '../send/transitions.ts';

/** Age after which a deletion needs no reminder any more (D12.5). */
const TOMBSTONE_MS = 24 * 3600 * 1000;
/** More lost epochs than any device can have; reaching it means that the cache cannot be trusted with an epoch. */
const MAX_EPOCH_STEPS = 100_000;

/** One term as leader (D15): everything that sends or pulls lives and ends with it. */
export interface Term {
  /** Resolves when the term is over, whoever ended it. */
  readonly ended: Promise<void>;
  facts(): LeadFacts;
  /** Another tab appended, or a person did something: look at the journal. */
  nudge(): void;
  /** The network, the page or a person came back: waits end soon, everything due is pulled. */
  resume(): void;
  /** Makes everything due; resolves when whoami has been asked once, whatever it said. */
  refresh(): Promise<void>;
  /** A screen looks at rows that are pulled on demand. */
  opened(): void;
  /** A screen looks at a collection that is visited. */
  visited(): void;
  /** The person holds the first download back, or lets it go on (D11). */
  held(): void;
  /** Somebody signed in, in this tab or another one: the session is looked at again. */
  sessionRestored(userId: string): void;
  /** Gives the lead back once nothing is in flight. */
  stepDown(): void;
  /** What only this term knows about syncing (D23). */
  diagnose(): Promise<LeaderReport>;
  /** Compares a sample of the rows here with the server; rejects while the server cannot be asked. */
  verify(): Promise<VerifyReport>;
  /** Ends the term and empties the cache before the next one; the journal is not touched. Resolves when it is empty. */
  rebuild(): Promise<void>;
  /** Ends at once: requests are cancelled, what they carried is looked up by the next term. */
  abort(): void;
  /** Stops every loop of the term. */
  close(): Promise<void>;
}

/** Asks the cache for an epoch. It compares before it writes: one without room has not refused, and may lead on (D18). */
async function offerEpoch({ ports }: Runtime, epoch: number): Promise<void> {
  try {
    await ports.cache.mutate([], epoch, () => ({ result: undefined }));
  } catch (thrown) {
    if (!isFull(thrown)) throw thrown;
    ports.log.event('warn', 'cache.behind', { kind: 'storage-full', epoch });
  }
}

/**
 * Claims the next epoch that both stores accept. A cache that has seen a higher epoch than the journal belongs to an
 * earlier life of the journal (evicted, restored): epochs are skipped until fences grow again (D9, D15).
 */
export async function claimEpoch(runtime: Runtime): Promise<number> {
  const { ports } = runtime;
  const unknown = await askCache(runtime);
  const { lastSeq } = await ports.journal.meta();
  for (let step = 0; step < MAX_EPOCH_STEPS; step += 1) {
    const epoch = await ports.journal.claimEpoch();
    try {
      // The one before is refused by a cache that has seen this very epoch: its fences would lie above the new ones.
      await offerEpoch(runtime, epoch - 1);
      await offerEpoch(runtime, epoch);
      await auditJournal(runtime, { unknown, isBehind: step > 0 && lastSeq > 0 });
      return epoch;
    } catch (thrown) {
      const { info } = toSyncError(thrown);
      const { epoch: latest } = await ports.journal.meta();
      if (info.kind !== 'cancelled' || latest !== epoch) throw thrown;
    }
  }
  throw new SyncError({ kind: 'bug', message: 'The cache accepts no epoch of this journal' });
}

/** What an earlier term of this page could not empty; throws while it still cannot be (AUT6). */
async function emptyForeign({ ports, storage }: Runtime): Promise<void> {
  if (storage.isForeign !== true) return;
  await ports.cache.clear();
  storage.isForeign = false;
  ports.log.event('warn', 'cache.foreign');
}

async function tidy(runtime: Runtime, epoch: number): Promise<void> {
  await emptyForeign(runtime);
  const { ports } = runtime;
  const nowMs = ports.clock.nowMs();
  try {
    await ports.cache.dropTombstones(nowMs - TOMBSTONE_MS);
    await dropUnpulled(runtime, epoch);
    await ports.journal.purge(nowMs);
  } catch (thrown) {
    // Old things may stay until the next term; what is new must be sent (D18).
    if (!isFull(thrown)) throw thrown;
    ports.log.event('warn', 'lead.untidy', { kind: 'storage-full' });
  }
}

/** The cache is emptied between two terms, when nothing of this device writes it as leader any more. */
function createEmptying(
  runtime: Runtime,
  epoch: number,
): {
  readonly ask: () => Promise<void>;
  /** Somebody else had signed in unheard: what was pulled meanwhile may be theirs (AUT6, I17). */
  readonly askForeign: () => void;
  readonly run: () => Promise<void>;
} {
  const { ports, storage } = runtime;
  const asked: { readonly resolve: () => void; readonly reject: (thrown: unknown) => void }[] = [];
  return {
    ask: () => new Promise((resolve, reject) => asked.push({ resolve, reject })),
    askForeign() {
      const { log } = ports;
      const reject = (thrown: unknown): void => {
        // The next term does not begin before it has succeeded.
        storage.isForeign = true;
        log.event('error', 'cache.foreign', { message: toSyncError(thrown).message });
      };
      asked.push({ resolve: () => log.event('warn', 'cache.foreign'), reject });
    },
    async run() {
      if (asked.length === 0) return;
      // Where the lock was taken from us somebody else writes by now: the cache refuses our epoch (D15).
      const emptied = offerEpoch(runtime, epoch)
        .then(() => ports.cache.clear())
        .then(() => ports.log.event('info', 'cache.rebuilt'));
      await emptied.then(
        () => asked.forEach(({ resolve }) => resolve()),
        (thrown: unknown) => asked.forEach(({ reject }) => reject(thrown)),
      );
    },
  };
}

/** Nothing is compared with, or dropped in favour of, a server that does not answer. */
function assertReachable({ ports }: Runtime, reach: Reach): void {
  if (ports.lifecycle.isOnLine() && reach.state === 'up') return;
  throw new SyncError({ kind: 'offline', message: 'The server cannot be reached now. Nothing was changed.' });
}

/** The lead of one epoch and the way to end it; ending twice does no harm. */
function createLead(
  epoch: number,
  signal: Lead['signal'],
): { readonly lead: Lead; readonly end: () => void; readonly ended: Promise<void> } {
  let isOver = false;
  let resolveEnded: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    resolveEnded = resolve;
  });
  const end = (): void => {
    isOver = true;
    resolveEnded();
  };
  const lead: Lead = { epoch, nextFence: fenceCounter(epoch), signal, lost: end, isOver: () => isOver };
  return { lead, end, ended };
}

interface Hooks {
  readonly failed: (thrown: unknown) => void;
  readonly healthy: () => void;
  /** The same for the loops that fill the cache: to find no room there is no failure of what people do (D18). */
  readonly pullFailed: (thrown: unknown) => void;
  readonly pulled: () => void;
}

/** What the loops of a term call after a turn, and with what a turn threw. */
function createHooks(runtime: Runtime, end: () => void, changed: () => void): Hooks {
  const { log } = runtime.ports;
  const failed = (thrown: unknown): void => {
    const { info } = toSyncError(thrown);
    const { kind, message } = info;
    log.event(kind === 'cancelled' ? 'info' : 'error', 'lead.failed', { kind, message });
    if (kind === 'cancelled') end();
    if (kind === 'storage-full' || kind === 'storage-lost') runtime.storage.isFailed = true;
    changed();
  };
  const healthy = (): void => {
    runtime.storage.isFailed = false;
    changed();
  };
  return {
    failed,
    healthy,
    pullFailed(thrown) {
      if (!isFull(thrown)) return failed(thrown);
      log.event('warn', 'pull.no-room', { message: toSyncError(thrown).message });
      runtime.storage.isCramped = true;
      changed();
    },
    pulled() {
      runtime.storage.isCramped = false;
      healthy();
    },
  };
}

/** Compares a sample with the server now; what is absent there is compared in full at the next turn (D23). */
async function verifyNow(pull: PullLoop, bulk: BulkLoop): Promise<VerifyReport> {
  const timings = [...pull.timings(), ...bulk.timings()];
  const settled = new Set(timings.flatMap(({ tbl, state }) => (state?.status === 'complete' ? [tbl] : [])));
  const report = await pull.between((parts) => verifySample(parts, bulk.parts(), (tbl) => settled.has(tbl)));
  pull.compare(new Set(report.differences.flatMap(({ tbl, kind }) => (kind === 'absent' ? [tbl] : []))));
  return report;
}

function wakeBoth(pull: PullLoop, bulk: BulkLoop): void {
  pull.wake();
  bulk.wake();
}

/** What the status tells of pulling: both loops complete the copy, so both count. */
function withBulk(pull: PullFacts, bulk: BulkFacts): PullFacts {
  return {
    ...pull,
    isCompleting: pull.isCompleting || bulk.isCompleting,
    done: pull.done + bulk.done,
    total: pull.total + bulk.total,
  };
}

/** The way out of one term; what the terms of this tab sent before it, and nobody looked at, is looked at now. */
function gateOf(runtime: Runtime, session: Session, signal: Lead['signal'], opened: () => void): SessionGate {
  return createSessionGate({ runtime, session, signal, opened, unlooked: runtime.unlooked });
}

/** The loops of one term and what they ask through. */
interface TermParts {
  readonly client: Client;
  readonly session: Session;
  readonly runner: OutboxRunner;
  readonly pull: PullLoop;
  readonly bulk: BulkLoop;
}

function factsOf({ client, session, runner, pull, bulk }: TermParts): LeadFacts {
  return {
    reach: client.reach(),
    session: session.state(),
    sending: runner.inFlight(),
    pull: withBulk(pull.facts(), bulk.facts()),
    isHeld: bulk.facts().isHeld,
  };
}

/**
 * Starts a term. The caller holds the lock until `ended` resolves and `close` has run. `foreign`: the term has heard that
 * somebody else is signed in.
 */
export async function startTerm(runtime: Runtime, changed: () => void, foreign: () => void): Promise<Term> {
  const { ports } = runtime;
  const epoch = await claimEpoch(runtime);
  await tidy(runtime, epoch);
  // Both stores have just been written.
  runtime.storage.isFailed = false;
  const leadsSince = ports.clock.nowMs();
  const emptying = createEmptying(runtime, epoch);
  const cancel = createCancelSource();
  const { lead, end, ended } = createLead(epoch, cancel.signal);
  ports.log.event('info', 'lead.begin', { epoch });
  const { failed, healthy, pullFailed, pulled } = createHooks(runtime, end, changed);

  const wire = createClient(runtime, cancel.signal, (_reach, before) => reachChanged(before));
  const tainted = (): void => {
    emptying.askForeign();
    end();
  };
  const session = createSession(runtime, wire, (before) => sessionChanged(before), { tainted });
  const client = ownersClient(wire, session);
  const cache = createCacheWriter(runtime, epoch);
  const transitions = new Transitions(runtime, lead, cache);
  const gate = gateOf(runtime, session, cancel.signal, () => runner.wake());
  const runner = new OutboxRunner(
    { runtime, lead, client, session, gate, cache, transitions, streaks: new Map() },
    { changed, stored: healthy, failed },
  );
  // One store, so that the ages of rows and packed collections share a write.
  const feeds = new FeedStore(ports, epoch, runtime.unread);
  const pullParts = { runtime, lead, client, cache, session, ...nothingRemembered() };
  const isFilling = (): boolean => bulk.isFilling();
  const headed = (): void => bulk.wake();
  const pull = new PullLoop(pullParts, feeds, { changed: pulled, failed: pullFailed, headed, isFilling });
  const bulk = createBulk({ runtime, lead, client, session }, feeds, {
    changed: pulled,
    failed: pullFailed,
    filled: () => pull.wake(),
    isReady: () => pull.facts().hasHead,
  });
  const probe = createProbe(runtime, lead, { client, session, failed });

  const comeBack = (): void => {
    runner.comeBack();
    wakeBoth(pull, bulk);
  };
  /** One refusal that a probe takes back was no absence: the refused request keeps the wait it was given. */
  function reachChanged(before: Reach): void {
    if (client.reach().state !== 'up') probe.wake();
    else if (isUnreachable(before)) comeBack();
    changed();
  }
  function sessionChanged(before: SessionState): void {
    if (session.state() === 'other-user') foreign();
    if (session.state() !== 'ok') probe.wake();
    else if (before === 'doubt') runner.wake();
    else comeBack();
    changed();
  }

  runner.wake();
  wakeBoth(pull, bulk);
  return {
    ended,
    facts: () => factsOf({ client, session, runner, pull, bulk }),
    nudge: () => runner.wake(),
    resume() {
      probe.kick();
      runner.reset();
      pull.resume();
      bulk.wake();
    },
    async refresh() {
      runtime.ports.pressure?.resume?.();
      probe.kick();
      runner.reset();
      pull.refresh();
      bulk.refresh();
      await session.verify();
    },
    sessionRestored(userId) {
      session.claimed(userId);
      runner.reset();
      probe.kick();
    },
    opened: () => bulk.opened(),
    visited: () => wakeBoth(pull, bulk),
    held: () => bulk.held(),
    stepDown: () => end(),
    diagnose: () =>
      leaderReport(runtime, {
        epoch,
        leadsSince,
        session: session.state(),
        reach: client.reach().state,
        paceFactor: client.pace().factor,
        timings: [...pull.timings(), ...bulk.timings()],
      }),
    async verify() {
      assertReachable(runtime, client.reach());
      return verifyNow(pull, bulk);
    },
    rebuild() {
      assertReachable(runtime, client.reach());
      const emptied = emptying.ask();
      end();
      return emptied;
    },
    abort() {
      end();
      cancel.cancel();
    },
    async close() {
      end();
      await Promise.all([runner.stop().then(() => gate.close()), pull.stop(), bulk.stop(), probe.stop()]);
      await emptying.run();
      ports.log.event('info', 'lead.end', { epoch });
    },
  };
}
