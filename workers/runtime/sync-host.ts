import { SyncError } from '#sync/errors.ts';
import type { SyncStatus } from '#sync/core/outbox/status.ts';
import { parseCommand } from '#sync/protocol/command.ts';
import { parseLockMeans, parseLockProof } from '#sync/protocol/device-lock.ts';
import type { LockMeans, LockProof } from '#sync/protocol/device-lock.ts';
import { parseEffectRequest, parseTeamTexts } from '#sync/protocol/effect.ts';
import { sameIdentity } from '#sync/protocol/identity.ts';
import { parseSetAsideRefs } from '#sync/protocol/set-aside.ts';
import { parseFlagQuestion } from '#sync/protocol/flags.ts';
import { parseRunQuestion } from '#sync/protocol/run-params.ts';
import { parseTicketQuestion } from '#sync/protocol/ticketing.ts';
import { parseWatchScope } from '#sync/protocol/watch/scope.ts';
import type { LogCalls } from '#sync/engine/cache/logs.ts';
import type { Log } from '#sync/ports.ts';
import type { StorageReport } from '#sync/protocol/storage-report.ts';
import type { HealthContract } from '#workers/contracts/health-contract.ts';
import type { IndexContract } from '#workers/contracts/index-contract.ts';
import type { LogContract, PinRefusal, StartInput, SyncContract } from '#workers/contracts/sync-contract.ts';
import type { TopologyContract } from '#workers/contracts/topology-contract.ts';
import type { Implementation } from './expose.ts';
import { unconfirmed } from './stores.ts';

type Sync = Implementation<SyncContract>;
type Index = Implementation<IndexContract>;
type Health = Implementation<HealthContract>;
type Topology = Implementation<TopologyContract>;
type Listener = Parameters<SyncContract['subscribe']>[0];

/** What the host needs of an engine; `sync/engine` makes the real one. */
export interface HostedEngine extends Omit<
  Sync,
  | keyof LogContract
  | 'storageReport'
  | 'setLock'
  | 'sealLocked'
  | 'takeLockOff'
  | 'start'
  | 'wipe'
  | 'setVisible'
  | 'subscribe'
  | keyof DeviceCalls
> {
  readonly logs: LogCalls;
  /** Rebuilds and joins the leadership queue. */
  start(): Promise<void>;
  /** Pulls the server's summary of all checks, when it is due. */
  refreshHealth: Health['refreshHealth'];
  /** Gives up leadership and ends every task; resolves when nothing runs any more. */
  stop(): Promise<void>;
  /** Calls back with the present status and with every change. */
  onStatus(listener: Listener): unknown;
}

/** Calls about the device and not about one person; they need no engine. */
export type DeviceCalls = Pick<
  Sync,
  'finishWipes' | 'otherOwners' | 'forgetOther' | 'log' | 'lockKind' | 'unlock' | 'wipeLocked'
>;

/** One engine with everything that was opened for it. */
export interface Session {
  readonly engine: HostedEngine;
  /** Indexes over the packed collections of the same databases. */
  readonly index: Index;
  /** The list of checks of the same databases. */
  readonly health: Omit<Health, 'refreshHealth'>;
  /** The components of the same databases. */
  readonly topology: Topology;
  setVisible(isVisible: boolean): void;
  storageReport(): Promise<StorageReport>;
  /** Puts a lock on; `seal` comes next, and the next start finishes it where that was cut off (D22). */
  setLock(means: LockMeans): Promise<void>;
  /** Seals everything under the lock that was just put on; the engine has stopped. */
  seal(): Promise<void>;
  /** Null when the lock is given up; the next start opens the data. */
  takeLockOff(proof: LockProof): Promise<PinRefusal | null>;
  /** Tells the other tabs of this identity that its data is going away. */
  announceWipe(): void;
  /** Closes channel and databases. */
  close(): Promise<void>;
  /** Finishes what a crash cut off, before the engine opens anything (I18). */
  recover(): Promise<void>;
  /** Deletes the databases and verifies it; rejects when more is unsent than was agreed to (D22, I18). */
  wipe(confirmedUnsent: number): Promise<void>;
}

/** What other tabs do to the databases of a session. */
export interface SessionEvents {
  /** Another tab wiped or superseded them. */
  readonly ended: () => void;
  /** Another tab, of another version, keeps them from being opened (D17). */
  readonly blocked: () => void;
  /** The browser or the person deleted them from under this tab (D18). */
  readonly vanished: () => void;
}

/** Opens ports and engine for a start. */
export type OpenSession = (input: StartInput, events: SessionEvents) => Session;

const CLOSED_REASON = 'This copy was closed by another tab. Reload.';
const VANIEVICTED_REASON = 'The data of this device was deleted. Reload to fetch it again.';
const BLOCKED_REASON =
  'Another tab holds an older version of Holdfast. Close that tab, then reload this one.';

