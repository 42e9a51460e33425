import type {
  Bus,
  BusMessage,
  CacheStore,
  CancelSignal,
  DocumentStore,
  JournalStore,
  Lifecycle,
  Locks,
  Log,
  PackedStore,
} from '#sync/ports.ts';
import { SyncError } from '#sync/errors.ts';
import type { Prng } from './prng.ts';
import type { Scheduler } from './scheduler.ts';

/** Who calls, on what schedule, and whether its connections were closed under it, as a wipe closes them. */
export interface StoreCaller {
  readonly scheduler: Scheduler;
  readonly owner: string;
  readonly prng: Prng;
  readonly isClosed: () => boolean;
}

/** Runs a call, unless the connection is closed by then. */
function unlessClosed<T>({ isClosed }: StoreCaller, act: () => Promise<T>): Promise<T> {
  return isClosed()
    ? Promise.reject(new SyncError({ kind: 'storage-lost', message: 'The local data is closed' }))
    : act();
}

/** One store call becomes three steps: before the commit, the commit, after it. A kill may fall between any two. */
function step<T>(caller: StoreCaller, act: () => Promise<T>): Promise<T> {
  const { scheduler, owner, prng } = caller;
  return new Promise((resolve, reject) => {
    scheduler.schedule(owner, prng.int(4), () => {
      unlessClosed(caller, act).then(
        (value) => scheduler.schedule(owner, prng.int(4), () => resolve(value)),
        (error: unknown) => scheduler.schedule(owner, prng.int(4), () => reject(error)),
      );
    });
  });
}

/** A read changes nothing, so a kill before it and one after it are the same: one step, early answer or late one. */
function look<T>(caller: StoreCaller, read: () => Promise<T>): Promise<T> {
  const { scheduler, owner, prng } = caller;
  return new Promise((resolve, reject) => {
    const delayMs = prng.int(8);
    if (delayMs % 2 === 0) {
      scheduler.schedule(owner, delayMs, () => void unlessClosed(caller, read).then(resolve, reject));
      return;
    }
    unlessClosed(caller, read).then(
      (value) => scheduler.schedule(owner, delayMs, () => resolve(value)),
      (error: unknown) => scheduler.schedule(owner, delayMs, () => reject(error)),
    );
  });
}

/** The shared journal as one tab reaches it. */
export function stepJournal(inner: JournalStore, caller: StoreCaller): JournalStore {
  const via = <T>(act: () => Promise<T>): Promise<T> => step(caller, act);
  const see = <T>(read: () => Promise<T>): Promise<T> => look(caller, read);
  return {
    mutate: (scope, decide) => via(() => inner.mutate(scope, decide)),
    read: (scope) => see(() => inner.read(scope)),
    meta: () => see(() => inner.meta()),
    claimEpoch: () => via(() => inner.claimEpoch()),
    notices: () => see(() => inner.notices()),
    drafts: () => see(() => inner.drafts()),
    putDraft: (draft) => via(() => inner.putDraft(draft)),
    keepDraft: (draft, expected) => via(() => inner.keepDraft(draft, expected)),
    deleteDraft: (key) => via(() => inner.deleteDraft(key)),
    pins: () => see(() => inner.pins()),
    putPin: (pin) => via(() => inner.putPin(pin)),
    deletePin: (kind, id) => via(() => inner.deletePin(kind, id)),
    isDownloadHeld: () => see(() => inner.isDownloadHeld()),
    holdDownload: (isHeld) => via(() => inner.holdDownload(isHeld)),
    effects: () => see(() => inner.effects()),
    mutateEffects: (decide) => via(() => inner.mutateEffects(decide)),
    audit: (tell) => via(() => inner.audit(tell)),
    setAside: () => see(() => inner.setAside()),
    dropSetAside: (refs) => via(() => inner.dropSetAside(refs)),
    purge: (nowMs) => via(() => inner.purge(nowMs)),
  };
}

/** The shared cache as one tab reaches it. */
export function stepCache(inner: CacheStore, caller: StoreCaller): CacheStore {
  const via = <T>(act: () => Promise<T>): Promise<T> => step(caller, act);
  const see = <T>(read: () => Promise<T>): Promise<T> => look(caller, read);
  return {
    mutate: (refs, epoch, decide) => via(() => inner.mutate(refs, epoch, decide)),
    get: (ref) => see(() => inner.get(ref)),
    where: (tbl, column, value) => see(() => inner.where(tbl, column, value)),
    ids: (tbl, from, to) => see(() => inner.ids(tbl, from, to)),
    count: (tbl) => see(() => inner.count(tbl)),
    shadows: () => see(() => inner.shadows()),
    pending: () => see(() => inner.pending()),
    cursor: (tbl) => see(() => inner.cursor(tbl)),
    feeds: () => see(() => inner.feeds()),
    putFeeds: (feeds, epoch) => via(() => inner.putFeeds(feeds, epoch)),
    dropTombstones: (beforeMs) => via(() => inner.dropTombstones(beforeMs)),
    clear: () => via(() => inner.clear()),
    dump: (tbl) => see(() => inner.dump(tbl)),
  };
}

