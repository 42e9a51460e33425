import { lastVisit, visitOf } from '../../core/pull/visits.ts';
import type { Visit } from '../../core/pull/visits.ts';
import type { FeedGroup, TableSpec } from '../../protocol/table.ts';
import { dropCollection } from '../cache/drop-unpulled.ts';
import type { Lead, Runtime } from '../runtime.ts';
import type { FeedStore } from './feed-store.ts';
import { neverPulled } from './table.ts';

/**
 * The collections that are visited (entities 3), as one term keeps them. The last visit lies with the state of the feed: it
 * lives exactly as long as the rows it speaks of, and the next leader finds it there.
 */
export class Visits {
  readonly #runtime: Runtime;
  readonly #feeds: FeedStore;
  readonly #lead: Lead;
  readonly #specs: readonly TableSpec[];

  constructor({ runtime, lead }: { readonly runtime: Runtime; readonly lead: Lead }, feeds: FeedStore) {
    this.#runtime = runtime;
    this.#feeds = feeds;
    this.#lead = lead;
    this.#specs = runtime.pulled.filter(({ keep }) => keep === 'visited');
  }

  /** Group whose interval a collection has now; null while it is not asked for. */
  groupOf(spec: TableSpec): FeedGroup | null {
    if (spec.keep !== 'visited') return spec.group;
    const visit = this.#visitOf(spec);
    if (visit === 'watched') return spec.group;
    return visit === 'cold' ? 'cold' : null;
  }

  /** Notes who looks at what now, in memory with every turn; a stored visit is at most an hour older. */
  async note(): Promise<void> {
    const nowMs = this.#nowMs();
    for (const spec of this.#specs) {
      const feed = this.#feeds.get(spec);
      const visitedAt = lastVisit(feed?.visitedAt, this.#isWatched(spec), nowMs);
      if (visitedAt === undefined || visitedAt === feed?.visitedAt) continue;
      await this.#feeds.put(spec, { ...(feed ?? neverPulled(spec.name)), visitedAt });
    }
    for (const spec of this.#specs)
      if (this.groupOf(spec) !== null) this.#runtime.page.visited.add(spec.name);
  }

  /** What nobody has visited for long leaves the device, and counts as never given. */
  async drop(): Promise<void> {
    for (const spec of this.#specs) {
      if (this.#visitOf(spec) !== 'over') continue;
      this.#runtime.page.visited.delete(spec.name);
      await dropCollection(this.#runtime, spec.name, this.#lead.epoch);
      await this.#feeds.put(spec, neverPulled(spec.name));
    }
  }

  #visitOf(spec: TableSpec): Visit {
    return visitOf(this.#feeds.get(spec)?.visitedAt, this.#isWatched(spec), this.#nowMs());
  }

  /** Some tab looks at all of it, and is in front: behind other tabs nobody reads. */
  #isWatched({ name }: TableSpec): boolean {
    const { page, tabId } = this.#runtime;
    return [...page.watched].some(
      ([tab, scopes]) =>
        (tab === tabId ? page.isVisible : page.visibleTabs.has(tab)) &&
        scopes.some(({ table, id }) => table === name && id === undefined),
    );
  }

  #nowMs(): number {
    return this.#runtime.ports.clock.nowMs();
  }
}
