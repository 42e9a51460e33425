import type { ConflictDecision } from '../core/outbox/conflict.ts';
import type { SyncStatus } from '../core/outbox/status.ts';
import type { AskedPage, PagePart } from '../protocol/paged.ts';
import type { LogCalls } from './cache/logs.ts';
import type { DocumentKind } from '../protocol/documents/registry.ts';
import type { FetchedDocument, Pin } from '../protocol/document.ts';
import type { HealthRefresh } from '../protocol/health.ts';
import type { Command, CommandOrigin, Submitted } from '../protocol/command.ts';
import type { Effect, EffectRequest } from '../protocol/effect.ts';
import type { TeamTexts } from '../protocol/effects/spec.ts';
import type { SetAsideRef } from '../protocol/set-aside.ts';
import type { FlagAnswer, FlagQuestion } from '../protocol/flags.ts';
import type { RunAnswer, RunQuestion } from '../protocol/run-params.ts';
import type { WatchScope } from '../protocol/watch/scope.ts';
import type { TicketAnswer, TicketQuestion } from '../protocol/ticketing.ts';
import type { Diagnostics, VerifyReport } from '../protocol/diagnostics.ts';

/**
 * The sync engine of one tab. Calls reject with SyncError. An instance may be abandoned at any moment: everything it
 * promised is in the journal, and the next instance on the same stores takes over.
 */
export interface Engine {
  /** Joins the leadership queue and begins to follow or to lead. */
  start(): Promise<void>;
  /** Leaves; requests in flight are cancelled and looked up by the next leader. */
  stop(): Promise<void>;
  submit(command: Command, origin: CommandOrigin): Promise<Submitted>;
  resolveConflict(opId: string, decision: ConflictDecision): Promise<void>;
  retry(opId: string): Promise<void>;
  discard(opId: string): Promise<void>;
  /**
   * Keeps an effect as a draft with an expiry; `title` names it for the person, `was` is the state of its target as the
   * person sees it (D8 class C).
   */
  prepareEffect(request: EffectRequest, title: string, origin: CommandOrigin, was?: string): Promise<Effect>;
  /** Sends a prepared effect once, because a person said so just now; see `Effects.send`. */
  sendEffect(id: string, texts?: TeamTexts): Promise<Effect>;
  dropEffect(id: string): Promise<void>;
  dismissNotice(noticeId: string): Promise<void>;
  saveDraft(key: string, text: string, expectedFromOpId: string | null): Promise<boolean>;
  deleteDraft(key: string): Promise<void>;
  removeSetAside(refs: readonly SetAsideRef[]): Promise<void>;
  /** Makes everything due, in whichever tab leads; resolves when that is under way, here after whoami was asked. */
  refresh(): Promise<void>;
  /**
   * Holds the first download of the packed collections back, or lets it go on, in whichever tab leads; durable, and the
   * pages that are here stay (D11).
   */
  holdDownload(isHeld: boolean): Promise<void>;
  /**
   * A screen looks at something: whichever tab leads pulls what its description says comes with it, as often as that says
   * (WCH1). How far packed rows of a parent reach is in the coverage of their collection (D13).
   */
  watch(scope: WatchScope): Promise<void>;
  /** Ends one `watch` of the same scope. Parents of packed rows are followed until enough others were opened since (BLK7). */
  unwatch(scope: WatchScope): Promise<void>;
  setVisible(isVisible: boolean): Promise<void>;
  /** Everything the panel shows about syncing (D23); a follower asks the leader and waits a moment for it. */
  diagnostics(): Promise<Diagnostics>;
  /** Compares a sample of 200 rows with the server, in whichever tab leads; differences are read again (D23). */
  verify(): Promise<VerifyReport>;
  /** Drops the cache and pulls it again; the journal stays, and what it holds is shown again at once (D23). */
  rebuild(): Promise<void>;
  /**
   * After a sign-in: whoami is asked, and the hold ends when it names the owner of the data. Rejects when it was
   * somebody else; then nothing is sent until whoami names the owner again (I17).
   */
  sessionRestored(userId: string): Promise<void>;
  unsent(): Promise<number>;
  /** Keeps an incident or a config available offline, with what belongs to it (D13). */
  pin(kind: Pin['kind'], id: string): Promise<void>;
  unpin(kind: Pin['kind'], id: string): Promise<void>;
  pins(): Promise<readonly Pin[]>;
  /** Brings in what the review of an incident needs, for as long as some tab has it open (D13). */
  gatherReview(incidentId: string): Promise<void>;
  /** A body on demand: fetched, or the kept one with its age (D13). */
  fetchDocument(kind: DocumentKind, id: string): Promise<FetchedDocument>;
  /** Rows that are not pulled, one page: no older than that where the server can be asked. */
  readPage(question: AskedPage, maxAgeMs: number): Promise<PagePart>;
  /** Lines of logs, and what is kept of them. */
  readonly logs: LogCalls;
  /** The server's summary of all checks is wanted, no older than that; see `HealthFeed`. */
  refreshHealth(maxAgeMs: number): Promise<HealthRefresh>;
  /** Asks about a team's ticket systems; the answer is stored nowhere (D22). */
  askTicketing(question: TicketQuestion): Promise<TicketAnswer>;
  /** Asks which parameters a run takes; the answer is stored nowhere (D22). */
  askRunParams(question: RunQuestion): Promise<RunAnswer>;
  /** Reads or changes feature flags with the server alone; nothing of it is stored or sent again (FLG1). */
  askFlags(question: FlagQuestion): Promise<FlagAnswer>;
  status(): SyncStatus;
  /** Calls back with the present status and with every change; returns the way to stop. */
  onStatus(listener: (status: SyncStatus) => void): () => void;
}
