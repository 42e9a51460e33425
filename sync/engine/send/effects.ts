import {
  answeredEffect,
  claimEffect,
  isDroppable,
  isInTime,
  isMarkOf,
  LEAVE_LIMIT_MS,
  mayLeave,
  prepareEffect,
  SENDING_LIMIT_MS,
  sweepEffects,
  unknownNotice,
} from '../../core/commands/effects.ts';
import type { EffectAnswer } from '../../protocol/effects/spec.ts';
import type { SendMark } from '../../core/commands/effects.ts';
import { deviceTimestamp } from '../../core/pull/server-time.ts';
import { ulidText } from '../../core/commands/ulid.ts';
import { SyncError, toSyncError } from '../../errors.ts';
import type { CommandOrigin } from '../../protocol/command.ts';
import { completedRequest, missingTexts } from '../../protocol/effect.ts';
import type { Effect, EffectRequest } from '../../protocol/effect.ts';
import type { TeamTexts } from '../../protocol/effects/spec.ts';
import { effectRequest, judgeEffect, lookupOf, runsBeforeRequest } from '../../transport/effect-wire.ts';
import type { Lookback } from '../../transport/effect-wire.ts';
import { isWithin, readingOf } from '../pull/clock-reading.ts';
import type { ClockReading } from '../pull/clock-reading.ts';
import type { Runtime } from '../runtime.ts';
import type { Opened, Pass } from '../tabs/session-gate.ts';
import type { TabSession } from '../tabs/tab-session.ts';

/** Server time is known to the second, and the server's clock may be a little behind its own rows. */
const LOOKUP_MARGIN_MS = 5000;

/** What was there right before an effect is sent. */
interface LookedBack {
  /** Server time from which on was looked. */
  readonly since: string | null;
  readonly runsBefore?: readonly string[] | undefined;
}

function refuse(message: string): SyncError {
  return new SyncError({ kind: 'rejected', message, status: 0 });
}

/** A sentence of the server that repeats a secret is kept by nobody (D22). */
function withoutTexts(answer: EffectAnswer, texts: TeamTexts): EffectAnswer {
  if (answer.is === 'done') return answer;
  const reason = answer.reason ?? '';
  const repeats = Object.values(texts).some((text) => text !== '' && reason.includes(text));
  if (!repeats) return answer;
  // Of one that may have happened nothing else is certain.
  return answer.is === 'unknown' ? { is: 'unknown' } : { ...answer, reason: 'The server did not accept it.' };
}

/**
 * Effects of one tab (D8, ux 4.6 class C). They are sent by this class alone, which only a page has: neither the
 * outbox nor the service worker knows them. One effect is at most one request, whatever crashes (I29): a marker is
 * durable before the request leaves, and nothing sends what carries one.
 */
export class Effects {
  readonly #runtime: Runtime;
  readonly #own: TabSession;
  readonly #changed: () => void;
  /** Effects whose request this tab waits for. */
  readonly #mine = new Set<string>();
  #stopTimer: (() => void) | null = null;
  #isLeading = false;
  #isStopped = false;

  constructor(runtime: Runtime, own: TabSession, changed: () => void) {
    this.#runtime = runtime;
    this.#changed = changed;
    this.#own = own;
  }

