import { serverTimeToMicros } from '../../core/pull/server-time.ts';

/** Days met so far: a collection spans few of them, and the text of a day says all about it. */
const days = new Map<string, number>();
const DAYS_KEPT = 4_096;
const ZERO = 48;

/** Value of two digits; NaN when they are none. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Microseconds of the fraction between the seconds and `end`; NaN when it is none of at most six digits. */
function fractionOf(text: string, end: number): number {
  if (end === 19) return 0;
  if (text.charCodeAt(19) !== 46 || end < 21 || end > 26) return Number.NaN;
  let value = 0;
  for (let at = 20; at < 26; at += 1) {
    const digit = at < end ? text.charCodeAt(at) - ZERO : 0;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * Microseconds of a server timestamp; NaN when the value is none. The form PostgREST prints, at UTC, is read without
 * the general parser, which costs ten times as much; everything else goes there.
 */
export function microsOf(value: unknown): number {
  if (typeof value !== 'string') return Number.NaN;
  if (
    value.endsWith('+00:00') &&
    value.charCodeAt(10) === 84 &&
    value.charCodeAt(13) === 58 &&
    value.charCodeAt(16) === 58
  ) {
    const day = value.slice(0, 10);
    let start = days.get(day);
    if (start === undefined) {
      start = serverTimeToMicros(`${day}T00:00:00+00:00`) ?? Number.NaN;
      if (days.size < DAYS_KEPT) days.set(day, start);
    }
    const seconds = two(value, 11) * 3_600 + two(value, 14) * 60 + two(value, 17);
    const micros = start + seconds * 1_000_000 + fractionOf(value, value.length - 6);
    if (!Number.isNaN(micros)) return micros;
  }
  return serverTimeToMicros(value) ?? Number.NaN;
}