/** Calls that go to the engine as they are, once it has started; what comes from the page is parsed on the way. */
function engineCalls(engine: () => Promise<HostedEngine>) {
  return {
    submit: async (command, origin) => (await engine()).submit(...parseCommand(command, origin)),
    resolveConflict: async (opId, decision) => (await engine()).resolveConflict(opId, decision),
    retry: async (opId) => (await engine()).retry(opId),
    discard: async (opId) => (await engine()).discard(opId),
    prepareEffect: async (request, title, origin, was) =>
      (await engine()).prepareEffect(parseEffectRequest(request), title, origin, was),
    sendEffect: async (id, texts) => (await engine()).sendEffect(id, parseTeamTexts(texts)),
    dropEffect: async (id) => (await engine()).dropEffect(id),
    dismissNotice: async (noticeId) => (await engine()).dismissNotice(noticeId),
    saveDraft: async (key, text, expected) => (await engine()).saveDraft(key, text, expected),
    deleteDraft: async (key) => (await engine()).deleteDraft(key),
    removeSetAside: async (refs) => (await engine()).removeSetAside(parseSetAsideRefs(refs)),
    refresh: async () => (await engine()).refresh(),
    holdDownload: async (isHeld) => (await engine()).holdDownload(isHeld),
    watch: async (scope) => (await engine()).watch(parseWatchScope(scope)),
    unwatch: async (scope) => (await engine()).unwatch(parseWatchScope(scope)),
    sessionRestored: async (userId) => (await engine()).sessionRestored(userId),
    diagnostics: async () => (await engine()).diagnostics(),
    verify: async () => (await engine()).verify(),
    rebuild: async () => (await engine()).rebuild(),
    unsent: async () => (await engine()).unsent(),
    pin: async (kind, id) => (await engine()).pin(kind, id),
    unpin: async (kind, id) => (await engine()).unpin(kind, id),
    pins: async () => (await engine()).pins(),
    gatherReview: async (id) => (await engine()).gatherReview(id),
    fetchDocument: async (kind, id) => (await engine()).fetchDocument(kind, id),
    readPage: async (question, maxAgeMs) => (await engine()).readPage(question, maxAgeMs),
    readLogs: async (question, page) => (await engine()).logs.read(question, page),
    keptLogs: async (question) => (await engine()).logs.kept(question),
    keptLines: async (question, segmentId) => (await engine()).logs.lines(question, segmentId),
    keepLogs: async (head, segments) => (await engine()).logs.keep(head, segments),
    logsKept: async () => (await engine()).logs.all(),
    askTicketing: async (question) => (await engine()).askTicketing(parseTicketQuestion(question)),
    askRunParams: async (question) => (await engine()).askRunParams(parseRunQuestion(question)),
    askFlags: async (question) => (await engine()).askFlags(parseFlagQuestion(question)),
  } satisfies Partial<Sync>;
}

/** Calls that go to the indexes of the session. */
function indexCalls(index: () => Promise<Index>): Index {
  return {
    queryIndex: async (tbl, query) => (await index()).queryIndex(tbl, query),
    indexRows: async (tbl, ids) => (await index()).indexRows(tbl, ids),
    subscribeIndex: async (tbl, listener) => (await index()).subscribeIndex(tbl, listener),
    rebuildIndexes: async () => (await index()).rebuildIndexes(),
    unsubscribeIndex: async (subscription) => (await index()).unsubscribeIndex(subscription),
  };
}

/** Calls about checks: the list of the session, and the engine that pulls what the server computes. */
function healthCalls(started: () => Promise<Session>): Health {
  return {
    queryHealth: async (query) => (await started()).health.queryHealth(query),
    healthRows: async (ids) => (await started()).health.healthRows(ids),
    subscribeHealth: async (listener) => (await started()).health.subscribeHealth(listener),
    unsubscribeHealth: async (subscription) => (await started()).health.unsubscribeHealth(subscription),
    refreshHealth: async (maxAgeMs) => (await started()).engine.refreshHealth(maxAgeMs),
  };
}

/** Calls that go to the components of the session. */
function topologyCalls(topology: () => Promise<Topology>): Topology {
  return {
    queryTopology: async (query) => (await topology()).queryTopology(query),
    topologyCards: async (ids, showHidden) => (await topology()).topologyCards(ids, showHidden),
    subscribeTopology: async (listener) => (await topology()).subscribeTopology(listener),
    unsubscribeTopology: async (subscription) => (await topology()).unsubscribeTopology(subscription),
  };
}

/** Ends the engine of a session, does a last thing, and closes it whatever comes. */
type EndSession = (session: Session, last?: () => Promise<void>) => Promise<void>;

