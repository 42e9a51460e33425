import { proxy, wrap, type Remote } from 'comlink';
import { SyncError, toSyncError, type Result, type SyncErrorInfo } from '#sync/errors.ts';
import type { Submitted } from '#sync/protocol/command.ts';
import type { Effect, EffectRequest } from '#sync/protocol/effect.ts';
import type { TeamTexts } from '#sync/protocol/effects/spec.ts';
import type { HealthContract } from '#workers/contracts/health-contract.ts';
import type { TopologyContract } from '#workers/contracts/topology-contract.ts';
import type { IndexContract } from '#workers/contracts/index-contract.ts';
import type {
  Command,
  ConflictDecision,
  OtherOwner,
  PinRefusal,
  StartInput,
  SyncContract,
  SyncStatus,
} from '#workers/contracts/sync-contract.ts';
import { createHealthClient, type HealthClient } from './health-client.ts';
import { createTopologyClient, type TopologyClient } from './topology-client.ts';
import { createIndexClient, type IndexClient } from './index-client.ts';
import type { Diagnostics, LogLine, VerifyReport } from '#workers/contracts/diagnostics.ts';
import type { LockMeans, LockProof } from '#sync/protocol/device-lock.ts';
import type { DocumentKind } from '#sync/protocol/documents/registry.ts';
import type { FetchedDocument, Pin } from '#sync/protocol/document.ts';
import type { LogHead, LogPart, LogQuestion, NewSegment, PackedLines } from '#sync/protocol/log.ts';
import type { AskedPage, PagePart } from '#sync/protocol/paged.ts';
import type { SetAsideRef } from '#sync/protocol/set-aside.ts';
import type { FlagAnswer, FlagQuestion } from '#sync/protocol/flags.ts';
import type { RunAnswer, RunQuestion } from '#sync/protocol/run-params.ts';
import type { TicketAnswer, TicketQuestion } from '#sync/protocol/ticketing.ts';
import type { WatchScope } from '#sync/protocol/watch/scope.ts';
import type { StorageReport } from '#sync/protocol/storage-report.ts';
import type { WorkerEnd } from './late-worker.ts';
import { createStore, type Store } from '../device/store.ts';

/** The sync worker as features use it: values or a thrown SyncError, never a Result. */
export interface SyncClient {
  readonly status: Store<SyncStatus>;
  /** Resolves when the change is durable on this device. `screen` is where "take me there" leads. */
  readonly submit: (command: Command, screen: string) => Promise<Submitted>;
  readonly resolveConflict: (opId: string, decision: ConflictDecision) => Promise<void>;
  readonly retry: (opId: string) => Promise<void>;
  readonly discard: (opId: string) => Promise<void>;
  /** Keeps an effect as a draft that a person may send within its time; nothing is sent yet. */
  readonly prepareEffect: (
    request: EffectRequest,
    title: string,
    screen: string,
    /** State of what it is about, as it is shown now. */
    was?: string,
  ) => Promise<Effect>;
  /**
   * Sends it once; resolves with what became of it, which may be that nobody knows. `texts` is what the team sets on a
   * ticket: it is part of the request and of nothing else.
   */
  readonly sendEffect: (id: string, texts?: TeamTexts) => Promise<Effect>;
  readonly dropEffect: (id: string) => Promise<void>;
  readonly dismissNotice: (noticeId: string) => Promise<void>;
  /** False while a returned text that this screen does not know waits under the key. */
  readonly saveDraft: (key: string, text: string, expectedFromOpId: string | null) => Promise<boolean>;
  readonly deleteDraft: (key: string) => Promise<void>;
  /** Deletes records of this device that nobody can read. */
  readonly removeSetAside: (refs: readonly SetAsideRef[]) => Promise<void>;
  /** A pull the user asked for; a 401 here leads to /auth-state-checker. */
  readonly refresh: () => Promise<void>;
  /** Holds the first download of this device back, or lets it go on, in every tab. */
  readonly holdDownload: (isHeld: boolean) => Promise<void>;
  /** Has the worker pull what comes with this, for as long as somebody looks; see `useWatch`. */
  readonly watch: (scope: WatchScope) => Promise<void>;
  readonly unwatch: (scope: WatchScope) => Promise<void>;
  readonly sessionRestored: (userId: string) => Promise<void>;
  /** What the panel shows about syncing. */
  readonly diagnostics: () => Promise<Diagnostics>;
  /** Compares a sample with the server and repairs what differs. */
  readonly verify: () => Promise<VerifyReport>;
  /** Drops everything pulled and pulls it again. */
  readonly rebuild: () => Promise<void>;
  /** Newest events of this tab's worker. */
  readonly log: () => Promise<readonly LogLine[]>;
  readonly unsent: () => Promise<number>;
  /** Rejects, and removes nothing, when more is unsent than that. */
  readonly wipe: (confirmedUnsent: number) => Promise<void>;
  /** Other people's unsent work on this device. */
  readonly otherOwners: () => Promise<readonly OtherOwner[]>;
  readonly pin: (kind: Pin['kind'], id: string) => Promise<void>;
  readonly unpin: (kind: Pin['kind'], id: string) => Promise<void>;
  readonly pins: () => Promise<readonly Pin[]>;
  /** Brings in what the review of an incident needs while it is open. */
  readonly gatherReview: (incidentId: string) => Promise<void>;
  readonly fetchDocument: (kind: DocumentKind, id: string) => Promise<FetchedDocument>;
  /** One page of rows that are not pulled. */
  readonly readPage: (question: AskedPage, maxAgeMs: number) => Promise<PagePart>;
  /** A page of lines of logs, the first or the one that `page` names. */
  readonly readLogs: (question: LogQuestion, page: string | null) => Promise<LogPart>;
  readonly keptLogs: (question: LogQuestion) => Promise<LogHead | null>;
  readonly keptLines: (question: LogQuestion, segmentId: string) => Promise<PackedLines | null>;
  readonly keepLogs: (head: LogHead, segments: readonly NewSegment[]) => Promise<void>;
  /** Every question of which lines are kept, the last read first. */
  readonly logsKept: () => Promise<readonly LogHead[]>;
  /** Asks about a team's ticket systems; never stored, so there is no answer without a connection. */
  readonly askTicketing: (question: TicketQuestion) => Promise<TicketAnswer>;
  readonly askRunParams: (question: RunQuestion) => Promise<RunAnswer>;
  readonly askFlags: (question: FlagQuestion) => Promise<FlagAnswer>;
  /** Puts a PIN or a passkey on the data; `sealLocked` comes next. */
  readonly setLock: (means: LockMeans) => Promise<void>;
  /** Encrypts what lies there under the new lock; the page must start anew. */
  readonly sealLocked: () => Promise<void>;
  /** Null when the proof was right; the page must start anew. */
  readonly takeLockOff: (proof: LockProof) => Promise<PinRefusal | null>;
  readonly storageReport: () => Promise<StorageReport>;
  readonly forgetOther: (hash: string) => Promise<void>;
  /** Ends the worker of this tab. Operations are durable, so nothing is lost. */
  readonly close: () => void;
}

