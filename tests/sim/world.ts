import { drainOutbox, type DrainEnd } from '#sync/engine/send/drain.ts';
import type { Engine } from '#sync/engine/engine-contract.ts';
import { createEngine } from '#sync/engine/engine.ts';
import { leaderLock } from '#sync/engine/tabs/leadership.ts';
import type { JournalStore, Ports } from '#sync/ports.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import type { TableSet } from '#sync/protocol/tables.ts';
import { createMemoryCache, type MemoryCache } from '#sync/store/cache/memory-cache.ts';
import { createMemoryJournal, type MemoryJournal } from '#sync/store/journal/memory-journal.ts';
import { checkCommand, type KnownEffect } from './effects.ts';
import { seedModel, userId } from './facts.ts';
import { ModelServer } from './model/model-server.ts';
import { createNetwork, type FlightPhase, type InFlight, type NetworkConditions } from './network.ts';
import { noteRunRequest } from './playbook-runs.ts';
import { createPrng, type Prng } from './prng.ts';
import { Scheduler, settle } from './scheduler.ts';
import {
  BusHub,
  LockTable,
  MemoryLog,
  stepCache,
  stepDocuments,
  stepJournal,
  stepPacked,
  TabLifecycle,
} from './tab-ports.ts';
import { checkSending, DiskDamage, forgetWitnesses } from './damage.ts';
import { checkPackedRemoved } from './invariants/invariants-packed.ts';
import { isGrown, packedOf, tablesOf } from './grown.ts';
import { noteWanted } from './links.ts';
import { nextFormat, versionedJournal } from './versions.ts';
import { checkPageRequest, isPageRead, PagedWorld } from './paged.ts';
import { checkSingleSender } from './single-sender.ts';
import { seedWide } from './wide.ts';
import { checkSender, Swaps, watchForeign } from './swaps.ts';
import { Traffic } from './traffic.ts';
import { Watch } from './watch.ts';
import type { Sabotage, WorldOptions } from './world-options.ts';
import { checkCursor, checkDeleted, checkFeed } from './facts-known.ts';

const startMs = Date.parse('2026-03-01T09:00:00Z');
/** A run that takes more steps than any other goes round in circles. */
const maxSteps = 1_500_000;
const makeSalt = 0x5eed;
const roughSalt = 0x0b8;
const swapSalt = 0x5a9;
const diskSalt = 0xd15c;
const pagesSalt = 0x9a6e;
/** Pages that fill a window, newest row first. */
const fillPages = /^\/db\/(?:config_changes|check_statuses)\?.*order=(?:created_at|time)\.desc/;
/** Longest time in which a copy that was signed out may still be there. */
const closeMs = 30_000;
const identity: Identity = { userId, tenant: 'https://sim.test', scopeHash: '' };

/** One browser tab: an engine on the device's shared stores. */
export interface Tab {
  readonly id: string;
  readonly owner: string;
  readonly engine: Engine;
  readonly lifecycle: TabLifecycle;
  readonly log: MemoryLog;
}