  /** Keeps an effect as a draft with an expiry, and with the state of its target as it is shown. Nothing is sent. */
  async prepare(request: EffectRequest, title: string, origin: CommandOrigin, was?: string): Promise<Effect> {
    const { ports, identity, tabId } = this.#runtime;
    const nowMs = ports.clock.nowMs();
    const effect = prepareEffect({
      id: ulidText(nowMs, ports.rng),
      identity,
      request,
      title,
      was,
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
   * anything when it is offline, not signed in as its owner, out of time, or no draft any more, and when a text of the
   * team is missing: those come in `texts`, go into the one request and are stored nowhere (D22).
   */
  async send(id: string, texts: TeamTexts = {}): Promise<Effect> {
    const { lifecycle } = this.#runtime.ports;
    if (!lifecycle.isOnLine()) {
      throw new SyncError({ kind: 'offline', message: 'This device is offline. It is kept as a draft.' });
    }
    return this.#own.gate.within(async (session) => {
      this.#requireOwner(session);
      await this.#requireWhole(id, texts);
      return this.#sendOpened(id, texts);
    });
  }

  /** The session is the owner's, and nobody changes it with this app before the answer is here (AUT7). */
  async #sendOpened(id: string, texts: TeamTexts): Promise<Effect> {
    const { claimed, at } = await this.#claim(id, await this.#lookBack(id));
    this.#mine.add(id);
    try {
      const pass = await this.#requireStill(claimed, at);
      const answer = await this.#ask(claimed, texts, pass);
      const settled = (await this.#settle(claimed, answer)) ?? claimed;
      // A secret answer is not in the journal; the page that asked is the only one to see it.
      return 'result' in answer ? { ...settled, result: answer.result ?? null } : settled;
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

  /**
   * While this tab leads its sweeps repeat: another tab may send an effect and die at any time, and a sweep may fail.
   * The caller starts the first one.
   */
  lead(isLeading: boolean): void {
    this.#isLeading = isLeading;
  }

  /** Writes down what time has made of the effects, and looks up those whose sender is gone (D8). */
  async sweep(): Promise<void> {
    if (this.#isLeading) this.#again();
    const { ports } = this.#runtime;
    // Most of the time there is nothing to do, and finding that out must not write.
    if (this.#isSwept(await ports.journal.effects(), ports.clock.nowMs())) return;
    const { lost, hasOpen } = await ports.journal.mutateEffects((effects) => {
      // Markers and drafts may be newer than the call: an earlier time would make nonsense of them.
      const nowMs = ports.clock.nowMs();
      const { put, remove, notices, lost: left } = sweepEffects(effects, this.#mine, nowMs);
      const isOpen = effects.some((effect) => effect.state === 'sending' && !this.#mine.has(effect.id));
      return { put, remove, notices, result: { lost: left, hasOpen: isOpen } };
    });
    if (hasOpen && lost.length === 0) this.#again();
    for (const effect of lost) {
      const answer = await this.#lookUp(effect);
      await this.#settle(effect, answer);
    }
    if (lost.length > 0) this.#changed();
  }

  #isSwept(effects: readonly Effect[], nowMs: number): boolean {
    const { put, remove } = sweepEffects(effects, this.#mine, nowMs);
    const hasOpen = effects.some(({ id, state }) => state === 'sending' && !this.#mine.has(id));
    return put.length === 0 && remove.length === 0 && !hasOpen;
  }

  /** Ends the tab's part: a request on its way is left to be looked up. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
  }

  /** Looks again when a marker that stands now can no longer be answered. */
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

  #requireOwner(state: Opened): void {
    if (state === 'ok' && this.#own.gate.isOpen()) return;
    // The gate closes for whoever wants the session, although the look was good.
    if (state === 'busy' || (state === 'ok' && this.#own.session.isFreshNow())) {
      throw refuse('Somebody signs in or out on this device just now. It is kept as a draft.');
    }
    // An answer that a frozen page has read minutes later names who was signed in then.
    if (state === 'ok' || state === 'unknown') {
      throw new SyncError({
        kind: 'offline',
        message: 'The server cannot be reached. It is kept as a draft.',
      });
    }
    throw new SyncError({ kind: 'unauthorized', message: 'Sign in first. It is kept as a draft.' });
  }

  /**
   * The marker may have taken its time to become durable, or the page was frozen meanwhile: by now its time may be
   * over, somebody else may be signed in (I17), or another tab may have said that nobody knows what became of it. The
   * wall clock alone cannot tell, because it may have been set back meanwhile (I30): the ticks are asked, too, and the
   * marker is read again. Between their answer and the request nothing is awaited in which a page could be frozen.
   */
  async #requireStill(claimed: Effect, at: ClockReading): Promise<Pass> {
    const { journal, clock } = this.#runtime.ports;
    const record = (await journal.effects()).find((other) => other.id === claimed.id);
    const nowMs = clock.nowMs();
    const isMarked = isMarkOf(claimed, record) && isWithin(at, LEAVE_LIMIT_MS, readingOf(clock));
    const isInItsTime = isMarked && mayLeave(claimed, nowMs);
    const pass = isInItsTime
      ? this.#own.gate.begin({ id: claimed.id, what: claimed.title, opIds: [] })
      : null;
    if (pass !== null) return pass;
    if (record === undefined) throw refuse('It is no longer on this device, and it was not sent.');
    const isOver = !isInTime(claimed, nowMs);
    await this.#settle(claimed, {
      is: 'nothing',
      reason: isOver ? 'Its time was over.' : 'It was held up before it left.',
    });
    await this.sweep();
    throw refuse(
      isOver
        ? 'It has expired. Prepare it again.'
        : 'It was held up and not sent. It is kept as a draft: send it again.',
    );
  }

  /** A request never changes once it is prepared, so it may be looked at before it is claimed. */
  async #requireWhole(id: string, texts: TeamTexts): Promise<void> {
    const effect = (await this.#runtime.ports.journal.effects()).find((other) => other.id === id);
    if (effect === undefined || completedRequest(effect.request, texts) !== null) return;
    throw refuse(`${missingTexts(effect.request)} Send it from the screen that prepared it.`);
  }

  /** Server time a little before now; null while no answer has brought one. */
  #serverTime(): string | null {
    const { ports, skew } = this.#runtime;
    return skew.ms === null ? null : deviceTimestamp(ports.clock.nowMs() + skew.ms - LOOKUP_MARGIN_MS);
  }

  /** Runs like this one that are there already: none of them may be taken for it later. Undefined: nobody can tell. */
  async #lookBack(id: string): Promise<LookedBack> {
    const since = this.#serverTime();
    const effect = (await this.#runtime.ports.journal.effects()).find((other) => other.id === id);
    if (effect === undefined || since === null) return { since };
    const look = runsBeforeRequest(effect.request, this.#runtime.identity.userId, since);
    if (look === null) return { since };
    return { since, runsBefore: await this.#thereBefore(look) };
  }

  /**
   * That nothing is there is believed only when asking again says so, because a broken proxy says it, too (I14). Both
   * have the time of one: what is late tells nothing, and the request leaves.
   */
  async #thereBefore({ request, read }: Lookback): Promise<readonly string[] | undefined> {
    const { clock } = this.#runtime.ports;
    const ask = async (timeoutMs: number): Promise<readonly string[] | undefined> => {
      const answer = await this.#own.client.ask('read', { ...request, timeoutMs });
      return answer.class === 'ok' ? read(answer.rows) : undefined;
    };
    const { ticksMs } = readingOf(clock);
    const first = await ask(request.timeoutMs);
    if (first?.length !== 0) return first;
    const leftMs = request.timeoutMs - (readingOf(clock).ticksMs - ticksMs);
    return leftMs > 0 ? ask(leftMs) : undefined;
  }

  async #claim(
    id: string,
    { since, runsBefore }: LookedBack,
  ): Promise<{ readonly claimed: Effect; readonly at: ClockReading }> {
    const { ports, identity, tabId } = this.#runtime;
    const { made: claim, at } = await ports.journal.mutateEffects((effects) => {
      const at = readingOf(ports.clock);
      const effect = effects.find((other) => other.id === id);
      const facts = { nowMs: at.wallMs, serverTime: since, runsBefore };
      const made = claimEffect(effect, { identity, tabId }, facts);
      return { put: made.put === null ? [] : [made.put], result: { made, at } };
    });
    this.#changed();
    if (claim.may) return { claimed: claim.put, at };
    throw refuse(
      claim.why === 'expired'
        ? 'It has expired. Prepare it again.'
        : claim.why === 'missing'
          ? 'It is no longer on this device.'
          : 'It was sent already.',
    );
  }

  /** The one request. Whatever goes wrong on the way leaves it unknown; a look-up may know more. */
  async #ask(effect: Effect, texts: TeamTexts, pass: Pass): Promise<EffectAnswer> {
    const { http, log } = this.#runtime.ports;
    const request = completedRequest(effect.request, texts);
    if (request === null) {
      pass.end(false);
      return { is: 'nothing', reason: missingTexts(effect.request) };
    }
    const answer = await http.send(effectRequest(request, this.#runtime.identity.userId), pass.signal).then(
      (response) => withoutTexts(judgeEffect(response, effect.request.kind), texts),
      (thrown: unknown): EffectAnswer => {
        log.event('warn', 'effect.unanswered', { id: effect.id, kind: toSyncError(thrown).info.kind });
        return { is: 'unknown' };
      },
    );
    pass.end(answer.is === 'done' || answer.is === 'unknown');
    if (answer.is !== 'unknown') return answer;
    const found = await this.#lookUp(effect);
    return found.is === 'unknown' && found.reason === undefined ? answer : found;
  }

  async #lookUp(effect: Effect): Promise<EffectAnswer> {
    const others = (await this.#runtime.ports.journal.effects())
      .map(({ id, result }) => (id === effect.id ? null : result?.['run_id']))
      .filter((run) => typeof run === 'string');
    const look = lookupOf(effect, others);
    if (look === null || !this.#runtime.ports.lifecycle.isOnLine()) return { is: 'unknown' };
    const answer = await this.#own.client.ask('read', look.request);
    return answer.class === 'ok' ? look.judge(answer.rows) : { is: 'unknown' };
  }

  /** Stores the answer to one send; an unknown one is told, and a later certainty takes the notice away (I6). */
  async #settle(sent: SendMark & Pick<Effect, 'id'>, answer: EffectAnswer): Promise<Effect | null> {
    const { ports } = this.#runtime;
    const { id } = sent;
    const settled = await ports.journal.mutateEffects((effects) => {
      const nowMs = ports.clock.nowMs();
      const effect = effects.find((other) => other.id === id);
      const next = answeredEffect(effect, sent, answer, nowMs);
      if (next === null) return { result: null };
      if (next.state !== 'unknown') return { put: [next], dropNotices: [id], result: next };
      const isTold = effect?.state === 'unknown';
      return { put: [next], notices: isTold ? [] : [unknownNotice(next, nowMs)], result: next };
    });
    this.#changed();
    return settled;
  }
}