/** The client of a live worker, with the indexes that live beside the engine. */
export interface WorkerClient extends SyncClient {
  readonly index: IndexClient;
  readonly health: HealthClient;
  readonly topology: TopologyClient;
}

/** What the client needs of the worker; a plain object in tests. */
export interface SyncWorkerPorts {
  readonly contract: Remote<SyncContract & IndexContract & HealthContract & TopologyContract>;
  /** Calls back when the worker can no longer answer (script failed to load or threw at top level). */
  readonly onCrash: (listener: (message: string) => void) => void;
  readonly onVisibility: (listener: (isVisible: boolean) => void) => () => void;
  readonly terminate: () => void;
  readonly now: () => number;
}

const STARTING: SyncStatus = {
  phase: 'starting',
  isLeader: false,
  waiting: 0,
  needsAttention: 0,
  progress: null,
  asOf: null,
  reason: null,
  updatedAt: 0,
};

export function createSyncClient(input: StartInput, ports: SyncWorkerPorts): WorkerClient {
  const { contract } = ports;
  const status = createStore<SyncStatus>(STARTING);
  const fail = (info: SyncErrorInfo): void =>
    status.set({ ...status.get(), phase: 'storage-failed', reason: info.message, updatedAt: ports.now() });

  const crashed = new Promise<never>((_resolve, reject) => {
    ports.onCrash((message) => {
      const error = new SyncError({ kind: 'bug', message });
      fail(error.info);
      reject(error);
    });
  });
  // The race below reports it to every caller; without callers the status has already told the user.
  crashed.catch(() => undefined);

  const started = Promise.race([start(contract, input, status), crashed]);
  started.catch((thrown: unknown) => fail(toSyncError(thrown).info));

  const run = async <T>(call: () => Promise<Result<T>>): Promise<T> => {
    await started;
    return unwrap(await Promise.race([call(), crashed]));
  };
  const runVoid = async (call: () => Promise<Result<null>>): Promise<void> => {
    await run(call);
  };
  const stopVisibility = ports.onVisibility((isVisible) => {
    runVoid(() => contract.setVisible(isVisible)).catch((thrown: unknown) => fail(toSyncError(thrown).info));
  });

  return {
    status,
    index: createIndexClient(contract, run),
    health: createHealthClient(contract, run),
    topology: createTopologyClient(contract, run),
    submit: (command, screen) =>
      run(() => contract.submit(command, { screen, appVersion: input.appVersion })),
    resolveConflict: (opId, decision) => runVoid(() => contract.resolveConflict(opId, decision)),
    retry: (opId) => runVoid(() => contract.retry(opId)),
    discard: (opId) => runVoid(() => contract.discard(opId)),
    prepareEffect: (request, title, screen, was) =>
      run(() => contract.prepareEffect(request, title, { screen, appVersion: input.appVersion }, was)),
    sendEffect: (id, texts) => run(() => contract.sendEffect(id, texts)),
    dropEffect: (id) => runVoid(() => contract.dropEffect(id)),
    dismissNotice: (noticeId) => runVoid(() => contract.dismissNotice(noticeId)),
    saveDraft: (key, text, expected) => run(() => contract.saveDraft(key, text, expected)),
    deleteDraft: (key) => runVoid(() => contract.deleteDraft(key)),
    removeSetAside: (refs) => runVoid(() => contract.removeSetAside(refs)),
    refresh: () => runVoid(() => contract.refresh()),
    holdDownload: (isHeld) => runVoid(() => contract.holdDownload(isHeld)),
    watch: (scope) => runVoid(() => contract.watch(scope)),
    unwatch: (scope) => runVoid(() => contract.unwatch(scope)),
    sessionRestored: (userId) => runVoid(() => contract.sessionRestored(userId)),
    diagnostics: () => run(() => contract.diagnostics()),
    verify: () => run(() => contract.verify()),
    rebuild: () => runVoid(() => contract.rebuild()),
    log: () => run(() => contract.log()),
    unsent: () => run(() => contract.unsent()),
    wipe: (confirmedUnsent) => runVoid(() => contract.wipe(confirmedUnsent)),
    otherOwners: () => run(() => contract.otherOwners(input.identity)),
    pin: (kind, id) => runVoid(() => contract.pin(kind, id)),
    unpin: (kind, id) => runVoid(() => contract.unpin(kind, id)),
    pins: () => run(() => contract.pins()),
    gatherReview: (id) => runVoid(() => contract.gatherReview(id)),
    fetchDocument: (kind, id) => run(() => contract.fetchDocument(kind, id)),
    readPage: (question, maxAgeMs) => run(() => contract.readPage(question, maxAgeMs)),
    readLogs: (question, page) => run(() => contract.readLogs(question, page)),
    keptLogs: (question) => run(() => contract.keptLogs(question)),
    keptLines: (question, segmentId) => run(() => contract.keptLines(question, segmentId)),
    keepLogs: (head, segments) => runVoid(() => contract.keepLogs(head, segments)),
    logsKept: () => run(() => contract.logsKept()),
    askTicketing: (question) => run(() => contract.askTicketing(question)),
    askRunParams: (question) => run(() => contract.askRunParams(question)),
    askFlags: (question) => run(() => contract.askFlags(question)),
    setLock: (means) => runVoid(() => contract.setLock(means)),
    sealLocked: () => runVoid(() => contract.sealLocked()),
    takeLockOff: (proof) => run(() => contract.takeLockOff(proof)),
    storageReport: () => run(() => contract.storageReport()),
    forgetOther: (hash) => runVoid(() => contract.forgetOther(hash)),
    close() {
      stopVisibility();
      ports.terminate();
    },
  };
}

