import { foreignNotice } from '../../core/outbox/notice-text.ts';
import { toSyncError } from '../../errors.ts';
import type { CancelSignal } from '../../ports.ts';
import { SESSION_LOCK } from '../../protocol/session-lock.ts';
import { createCancelSource } from '../send/cancel.ts';
import { isWithin, readingOf } from '../pull/clock-reading.ts';
import type { ClockReading } from '../pull/clock-reading.ts';
import type { Runtime } from '../runtime.ts';
import type { Look, Session, SessionState } from './session.ts';
import type { SentWork, Unlooked } from '../unlooked.ts';

/** A burst of writes has a look at the session before it and one after it: it lasts this long and has so many at most. */
export const BURST_MS = 10_000;
export const BURST_WRITES = 50;
/** Half way the next look is asked, so that nothing waits for its answer: it closes one burst and opens the next. */
const RENEW_MS = BURST_MS / 2;
const RENEW_WRITES = BURST_WRITES / 2;
/** Writes that start within this time of each other are one burst. */
export const LINGER_MS = 2000;
/** How often is looked whether somebody wants the session for himself. */
const WANTED_LOOK_MS = 500;
/** A request on its way is given up when somebody has waited this long; the row is looked up then. */
export const GIVE_UP_MS = 5000;
/** Longest time a person waits for the session while somebody signs in or out elsewhere on the device. */
const PATIENCE_MS = 15_000;
/** Longest time the end of a term waits for the closing look. */
const LAST_LOOK_MS = 1500;

/** One write on its way. */
export interface Pass {
  /** Fires when the request is to be given up. */
  readonly signal: CancelSignal;
  /** Its answer is here, or there will be none. False: it certainly changed nothing. */
  end(mayHaveActed: boolean): void;
}

/** What `within` learnt: the session as the look found it, or that somebody signs in or out just now. */
export type Opened = SessionState | 'busy';

/**
 * The way out for everything that writes (AUT7, AUT8):
 *
 * ```
 * shut ──want──► asking ──lock shared, whoami names the owner──► open ──idle, wanted, stopped──► closing ──look──► shut
 *                   └──────────────── anything else ──────────────────────────────────────────────────────────────►┘
 * ```
 * The lock is shared from before the first look until after the last one. Whoever signs in or out with this app holds
 * it alone, so nobody does between a look and the writes it speaks for. Others may; the next look tells of them.
 */
export interface SessionGate {
  /** True when a write may leave in this very moment. */
  isOpen(): boolean;
  /** Opens the gate, or renews its look; `opened` is called when something may leave. */
  want(): void;
  /** Runs `act` with what a look that was asked for just now says, and keeps the gate open meanwhile. */
  within<T>(act: (state: Opened) => Promise<T>): Promise<T>;
  /** One write leaves now; null: it may not. */
  begin(work: SentWork): Pass | null;
  /** Nothing is to be sent for the moment. */
  rest(): void;
  /** Looks now at what another gate of this tab has sent and nobody has looked at. */
  adopt(left: readonly Unlooked[]): void;
  /** Gives up what is on its way, looks once more, and lets go of the lock; nothing leaves any more. */
  close(): Promise<void>;
}

/** What a gate is made with. */
export interface GateParts {
  readonly runtime: Runtime;
  readonly session: Session;
  /** Writes without a closing look; the next term goes on with what is left. */
  readonly unlooked: Unlooked[];
  /** The end of everything: what is on its way is given up. */
  readonly signal: CancelSignal;
  readonly opened?: (() => void) | undefined;
}

function drop(list: Unlooked[], entry: Unlooked): void {
  const at = list.indexOf(entry);
  if (at >= 0) list.splice(at, 1);
}

type Phase = 'shut' | 'asking' | 'open' | 'closing';

class Gate implements SessionGate {
  readonly #parts: GateParts;
  readonly #cancel = createCancelSource();
  readonly #flights = new Set<() => void>();
  #phase: Phase = 'shut';
  #lookedAt: ClockReading | null = null;
  /** For each write since the question of the last good look: how many questions had left when it began. */
  #begun: number[] = [];
  #begunAt: ClockReading | null = null;
  #renewal: Promise<unknown> | null = null;
  #users = 0;
  #isWanted = false;
  #isStopped = false;
  #telling: Promise<void> = Promise.resolve();
  /** Called whenever something has ended that the closing waits for. */
  #settled: () => void = () => undefined;
  #waiting: ((state: Opened) => void)[] = [];
  #stopLinger: () => void = () => undefined;
  #holding: Promise<void> = Promise.resolve();

