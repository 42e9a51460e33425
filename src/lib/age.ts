const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Mean Gregorian lengths: an age needs no calendar. */
const MONTH_MS = 30.436875 * DAY_MS;
const YEAR_MS = 365.2425 * DAY_MS;

const UNITS = [
  { sizeMs: YEAR_MS, short: 'y', long: 'year' },
  { sizeMs: MONTH_MS, short: 'mo', long: 'month' },
  { sizeMs: DAY_MS, short: 'd', long: 'day' },
  { sizeMs: HOUR_MS, short: 'h', long: 'hour' },
  { sizeMs: MINUTE_MS, short: 'm', long: 'minute' },
] as const;

export type Instant = string | number | Date;

/** Milliseconds since 1970, or undefined for what is no time. A zero-year date (Go's zero time) counts as empty. */
export function instantMs(at: Instant | null | undefined): number | undefined {
  if (at === null || at === undefined || at === '') return undefined;
  const date = at instanceof Date ? at : new Date(at);
  const ms = date.getTime();
  if (Number.isNaN(ms) || date.getUTCFullYear() <= 1) return undefined;
  return ms;
}

/** Whole units that have passed, largest unit only: 5m, 2h, 1d, 1mo, 1y. Under a minute, and for clocks that run ahead: now. */
export function shortAge(atMs: number, nowMs: number): string {
  const unit = largestUnit(nowMs - atMs);
  return unit === undefined ? 'now' : `${unit.count}${unit.short}`;
}

/** The same in words, for accessible names: "5 minutes ago". */
export function longAge(atMs: number, nowMs: number): string {
  const unit = largestUnit(nowMs - atMs);
  if (unit === undefined) return 'less than a minute ago';
  return `${unit.count} ${unit.long}${unit.count === 1 ? '' : 's'} ago`;
}

/** The earliest moment at which the age is in words what it is now; never before `atMs`. */
export function sameWordsAt(atMs: number, nowMs: number): number {
  const unit = largestUnit(nowMs - atMs);
  return unit === undefined ? atMs : atMs + unit.count * unit.sizeMs;
}

function largestUnit(elapsedMs: number): ((typeof UNITS)[number] & { count: number }) | undefined {
  for (const unit of UNITS) {
    if (elapsedMs >= unit.sizeMs) return { ...unit, count: Math.floor(elapsedMs / unit.sizeMs) };
  }
  return undefined;
}
