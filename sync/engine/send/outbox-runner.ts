import { isDue, RESET_SPREAD_MS } from '../../core/pull/backoff.ts';
import { planSends, stuckOps } from '../../core/outbox/lanes.ts';
import { isResettable, lanesAllowed } from '../../core/pull/next-attempt.ts';
import { showsAll } from '../../core/outbox/pending-sum.ts';
import { planRebuild } from '../../core/outbox/rebuild.ts';
import { canRebase } from '../../core/outbox/can-rebase.ts';
import { toSyncError } from '../../errors.ts';
import type { Op } from '../../protocol/op.ts';
import { CacheFullError, isFull } from '../cache/cache-writer.ts';
import { mustProbe } from '../tabs/client.ts';
import { createLoop } from '../loop.ts';
import type { Loop } from '../loop.ts';
import { checkStep, sendStep } from './send-step.ts';
import type { StepParts } from './send-step.ts';

/** A nudge can be lost (3b), so the journal is looked at this often anyway. */
const FALLBACK_MS = 15_000;
/** Rest after a step that failed on this device, so that a full disk does not spin. */
const TASK_RETRY_MS = 1000;

/** Callbacks of the runner: what runs has changed, a step was stored, and for what a step threw. */
export interface RunnerHooks {
  readonly changed: () => void;
  readonly stored: () => void;
  readonly failed: (thrown: unknown) => void;
  /** Operations this runner may act on; the others hold their lanes. Default: all. */
  readonly takes?: ((op: Op) => boolean) | undefined;
}

/** The sender of one term (D6, D7): at most one request per lane, at most four lanes. */
export class OutboxRunner {
  readonly #parts: StepParts;
  readonly #hooks: RunnerHooks;
  readonly #busy = new Map<string, Promise<void>>();
  readonly #loop: Loop;
  /** Operations whose wait a come-back has ended; refused again, they keep their backoff (D7). */
  readonly #hastened = new Set<string>();
  #mustHasten = false;
  #mustForget = false;
  #hasTurnFailed = false;