  constructor(parts: GateParts) {
    this.#parts = parts;
    // The questions of an earlier term had another count.
    for (const each of parts.unlooked) each.endedAfter = 0;
    parts.session.onLook((look) => this.#look(look));
    parts.signal.addEventListener('abort', () => this.#abort());
  }

  isOpen(): boolean {
    const { runtime, session } = this.#parts;
    return (
      this.#phase === 'open' &&
      session.isFreshNow() &&
      isWithin(this.#lookedAt, BURST_MS, readingOf(runtime.ports.clock)) &&
      this.#begun.length < BURST_WRITES
    );
  }

  want(): void {
    const state = this.#parts.session.state();
    if (state !== 'ok' && state !== 'unknown') this.#shut();
    else if (this.#phase === 'open') this.#renew();
    else if (this.#phase === 'closing') this.#isWanted = true;
    else this.#acquire();
  }

  async within<T>(act: (state: Opened) => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      return await act(await this.#openNow());
    } finally {
      this.#users -= 1;
      this.rest();
    }
  }

  begin(work: SentWork): Pass | null {
    if (!this.isOpen()) return null;
    const { runtime, session, unlooked } = this.#parts;
    this.#stopLinger();
    this.#begun.push(session.asked());
    this.#begunAt = readingOf(runtime.ports.clock);
    const entry: Unlooked = { work, sentAt: runtime.ports.clock.nowMs(), endedAfter: null };
    unlooked.push(entry);
    const cancel = createCancelSource();
    const giveUp = (): void => cancel.cancel();
    this.#flights.add(giveUp);
    const isHalfWay =
      this.#begun.length >= RENEW_WRITES || !isWithin(this.#lookedAt, RENEW_MS, this.#begunAt);
    if (isHalfWay) this.#renew();
    return {
      signal: cancel.signal,
      end: (mayHaveActed) => {
        if (!this.#flights.delete(giveUp)) return;
        entry.endedAfter = session.asked();
        if (!mayHaveActed) drop(unlooked, entry);
        else if (entry.isForeign === true) this.#tell();
        this.#settled();
      },
    };
  }

  rest(): void {
    if (this.#phase !== 'open' || this.#flights.size > 0 || this.#users > 0) return;
    this.#stopLinger();
    const { page, ports } = this.#parts.runtime;
    // The timers of a page that nobody sees may be a minute late, and somebody may want the session.
    if (!page.isVisible || !isWithin(this.#begunAt, LINGER_MS, readingOf(ports.clock))) return this.#shut();
    this.#stopLinger = ports.timers.set(() => this.rest(), LINGER_MS);
  }

  adopt(left: readonly Unlooked[]): void {
    if (left.length === 0) return;
    const { session, unlooked, runtime } = this.#parts;
    const endedAfter = session.asked();
    for (const each of left) unlooked.push({ ...each, endedAfter });
    session.verify().catch((thrown: unknown) => {
      runtime.ports.log.event('error', 'session.untold', { message: toSyncError(thrown).message });
    });
  }

  async close(): Promise<void> {
    this.#isStopped = true;
    this.#abort();
    const { timers } = this.#parts.runtime.ports;
    let stop: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      stop = timers.set(resolve, LAST_LOOK_MS);
    });
    await Promise.race([this.#holding, patience]);
    stop();
  }

  #abort(): void {
    this.#isStopped = true;
    this.#cancel.cancel();
    for (const giveUp of this.#flights) giveUp();
    this.#shut();
    this.#answer('busy');
  }

  #acquire(): void {
    if (this.#phase !== 'shut' || this.#isStopped) return;
    this.#phase = 'asking';
    const { locks, log } = this.#parts.runtime.ports;
    this.#holding = locks
      .share(SESSION_LOCK, () => this.#hold(), this.#cancel.signal)
      .catch((thrown: unknown) => {
        const { kind, message } = toSyncError(thrown).info;
        if (kind !== 'cancelled') log.event('warn', 'session.lock', { kind, message });
        this.#answer('busy');
      })
      .finally(() => {
        this.#phase = 'shut';
        // It was wanted while it closed: whoever wants it looks again.
        if (this.#isWanted) this.#parts.opened?.();
        this.#isWanted = false;
      });
  }

  /** While this runs nobody signs in or out with this app. */
  async #hold(): Promise<void> {
    if (this.#isStopped) return;
    const { session, unlooked, signal } = this.#parts;
    this.#lookedAt = null;
    this.#begun = [];
    this.#begunAt = readingOf(this.#parts.runtime.ports.clock);
    const state = await session.verify();
    this.#answer(state);
    // Whoever was given it goes on in a moment, and may not use it before the gate is open.
    if (state !== 'ok' || this.#isStopped) return this.#telling;
    this.#phase = 'open';
    const stopWatch = this.#watchWanted();
    this.#parts.opened?.();
    try {
      await this.#closed();
      stopWatch();
      if (unlooked.length > 0 && !signal.aborted) await session.verify();
    } finally {
      stopWatch();
      this.#stopLinger();
      await this.#telling;
    }
  }

  /** Resolves when the gate is closing and nothing is on its way. */
  #closed(): Promise<void> {
    return new Promise((resolve) => {
      this.#settled = () => {
        if (this.#phase === 'closing' && this.#flights.size === 0) resolve();
      };
      if (this.#isStopped) this.#shut();
      this.#settled();
    });
  }

  #shut(): void {
    if (this.#phase === 'open') this.#phase = 'closing';
    this.#settled();
  }

  #renew(): void {
    if (this.#renewal !== null) return;
    this.#renewal = this.#parts.session.verify().then((state) => {
      this.#renewal = null;
      if (state !== 'ok') this.#shut();
      else if (this.isOpen()) this.#parts.opened?.();
    });
  }

  async #openNow(): Promise<Opened> {
    if (this.#isStopped) return 'busy';
    if (this.#phase === 'open') {
      const state = await this.#parts.session.verify();
      if (state !== 'ok') this.#shut();
      return state;
    }
    // What closes just now lets go of the lock first.
    if (this.#phase === 'closing') await this.#holding;
    this.#acquire();
    return new Promise((resolve) => {
      const stop = this.#parts.runtime.ports.timers.set(() => resolve('busy'), PATIENCE_MS);
      this.#waiting.push((state) => {
        stop();
        resolve(state);
      });
    });
  }

  #answer(state: Opened): void {
    for (const hear of this.#waiting.splice(0)) hear(state);
  }

  /** Lets go when somebody wants the session for himself, and gives up what keeps him waiting for too long. */
  #watchWanted(): () => void {
    const { locks, timers, clock, log } = this.#parts.runtime.ports;
    let wantedSince: ClockReading | null = null;
    let isOver = false;
    let stop: () => void = () => undefined;
    const look = async (): Promise<void> => {
      const waiting = await locks.waiting(SESSION_LOCK);
      if (isOver) return;
      if (waiting > 0) {
        wantedSince ??= readingOf(clock);
        this.#shut();
        if (!isWithin(wantedSince, GIVE_UP_MS, readingOf(clock)) && this.#flights.size > 0) {
          log.event('warn', 'session.gave-up', { requests: this.#flights.size });
          for (const giveUp of this.#flights) giveUp();
        }
      }
      stop = timers.set(again, WANTED_LOOK_MS);
    };
    const again = (): void => {
      look().catch((thrown: unknown) => {
        log.event('warn', 'session.lock', { message: toSyncError(thrown).message });
        this.#shut();
      });
    };
    again();
    return () => {
      isOver = true;
      stop();
    };
  }

  /** An answer of whoami closes what ended before it was asked for. */
  #look(look: Look): void {
    const { unlooked } = this.#parts;
    const isClosed = ({ endedAfter }: Unlooked): boolean => endedAfter !== null && look.asked > endedAfter;
    if (look.state === 'other-user') {
      for (const entry of unlooked) {
        entry.isForeign = true;
        entry.who = look.who;
      }
      this.#tell();
      if (!look.isPast) this.#shut();
      return;
    }
    // Nobody is signed in any more: whoever ended the session was its owner, as far as anybody can tell.
    for (const entry of unlooked.filter((each) => isClosed(each) && each.isForeign !== true)) {
      drop(unlooked, entry);
    }
    if (look.state === 'signed-out') return this.#shut();
    this.#lookedAt = look.askedAt;
    this.#begun = this.#begun.filter((asked) => asked >= look.asked);
    // What could not be told so far.
    if (unlooked.some(({ isForeign }) => isForeign)) this.#tell();
  }

  /** Tells of every write that may stand under another name, and of none twice. */
  #tell(): void {
    const { runtime, unlooked } = this.#parts;
    const { journal, log } = runtime.ports;
    const told = unlooked.filter(({ isForeign, endedAfter }) => isForeign === true && endedAfter !== null);
    if (told.length === 0) return;
    for (const entry of told) drop(unlooked, entry);
    log.event('error', 'session.foreign', { ids: told.map(({ work }) => work.id) });
    const notices = told.map(({ work, sentAt, who }) => foreignNotice(work, sentAt, who ?? null));
    const telling = journal
      .mutate({ ids: [] }, () => ({ notices, result: undefined }))
      .catch((thrown: unknown) => {
        // The next look tries again.
        unlooked.push(...told);
        log.event('error', 'session.untold', { message: toSyncError(thrown).message });
      });
    this.#telling = Promise.all([this.#telling, telling]).then(() => undefined);
  }
}

/** Makes the gate of one session. */
export function createSessionGate(parts: GateParts): SessionGate {
  return new Gate(parts);
}
