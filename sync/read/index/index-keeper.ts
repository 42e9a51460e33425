import { deviceClaim } from '../../protocol/claim.ts';
import type { PackedName } from '../../protocol/packed.ts';
import { sameJson } from '../../protocol/same-json.ts';
import type { FeedState } from '../../protocol/stored.ts';
import { lacksOf } from '../completeness.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { Clock, Log, PackedApplied, PackedWrite, Timers } from '../../ports.ts';
import type { PackedLibrary } from '../../store/packed/types.ts';
import { ColumnarIndex } from './columnar-index.ts';
import type { IndexSpec } from './index-spec.ts';
import type { IndexQuery, IndexResult, IndexState } from '../../protocol/index-query.ts';
import { runQuery } from './run-query.ts';

/** A lost message leaves an index stale no longer than this while somebody listens (3b). */
const CHECK_MS = 5_000;
/** A question looks at the stored version first when the last look is older. */
const LOOK_AGAIN_MS = 1_000;
/** Between two catch-ups: a bootstrap writes ten times a second, a screen need not follow each. */
const PAUSE_MS = 100;
/** The columns are stored when nothing has changed for so long, */
const SNAPSHOT_IDLE_MS = 15_000;
/** but megabytes no oftener than this: catching up from older columns costs little. */
const SNAPSHOT_EVERY_MS = 600_000;
/** Built anew when more of the slots than this are dead, and more than a few. */
const DEAD_SHARE = 0.3;
const DEAD_LEAST = 1_000;

/** What an index needs of its worker. */
export interface IndexHost {
  readonly packed: PackedLibrary;
  readonly feeds: () => Promise<readonly FeedState[]>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
}

/**
 * Keeps the columns of one collection up with the store (D19). The first use loads the stored columns, or reads
 * everything; then it follows by version, told by `notice` or by looking itself. Calls reject with SyncError.
 */
export class IndexKeeper {
  readonly #tbl: PackedName;
  readonly #spec: IndexSpec;
  readonly #host: IndexHost;
  readonly #listeners = new Set<(state: IndexState) => void>();
  #index: ColumnarIndex | undefined;
  #version = 0;
  #storedVersion = -1;
  #savedAt = Number.NEGATIVE_INFINITY;
  #feed: FeedState | undefined;
  #checking: Promise<void> | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isNoticed = false;
  /** What the last check found. */
  #told: IndexState | undefined;
  /** Something may be stored that the columns do not have. */
  #isUnread = true;
  /** A check that is under way reads what is stored: as it was before or after a write of this moment. */
  #isReading = false;
  #isStopped = false;
  #isDoubted = false;
  readonly #pending = new Map<'notice' | 'check' | 'snapshot', () => void>();

  constructor(tbl: PackedName, spec: IndexSpec, host: IndexHost) {
    this.#tbl = tbl;
    this.#spec = spec;
    this.#host = host;
  }