/** One device with several tabs, one server, one wire; everything in virtual time and in an order the seed picks. */
export class World {
  readonly prng: Prng;
  readonly scheduler: Scheduler;
  readonly server: ModelServer;
  /** Replaced when the browser evicts them. */
  journal: MemoryJournal;
  cache: MemoryCache;
  readonly conditions: NetworkConditions = {
    isUp: true,
    faultRate: 0,
    faults: [],
    minDelayMs: 5,
    maxDelayMs: 80,
    hasLied: false,
    lastLieMs: 0,
    liesAbout: null,
    gatewayStatus: 502,
  };
  readonly tabs = new Map<string, Tab>();
  readonly inFlight = new Set<InFlight>();
  readonly violations: string[] = [];
  readonly bus: BusHub;
  readonly locks: LockTable;
  /** Ops whose `submit` resolved, i.e. that the user was told are saved (I2). */
  readonly accepted = new Set<string>();
  readonly discarded = new Set<string>();
  /** Titles whose save has resolved (I7); no two submits use the same. */
  readonly savedTitles = new Set<string>();
  /** Service workers that made way for a page: they have 1.5 s for their last look (AUT8). */
  readonly yielded = new Set<string>();
  /** Commands that were prepared here and are in the journal (I29). */
  readonly effects = new Map<string, KnownEffect>();
  /** Those that a person took off the list, or tried to. */
  readonly dropped = new Set<string>();
  /** Hypotheses that were made here, whatever became of them. */
  readonly madeHypotheses: { readonly id: string; readonly incidentId: string }[] = [];
  /** Rows that a person here deleted or inserted and took back, as `table id`. */
  readonly deletedHere = new Set<string>();
  /** What the stores were told since the last look. */
  readonly watch: Watch;
  /** Version of each base at the last look (I9). */
  readonly lastVersion = new Map<string, number>();
  /** Conflicts that a person answered with "mine" (I31). */
  readonly decidedMine = new Set<string>();
  /** When somebody here last wanted a row deleted, seeing what stood there, as `table id`. True ms. */
  readonly deletionWantedAt = new Map<string, number>();
  /** What those set: their operations may be purged, or their page gone before it was told that they are saved. */
  readonly decidedValues = new Set<unknown>();
  /** Device clock minus true time; the engine must not care (I30). */
  clockOffsetMs = 0;
  /** What ended by a clock of years ahead is rightly old, and taken off the lists. */
  hasClockJumped = false;
  /** Server clock minus true time: it may step back (3b). */
  serverOffsetMs = 0;
  /** The server clock was ever stepped: its stamps no longer tell the true time. */
  hasServerStepped = false;
  /** True time until which the lid is closed. */
  asleepUntil = 0;
  /** True time at which the faults stopped. */
  restStartedAt = 0;
  /** Transactions of other people that are still open. */
  pendingCommits = 0;
  /** No proxy on the way ever answers `200 []` for rows that are there. */
  readonly isHonest: boolean;
  /** True where hidden pages get their timers once a minute. */
  readonly throttlesHidden: boolean;
  /** A device whose storage fails: saves may be refused, and what the cache lost comes back with the next rebuild. */
  readonly isFragile: boolean;
  /** Collections beyond the core are pulled too, packed ones among them. */
  readonly isWide: boolean;
  /** Two versions of the app are open on this device: the present one and the one after it (I21). */
  readonly isMixed: boolean;
  /** Where people open incidents, and others sign in unheard: drawn from this, apart from the script. */
  readonly focus: Prng | null;
  /** Where incidents are made here and deleted by jobs, and more (`rough.ts`): drawn from this, apart from the script. */
  readonly rough: Prng | null;
  /** Swaps of the session in the middle of what is written. */
  readonly swaps: Swaps;
  /** What the disk does to what lies on it (`damage.ts`): drawn from this, apart from the script. */
  readonly damage: DiskDamage | null;
  /** Pages of rows that are not pulled, where people read them (`paged.ts`): drawn from this, apart from the script. */
  readonly paged: PagedWorld | null;
  isUpdated = false;
  /** Whether the app is before or after an update that asks for more columns (`grown.ts`); null: it asks for all of them. */
  grown: 'before' | 'after' | null;
  /** Contexts of the present version, where the next one is about. */
  readonly olderTabs = new Set<string>();
  /** Since when no page that could lead holds the lock (I33). */
  leaderlessSince: number | null = null;
  readonly incidents: number;
  readonly #sabotage: Sabotage;
  readonly #http: ReturnType<typeof createNetwork>;
  /** What left in each minute (I25). */
  readonly traffic = new Traffic();
  #opened = 0;
  /** Contexts whose connections a sign-out has closed, and when (I18). */
  readonly closed = new Map<string, number>();
  /** The service worker while it drains (D16). */
  #worker: string | null = null;
  #numbers = 0;

