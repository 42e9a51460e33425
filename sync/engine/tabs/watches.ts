import { sameJson } from '../../protocol/same-json.ts';
import type { WatchScope } from '../../protocol/watch/scope.ts';
import { openRows } from '../runtime.ts';
import type { Runtime } from '../runtime.ts';

/** How long a tab that was closed is still taken for one that looks. */
const CLOSED_LOOK_MS = 60_000;

/** What scopes that begin or end ask for. */
export interface WatchHooks {
  /** A row is open: what hangs below it is due soon. */
  readonly resume: () => void;
  /** A collection that is visited may be due. */
  readonly visited: () => void;
  /** Packed rows of a parent are due now. */
  readonly opened: () => void;
  /** No tab has this row open any more. */
  readonly left: (id: string) => void;
}

/** Scopes of the first list that the second one does not have, each as often as it has more of it. */
function beyond(scopes: readonly WatchScope[], others: readonly WatchScope[]): readonly WatchScope[] {
  const rest = [...others];
  return scopes.filter((scope) => {
    const at = rest.findIndex((other) => sameJson(other, scope));
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/**
 * What the screens of this tab look at, told to the others as a whole with every change: whoever leads pulls for all of them,
 * and a message that is lost is made good by the next one.
 */
export class Watches {
  readonly #runtime: Runtime;
  readonly #hooks: WatchHooks;
  #stopLooking: () => void = () => undefined;

  constructor(runtime: Runtime, hooks: WatchHooks) {
    this.#runtime = runtime;
    this.#hooks = hooks;
  }

  watch(scope: WatchScope): void {
    this.#change([...this.#own(), scope]);
  }

  /** Ends one `watch` of the same scope; without one it does nothing. */
  unwatch(scope: WatchScope): void {
    const own = this.#own();
    const at = own.findLastIndex((other) => sameJson(other, scope));
    if (at >= 0) this.#change(own.toSpliced(at, 1));
  }

  /** A tab, this one or another, looks at these now. */
  set(tabId: string, scopes: readonly WatchScope[]): void {
    const { page } = this.#runtime;
    const before = page.watched.get(tabId) ?? [];
    if (sameJson(before, scopes)) return;
    const wereOpen = openRows(this.#runtime, tabId);
    // The tab that spoke last stands last.
    page.watched.delete(tabId);
    if (scopes.length > 0) page.watched.set(tabId, scopes);
    for (const scope of beyond(scopes, before)) this.#begin(scope);
    const open = new Set(openRows(this.#runtime).map(({ id }) => id));
    for (const { id } of wereOpen) if (!open.has(id)) this.#hooks.left(id);
  }

  /** Another tab has come to the front, or is new: it may lead next, and has not heard what is looked at here. */
  repeat(): void {
    const { tabId, ports } = this.#runtime;
    const scopes = this.#own();
    if (scopes.length > 0) ports.bus.post({ type: 'watch', tabId, scopes });
  }

  /** Whoever leads asks now and then which tabs are still open: one that the browser closes says nothing. */
  lead(isLeading: boolean): void {
    this.#stopLooking();
    if (!isLeading || this.#runtime.ports.registry === undefined) return;
    const look = (delayMs: number): void => {
      this.#stopLooking = this.#runtime.ports.timers.set(() => {
        this.#forgetClosed().catch((thrown: unknown) => {
          this.#runtime.ports.log.event('warn', 'watches.behind', { error: String(thrown) });
        });
        look(CLOSED_LOOK_MS);
      }, delayMs);
    };
    look(0);
  }

  /** The tab goes, and with it what its screens look at. */
  stop(): void {
    this.#stopLooking();
    if (this.#own().length > 0) this.#change([]);
  }

  async #forgetClosed(): Promise<void> {
    const { page, tabId, ports } = this.#runtime;
    const others = [...page.watched.keys()].filter((other) => other !== tabId);
    if (others.length === 0 || ports.registry === undefined) return;
    const open = new Set((await ports.registry.open()).map((card) => card.tabId));
    for (const other of others) if (!open.has(other)) this.set(other, []);
  }

  #own(): readonly WatchScope[] {
    const { page, tabId } = this.#runtime;
    return page.watched.get(tabId) ?? [];
  }

  #change(scopes: readonly WatchScope[]): void {
    const { tabId, ports } = this.#runtime;
    this.set(tabId, scopes);
    ports.bus.post({ type: 'watch', tabId, scopes });
  }

  #begin({ table, id, from }: WatchScope): void {
    const { page, tables } = this.#runtime;
    if (id === undefined) {
      page.visited.add(table);
      this.#hooks.visited();
      return;
    }
    if (from !== undefined) {
      const key = `${table} ${id}`;
      page.opened.delete(key);
      page.opened.set(key, { table, id, from });
      this.#hooks.opened();
    }
    if (tables[table].opened !== undefined) this.#hooks.resume();
  }
}
