import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertOf, opOf, outcomeOf, rowOf } from '#tests/support/op-fixture.ts';
import type { Op } from '../../protocol/op.ts';
import { backoffMs, isDue, MAX_WAIT_MS, msUntil } from './backoff.ts';
import {
  BREAKER_LIMIT,
  isResettable,
  lanesAllowed,
  nextAttempt,
  retryWithParents,
  stepBreaker,
} from './next-attempt.ts';
import type { AttemptContext } from './next-attempt.ts';
import type { OutcomeClass } from '../outbox/outcome.ts';
import { outcomeClasses } from '../outbox/outcome.ts';

const now = 10_000_000;

function context(values: Partial<AttemptContext> = {}): AttemptContext {
  return {
    nowMs: now,
    random: 0.5,
    isVisible: true,
    streak: 0,
    isSessionConfirmed: false,
    isNumbered: false,
    isHandMade: false,
    ...values,
  };
}

function next(op: Op, outcomeClass: OutcomeClass, values: Partial<AttemptContext> = {}) {
  return nextAttempt(op, outcomeOf({ class: outcomeClass, rows: [rowOf()] }), context(values));
}

describe('the table of answers', () => {
  it('[RPL1] every class has a transition', () => {
    const made = outcomeClasses.map((each) => [each, next(opOf(), each).to]);
    expect(Object.fromEntries(made)).toEqual({
      ok: 'acked',
      already: 'ambiguous',
      empty: 'ambiguous',
      unique: 'failed',
      'missing-parent': 'find-parents',
      referenced: 'failed',
      ambiguous: 'ambiguous',
      retryable: 'waiting',
      auth: 'auth-hold',
      captive: 'waiting',
      offline: 'waiting',
      forbidden: 'confirm-session',
      invalid: 'failed',
      skew: 'waiting',
      unknown: 'waiting',
      cancelled: 'stay',
    });
  });

  it('[RPL1] ok carries the row, and null when the server sent none', () => {
    expect(next(opOf(), 'ok')).toEqual({ to: 'acked', row: rowOf() });
    expect(nextAttempt(opOf(), outcomeOf({ class: 'ok' }), context())).toEqual({ to: 'acked', row: null });
  });

  it('[RPL12] already: a delete is done, an insert is looked up at once', () => {
    expect(next(opOf({ kind: 'delete', guard: null }), 'already')).toEqual({ to: 'acked', row: null });
    expect(next(opOf({ kind: 'delete' }), 'already')).toEqual({ to: 'ambiguous', nextAt: now });
    expect(next(insertOf(), 'already')).toEqual({ to: 'ambiguous', nextAt: now });
  });

  it.each(['retryable', 'auth', 'captive', 'offline', 'ambiguous'] as const)(
    '[RPL2] %s burns no attempt, ever',
    (each) => {
      const made = next(opOf({ attempts: 400, firstSentAt: 0 }), each, { streak: 400 });
      expect(['waiting', 'auth-hold', 'ambiguous']).toContain(made.to);
      expect('burns' in made && made.burns).toBe(false);
    },
  );

  it('[RPL3] unknown: five tries, gaps that add up to ten minutes, then parked', () => {
    let op = opOf({ firstSentAt: now });
    let at = now;
    const gaps: number[] = [];
    for (let tries = 0; tries < 4; tries += 1) {
      const made = next(op, 'unknown', { nowMs: at, random: 0 });
      if (made.to !== 'waiting') throw new Error(`parked after ${tries + 1} tries`);
      expect(made.burns).toBe(true);
      gaps.push(made.nextAt - at);
      at = made.nextAt;
      op = { ...op, attempts: op.attempts + 1 };
    }
    expect(gaps).toEqual([10_000, 40_000, 150_000, 420_000]);
    expect(next(op, 'unknown', { nowMs: at })).toEqual({ to: 'parked' });
  });

  it('[RPL3] tries made too fast (retry, resets) do not park before the ten minutes', () => {
    const op = opOf({ attempts: 9, firstSentAt: now - 599_999 });
    expect(next(op, 'unknown').to).toBe('waiting');
    expect(next({ ...op, firstSentAt: now - 600_000 }, 'unknown').to).toBe('parked');
  });

  it('[RPL4] skew: three tries, gaps that add up to fifteen minutes, then parked', () => {
    const first = next(opOf({ firstSentAt: now }), 'skew', { random: 0 });
    expect(first).toEqual({ to: 'waiting', nextAt: now + 300_000, burns: true });
    const second = next(opOf({ firstSentAt: now, attempts: 1 }), 'skew', { random: 0, nowMs: now + 300_000 });
    expect(second).toEqual({ to: 'waiting', nextAt: now + 900_000, burns: true });
    expect(next(opOf({ firstSentAt: now, attempts: 2 }), 'skew', { nowMs: now + 900_000 }).to).toBe('parked');
    expect(next(opOf({ firstSentAt: now, attempts: 2 }), 'skew', { nowMs: now + 899_999 }).to).toBe(
      'waiting',
    );
  });

  it('[RPL5] forbidden ends only with a confirmed session', () => {
    expect(next(opOf(), 'forbidden')).toEqual({ to: 'confirm-session' });
    expect(next(opOf(), 'forbidden', { isSessionConfirmed: true })).toEqual({
      to: 'failed',
      reason: 'forbidden',
    });
  });

  it.each(['unique', 'referenced', 'invalid'] as const)('%s fails for its own reason', (each) => {
    expect(next(opOf(), each)).toEqual({ to: 'failed', reason: each });
  });

  it('[RPL19] an insert that met a taken number of the server is tried again, and given up after eight tries', () => {
    let op = insertOf({ tbl: 'incidents', firstSentAt: now });
    const gaps: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      const made = next(op, 'unique', { isNumbered: true, random: 0 });
      if (made.to !== 'waiting') throw new Error(`${made.to} after ${tries + 1} tries`);
      expect(made.burns).toBe(true);
      gaps.push(made.nextAt - now);
      op = { ...op, attempts: op.attempts + 1 };
    }
    expect(gaps).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
    expect(next(op, 'unique', { isNumbered: true })).toEqual({ to: 'failed', reason: 'unique' });
  });

  it('[RPL19] an update never gets a number, so its refusal is final', () => {
    expect(next(opOf(), 'unique', { isNumbered: true })).toEqual({ to: 'failed', reason: 'unique' });
  });

  it('[RPL10] parents that are there cost a try like an unknown error', () => {
    expect(retryWithParents(insertOf({ firstSentAt: now }), context({ random: 0 }))).toEqual({
      to: 'waiting',
      nextAt: now + 10_000,
      burns: true,
    });
  });
});

