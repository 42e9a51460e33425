import { own } from '../../protocol/own.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND,
  m: MINUTE,
  h: HOUR,
  d: DAY,
  w: 7 * DAY,
};

/** Milliseconds of a duration as the server writes them (`1h30m`, `90s`, `2d`); null when it is none. */
export function durationMs(text: string): number | null {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/gu)];
  const length = parts.reduce((sum, [whole]) => sum + whole.length, 0);
  if (parts.length === 0 || length !== text.trim().length) return null;
  return parts.reduce((sum, [, value, unit = '']) => sum + Number(value) * (own(unitMs, unit) ?? 0), 0);
}

const named: Readonly<Record<string, number>> = {
  '@hourly': HOUR,
  '@daily': DAY,
  '@midnight': DAY,
  '@weekly': 7 * DAY,
  '@monthly': 31 * DAY,
  '@yearly': 366 * DAY,
  '@annually': 366 * DAY,
};

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

interface Field {
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
  /** Number of the first name. */
  readonly firstName?: number;
}

const fields: readonly Field[] = [
  { from: 0, to: 59 },
  { from: 0, to: 23 },
  { from: 1, to: 31 },
  { from: 1, to: 12, names: monthNames, firstName: 1 },
  { from: 0, to: 7, names: dayNames, firstName: 0 },
];

function numberIn(text: string, { from, to, names = [], firstName = 0 }: Field): number | null {
  const named = names.indexOf(text.toLowerCase());
  const value = named >= 0 ? named + firstName : /^\d+$/u.test(text) ? Number(text) : Number.NaN;
  return value >= from && value <= to ? value : null;
}

/** Numbers one field of a cron line lets through; null when it cannot be read. */
function numbersOf(text: string, field: Field): ReadonlySet<number> | null {
  const numbers = new Set<number>();
  for (const part of text.split(',')) {
    const [range = '', stepText, more] = part.split('/');
    const step = stepText === undefined ? 1 : Number(stepText);
    if (more !== undefined || !Number.isInteger(step) || step < 1) return null;
    const [low = '', high, extra] = range.split('-');
    if (extra !== undefined) return null;
    const isAll = range === '*' || range === '?';
    const first = isAll ? field.from : numberIn(low, field);
    const end = high === undefined ? undefined : numberIn(high, field);
    const last = isAll ? field.to : (end ?? (stepText === undefined ? first : field.to));
    if (first === null || end === null || last === null || last < first) return null;
    for (let number = first; number <= last; number += step) numbers.add(number);
  }
  return numbers;
}

/** Four years: every month length and weekday, the leap day once. The first of them is 2024-01-01, a Monday. */
const SPAN_DAYS = 1_461;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Longest time between two runs of a cron line; null when it cannot be read or never runs. */
function longestGapMs(line: string): number | null {
  const texts = line.trim().split(/\s+/u).slice(-5);
  const sets = fields.map((field, at) => numbersOf(texts[at] ?? '', field));
  const [minutes, hours, monthDays, months, weekDays] = sets;
  if (!minutes || !hours || !monthDays || !months || !weekDays) return null;
  const ofDay = [...hours]
    .flatMap((hour) => [...minutes].map((minute) => hour * 60 + minute))
    .sort((a, b) => a - b);
  const isAnyDay = /^[*?]/u.test(texts[2] ?? '');
  const isAnyWeekDay = /^[*?]/u.test(texts[4] ?? '');
  let [previous, longest] = [Number.NaN, 0];
  let [month, day, isLeap] = [0, 1, true];
  for (let at = 0; at < SPAN_DAYS; at += 1) {
    const weekDay = (at + 1) % 7;
    const inMonth = monthDays.has(day);
    const inWeek = weekDays.has(weekDay) || (weekDay === 0 && weekDays.has(7));
    // Cron's own rule: where both are named, either is enough.
    const isDay = isAnyDay || isAnyWeekDay ? inMonth && inWeek : inMonth || inWeek;
    if (isDay && months.has(month + 1)) {
      for (const minute of ofDay) {
        const now = at * 1_440 + minute;
        if (now - previous > longest) longest = now - previous;
        previous = now;
      }
    }
    day += 1;
    if (day > (MONTH_DAYS[month] ?? 31) + (isLeap && month === 1 ? 1 : 0)) [month, day] = [month + 1, 1];
    if (month === 12) [month, isLeap] = [0, false];
  }
  return longest === 0 ? null : longest * MINUTE;
}

const gaps = new Map<string, number | null>();

/**
 * Longest planned time between two runs of a canary, as its spec says (semantics 1): `schedule` (cron, `@every 5m`,
 * `@daily` …), else `interval` in seconds. Null for `@never`, for nothing, and for what cannot be read.
 */
export function scheduleMs({
  schedule,
  interval,
}: {
  readonly schedule: string | null;
  readonly interval: string | number | null;
}): number | null {
  const text = schedule?.trim() ?? '';
  if (text !== '') {
    const known = gaps.get(text);
    if (known !== undefined) return known;
    const gap = text.startsWith('@every ')
      ? durationMs(text.slice('@every '.length))
      : text.startsWith('@')
        ? (own(named, text.toLowerCase()) ?? null)
        : longestGapMs(text);
    gaps.set(text, gap);
    return gap;
  }
  const seconds = interval === null || interval === '' ? Number.NaN : Number(interval);
  if (Number.isFinite(seconds)) return seconds > 0 ? seconds * SECOND : null;
  return typeof interval === 'string' ? durationMs(interval) : null;
}
