import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareServerTime,
  deviceTimestamp,
  earlierServerTime,
  httpDateToServerTime,
  laterServerTime,
  serverTimeToMs,
  shiftServerTime,
} from './server-time.ts';

const ms = fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2199, 0, 1) });
const micros = fc.integer({ min: 0, max: 999_999 });

function stamp(at: number, fraction: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}.${String(fraction).padStart(6, '0')}+00:00`;
}

describe('server times', () => {
  it.each([
    ['2026-03-01T09:00:00.123456+00:00', '2026-03-01T09:00:00.123457+00:00', -1],
    ['2026-03-01T09:00:00.1+00:00', '2026-03-01T09:00:00.099999+00:00', 1],
    ['2026-03-01T09:00:00+00:00', '2026-03-01T09:00:00.000000+00:00', 0],
    ['2026-03-01T09:00:00+00:00', '2026-03-01T10:00:00+01:00', 0],
    ['2026-03-01T09:00:00+00:00', '2026-03-01T14:30:00+05:30', 0],
    ['2026-03-01 09:00:00Z', '2026-03-01T09:00:00+00', 0],
    ['2025-12-31T23:59:59.999999+00:00', '2026-01-01T00:00:00+00:00', -1],
    [null, '2026-01-01T00:00:00+00:00', -1],
    [null, null, 0],
    ['infinity', 'infinity', 0],
  ])('[FEN7] compares %s with %s', (a, b, sign) => {
    expect(compareServerTime(a, b)).toBe(sign);
    expect(compareServerTime(b, a)).toBe(sign === 0 ? 0 : -sign);
  });

  it('[FEN7] orders like the instants they mean, down to the microsecond', () => {
    fc.assert(
      fc.property(ms, micros, ms, micros, (a, fractionA, b, fractionB) => {
        const left = Math.floor(a / 1000) * 1_000_000 + fractionA;
        const right = Math.floor(b / 1000) * 1_000_000 + fractionB;
        expect(compareServerTime(stamp(a, fractionA), stamp(b, fractionB))).toBe(Math.sign(left - right));
      }),
    );
  });

  it('[FEN7] shifting keeps the microseconds and can be taken back', () => {
    fc.assert(
      fc.property(ms, micros, fc.integer({ min: -1e9, max: 1e9 }), (at, fraction, delta) => {
        const text = stamp(at, fraction);
        const moved = shiftServerTime(text, delta);
        expect(compareServerTime(shiftServerTime(moved, -delta), text)).toBe(0);
        expect(serverTimeToMs(moved)).toBe(
          Math.floor((Math.floor(at / 1000) * 1e6 + fraction) / 1000) + delta,
        );
      }),
    );
  });

  it.each([
    ['2026-03-01T00:00:00.000001+00:00', -1000, '2026-02-28T23:59:59.000001+00:00'],
    ['2024-03-01T00:00:00+00:00', -1, '2024-02-29T23:59:59.999+00:00'],
    ['2026-01-01T00:00:00.5+02:00', 500, '2025-12-31T22:00:01+00:00'],
    ['not a time', 500, 'not a time'],
  ])('[FEN7] %s moved by %d ms', (text, delta, moved) => expect(shiftServerTime(text, delta)).toBe(moved));

  it('picks the later and the earlier, and lets a missing one give way', () => {
    const [a, b] = ['2026-01-01T00:00:00+00:00', '2026-01-02T00:00:00+00:00'];
    expect(laterServerTime(a, b)).toBe(b);
    expect(laterServerTime(null, a)).toBe(a);
    expect(earlierServerTime(a, b)).toBe(a);
    expect(earlierServerTime(null, b)).toBe(b);
    expect(earlierServerTime(null, null)).toBeNull();
  });

  it('reads the Date header, and nothing else', () => {
    expect(httpDateToServerTime('Sun, 01 Mar 2026 09:00:07 GMT')).toBe('2026-03-01T09:00:07+00:00');
    expect(httpDateToServerTime('Thu, 29 Feb 2024 23:59:59 GMT')).toBe('2024-02-29T23:59:59+00:00');
    expect(httpDateToServerTime('2026-03-01T09:00:07Z')).toBeNull();
    expect(httpDateToServerTime('Sun, 01 Foo 2026 09:00:07 GMT')).toBeNull();
    expect(httpDateToServerTime(undefined)).toBeNull();
  });

  it('prints device times like the platform does', () => {
    fc.assert(
      fc.property(ms, (at) => {
        expect(Date.parse(deviceTimestamp(at))).toBe(at);
        expect(serverTimeToMs(deviceTimestamp(at))).toBe(at);
      }),
    );
    expect(serverTimeToMs(null)).toBeNull();
  });
});