async function start(
  contract: Remote<SyncContract>,
  input: StartInput,
  status: { set: (next: SyncStatus) => void },
): Promise<void> {
  unwrap(await contract.start(input));
  unwrap(await contract.subscribe(proxy((next: SyncStatus) => status.set(next))));
}

/** Rebuilds the error that crossed the worker boundary as plain data. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new SyncError(result.error);
}

/** Ports over a real worker of this page. */
export function workerPorts(worker: WorkerEnd): SyncWorkerPorts {
  return {
    contract: wrap<SyncContract & IndexContract & HealthContract & TopologyContract>(worker),
    onCrash(listener) {
      worker.addEventListener('error', (event) =>
        listener(event.message === '' ? 'The sync worker could not be loaded' : event.message),
      );
    },
    onVisibility(listener) {
      const report = (): void => listener(document.visibilityState === 'visible');
      report();
      // A page that was frozen, or kept for the Back button, goes on without becoming visible anew (D15).
      const events = [
        [document, 'visibilitychange'],
        [document, 'resume'],
        [window, 'pageshow'],
      ] as const;
      for (const [target, type] of events) target.addEventListener(type, report);
      return () => {
        for (const [target, type] of events) target.removeEventListener(type, report);
      };
    },
    terminate: () => worker.terminate(),
    now: () => Date.now(),
  };
}
