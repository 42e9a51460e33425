import {
  answeredEffect,
  claimEffect,
  isDroppable,
  isInTime,
  prepareEffect,
  SENDING_LIMIT_MS,
  sweepEffects,
  unknownNotice,
} from '../core/effects.ts';
import type { EffectAnswer } from '../core/effects.ts';
import { deviceTimestamp } from '../core/server-time.ts';
import { ulidText } from '../core/ulid.ts';
import { SyncError, toSyncError } from '../errors.ts';
import type { CommandOrigin } from '../protocol/command.ts';
import type { Effect, EffectRequest } from '../protocol/effect.ts';
import { effectRequest, judgeEffect, lookupOf } from '../transport/effect-wire.ts';
import { createCancelSource } from './cancel.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import type { Runtime } from './runtime.ts';
import { createSession } from './session.ts';
import type { Session } from './session.ts';

/** Server time is known to the second, and the server's clock may be a little behind its own rows. */
const LOOKUP_MARGIN_MS = 5000;

function refuse(message: string): SyncError {
  return new SyncError({ kind: 'rejected', message, status: 0 });
}

/**
 * Effects of one tab (D8, ux 4.6 class C). They are sent by this class alone, which only a page has: neither the
 * outbox nor the service worker knows them. One effect is at most one request, whatever crashes (I29): a marker is
 * durable before the request leaves, and nothing sends what carries one.
 */
export class Effects {
  readonly #runtime: Runtime;
  readonly #client: Client;
  readonly #session: Session;
  readonly #changed: () => void;
  readonly #cancel = createCancelSource();
  /** Effects whose request this tab waits for. */
  readonly #mine = new Set<string>();
  #stopTimer: (() => void) | null = null;
  #isStopped = false;

  constructor(runtime: Runtime, changed: () => void) {
    this.#runtime = runtime;
    this.#changed = changed;
    this.#client = createClient(runtime, this.#cancel.signal, () => undefined);
    this.#session = createSession(runtime, this.#client, () => undefined);
  }

  /** Keeps an effect as a draft with an expiry. Nothing is sent. */
  async prepare(request: EffectRequest, title: string, origin: CommandOrigin): Promise<Effect> {
    const { ports, identity, tabId } = this.#runtime;
    const nowMs = ports.clock.nowMs();
    const effect = prepareEffect({
      id: ulidText(nowMs, ports.rng),
      identity,
      request,
      title,
      nowMs,
      origin: { screen: origin.screen, tabId, appVersion: origin.appVersion },
    });
    await ports.journal.mutateEffects(() => ({ put: [effect], result: undefined }));
    this.#changed();
    return effect;
  }