/** The shared packed collections as one tab reaches them. */
export function stepPacked(inner: PackedStore, caller: StoreCaller): PackedStore {
  const via = <T>(act: () => Promise<T>): Promise<T> => step(caller, act);
  const see = <T>(read: () => Promise<T>): Promise<T> => look(caller, read);
  return {
    apply: (write, epoch) => via(() => inner.apply(write, epoch)),
    get: (tbl, ids) => see(() => inner.get(tbl, ids)),
    lines: (tbl, from, to) => see(() => inner.lines(tbl, from, to)),
    scan: (tbl, visit) => see(() => inner.scan(tbl, visit)),
    count: (tbl) => see(() => inner.count(tbl)),
  };
}

/** The kept documents as one tab reaches them. */
export function stepDocuments(inner: DocumentStore, caller: StoreCaller): DocumentStore {
  const via = <T>(act: () => Promise<T>): Promise<T> => step(caller, act);
  const see = <T>(read: () => Promise<T>): Promise<T> => look(caller, read);
  return {
    get: (kind, id) => see(() => inner.get(kind, id)),
    put: (document) => via(() => inner.put(document)),
    touch: (kind, id, usedAt) => via(() => inner.touch(kind, id, usedAt)),
    drop: (kind, id) => via(() => inner.drop(kind, id)),
    keepNewest: (kind, id, idStart, count) => via(() => inner.keepNewest(kind, id, idStart, count)),
    release: (reason) => via(() => inner.release(reason)),
    reasons: () => see(() => inner.reasons()),
    clear: () => via(() => inner.clear()),
  };
}

type LockMode = 'alone' | 'shared';

interface Waiter {
  readonly owner: string;
  readonly mode: LockMode;
  readonly grant: () => void;
}

/** One context that has a lock. */
interface Holder extends Waiter {
  /** Set once its page has heard of it. */
  rob?: () => void;
}

/** What the leader of an identity holds; the other locks are nobody's to steal. */
const isLeaders = (name: string): boolean => name.startsWith('sync:');

