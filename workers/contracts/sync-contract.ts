import type { Result } from '#sync/errors.ts';
import type {
  Command as SyncCommand,
  CommandOrigin as SyncCommandOrigin,
  Submitted,
} from '#sync/protocol/command.ts';
import type { Effect, EffectRequest } from '#sync/protocol/effect.ts';
import type { TeamTexts } from '#sync/protocol/effects/spec.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { LockKind, LockMeans, LockProof } from '#sync/protocol/device-lock.ts';
import type { DocumentKind } from '#sync/protocol/documents/registry.ts';
import type { FetchedDocument, Pin } from '#sync/protocol/document.ts';
import type { AskedPage, PagePart } from '#sync/protocol/paged.ts';
import type { LogHead, LogPart, LogQuestion, NewSegment, PackedLines } from '#sync/protocol/log.ts';
import type { SetAsideRef } from '#sync/protocol/set-aside.ts';
import type { FlagAnswer, FlagQuestion } from '#sync/protocol/flags.ts';
import type { RunAnswer, RunQuestion } from '#sync/protocol/run-params.ts';
import type { TicketAnswer, TicketQuestion } from '#sync/protocol/ticketing.ts';
import type { WatchScope } from '#sync/protocol/watch/scope.ts';
import type { StorageReport } from '#sync/protocol/storage-report.ts';
import type { Diagnostics, LogLine, VerifyReport } from './diagnostics.ts';

/**
 * What a screen may ask for: a union by `kind`, checked against `commandSchema` where it enters the worker. A command
 * becomes one or more operations; it never touches the network itself.
 */
export type Command = SyncCommand;

/** Where a command came from: "take me back there" and the outbox line. */
export type CommandOrigin = SyncCommandOrigin;

/**
 * The user's answer to a conflict (D8). `mine` re-sends against the server's present row, `edit` with a new patch.
 * `seen` names the later changes whose values the person was shown as mine: the answer settles them too.
 */
export type ConflictDecision = { readonly seen?: readonly string[] | undefined } & (
  | { readonly take: 'theirs' }
  | { readonly take: 'mine' }
  | { readonly take: 'edit'; readonly patch: JsonRow }
);

/** One indicator for the whole console (ux 4.6). Times are device ms for `at`, server ISO text for `asOf`. */
export interface SyncStatus {
  readonly phase:
    | 'starting'
    | 'live'
    | 'syncing'
    | 'offline'
    | 'unreachable'
    | 'signed-out'
    | 'storage-failed';
  readonly isLeader: boolean;
  /** Operations on their way (queued, sending, waiting, ambiguous, auth-hold). */
  readonly waiting: number;
  /** Operations that need a person: conflict, parked, and unread notices of failed ones. */
  readonly needsAttention: number;
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** Server time of the last successful pull of the hot group; null before the first. */
  readonly asOf: string | null;
  /** Why the last pull failed, or why there are none, in plain words; null when neither is so. */
  readonly reason: string | null;
  /** True while this device has no room for the copy: changes are saved and sent, what is shown may be behind (D18). */
  readonly isFull?: boolean | undefined;
  /** True while the person holds back what the first download still has to bring (D11). */
  readonly isHeld?: boolean | undefined;
  /** How far the server's clock is ahead of this device's, in ms and whole minutes; absent while both agree or nothing was heard. */
  readonly skewMs?: number | undefined;
  readonly updatedAt: number;
}

/** Input of `start`. */
export interface StartInput {
  readonly identity: Identity;
  /** API base path, e.g. `/api`. */
  readonly apiBase: string;
  readonly tabId: string;
  readonly appVersion: string;
  /** Name of the person, for what the next person on this device is told about unsent work (D22). */
  readonly ownerName?: string | undefined;
  /** Key of a person who has locked their data; a start without it fails with `unauthorized` (D22). */
  readonly key?: Uint8Array | undefined;
  /** A mark outside the storage says that this person had data here: an empty start means that it was evicted (D18). */
  readonly hadData?: boolean | undefined;
}

/** Somebody else's unsent work on this device, sealed: a name, a count and when it was last used (device ms). */
export interface OtherOwner {
  readonly hash: string;
  /** Empty when the name is not known. */
  readonly label: string;
  readonly unsent: number;
  readonly seenAt: number;
}