/** Calls about the lock of the data; sealing ends the session, which would go on writing in the clear. */
function lockCalls(started: () => Promise<Session>, end: EndSession) {
  return {
    setLock: async (means) => (await started()).setLock(parseLockMeans(means)),
    sealLocked: async () => {
      const session = await started();
      await end(session, () => session.seal());
    },
    takeLockOff: async (proof) => (await started()).takeLockOff(parseLockProof(proof)),
  } satisfies Partial<Sync>;
}

/**
 * Implements the contract over one engine at a time. `start` is idempotent per identity and ends the engine of any
 * other identity first (I17); every other call needs a started engine.
 */
export function createSyncHost(
  open: OpenSession,
  log: Log,
  device: DeviceCalls,
): Sync & Index & Health & Topology {
  let current:
    | { readonly input: StartInput; readonly session: Session; readonly ready: Promise<void> }
    | undefined;

  let wiping: Session | undefined;

  /** The last status of each engine, and who follows it: a closed copy must not go on looking alive. */
  const followed = new Map<Session, { last?: SyncStatus; readonly listeners: Listener[] }>();

  function follow(session: Session, listener: Listener): void {
    const known = followed.get(session);
    const entry = known ?? { listeners: [] };
    followed.set(session, entry);
    entry.listeners.push(listener);
    session.engine.onStatus((status) => {
      if (followed.get(session) !== entry) return;
      entry.last = status;
      listener(status);
    });
  }

  /** Says that the storage does not work, over what the engine said last. */
  function sayFailed(session: Session, reason: string): void {
    const { last, listeners } = followed.get(session) ?? { listeners: [] };
    if (last === undefined) return;
    const failed: SyncStatus = { ...last, phase: 'storage-failed', isLeader: false, progress: null, reason };
    for (const listener of listeners) listener(failed);
  }

  async function end(session: Session, last?: () => Promise<void>): Promise<void> {
    followed.delete(session);
    if (current?.session === session) current = undefined;
    try {
      await session.engine.stop();
      await last?.();
    } finally {
      // Left open, its databases would block every other tab.
      await session.close();
    }
  }

  function begin(input: StartInput): Promise<void> {
    const handleEnded = (reason: string): void => {
      log.event('warn', 'host.ended', { tabId: input.tabId });
      sayFailed(session, reason);
      end(session).catch((thrown: unknown) =>
        log.event('error', 'host.end-failed', { message: String(thrown) }),
      );
    };
    const handleBlocked = (): void => {
      log.event('warn', 'host.blocked', { tabId: input.tabId });
      sayFailed(session, BLOCKED_REASON);
    };
    const session = open(input, {
      ended: () => handleEnded(CLOSED_REASON),
      blocked: handleBlocked,
      vanished: () => handleEnded(VANIEVICTED_REASON),
    });
    const ready = session.recover().then(() => session.engine.start());
    current = { input, session, ready };
    return ready;
  }

  async function started(): Promise<Session> {
    if (current === undefined) {
      throw new SyncError({ kind: 'storage-lost', message: 'The local data of this tab is closed' });
    }
    const { session, ready } = current;
    await ready;
    return session;
  }

  return {
    ...device,
    start: async (input) => {
      // Once more after every end: somebody else may have been started meanwhile (I17).
      while (current !== undefined && !sameIdentity(current.input.identity, input.identity))
        await end(current.session);
      const starting = current?.ready ?? begin(input);
      try {
        await starting;
      } catch (thrown) {
        // A failed start leaves nothing behind, so that the page may try again.
        if (current?.ready === starting) await end(current.session);
        throw thrown;
      }
    },
    ...engineCalls(async () => (await started()).engine),
    ...lockCalls(started, end),
    storageReport: async () => (await started()).storageReport(),
    setVisible: async (isVisible) => (await started()).setVisible(isVisible),
    ...indexCalls(async () => (await started()).index),
    ...healthCalls(started),
    ...topologyCalls(async () => (await started()).topology),
    subscribe: async (listener) => {
      follow(await started(), listener);
    },
    wipe: async (confirmedUnsent) => {
      if (wiping === undefined) {
        const session = await started();
        const isCounted = confirmedUnsent < Number.MAX_SAFE_INTEGER;
        const count = isCounted ? await session.engine.unsent() : 0;
        // Before anything stops: a page that is told no goes on as before.
        if (count > confirmedUnsent) throw unconfirmed(count);
        wiping = session;
        current = undefined;
        await wiping.engine.stop();
        wiping.announceWipe();
      }
      // Kept when it fails (another tab held the databases), so that asking again goes on where it stopped.
      await wiping.wipe(confirmedUnsent);
      wiping = undefined;
    },
  };
}
