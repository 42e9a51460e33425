import { sameJson } from '../../protocol/same-json.ts';
import { hasPassed } from '../../core/pull/schedule.ts';
import { earlierServerTime } from '../../core/pull/server-time.ts';
import type { FeedState, SweepPlace } from '../../protocol/stored.ts';
import type { FeedGroup } from '../../protocol/table.ts';
import type { Ports } from '../../ports.ts';

/** Whatever has a feed: a table of rows or a packed collection. */
export interface Fed {
  readonly name: string;
}

type GroupedFeed = Fed & { readonly group: FeedGroup };

const groupsByPace: readonly FeedGroup[] = ['hot', 'warm', 'cool', 'cold'];

/** Ages alone are stored at most this often and together, so that idle cycles write next to nothing (T10). */
export const FEED_WRITE_MS = 60_000;
/** A visit is stored by itself this often: many are over before the ages are written next. */
const VISIT_WRITE_MS = 3_600_000;

/** Feed states of one term: the truth in memory; stored ages follow once a minute, all in one write. */
export class FeedStore {
  readonly #ports: Pick<Ports, 'cache' | 'clock'>;
  readonly #epoch: number;
  readonly #unread: () => Promise<ReadonlySet<string>>;
  readonly #feeds = new Map<string, FeedState>();
  /** States that the store does not have yet; all that is old in them is their age and how far they are compared. */
  readonly #unstored = new Map<string, FeedState>();
  #storedAt: number | null = null;
  #loading: Promise<void> | null = null;

  constructor(
    ports: Pick<Ports, 'cache' | 'clock'>,
    epoch: number,
    unread: () => Promise<ReadonlySet<string>>,
  ) {
    this.#ports = ports;
    this.#epoch = epoch;
    this.#unread = unread;
  }

  /** Reads what an earlier term stored; once, whoever asks: what has been put since is newer. */
  load(): Promise<void> {
    this.#loading ??= this.#read().catch((thrown: unknown) => {
      this.#loading = null;
      throw thrown;
    });
    return this.#loading;
  }

  async #read(): Promise<void> {
    for (const feed of await this.#ports.cache.feeds()) this.#feeds.set(feed.tbl, feed);
    // Told before the first of them is read again: screens read what is stored (UPG10).
    for (const name of await this.#unread()) {
      const feed = this.#feeds.get(name);
      if (feed === undefined || feed.unread === true) continue;
      this.#feeds.set(name, { ...feed, unread: true });
      this.#unstored.set(name, { ...feed, unread: true });
    }
    if (this.#unstored.size > 0) await this.#store();
  }

  get(spec: Fed): FeedState | undefined {
    return this.#feeds.get(spec.name);
  }

  /** True when the copy of the table has been whole at least once, or never will be for this role. */
  isSettled(spec: Fed): boolean {
    const status = this.get(spec)?.status ?? 'never';
    return status !== 'never' && status !== 'partial';
  }

  async put(spec: Fed, next: FeedState): Promise<void> {
    const before = this.#feeds.get(spec.name);
    const nowMs = this.#ports.clock.nowMs();
    const settled = ({ visitedAt, ...feed }: FeedState): object => ({
      ...feed,
      asOf: null,
      lastRows: 0,
      visitedIn: visitedAt === undefined ? null : Math.floor(visitedAt / VISIT_WRITE_MS),
    });
    this.#feeds.set(spec.name, next);
    const isSame = before !== undefined && sameJson(settled(before), settled(next));
    this.#unstored.set(spec.name, next);
    if (isSame && !hasPassed(this.#storedAt, FEED_WRITE_MS, nowMs)) return;
    this.#storedAt = nowMs;
    await this.#store();
  }

  /** Where the comparison of a collection stands: stored with the next ages. */
  noteSwept(spec: Fed, swept: SweepPlace): void {
    const feed = this.#feeds.get(spec.name);
    if (feed === undefined) return;
    this.#feeds.set(spec.name, { ...feed, swept });
    this.#unstored.set(spec.name, { ...feed, swept });
  }

  async #store(): Promise<void> {
    const feeds = [...this.#unstored.values()];
    this.#unstored.clear();
    try {
      await this.#ports.cache.putFeeds(feeds, this.#epoch);
    } catch (thrown) {
      // What has been told meanwhile is newer, and may be stored already.
      for (const feed of feeds) this.#unstored.set(feed.tbl, this.#feeds.get(feed.tbl) ?? feed);
      throw thrown;
    }
  }

  /**
   * The group whose pulls say how fresh the copy is: the one with the shortest interval of which this role may read
   * anything at all. What is forbidden is settled, and can neither grow old nor hold up the rest (D13, NET4).
   */
  leadingGroup(specs: readonly GroupedFeed[]): FeedGroup {
    const isReadable = (spec: GroupedFeed): boolean => this.get(spec)?.status !== 'forbidden';
    const led = (group: FeedGroup): boolean => specs.some((spec) => spec.group === group && isReadable(spec));
    return groupsByPace.find(led) ?? 'hot';
  }

  /** Server time that every readable one of the tables is at least as new as (I24). */
  asOf(specs: readonly Fed[]): string | null {
    const readable = specs.map((spec) => this.get(spec)).filter((feed) => feed?.status !== 'forbidden');
    if (readable.some((feed) => feed === undefined || feed.asOf === null)) return null;
    return readable.reduce<string | null>((min, feed) => earlierServerTime(min, feed?.asOf ?? null), null);
  }
}