/** Web Locks of one device: first come first served, released when the holder dies. */
export class LockTable {
  readonly #held = new Map<string, Holder[]>();
  readonly #queues = new Map<string, Waiter[]>();
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  portFor(owner: string): Locks {
    return {
      waiting: (name) => Promise.resolve(this.#queues.get(name)?.length ?? 0),
      request: (name, hold, cancel) => this.#request(name, { owner, mode: 'alone' }, hold, cancel),
      share: (name, hold, cancel) => this.#request(name, { owner, mode: 'shared' }, hold, cancel),
    };
  }

  async #request(
    name: string,
    who: Pick<Waiter, 'owner' | 'mode'>,
    hold: () => Promise<void>,
    cancel?: CancelSignal,
  ): Promise<void> {
    let robbed: () => void = () => undefined;
    const stolen = new Promise<never>((_resolve, reject) => {
      robbed = () => reject(new SyncError({ kind: 'bug', message: 'AbortError: the lock was stolen' }));
    });
    // Nobody may be listening any more when it happens.
    stolen.catch(() => undefined);
    let waiter: Waiter | undefined;
    await new Promise<void>((resolve, reject) => {
      const mine: Waiter = { ...who, grant: resolve };
      waiter = mine;
      const handleCancel = (): void => {
        if (this.#held.get(name)?.includes(mine) === true) return;
        this.#leave(name, mine);
        reject(new SyncError({ kind: 'cancelled', message: `No longer waiting for ${name}` }));
      };
      this.#queues.set(name, [...(this.#queues.get(name) ?? []), mine]);
      cancel?.addEventListener('abort', handleCancel);
      if (cancel?.aborted === true) handleCancel();
      else this.#grantNext(name);
    });
    const holder = this.#held.get(name)?.find((each) => each === waiter);
    if (holder !== undefined) holder.rob = robbed;
    try {
      await Promise.race([hold(), stolen]);
    } finally {
      this.#release(name, waiter);
    }
  }

  /** Who holds what and who waits, for the trace of a failure. */
  describe(): string {
    const waiting = [...this.#queues].map(
      ([name, queue]) => `${name}: ${queue.map(({ owner }) => owner).join(',')}`,
    );
    const held = [...this.#held].map(([name, all]) => `${name}: ${all.map(({ owner }) => owner).join(',')}`);
    return `held ${JSON.stringify(held)} waiting ${JSON.stringify(waiting)}`;
  }

  /** Who leads now. */
  leaders(): readonly string[] {
    return [...this.#held].flatMap(([name, all]) => (isLeaders(name) ? all.map(({ owner }) => owner) : []));
  }

  /** Whether it holds any lock now. */
  holds(owner: string): boolean {
    return [...this.#held.values()].some((all) => all.some((each) => each.owner === owner));
  }

  /** Takes the lead from who has it, as `steal` does: its request rejects while its work may go on. */
  stealAll(): void {
    for (const [name, all] of new Map(this.#held)) {
      for (const holder of isLeaders(name) ? all : []) {
        // Granted, but its page has not heard of it yet: there is nothing to take away.
        if (holder.rob === undefined) continue;
        holder.rob();
        this.#release(name, holder);
      }
    }
  }

  /** The context is gone: its locks are free, its waiting requests withdrawn. */
  kill(owner: string): void {
    for (const [name, queue] of this.#queues) {
      this.#queues.set(
        name,
        queue.filter((waiter) => waiter.owner !== owner),
      );
    }
    for (const name of new Set([...this.#held.keys(), ...this.#queues.keys()])) {
      for (const holder of this.#held.get(name) ?? [])
        if (holder.owner === owner) this.#release(name, holder);
      this.#grantNext(name);
    }
  }

  #leave(name: string, waiter: Waiter): void {
    this.#queues.set(
      name,
      (this.#queues.get(name) ?? []).filter((other) => other !== waiter),
    );
    this.#grantNext(name);
  }

  #release(name: string, holder: Waiter | undefined): void {
    const rest = (this.#held.get(name) ?? []).filter((other) => other !== holder);
    this.#held.set(name, rest);
    this.#grantNext(name);
  }

  #grantNext(name: string): void {
    const held = this.#held.get(name) ?? [];
    const [first, ...rest] = this.#queues.get(name) ?? [];
    if (first === undefined || (held.length > 0 && first.mode === 'alone')) return;
    if (held.some(({ mode }) => mode === 'alone')) return;
    this.#queues.set(name, rest);
    this.#held.set(name, [...held, first]);
    // Chrome lets no page that holds a lock stay frozen (D15). A person whose lid is closed asks for nothing.
    if (isLeaders(name)) this.#scheduler.thaw(first.owner);
    this.#scheduler.schedule(first.owner, 0, first.grant);
    if (first.mode === 'shared') this.#grantNext(name);
  }
}

/** BroadcastChannel of one device: late, and lossy when the script says so. */
export class BusHub {
  readonly #listeners = new Map<string, Set<(message: BusMessage) => void>>();
  readonly #scheduler: Scheduler;
  readonly #prng: Prng;
  lossRate = 0;

  constructor(scheduler: Scheduler, prng: Prng) {
    this.#scheduler = scheduler;
    this.#prng = prng;
  }

  portFor(owner: string): Bus {
    return {
      post: (message) => {
        for (const [other, listeners] of this.#listeners) {
          if (other === owner || this.#prng.chance(this.lossRate)) continue;
          for (const receive of listeners) {
            this.#scheduler.schedule(other, this.#prng.int(20), () => receive(message));
          }
        }
      },
      listen: (receive) => {
        const listeners = this.#listeners.get(owner) ?? new Set();
        this.#listeners.set(owner, listeners.add(receive));
        return () => listeners.delete(receive);
      },
    };
  }

  kill(owner: string): void {
    this.#listeners.delete(owner);
  }
}

/** Page visibility and network hints of one tab, turned by the script. */
export class TabLifecycle implements Lifecycle {
  readonly #listeners = new Set<() => void>();
  isTabVisible = true;
  isTabOnLine = true;

  isVisible(): boolean {
    return this.isTabVisible;
  }
  isOnLine(): boolean {
    return this.isTabOnLine;
  }
  isConstrained(): boolean {
    return false;
  }
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  /** Tells the engine that something changed. */
  announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Collects log events; `errors` must stay empty in a healthy run. */
export class MemoryLog implements Log {
  readonly events: { readonly level: string; readonly code: string; readonly fields: unknown }[] = [];
  event(level: 'debug' | 'info' | 'warn' | 'error', code: string, fields?: unknown): void {
    this.events.push({ level, code, fields });
  }
}
