import type { ConflictDecision } from '../core/outbox/conflict.ts';
import type { SyncStatus } from '../core/outbox/status.ts';
import { nothingKnown } from '../core/pull/wire-facts.ts';
import { SyncError } from '../errors.ts';
import type { BusMessage, Ports } from '../ports.ts';
import { parsePageQuestion } from '../protocol/paged.ts';
import type { AskedPage, PagePart } from '../protocol/paged.ts';
import type { DocumentKind } from '../protocol/documents/registry.ts';
import type { FetchedDocument, Pin } from '../protocol/document.ts';
import type { HealthRefresh } from '../protocol/health.ts';
import type { Command, CommandOrigin, Submitted } from '../protocol/command.ts';
import type { Effect, EffectRequest } from '../protocol/effect.ts';
import type { TeamTexts } from '../protocol/effects/spec.ts';
import type { SetAsideRef } from '../protocol/set-aside.ts';
import { tables } from '../protocol/tables.ts';
import type { WatchScope } from '../protocol/watch/scope.ts';
import type { FlagAnswer, FlagQuestion } from '../protocol/flags.ts';
import type { RunAnswer, RunQuestion } from '../protocol/run-params.ts';
import type { TicketAnswer, TicketQuestion } from '../protocol/ticketing.ts';
import type { Diagnostics, VerifyReport } from '../protocol/diagnostics.ts';
import { readBusMessage, readLeaderStatus } from './tabs/bus-messages.ts';
import { Documents } from './cache/documents.ts';
import type { Engine } from './engine-contract.ts';
import { Logs } from './cache/logs.ts';
import { Pages } from './cache/pages.ts';
import { Effects } from './send/effects.ts';
import { HealthFeed } from './pull/health-feed.ts';
import { DiagnosticsStore } from './status/diagnostics-store.ts';
import { DiagnosticsService } from './status/diagnostics-service.ts';
import { Leadership, stoppedError } from './tabs/leadership.ts';
import { createPageState, createStorageState } from './runtime.ts';
import type { EngineConfig, Runtime } from './runtime.ts';
import { withShapes } from './pull/shapes.ts';
import { StatusService } from './status/status-service.ts';
import { createTabSession } from './tabs/tab-session.ts';
import type { TabSession } from './tabs/tab-session.ts';
import { startTerm } from './tabs/term.ts';
import { Watches } from './tabs/watches.ts';
import { askFlags } from './send/flags.ts';
import { askRunParams } from './send/run-params.ts';
import { askTicketing } from './send/ticketing.ts';
import { UserActions } from './send/user-actions.ts';

class TabEngine implements Engine {
  readonly #runtime: Runtime;
  readonly #actions: UserActions;
  readonly #own: TabSession;
  readonly #effects: Effects;
  readonly #documents: Documents;
  readonly #pages: Pages;
  readonly logs: Logs;
  readonly #health: HealthFeed;
  readonly #watches: Watches;
  readonly #status: StatusService;
  readonly #leadership: Leadership;
  readonly #diagnostics: DiagnosticsService;
  #campaign: Promise<void> | null = null;
  #isStopped = false;
  #leave: (() => void)[] = [];

