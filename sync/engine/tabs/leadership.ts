import { SyncError, toSyncError } from '../../errors.ts';
import type { Identity } from '../../protocol/identity.ts';
import { createCancelSource } from '../send/cancel.ts';
import type { Runtime } from '../runtime.ts';
import type { Term } from './term.ts';

/** Rest after a term that could not begin, so that broken storage does not spin. */
const RETRY_MS = 5000;

/** Name of the lock that only the leader of an identity on this device holds (D15). */
export function leaderLock(identity: Identity): string {
  return `sync:${identity.tenant} ${identity.userId} ${identity.scopeHash}`;
}

/** Queues for the lock, leads while it has it, queues again. */
export class Leadership {
  readonly #runtime: Runtime;
  readonly #begin: () => Promise<Term>;
  readonly #led: (term: Term | null) => void;
  readonly #cancel = createCancelSource();
  #term: Term | null = null;
  #holding: Promise<void> | null = null;
  #isStopped = false;
  /** The lock was taken away while it was held; the work it guarded must end before anything else. */
  #isRevoked = false;
  #rest: (() => void) | null = null;

  constructor(runtime: Runtime, begin: () => Promise<Term>, led: (term: Term | null) => void) {
    this.#runtime = runtime;
    this.#begin = begin;
    this.#led = led;
  }

  term(): Term | null {
    return this.#term;
  }

  /** Joins the queue; never rejects. */
  async campaign(): Promise<void> {
    const { locks, log } = this.#runtime.ports;
    while (!this.#isStopped) {
      let failed = false;
      try {
        await locks.request(leaderLock(this.#runtime.identity), () => this.#hold(), this.#cancel.signal);
      } catch (thrown) {
        const { info } = toSyncError(thrown);
        failed = true;
        if (!this.#isStopped || info.kind !== 'cancelled')
          log.event('warn', 'lead.refused', { kind: info.kind, message: info.message });
        if (info.kind === 'storage-full' || info.kind === 'storage-lost')
          this.#runtime.storage.isFailed = true;
        this.#led(null);
        await this.#endHolding();
      }
      if (failed) await this.#sleep();
    }
  }

  /** A hidden leader lets a visible tab that waits for the lock lead (D15). */
  async yieldIfBetter(): Promise<void> {
    const { page, ports, identity } = this.#runtime;
    if (this.#term === null || page.isVisible || page.visibleTabs.size === 0) return;
    const waiting = await ports.locks.waiting(leaderLock(identity));
    if (waiting > 0 && !page.isVisible) this.#term?.stepDown();
  }

  /** Ends the term at once and leaves the queue. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#rest?.();
    this.#cancel.cancel();
    await this.#endHolding();
  }

  #hold(): Promise<void> {
    this.#isRevoked = false;
    this.#holding = this.#lead();
    return this.#holding;
  }

  /**
   * Ends the term and waits for it. A stolen lock rejects the request while its holder goes on (I15), and a term that
   * could not begin must not keep the engine from being stopped.
   */
  async #endHolding(): Promise<void> {
    this.#isRevoked = true;
    this.#term?.abort();
    try {
      await this.#holding;
    } catch {
      // The request has rejected with the same error, and its caller reports it.
    }
  }

  async #lead(): Promise<void> {
    if (this.#isStopped) return;
    const term = await this.#begin();
    this.#term = term;
    this.#led(term);
    // A stop or a theft that came while the term began.
    if (this.#isStopped || this.#isRevoked) term.abort();
    await term.ended;
    await term.close();
    this.#term = null;
    this.#led(null);
  }

  #sleep(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#runtime.ports.timers.set(resolve, RETRY_MS);
      this.#rest = () => {
        cancel();
        resolve();
      };
    });
  }
}

/** The error of a call on an engine that has been stopped. */
export function stoppedError(): SyncError {
  return new SyncError({ kind: 'cancelled', message: 'The sync engine has been stopped' });
}