/** A PIN or passkey that did not open the lock; no PIN is looked at for `waitMs`. */
export interface PinRefusal {
  readonly kind: 'wrong' | 'wait';
  readonly waitMs: number;
}

/** What came of a proof. */
export type Unlocked = { readonly kind: 'open'; readonly key: Uint8Array<ArrayBuffer> } | PinRefusal;

/** Lines of logs as the page sees them: it asks for them, puts them in order and has them kept. */
export interface LogContract {
  /** A page of lines of logs from the server, the first or the one that `page` names; keeps nothing. */
  readLogs(question: LogQuestion, page: string | null): Promise<Result<LogPart>>;
  /** What is kept of a question, without its lines; null for nothing. */
  keptLogs(question: LogQuestion): Promise<Result<LogHead | null>>;
  /** The lines of a kept segment; null where they are gone: least recently read ones go first. */
  keptLines(question: LogQuestion, segmentId: string): Promise<Result<PackedLines | null>>;
  /** Keeps what was read, without what looks like a secret; kept segments that the head does not name go. */
  keepLogs(head: LogHead, segments: readonly NewSegment[]): Promise<Result<null>>;
  /** Every question of which lines are kept, the last read first. */
  logsKept(): Promise<Result<readonly LogHead[]>>;
}

/** The sync worker as the page sees it. Every method resolves with a Result; a rejection is a bug. */
export interface SyncContract extends LogContract {
  /** Opens the databases of the identity, rebuilds, joins the leadership queue. Idempotent per identity. */
  start(input: StartInput): Promise<Result<null>>;
  /** Resolves when the operations are durable ("saved on this device"); the visible rows have changed by then. */
  submit(command: Command, origin: CommandOrigin): Promise<Result<Submitted>>;
  resolveConflict(opId: string, decision: ConflictDecision): Promise<Result<null>>;
  /** Sends a waiting or parked op again now. */
  retry(opId: string): Promise<Result<null>>;
  /** Drops an unsent, parked or conflicted op and rolls its row back. Its text goes to the drafts. */
  discard(opId: string): Promise<Result<null>>;
  /**
   * Keeps an effect (run, invite…) as a draft with an expiry; `title` names it for the person, `was` is the state of its
   * target as the person sees it (D8). Sends nothing.
   */
  prepareEffect(
    request: EffectRequest,
    title: string,
    origin: CommandOrigin,
    was?: string,
  ): Promise<Result<Effect>>;
  /**
   * Sends a prepared effect once. The result may be `unknown`; it is never sent again (I29). `texts`: what the team sets
   * on a ticket, which goes into the request and is stored nowhere (D22).
   */
  sendEffect(id: string, texts?: TeamTexts): Promise<Result<Effect>>;
  /** Drops a draft, or takes an ended effect off the list. */
  dropEffect(id: string): Promise<Result<null>>;
  dismissNotice(noticeId: string): Promise<Result<null>>;
  /**
   * Keeps a typed text; an empty one is forgotten. False, and nothing is written, while a text that came back from
   * another operation than `expectedFromOpId` waits under the key (ux 4.7).
   */
  saveDraft(key: string, text: string, expectedFromOpId: string | null): Promise<Result<boolean>>;
  deleteDraft(key: string): Promise<Result<null>>;
  /** Deletes records of this device that cannot be read; what needed one of them is cancelled and told (I20). */
  removeSetAside(refs: readonly SetAsideRef[]): Promise<Result<null>>;
  /** Pulls everything due now, because the user asked. */
  refresh(): Promise<Result<null>>;
  /** Holds the first download back or lets it go on; durable, pages that are here stay (D11). */
  holdDownload(isHeld: boolean): Promise<Result<null>>;
  /**
   * A screen looks at something: what comes with it, and how often, its description says (WCH1). Several may look at once;
   * each ends its own with `unwatch`. A scope that no description speaks of is a `bug`.
   */
  watch(scope: WatchScope): Promise<Result<null>>;
  unwatch(scope: WatchScope): Promise<Result<null>>;
  setVisible(isVisible: boolean): Promise<Result<null>>;
  /** After a successful sign-in: lifts the auth hold when the user is the one the data belongs to. */
  sessionRestored(userId: string): Promise<Result<null>>;
  /** Everything the panel shows about syncing; a follower waits a moment for the tab that leads (D23). */
  diagnostics(): Promise<Result<Diagnostics>>;
  /** Compares a sample of 200 rows with the server and reads again what differs; `offline` while it cannot (D23). */
  verify(): Promise<Result<VerifyReport>>;
  /** Drops everything pulled and pulls it again; unsent work stays. `offline` while the server cannot be reached. */
  rebuild(): Promise<Result<null>>;
  /** The newest events of this tab's worker, oldest first; ids and codes only. Needs no `start`. */
  log(): Promise<Result<readonly LogLine[]>>;
  /** Unsent operations, for the sign-out question. */
  unsent(): Promise<Result<number>>;
  /**
   * Deletes everything of the identity and verifies that it is gone (D22). Fails with `rejected` and deletes nothing
   * when more operations are unsent than the person has agreed to lose (I18).
   */
  wipe(confirmedUnsent: number): Promise<Result<null>>;
  /** Keeps an incident or a config available offline, with what belongs to it (D13). */
  pin(kind: Pin['kind'], id: string): Promise<Result<null>>;
  unpin(kind: Pin['kind'], id: string): Promise<Result<null>>;
  pins(): Promise<Result<readonly Pin[]>>;
  /** Brings in what the review of an incident needs, while some tab has it open; resolves when it was tried (D13). */
  gatherReview(incidentId: string): Promise<Result<null>>;
  /** A body on demand: fetched, or the kept one with its age; one that bears a secret is never kept (D13, D22). */
  fetchDocument(kind: DocumentKind, id: string): Promise<Result<FetchedDocument>>;
  /**
   * One page of rows that are not pulled, with its age and what it lacks; of the last ten questions of a source the
   * pages are kept. Younger than `maxAgeMs` they are not asked for again.
   */
  readPage(question: AskedPage, maxAgeMs: number): Promise<Result<PagePart>>;
  /** Asks the server about a team's ticket systems; the answer is never stored, so it needs a connection (D22). */
  askTicketing(question: TicketQuestion): Promise<Result<TicketAnswer>>;
  /**
   * Which parameters a run of a playbook on one thing takes, with the defaults that the server makes of it (reference
   * L8). The answer is never stored, so it needs a connection; without one it is `unanswered` (D22).
   */
  askRunParams(question: RunQuestion): Promise<Result<RunAnswer>>;
  /**
   * Reads feature flags, or changes one against the value the person saw (reference F1-F5). Nothing of it is stored or
   * sent again by itself, so it needs a connection; a lost answer is looked up (FLG1-FLG4).
   */
  askFlags(question: FlagQuestion): Promise<Result<FlagAnswer>>;
  /**
   * Puts a lock on this person's data: every later start opens with that PIN or passkey alone (D22). The other tabs are
   * closed; this one calls `sealLocked` next. `rejected` when the PIN is too short or there is a lock.
   */
  setLock(means: LockMeans): Promise<Result<null>>;
  /**
   * Seals what lies there under the lock that this tab has just put on, and closes it; the page must start anew
   * (D22). Resolves when nothing of it lies in the clear; cut off or failed, the next start with the key finishes it.
   */
  sealLocked(): Promise<Result<null>>;
  /** Gives the lock up, for the next start; null when the proof was right. */
  takeLockOff(proof: LockProof): Promise<Result<PinRefusal | null>>;
  /** How the lock of a person is opened, null when there is none; needs no `start`. */
  lockKind(identity: Identity): Promise<Result<LockKind | null>>;
  /** Opens the lock; needs no `start`. The key must stay in memory. */
  unlock(identity: Identity, proof: LockProof): Promise<Result<Unlocked>>;
  /** Deletes everything of a person whose PIN or passkey is gone, unsent work included; needs no `start` (D22). */
  wipeLocked(identity: Identity): Promise<Result<null>>;
  /** Sizes, promises and losses of the storage (D18, D23). */
  storageReport(): Promise<Result<StorageReport>>;
  /** Finishes wipes that a crash cut off; needs no `start`. Returns how many there were (I18). */
  finishWipes(): Promise<Result<number>>;
  /** Other people with unsent work on this device; needs no `start`. `except` is left out (D22). */
  otherOwners(except: Identity): Promise<Result<readonly OtherOwner[]>>;
  /** Deletes what that person pulled on this device; their unsent work stays sealed (D22). */
  forgetOther(hash: string): Promise<Result<null>>;
  /** Calls back with every change of the status, starting with the present one. */
  subscribe(listener: (status: SyncStatus) => void): Promise<Result<null>>;
}