  /** Answers from the columns as they are; looks for newer rows first when the last look is too long ago. */
  async query(query: IndexQuery): Promise<IndexResult> {
    const age = this.#host.clock.nowMs() - this.#checkedAt;
    const isYoung = age >= 0 && age < LOOK_AGAIN_MS;
    const index = isYoung ? (this.#index ?? (await this.#looked())) : await this.#looked();
    return { ...runQuery(index, query), ...this.#state() };
  }

  /** Whole rows by key from the store, in the asked order; null for one that is not there. */
  async rows(ids: readonly string[]): Promise<readonly (JsonRow | null)[]> {
    const found = await this.#host.packed.get(this.#tbl, ids);
    return ids.map((id) => found.get(id) ?? null);
  }

  /** Calls back with the present state as soon as it is known, and with every change; returns how to end that. */
  subscribe(listener: (state: IndexState) => void): () => void {
    this.#listeners.add(listener);
    // Columns that were only written to have not asked yet what may be claimed of them.
    if (this.#told !== undefined) listener(this.#told);
    this.notice();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#cancel('check');
    };
  }

  /**
   * A write of this very context: it need not be read back where the columns are of the version right before it, or where
   * it is all there is. Else they catch up with it as with any other.
   */
  take(write: PackedWrite, applied: PackedApplied): void {
    if (this.#isStopped) return;
    if (!this.#put(write, applied)) this.notice();
    else if (this.#listeners.size > 0) this.#hear();
    else if (this.#told === undefined) this.#later('snapshot', SNAPSHOT_IDLE_MS, () => this.#putAside());
  }

  /** Somebody wrote to the collection. Does nothing while nobody uses the index. */
  notice(): void {
    this.#isUnread = true;
    this.#hear();
  }

  /** Ends every timer; later calls still answer, but nothing follows any more. */
  stop(): void {
    this.#isStopped = true;
    this.#listeners.clear();
    for (const name of this.#pending.keys()) this.#cancel(name);
  }

  /** Builds the columns anew from the stored rows and stores them, because an answer is doubted (D23); the row count. */
  async rebuild(): Promise<number> {
    await this.#current();
    this.#isDoubted = true;
    const index = await this.#looked();
    this.#storedVersion = -1;
    await this.saveSnapshot();
    return index.count;
  }

  /** Bytes of memory the columns hold; 0 before the first use. */
  get sizeBytes(): number {
    return this.#index?.sizeBytes ?? 0;
  }

  /** Stores the columns now, if they are newer than what is stored. */
  async saveSnapshot(): Promise<void> {
    this.#cancel('snapshot');
    const version = this.#version;
    if (this.#index === undefined || this.#storedVersion === version) return;
    await this.#host.packed.putSnapshot({ tbl: this.#tbl, version, body: this.#index.snapshot() });
    this.#storedVersion = version;
    this.#savedAt = this.#host.clock.nowMs();
  }

  /** Columns that nobody has asked yet wait on disk: megabytes of memory, and of writing them again, are for who looks. */
  async #putAside(): Promise<void> {
    await this.saveSnapshot();
    if (this.#told !== undefined || this.#listeners.size > 0 || this.#storedVersion !== this.#version) return;
    this.#index = undefined;
    this.#version = 0;
    this.#storedVersion = -1;
  }

  #state(): IndexState {
    return {
      version: this.#version,
      ...deviceClaim(this.#feed?.status ?? 'never', this.#feed?.asOf ?? null, lacksOf([this.#feed])),
    };
  }

  /** After a look at what is stored, whoever wrote it. */
  async #looked(): Promise<ColumnarIndex> {
    if (!this.#isReading) await this.#checking;
    this.#isUnread = true;
    return this.#current();
  }

  async #current(): Promise<ColumnarIndex> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
      this.#isReading = false;
    });
    await this.#checking;
    return this.#index ?? (await this.#current());
  }

  async #check(): Promise<void> {
    this.#isNoticed = false;
    this.#isReading = this.#isUnread || this.#index === undefined || this.#isWorn;
    // First what may be claimed, then the rows: a claim must not be younger than the rows it is about.
    const feeds = await this.#host.feeds();
    if (this.#isReading) await this.#readStored();
    this.#feed = feeds.find((feed) => feed.tbl === this.#tbl);
    const before = this.#told;
    const after = this.#state();
    this.#told = after;
    const isNews = before === undefined || !sameJson(after, before);
    if (isNews) for (const listener of this.#listeners) listener(after);
    this.#planSnapshot(after.version !== before?.version);
  }

  /** Every look would put the saving off for ever; only a change does. */
  #planSnapshot(isChanged: boolean): void {
    if (this.#version === this.#storedVersion || (!isChanged && this.#pending.has('snapshot'))) return;
    const untilDue = this.#savedAt + SNAPSHOT_EVERY_MS - this.#host.clock.nowMs();
    const delayMs = Math.min(SNAPSHOT_EVERY_MS, Math.max(SNAPSHOT_IDLE_MS, untilDue));
    this.#later('snapshot', delayMs, () => this.saveSnapshot());
  }

  async #readStored(): Promise<void> {
    // What is written from here on is told anew.
    this.#isUnread = false;
    try {
      if (this.#index === undefined) await this.#load();
      await this.#catchUp();
    } catch (thrown) {
      this.#isUnread = true;
      throw thrown;
    }
    this.#checkedAt = this.#host.clock.nowMs();
  }

  /** Puts a write into the columns; false where that cannot be, and they have to be read. */
  #put({ put, remove, thin }: PackedWrite, { changed, count, before, version }: PackedApplied): boolean {
    if (this.#isReading || this.#isDoubted || thin !== undefined) return false;
    if (this.#index === undefined && changed === count) {
      this.#index = new ColumnarIndex(this.#spec);
      this.#version = before;
    }
    if (this.#index === undefined || this.#version !== before) return false;
    // Nothing was stored: what was to be put may be there already, or have met damage.
    if (version === before) return true;
    try {
      // As the store does: what is in both is put.
      this.#index.remove(remove);
      this.#index.put(put);
    } catch (thrown) {
      // The rows are stored: it is the columns that cannot be believed, and are built anew.
      this.#host.log.event('warn', 'index.behind', { tbl: this.#tbl, message: String(thrown) });
      this.#isDoubted = true;
      return false;
    }
    this.#version = version;
    return true;
  }

  async #load(): Promise<void> {
    const stored = await this.#host.packed.snapshot(this.#tbl);
    const index = stored === undefined ? undefined : ColumnarIndex.restore(this.#spec, stored.body);
    if (stored !== undefined && index === undefined) {
      this.#host.log.event('info', 'index.snapshot-refused', { tbl: this.#tbl });
    }
    if (stored === undefined || index === undefined) return;
    this.#index = index;
    this.#version = stored.version;
    this.#storedVersion = stored.version;
    this.#savedAt = this.#host.clock.nowMs();
  }

  get #isWorn(): boolean {
    const index = this.#index;
    return index !== undefined && index.deadShare > DEAD_SHARE && index.size - index.count > DEAD_LEAST;
  }

  async #catchUp(): Promise<void> {
    const present = this.#index;
    const since = present === undefined || this.#isWorn || this.#isDoubted ? null : this.#version;
    let target = present ?? new ColumnarIndex(this.#spec);
    let isFull = false;
    // Changes of a living index go in at once at the end: a question between two pages must not see half of them.
    const rows: JsonRow[] = [];
    const gone: string[] = [];
    const version = await this.#host.packed.read(this.#tbl, since, {
      begin: (full) => {
        isFull = full;
        if (full) target = new ColumnarIndex(this.#spec);
        rows.length = 0;
        gone.length = 0;
      },
      put: (more) => {
        if (isFull) target.put(more);
        else rows.push(...more);
      },
      remove: (ids) => {
        gone.push(...ids);
      },
    });
    target.remove(gone);
    target.put(rows);
    this.#version = version;
    this.#index = target;
    if (since === null) this.#isDoubted = false;
  }

  #hear(): void {
    if (this.#isStopped || (this.#index === undefined && this.#listeners.size === 0)) return;
    this.#isNoticed = true;
    if (this.#checking === undefined && !this.#pending.has('notice')) this.#follow();
  }

  /** Looks now, and again after a pause when more was written meanwhile; while somebody listens also by itself. */
  #follow(): void {
    this.#current().then(
      () => {
        if (this.#isNoticed) this.#later('notice', PAUSE_MS, () => this.#follow());
        else if (this.#listeners.size > 0) this.#later('check', CHECK_MS, () => this.#lookAgain());
      },
      (thrown: unknown) => {
        this.#host.log.event('warn', 'index.behind', { tbl: this.#tbl, message: String(thrown) });
        if (this.#listeners.size > 0) this.#later('check', CHECK_MS, () => this.#lookAgain());
      },
    );
  }

  #lookAgain(): void {
    this.#isUnread = true;
    this.#follow();
  }

  #later(name: 'notice' | 'check' | 'snapshot', delayMs: number, run: () => void | Promise<void>): void {
    if (this.#isStopped) return;
    this.#cancel(name);
    const cancel = this.#host.timers.set(() => {
      this.#pending.delete(name);
      Promise.resolve(run()).catch((thrown: unknown) =>
        this.#host.log.event('warn', 'index.task-failed', {
          tbl: this.#tbl,
          task: name,
          message: String(thrown),
        }),
      );
    }, delayMs);
    this.#pending.set(name, cancel);
  }

  #cancel(name: 'notice' | 'check' | 'snapshot'): void {
    this.#pending.get(name)?.();
    this.#pending.delete(name);
  }
}