  constructor(options: WorldOptions) {
    this.prng = createPrng(options.seed);
    this.scheduler = new Scheduler(startMs, this.prng.fork('scheduler'));
    const isLiedTo = options.sabotage?.isLiedTo === true;
    this.isHonest = this.prng.chance(0.5) && !isLiedTo;
    if (isLiedTo) {
      Object.assign(this.conditions, { faultRate: 1, faults: ['empty-page'], liesAbout: fillPages });
    }
    const disk = createPrng(options.seed ^ diskSalt);
    const isDiskBad =
      options.sabotage?.isDamaged ?? options.isDamaged ?? (disk.chance(0.2) && options.isVaried === true);
    const isFragile = this.prng.chance(0.3);
    this.isFragile = isFragile || isDiskBad;
    this.throttlesHidden = this.prng.chance(0.3);
    const clock = {
      nowMicros: () => (this.scheduler.nowMs + this.serverOffsetMs) * 1000,
      trueMs: () => this.scheduler.nowMs,
    };
    this.server = new ModelServer(clock, userId);
    this.incidents = options.incidents ?? 3;
    seedModel(this.server, this.incidents, (startMs - 3_600_000) * 1000);
    // Drawn apart, so that worlds of a fixed make draw what they always drew.
    const makes = createPrng(options.seed ^ makeSalt);
    const isVaried = options.isVaried === true;
    this.isWide = (makes.chance(0.25) && isVaried) || options.sabotage?.isWide === true;
    if (this.isWide) seedWide(this.server, (startMs - 3_600_000) * 1000);
    this.server.closesSpaces = makes.chance(0.3) && isVaried;
    this.#sabotage = options.sabotage ?? {};
    this.isMixed = (makes.chance(0.15) && isVaried) || this.#sabotage.isCareless === true;
    // Two versions read one record in two ways; what the disk does to it is judged where there is one.
    this.damage = isDiskBad && !this.isMixed ? new DiskDamage(disk.fork('disk')) : null;
    this.focus = makes.chance(0.3) && isVaried ? makes.fork('focus') : null;
    const rough = createPrng(options.seed ^ roughSalt);
    this.rough = (options.isRough ?? (rough.chance(0.4) && isVaried)) ? rough.fork('rough') : null;
    if (this.rough !== null) this.conditions.gatewayStatus = this.rough.pick([502, 504]);
    const swaps = createPrng(options.seed ^ swapSalt);
    const isSwapped = (swaps.chance(0.3) && isVaried) || options.sabotage?.isSwapped === true;
    this.swaps = new Swaps(isSwapped ? swaps.fork('swaps') : null);
    const isPaged = options.readsPages === true || options.sabotage?.isPaged === true;
    this.paged = isPaged ? new PagedWorld(createPrng(options.seed ^ pagesSalt), startMs) : null;
    this.server.pages = this.paged;
    this.grown = isGrown(options) ? 'before' : null;
    this.journal = this.#newJournal();
    this.cache = createMemoryCache(identity);
    this.watch = new Watch({
      violated: (text) => this.violations.push(text),
      wanted: (op) => noteWanted(this, op),
      sending: (op) => checkSending(this, op),
      deleted: (tbl, id) => checkDeleted(this, tbl, id),
      packedRemoved: (tbl, id) => checkPackedRemoved(this, tbl, id),
      advanced: (cursor) => checkCursor(this, cursor),
      fed: (feed) => checkFeed(this, feed),
    });
    this.bus = new BusHub(this.scheduler, this.prng.fork('bus'));
    this.locks = new LockTable(this.scheduler);
    this.#http = createNetwork(
      this.scheduler,
      this.server,
      this.conditions,
      this.prng.fork('network'),
      (request, phase, body) => this.#follow(request, phase, body),
    );
  }

  /** Collections of rows that are pulled. */
  get tables(): TableSet {
    return tablesOf(this);
  }

  /** The same as the engines of this world take them to be. */
  #written(): TableSet {
    return this.#sabotage.tables?.(this.tables) ?? this.tables;
  }

  #newJournal(): MemoryJournal {
    return this.isMixed ? createMemoryJournal(identity, nextFormat) : createMemoryJournal(identity);
  }

  /** The journal as the next tab reaches it, in whichever version of the app that runs (D17). */
  #journalOf(owner: string): JournalStore {
    const journal = this.watch.journal(this.journal, owner);
    if (!this.isMixed) return journal;
    const version = this.isUpdated ? 'next' : this.prng.pick(['present', 'next'] as const);
    if (version === 'present') this.olderTabs.add(owner);
    return versionedJournal(journal, {
      version,
      records: this.journal,
      identity,
      violated: (text) => this.violations.push(text),
      isCareless: this.#sabotage.isCareless === true,
    });
  }

  /** The next version of the app is the only one from now on: pages of the present one are closed. */
  update(): void {
    this.isUpdated = true;
    const isOlder = this.grown === 'before';
    if (isOlder) this.grown = 'after';
    for (const tab of this.tabs.values()) if (isOlder || this.olderTabs.has(tab.owner)) this.killTab(tab);
  }

  /** Opens a tab and starts its engine. */
  openTab(): Tab {
    this.#opened += 1;
    const id = `tab${this.#opened}`;
    const owner = id;
    const lifecycle = new TabLifecycle();
    const log = new MemoryLog();
    const ports = this.#portsOf(owner, lifecycle, log);
    const engine = createEngine(this.#sabotage.ports?.(ports) ?? ports, {
      identity,
      tables: this.#written(),
      packed: packedOf(this, this.#sabotage),
      tabId: id,
      appVersion: 'sim',
    });
    const tab: Tab = { id, owner, engine, lifecycle, log };
    this.tabs.set(id, tab);
    engine.start().catch((error: unknown) => this.violations.push(`start of ${id} failed: ${String(error)}`));
    return tab;
  }

  /**
   * The browser wakes the service worker while no page is open (D16), and kills it again after `lifeMs`; a second
   * event ends the first worker. `done` hears how the drain ended, if it did.
   */
  backgroundSync(lifeMs: number, done: (end: DrainEnd) => void = () => undefined): void {
    this.killAll();
    this.#opened += 1;
    const owner = `worker${this.#opened}`;
    this.#worker = owner;
    const lifecycle = new TabLifecycle();
    lifecycle.isTabVisible = false;
    const own = this.#portsOf(owner, lifecycle, new MemoryLog());
    const ports = this.#sabotage.ports?.(own) ?? own;
    const hold = async (): Promise<void> => {
      const config = { identity, tabId: owner, appVersion: 'sim', tables: this.#written() };
      const end = await drainOutbox(ports, config);
      if (end === 'yielded') this.yielded.add(owner);
      done(end);
    };
    ports.locks.request(leaderLock(identity), hold).catch(() => {
      // The lock was stolen; the drain goes on until its epoch is refused.
    });
    this.scheduler.schedule('browser', lifeMs, () => {
      if (this.#worker === owner) this.#killWorker();
    });
  }

  #killWorker(): void {
    if (this.#worker !== null) this.#kill(this.#worker);
    this.#worker = null;
  }

  #portsOf(owner: string, lifecycle: TabLifecycle, log: MemoryLog): Ports {
    const prng = this.prng.fork(owner);
    const caller = { scheduler: this.scheduler, owner, prng, isClosed: () => this.closed.has(owner) };
    return {
      clock: {
        nowMs: () => this.scheduler.nowMs + this.clockOffsetMs,
        ticksMs: () => this.scheduler.nowMs,
      },
      rng: prng,
      timers: {
        set: (run, delayMs) => this.scheduler.schedule(owner, this.#throttled(lifecycle, delayMs), run),
      },
      http: this.#http(owner, owner),
      journal: stepJournal(this.#journalOf(owner), caller),
      cache: stepCache(this.watch.cache(this.cache), caller),
      packed: stepPacked(this.watch.packed(this.cache.packed), caller),
      locks: this.locks.portFor(owner),
      bus: this.bus.portFor(owner),
      lifecycle,
      log,
      ...(this.paged === null ? {} : { documents: stepDocuments(this.paged.documents, caller) }),
    };
  }

  /** Chrome wakes the timers of a hidden page about once a minute. */
  #throttled(lifecycle: TabLifecycle, delayMs: number): number {
    if (!this.throttlesHidden || lifecycle.isTabVisible) return delayMs;
    const dueMs = this.scheduler.nowMs + delayMs;
    return Math.ceil(dueMs / 60_000) * 60_000 - this.scheduler.nowMs;
  }

  /** Server time in microseconds, as a transaction that starts now is stamped. */
  stampMicros(): number {
    return (this.scheduler.nowMs + this.serverOffsetMs) * 1000 + this.prng.int(1000);
  }

  /** Something the server does later; a run is not at rest before it. */
  serverLater(delayMs: number, act: () => void): void {
    this.pendingCommits += 1;
    this.scheduler.schedule('server', delayMs, () => {
      this.pendingCommits -= 1;
      act();
    });
  }

  /** The browser takes the journal, the cache or both while no page is open; what was promised in it is gone. */
  evict(what: { readonly journal: boolean; readonly cache: boolean }): void {
    this.killAll();
    this.#takeStores(what);
  }

  #takeStores(what: { readonly journal: boolean; readonly cache: boolean }): void {
    if (what.cache) {
      this.paged?.clear();
      this.cache = createMemoryCache(identity);
      this.damage?.witnessed.clear();
      this.lastVersion.clear();
    }
    if (!what.journal) return;
    // What the lost operations showed goes with them, although the server may have it by now.
    this.journal.read({ open: true }).then(
      (ops) => {
        for (const op of ops) this.deletedHere.add(`${op.tbl} ${op.rowId}`);
      },
      (error: unknown) => this.violations.push(String(error)),
    );
    this.journal = this.#newJournal();
    this.accepted.clear();
    this.damage?.forget();
    this.effects.clear();
    this.watch.forgetEpochs();
  }

  /**
   * Somebody signs out and has agreed to lose what is not sent (D22): every page is told, its connections close under it,
   * and its databases go, one by one; a crash between them is made good by the next start, before anything is opened.
   */
  signOut(): void {
    const pages = [...this.tabs.values()];
    for (const { id, owner, engine } of pages) {
      this.closed.set(owner, this.scheduler.nowMs);
      this.tabs.delete(id);
      // The host stops an engine whose connections were closed under it; until then it goes on with what it has.
      this.scheduler.schedule(owner, this.prng.int(1000), () => {
        engine.stop().catch((error: unknown) => this.violations.push(`I18 stop of ${id}: ${String(error)}`));
      });
      this.scheduler.schedule('browser', closeMs, () => this.#checkGone(owner));
    }
    if (this.#worker !== null) this.closed.set(this.#worker, this.scheduler.nowMs);
    this.#takeStores({ journal: true, cache: true });
  }

  /** [I18] nothing of a copy that was signed out goes on; a frozen page hears of it when it is thawed. */
  #checkGone(owner: string): void {
    if (this.scheduler.isFrozen(owner))
      return void this.scheduler.schedule('browser', closeMs, () => this.#checkGone(owner));
    if (this.locks.leaders().includes(owner)) this.violations.push(`I18 ${owner} leads after the wipe`);
    this.#kill(owner);
  }

  /** Power cut: every page is gone, and so are the last relaxed transactions (3b). */
  cutPower(): void {
    this.killAll();
    this.journal.crash();
    this.cache.crash(this.prng);
    forgetWitnesses(this);
    this.lastVersion.clear();
    for (const key of this.server.versions.keys()) this.watch.dirty.add(key);
  }

  /** The browser is gone, with every page and the worker. */
  killAll(): void {
    for (const tab of this.tabs.values()) this.killTab(tab);
    this.#killWorker();
  }

  /** The process is gone between two steps: nothing it awaited ever returns. */
  killTab(tab: Tab): void {
    this.tabs.delete(tab.id);
    this.#kill(tab.owner);
  }

  #kill(owner: string): void {
    this.scheduler.kill(owner);
    this.bus.kill(owner);
    this.locks.kill(owner);
    for (const request of this.inFlight) if (request.tabId === owner) this.inFlight.delete(request);
  }

  /** Numbers the values of a run, so that no two operations write the same text. */
  nextNumber(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  /** The page has told the person that these are saved. */
  accept(opIds: readonly string[]): void {
    for (const id of opIds) this.accepted.add(id);
    this.journal.read({ ids: opIds }).then(
      (ops) => {
        for (const op of ops) this.watch.dirty.add(`${op.tbl} ${op.rowId}`);
      },
      (error: unknown) => this.violations.push(String(error)),
    );
  }

  anyTab(): Tab {
    return this.tabs.size === 0 ? this.openTab() : this.prng.pick([...this.tabs.values()]);
  }

  /** Runs steps until virtual time has moved by `ms` or nothing is left to do. */
  async run(ms: number, afterStep?: () => Promise<void> | undefined): Promise<void> {
    const untilMs = this.scheduler.nowMs + ms;
    await settle();
    while (this.violations.length === 0 && this.scheduler.step(untilMs)) {
      await settle();
      const checks = afterStep?.();
      if (checks !== undefined) await checks;
      if (this.scheduler.steps > maxSteps) this.violations.push(`I32 still busy after ${maxSteps} steps`);
    }
  }

  #follow(request: InFlight, phase: FlightPhase, body?: string): void {
    if (phase === 'foreign') return watchForeign(this, request);
    if (phase === 'ended') {
      this.inFlight.delete(request);
      if (request.path === '/auth/whoami') this.paged?.told(request.tabId, body ?? '');
      return;
    }
    this.inFlight.add(request);
    checkPageRequest(this, request);
    // A person's look, whoever leads.
    if (isPageRead(request)) return;
    this.traffic.count(this);
    checkCommand(this, request);
    noteRunRequest(this, request);
    checkSender(this, request);
    checkSingleSender(this, request);
  }
}