describe('waits', () => {
  it('[RPL6] full jitter between nothing and the doubled base', () => {
    expect([0, 1, 2, 3].map((streak) => backoffMs(streak, true, 0.999_999))).toEqual([999, 1999, 3999, 7999]);
    expect(backoffMs(3, true, 0)).toBe(0);
  });

  it('[RPL6] at most a minute visible and five minutes hidden', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.double({ min: 0, max: 0.999_999, noNaN: true }), (streak, random) => {
        expect(backoffMs(streak, true, random)).toBeLessThan(60_000);
        expect(backoffMs(streak, false, random)).toBeLessThan(300_000);
      }),
    );
    expect(backoffMs(30, false, 0.9)).toBe(270_000);
  });

  it('[RPL6] Retry-After is the least, the jitter may be more', () => {
    const asked = outcomeOf({ class: 'retryable', retryAfterMs: 30_000 });
    expect(nextAttempt(opOf(), asked, context())).toMatchObject({ nextAt: now + 30_000 });
    expect(nextAttempt(opOf(), asked, context({ streak: 6, random: 0.9 }))).toMatchObject({
      nextAt: now + 54_000,
    });
  });

  it('[OUT6] due times', () => {
    expect(isDue(null, now)).toBe(true);
    expect(isDue(now, now)).toBe(true);
    expect(isDue(now + 1, now)).toBe(false);
    expect(isDue(now + MAX_WAIT_MS + 1, now)).toBe(true);
    expect([msUntil(null, now), msUntil(now - 5, now), msUntil(now + 5, now)]).toEqual([0, 0, 5]);
  });

  it.each([
    ['ambiguous', null, true],
    ['auth-hold', 'auth', true],
    ['waiting', 'retryable', true],
    ['waiting', 'unknown', false],
    ['waiting', 'skew', false],
    ['queued', null, false],
    ['parked', 'unknown', false],
  ] as const)('[RPL13] an operation in %s after %s: ends its wait early: %s', (state, each, isReset) => {
    const lastError = each === null ? null : { class: each, status: null, code: null, message: '' };
    expect(isResettable({ state, lastError })).toBe(isReset);
  });
});

describe('circuit breaker', () => {
  it('[RPL7] five server failures in a row leave one lane, any other answer closes it again', () => {
    let breaker = { serverFailures: 0 };
    for (let count = 0; count < BREAKER_LIMIT - 1; count += 1)
      breaker = stepBreaker(breaker, { status: 500 });
    expect(lanesAllowed(breaker)).toBe(4);
    breaker = stepBreaker(breaker, { status: null });
    breaker = stepBreaker(breaker, { status: 503 });
    expect(lanesAllowed(breaker)).toBe(1);
    expect(lanesAllowed(stepBreaker(breaker, { status: 409 }))).toBe(4);
  });
});