  /**
   * Sends a prepared effect once, because a person has just said so. Resolves with what became of it: `done`,
   * `refused`, `unknown`, or `prepared` again where the server certainly did nothing. Rejects without having sent
   * anything when it is offline, not signed in as its owner, out of time, or no draft any more.
   */
  async send(id: string): Promise<Effect> {
    const { lifecycle } = this.#runtime.ports;
    if (!lifecycle.isOnLine()) {
      throw new SyncError({ kind: 'offline', message: 'This device is offline. It is kept as a draft.' });
    }
    await this.#requireOwner();
    const claimed = await this.#claim(id);
    this.#mine.add(id);
    try {
      // The marker may have taken its time to become durable, or the device has slept meanwhile.
      if (!isInTime(claimed, this.#runtime.ports.clock.nowMs())) {
        await this.#settle(id, { is: 'nothing', reason: 'Its time was over.' });
        await this.sweep();
        throw refuse('Its time is over. Prepare it again.');
      }
      const answer = await this.#ask(claimed);
      const settled = (await this.#settle(id, answer)) ?? claimed;
      // A secret answer is not in the journal; the page that asked is the only one to see it.
      return answer.is === 'done' ? { ...settled, result: answer.result } : settled;
    } finally {
      this.#mine.delete(id);
    }
  }

  /** Drops a draft, or takes an ended effect off the list. Rejects while its request may be on its way. */
  async drop(id: string): Promise<void> {
    const { ports } = this.#runtime;
    const isDropped = await ports.journal.mutateEffects((effects) => {
      const effect = effects.find((other) => other.id === id);
      if (effect === undefined) return { result: true };
      if (!isDroppable(effect)) return { result: false };
      return { remove: [id], dropNotices: [id], result: true };
    });
    if (!isDropped) throw refuse('It is being sent. Wait for the answer.');
    this.#changed();
  }

  /** Writes down what time has made of the effects, and looks up those whose sender is gone (D8). */
  async sweep(): Promise<void> {
    const { ports } = this.#runtime;
    const nowMs = ports.clock.nowMs();
    const { lost, hasOpen } = await ports.journal.mutateEffects((effects) => {
      const { put, remove, notices, lost: left } = sweepEffects(effects, this.#mine, nowMs);
      const isOpen = effects.some((effect) => effect.state === 'sending' && !this.#mine.has(effect.id));
      return { put, remove, notices, result: { lost: left, hasOpen: isOpen } };
    });
    if (hasOpen && lost.length === 0) this.#again();
    for (const effect of lost) {
      const answer = await this.#lookUp(effect);
      await this.#settleAs(effect.id, effect.sentBy ?? '', answer);
    }
    if (lost.length > 0) this.#changed();
  }

  /** Ends the tab's part: a request on its way is left to be looked up. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
    this.#cancel.cancel();
  }

  /** Somebody else's marker is young: look again when it can no longer be answered. */
  #again(): void {
    if (this.#isStopped) return;
    const { timers, log } = this.#runtime.ports;
    this.#stopTimer?.();
    this.#stopTimer = timers.set(() => {
      this.sweep().catch((thrown: unknown) => {
        log.event('error', 'effects.sweep-failed', { message: toSyncError(thrown).message });
      });
    }, SENDING_LIMIT_MS);
  }

  async #requireOwner(): Promise<void> {
    const state = await this.#session.verify();
    if (state === 'ok') return;
    if (state === 'unknown') {
      throw new SyncError({
        kind: 'offline',
        message: 'The server cannot be reached. It is kept as a draft.',
      });
    }
    throw new SyncError({ kind: 'unauthorized', message: 'Sign in first. It is kept as a draft.' });
  }

  async #claim(id: string): Promise<Effect> {
    const { ports, identity, tabId, skew } = this.#runtime;
    const claim = await ports.journal.mutateEffects((effects) => {
      const nowMs = ports.clock.nowMs();
      const serverTime = skew.ms === null ? null : deviceTimestamp(nowMs + skew.ms - LOOKUP_MARGIN_MS);
      const effect = effects.find((other) => other.id === id);
      const made = claimEffect(effect, { identity, tabId }, { nowMs, serverTime });
      return { put: made.put === null ? [] : [made.put], result: made };
    });
    this.#changed();
    if (claim.may) return claim.put;
    throw refuse(
      claim.why === 'expired'
        ? 'Its time is over. Prepare it again.'
        : claim.why === 'missing'
          ? 'It is no longer on this device.'
          : 'It was sent already.',
    );
  }

  /** The one request. Whatever goes wrong on the way leaves it unknown; a look-up may know more. */
  async #ask(effect: Effect): Promise<EffectAnswer> {
    const { http, log } = this.#runtime.ports;
    const answer = await http
      .send(effectRequest(effect.request, this.#runtime.identity.userId), this.#cancel.signal)
      .then(judgeEffect, (thrown: unknown): EffectAnswer => {
        log.event('warn', 'effect.unanswered', { id: effect.id, kind: toSyncError(thrown).info.kind });
        return { is: 'unknown' };
      });
    return answer.is === 'unknown' ? this.#lookUp(effect) : answer;
  }

  async #lookUp(effect: Effect): Promise<EffectAnswer> {
    const look = lookupOf(effect);
    if (look === null || !this.#runtime.ports.lifecycle.isOnLine()) return { is: 'unknown' };
    const answer = await this.#client.ask('read', look.request);
    return answer.class === 'ok' ? look.judge(answer.rows) : { is: 'unknown' };
  }

  #settle(id: string, answer: EffectAnswer): Promise<Effect | null> {
    return this.#settleAs(id, this.#runtime.tabId, answer);
  }

  /** Stores the answer; an unknown one is told, and a later certainty takes the notice away (I6). */
  async #settleAs(id: string, tabId: string, answer: EffectAnswer): Promise<Effect | null> {
    const { ports } = this.#runtime;
    const settled = await ports.journal.mutateEffects((effects) => {
      const nowMs = ports.clock.nowMs();
      const effect = effects.find((other) => other.id === id);
      const next = answeredEffect(effect, tabId, answer, nowMs);
      if (next === null) return { result: null };
      if (next.state !== 'unknown') return { put: [next], dropNotices: [id], result: next };
      const isTold = effect?.state === 'unknown';
      return { put: [next], notices: isTold ? [] : [unknownNotice(next, nowMs)], result: next };
    });
    this.#changed();
    return settled;
  }
}