  constructor(parts: StepParts, hooks: RunnerHooks) {
    this.#parts = parts;
    this.#hooks = hooks;
    this.#loop = createLoop(
      parts.runtime.ports,
      () => this.#turn(),
      (thrown) => {
        this.#hasTurnFailed = true;
        hooks.failed(thrown);
        return FALLBACK_MS;
      },
    );
  }

  wake(delayMs?: number): void {
    this.#loop.wake(delayMs);
  }

  /** The device or a person came back: waits end soon, spread over two seconds, and failures are forgotten (D7). */
  reset(): void {
    this.#mustForget = true;
    this.comeBack();
  }

  /** Server or session came back: each wait is ended once, because a probe does not prove that writes work again. */
  comeBack(): void {
    this.#mustHasten = true;
    this.#loop.wake();
  }

  /** Operations with a request in flight. */
  inFlight(): number {
    return this.#busy.size;
  }

  /** Stops sending and waits for what is in flight. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#busy.values());
  }

  /**
   * Brings the cache to what the journal says (D1); what the cache shows is read first, so that no newer write looks
   * stale. Nearly always its sum tells that nothing is to be done, and thousands of shadows need not be read.
   */
  async #rebuild(): Promise<readonly Op[]> {
    const { runtime, lead, cache } = this.#parts;
    const { ports } = runtime;
    const shown = await ports.cache.pending();
    if (shown !== undefined) {
      const open = await ports.journal.read({ open: true });
      if (showsAll(open, shown)) return open;
    }
    const shadows = await ports.cache.shadows();
    const open = await ports.journal.read({ open: true });
    const busyRows = new Set(
      open.filter((op) => this.#busy.has(op.lane)).map((op) => `${op.tbl} ${op.rowId}`),
    );
    const idle = open.filter((op) => !this.#busy.has(op.lane));
    const quiet = shadows.filter((shadow) => !busyRows.has(`${shadow.tbl} ${shadow.id}`));
    const openIds = new Set(open.map((op) => op.id));
    const staleIds = quiet
      .flatMap((shadow) => shadow.pending.map((op) => op.id))
      .filter((id) => !openIds.has(id));
    const ended = staleIds.length === 0 ? [] : await ports.journal.read({ ids: staleIds });
    const plan = planRebuild({ open: idle, ended, shadows: quiet, fence: lead.nextFence() });
    const failed = new Set((await cache.repair(plan.changes)).map(({ tbl, id }) => `${tbl} ${id}`));
    for (const op of plan.acked) if (!failed.has(`${op.tbl} ${op.rowId}`)) await this.#finish(op);
    return open;
  }

  /** A cache without room is no reason to hold back what the journal has: it is rebuilt when there is room (D18). */
  async #catchUp(): Promise<readonly Op[]> {
    try {
      return await this.#rebuild();
    } catch (thrown) {
      if (!isFull(thrown)) throw thrown;
      this.#fellBehind(thrown);
      const open = await this.#parts.runtime.ports.journal.read({ open: true });
      // Which of them are shown nevertheless, the status finds out for itself.
      for (const op of open) if (canRebase(op)) this.#parts.runtime.storage.unshown.add(op.id);
      this.#hooks.changed();
      return open;
    }
  }

  #fellBehind(thrown: unknown): void {
    const { kind, message } = toSyncError(thrown).info;
    this.#parts.runtime.ports.log.event('warn', 'cache.behind', { kind, message });
  }

  async #finish(op: Op): Promise<void> {
    const { runtime, lead } = this.#parts;
    const isStale = await runtime.ports.journal.mutate({ ids: [op.id] }, ([current], meta) => {
      if (meta.epoch !== lead.epoch) return { result: true };
      if (current?.state !== 'acked') return { result: false };
      return { put: [{ ...current, state: 'done' as const }], result: false };
    });
    if (isStale) lead.lost();
  }

  #begin(op: Op, act: (parts: StepParts, op: Op) => Promise<void>): void {
    const run = async (): Promise<void> => {
      let delayMs = 0;
      try {
        await act(this.#parts, op);
        this.#hooks.stored();
      } catch (thrown) {
        // What was half done is found as `sending` or `acked` and taken up again; not at once, in case it repeats.
        delayMs = TASK_RETRY_MS;
        if (thrown instanceof CacheFullError) {
          // The journal took the step before the cache was asked.
          this.#fellBehind(thrown);
          this.#hooks.stored();
        } else this.#hooks.failed(thrown);
      }
      this.#busy.delete(op.lane);
      this.#hooks.changed();
      this.#loop.wake(delayMs);
    };
    this.#busy.set(op.lane, run());
  }

  async #applyReset(): Promise<void> {
    if (!this.#mustHasten) return;
    const { runtime, transitions, streaks } = this.#parts;
    const { clock, rng } = runtime.ports;
    if (this.#mustForget) {
      streaks.clear();
      this.#hastened.clear();
    }
    this.#mustHasten = false;
    this.#mustForget = false;
    const nowMs = clock.nowMs();
    const isLate = (op: Op): boolean =>
      isResettable(op) && !this.#hastened.has(op.id) && !isDue(op.nextAt, nowMs + RESET_SPREAD_MS);
    await transitions.hasten(isLate, (op) => {
      this.#hastened.add(op.id);
      return Math.max(op.notBefore ?? 0, nowMs + Math.floor(rng.next() * RESET_SPREAD_MS));
    });
  }

  /** True when something may be asked for at all. */
  #mayAsk(open: readonly Op[]): boolean {
    const { runtime, client } = this.#parts;
    if (open.length === 0 || !runtime.ports.lifecycle.isOnLine() || mustProbe(client)) return false;
    const stuck = stuckOps(open, runtime.identity);
    return open.some((op) => op.state !== 'acked' && !stuck.has(op.id));
  }

  async #turn(): Promise<number | null> {
    const { lead } = this.#parts;
    if (lead.isOver()) return null;
    await this.#applyReset();
    const open = await this.#catchUp();
    // The same that failed works again; with pulls paused and nothing to send nobody else would say so.
    if (this.#hasTurnFailed) this.#hooks.stored();
    this.#hasTurnFailed = false;
    const waitMs = this.#mayAsk(open) && !lead.isOver() ? this.#send(open) : FALLBACK_MS;
    if (this.#busy.size === 0) this.#parts.gate.rest();
    return Math.min(waitMs, FALLBACK_MS);
  }

  /** Begins what is due; the session is looked at only for that (AUT5). Returns when to look again. */
  #send(open: readonly Op[]): number {
    const { runtime, client, gate } = this.#parts;
    const plan = planSends(open, {
      identity: runtime.identity,
      nowMs: runtime.ports.clock.nowMs(),
      busy: new Set(this.#busy.keys()),
      maySend: true,
      maxLanes: lanesAllowed(client.breaker()),
    });
    const takes = this.#hooks.takes ?? ((): boolean => true);
    const [send, check] = [plan.send.filter(takes), plan.check.filter(takes)];
    if (send.length + check.length > 0) {
      if (!gate.isOpen()) {
        // It calls back when it has opened.
        gate.want();
        return FALLBACK_MS;
      }
      for (const op of send) this.#begin(op, sendStep);
      for (const op of check) this.#begin(op, checkStep);
      this.#hooks.changed();
    }
    return plan.nextInMs ?? FALLBACK_MS;
  }
}