  constructor(given: Ports, config: EngineConfig) {
    const shapes = withShapes(given, [...Object.values(config.tables), ...(config.packed ?? [])]);
    const { ports } = shapes;
    this.#runtime = {
      ...config,
      tables: { ...tables, ...config.tables },
      pulled: Object.values(config.tables),
      ports,
      unread: shapes.unread,
      page: createPageState(ports),
      skew: { ms: null },
      storage: createStorageState(),
      hold: { isHeld: false },
      diagnostics: new DiagnosticsStore(),
      unlooked: [],
      wire: { facts: nothingKnown },
    };
    this.#status = new StatusService(this.#runtime);
    this.#own = createTabSession(this.#runtime);
    this.#effects = new Effects(this.#runtime, this.#own, () => this.#nudge([]));
    this.#actions = new UserActions(this.#runtime, (lanes) => this.#nudge(lanes));
    this.#leadership = new Leadership(
      this.#runtime,
      () =>
        startTerm(
          this.#runtime,
          () => this.#status.touch(),
          () => this.#foreign(),
        ),
      (term) => {
        this.#status.lead(term === null ? null : () => term.facts());
        this.#documents.lead(term !== null);
        this.#effects.lead(term !== null);
        this.#watches.lead(term !== null);
        if (term === null) return this.#own.gate.adopt(this.#runtime.unlooked.splice(0));
        // The one that led before may have died with an effect on its way.
        this.#sweepEffects();
      },
    );
    const mayAsk = (): Promise<boolean> => this.#mayAsk();
    this.#documents = new Documents(this.#runtime, this.#own.client, { mayAsk });
    this.#pages = new Pages(this.#runtime, this.#own.client, { mayAsk });
    this.logs = new Logs(this.#runtime, this.#own.client, { mayAsk, act: () => this.#act() });
    this.#health = new HealthFeed(
      this.#runtime,
      this.#own.client,
      () => this.#status.present().phase !== 'signed-out',
    );
    this.#watches = new Watches(this.#runtime, {
      resume: () => this.#leadership.term()?.resume(),
      visited: () => this.#leadership.term()?.visited(),
      opened: () => this.#leadership.term()?.opened(),
      left: (id) => this.#documents.left(id),
    });
    this.#diagnostics = new DiagnosticsService(this.#runtime, () => this.#leadership.term());
  }

  async start(): Promise<void> {
    this.#assertAlive();
    if (this.#campaign !== null) return;
    const { bus, lifecycle } = this.#runtime.ports;
    this.#leave = [bus.listen((raw) => this.#hear(raw)), lifecycle.onChange(() => this.#lifecycleChanged())];
    this.#campaign = this.#leadership.campaign();
    this.#postVisibility();
    this.#status.touch();
    this.#sweepEffects();
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    for (const leave of this.#leave.splice(0)) leave();
    this.#diagnostics.stop();
    this.#effects.stop();
    this.#own.stop();
    this.#documents.stop();
    this.#watches.stop();
    await this.#leadership.stop();
    await this.#status.stop();
  }

  async submit(command: Command, origin: CommandOrigin): Promise<Submitted> {
    this.#act();
    return this.#actions.submit(command, origin);
  }

  async resolveConflict(opId: string, decision: ConflictDecision): Promise<void> {
    this.#act();
    return this.#actions.resolveConflict(opId, decision);
  }

  async retry(opId: string): Promise<void> {
    this.#act();
    return this.#actions.retry(opId);
  }

  async discard(opId: string): Promise<void> {
    this.#act();
    return this.#actions.discard(opId);
  }

  async prepareEffect(
    request: EffectRequest,
    title: string,
    origin: CommandOrigin,
    was?: string,
  ): Promise<Effect> {
    this.#act();
    return this.#effects.prepare(request, title, origin, was);
  }

  async sendEffect(id: string, texts?: TeamTexts): Promise<Effect> {
    this.#act();
    return this.#effects.send(id, texts);
  }

  async dropEffect(id: string): Promise<void> {
    this.#act();
    return this.#effects.drop(id);
  }

  async dismissNotice(noticeId: string): Promise<void> {
    this.#act();
    return this.#actions.dismissNotice(noticeId);
  }

  async saveDraft(key: string, text: string, expectedFromOpId: string | null): Promise<boolean> {
    this.#act();
    return this.#actions.saveDraft(key, text, expectedFromOpId);
  }

  async deleteDraft(key: string): Promise<void> {
    this.#act();
    return this.#actions.deleteDraft(key);
  }

  async removeSetAside(refs: readonly SetAsideRef[]): Promise<void> {
    this.#act();
    return this.#actions.removeSetAside(refs);
  }

  async refresh(): Promise<void> {
    this.#act();
    const term = this.#leadership.term();
    this.#runtime.page.wantedAllAt = this.#runtime.ports.clock.nowMs();
    this.#runtime.ports.pressure?.resume?.();
    // Also where this tab leads: who leads after it goes on with it.
    this.#runtime.ports.bus.post({ type: 'refresh' });
    await term?.refresh();
  }

  async holdDownload(isHeld: boolean): Promise<void> {
    this.#act();
    const { journal, bus } = this.#runtime.ports;
    await journal.holdDownload(isHeld);
    this.#held(isHeld);
    bus.post({ type: 'hold', isHeld });
  }

  async watch(scope: WatchScope): Promise<void> {
    this.#act();
    this.#watches.watch(scope);
  }

  async unwatch(scope: WatchScope): Promise<void> {
    this.#act();
    this.#watches.unwatch(scope);
  }

  async setVisible(isVisible: boolean): Promise<void> {
    this.#assertAlive();
    this.#visibility(isVisible);
  }

  async diagnostics(): Promise<Diagnostics> {
    this.#assertAlive();
    return this.#diagnostics.diagnostics();
  }

  async verify(): Promise<VerifyReport> {
    this.#act();
    return this.#diagnostics.verify();
  }

  async rebuild(): Promise<void> {
    this.#act();
    return this.#diagnostics.rebuild();
  }

  async sessionRestored(userId: string): Promise<void> {
    this.#act();
    const { identity, ports } = this.#runtime;
    ports.bus.post({ type: 'session-restored', userId });
    this.#signedIn(userId);
    if (userId !== identity.userId) {
      throw new SyncError({ kind: 'rejected', message: 'Somebody else has signed in.', status: 0 });
    }
  }

  async unsent(): Promise<number> {
    this.#assertAlive();
    return this.#actions.unsent();
  }

  async pin(kind: Pin['kind'], id: string): Promise<void> {
    this.#act();
    return this.#documents.pin(kind, id);
  }

  async unpin(kind: Pin['kind'], id: string): Promise<void> {
    this.#act();
    return this.#documents.unpin(kind, id);
  }

  async pins(): Promise<readonly Pin[]> {
    this.#assertAlive();
    return this.#documents.pins();
  }

  async gatherReview(incidentId: string): Promise<void> {
    this.#act();
    return this.#documents.gather(incidentId);
  }

  async fetchDocument(kind: DocumentKind, id: string): Promise<FetchedDocument> {
    this.#act();
    return this.#documents.fetch(kind, id);
  }

  async readPage(question: AskedPage, maxAgeMs: number): Promise<PagePart> {
    this.#act();
    return this.#pages.read(parsePageQuestion(question), maxAgeMs);
  }

  async refreshHealth(maxAgeMs: number): Promise<HealthRefresh> {
    this.#act();
    return this.#health.refresh(maxAgeMs);
  }

  async askTicketing(question: TicketQuestion): Promise<TicketAnswer> {
    this.#act();
    return askTicketing(this.#runtime, () => this.#mayAsk(), question);
  }

  async askRunParams(question: RunQuestion): Promise<RunAnswer> {
    this.#act();
    return askRunParams(this.#runtime, () => this.#mayAsk(), question);
  }

  async askFlags(question: FlagQuestion): Promise<FlagAnswer> {
    this.#act();
    const mayAsk = (): Promise<boolean> => this.#mayAsk();
    return askFlags(
      { runtime: this.#runtime, own: this.#own, mayAsk, refresh: () => this.refresh() },
      question,
    );
  }

  status(): SyncStatus {
    return this.#status.present();
  }

  onStatus(listener: (status: SyncStatus) => void): () => void {
    return this.#status.listen(listener);
  }

  #signedIn(userId: string): void {
    this.#own.session.claimed(userId);
    this.#leadership.term()?.sessionRestored(userId);
  }

  /** The leader's look says who is signed in to every tab: each drops what it fetched by itself (AUT6). */
  #foreign(): void {
    this.#own.session.claimed(null);
    this.#runtime.ports.bus.post({ type: 'other-user' });
  }

  /** Whether this tab may fetch something for its person now (AUT5). */
  async #mayAsk(): Promise<boolean> {
    return this.#status.present().phase !== 'signed-out' && this.#own.session.mayRead();
  }

  #sweepEffects(): void {
    this.#effects.sweep().catch((thrown: unknown) => {
      this.#runtime.ports.log.event('error', 'effects.sweep-failed', { error: String(thrown) });
    });
  }

  #assertAlive(): void {
    if (this.#isStopped) throw stoppedError();
  }

  /** A person did something: the cadence is that of a page in use (D14). */
  #act(): void {
    this.#assertAlive();
    this.#runtime.page.lastActivityAt = this.#runtime.ports.clock.nowMs();
  }

  #nudge(lanes: readonly string[]): void {
    this.#status.touch();
    this.#leadership.term()?.nudge();
    this.#runtime.ports.bus.post({ type: 'appended', lanes });
  }

  #held(isHeld: boolean): void {
    this.#runtime.hold.isHeld = isHeld;
    this.#leadership.term()?.held();
  }

  #postVisibility(): void {
    const { tabId, page, ports } = this.#runtime;
    ports.bus.post({ type: 'visibility', tabId, visible: page.isVisible });
  }

  #visibility(isVisible: boolean): void {
    const { page, ports } = this.#runtime;
    const hasChanged = page.isVisible !== isVisible;
    page.isVisible = isVisible;
    if (hasChanged) {
      page.hiddenSince = isVisible ? null : ports.clock.nowMs();
      this.#postVisibility();
    }
    if (isVisible) {
      page.lastActivityAt = ports.clock.nowMs();
      this.#leadership.term()?.resume();
      if (hasChanged) this.#sweepEffects();
    } else this.#yield();
    this.#status.touch();
  }

  #lifecycleChanged(): void {
    this.#visibility(this.#runtime.ports.lifecycle.isVisible());
  }

  #yield(): void {
    this.#leadership.yieldIfBetter().catch((thrown: unknown) => {
      this.#runtime.ports.log.event('warn', 'lead.yield', { error: String(thrown) });
    });
  }

  #hear(raw: unknown): void {
    const message: BusMessage | null = readBusMessage(raw);
    if (message === null || this.#isStopped) return;
    const term = this.#leadership.term();
    switch (message.type) {
      case 'appended':
        this.#status.touch();
        term?.nudge();
        return;
      case 'status': {
        const status = readLeaderStatus(message.status);
        if (status !== null && term === null) this.#status.hear(status);
        return;
      }
      case 'refresh':
        // Whoever leads may be gone before it has done so.
        this.#runtime.page.wantedAllAt = this.#runtime.ports.clock.nowMs();
        term?.refresh().catch((thrown: unknown) => {
          this.#runtime.ports.log.event('warn', 'refresh.failed', { error: String(thrown) });
        });
        return;
      case 'hold':
        this.#held(message.isHeld);
        return;
      case 'session-restored':
        this.#signedIn(message.userId);
        return;
      case 'other-user':
        this.#own.session.claimed(null);
        return;
      case 'watch':
        this.#watches.set(message.tabId, message.scopes);
        return;
      case 'visibility':
        this.#heardVisibility(message.tabId, message.visible);
        return;
      case 'ask':
        this.#diagnostics.asked(message.askId, message.what);
        return;
      case 'answer':
        this.#diagnostics.answered(message.askId, message.body);
        return;
      case 'packed':
      case 'health':
      case 'topology':
        // For the indexes, the list of checks and the components of the session, which listen themselves.
        return;
      case 'wipe':
        this.stop().catch((thrown: unknown) => {
          this.#runtime.ports.log.event('error', 'stop.failed', { error: String(thrown) });
        });
        return;
    }
  }

  #heardVisibility(tabId: string, visible: boolean): void {
    const { page } = this.#runtime;
    if (visible) {
      page.visibleTabs.add(tabId);
      this.#watches.repeat();
    } else {
      page.visibleTabs.delete(tabId);
      // A tab that hides may lead and wants to know who is visible.
      if (page.isVisible) this.#postVisibility();
    }
    this.#status.repeat();
    this.#yield();
  }
}

/** Makes the engine of one tab over its ports. Nothing runs before `start`. */
export function createEngine(ports: Ports, config: EngineConfig): Engine {
  return new TabEngine(ports, config);
}
