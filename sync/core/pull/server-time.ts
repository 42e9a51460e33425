/** One instant as PostgREST prints it, in parts that keep microseconds exact (B21). */
interface Instant {
  readonly seconds: number;
  readonly micros: number;
}

const timestamp =
  /^(\d{4,6})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6})\d*)?(Z|[+-]\d\d(?::?\d\d)?)?$/;
const httpDate = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS_PER_ERA = 146_097;

/** Days since 1970-01-01 of a civil date; years start in March so that the leap day comes last. */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - 719_468;
}

function civilFromDays(days: number): readonly [number, number, number] {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day];
}

function zoneSeconds(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const seconds = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2)) * 60;
  return zone.startsWith('-') ? -seconds : seconds;
}

function parse(text: string): Instant | null {
  const match = timestamp.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', zone] = match;
  const days = daysFromCivil(Number(year), Number(month), Number(day));
  const ofDay = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return { seconds: days * 86_400 + ofDay - zoneSeconds(zone), micros: Number(fraction.padEnd(6, '0')) };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function print({ seconds, micros }: Instant): string {
  const days = Math.floor(seconds / 86_400);
  const ofDay = seconds - days * 86_400;
  const [year, month, day] = civilFromDays(days);
  const time = [Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60, ofDay % 60].map(two).join(':');
  const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${time}${fraction}+00:00`;
}

/**
 * Order of two server timestamps with all six fraction digits, whatever offset they are printed in. Null (no stamp)
 * sorts first; text that is no timestamp falls back to text order, so that the result is total.
 */
export function compareServerTime(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  const left = parse(a);
  const right = parse(b);
  if (left === null || right === null) return a === b ? 0 : a < b ? -1 : 1;
  return Math.sign(left.seconds - right.seconds || left.micros - right.micros);
}

/** The later of two server timestamps; a missing one gives way. */
export function laterServerTime(a: string | null, b: string | null): string | null {
  return compareServerTime(a, b) >= 0 ? a : b;
}

/** The earlier of two server timestamps; a missing one gives way. */
export function earlierServerTime(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return compareServerTime(a, b) <= 0 ? a : b;
}

/** Server timestamp moved by `deltaMs`, microseconds kept. Text that is no timestamp comes back as it is. */
export function shiftServerTime(text: string, deltaMs: number): string {
  const instant = parse(text);
  if (instant === null) return text;
  const micros = instant.micros + Math.round(deltaMs * 1000);
  const carry = Math.floor(micros / 1_000_000);
  return print({ seconds: instant.seconds + carry, micros: micros - carry * 1_000_000 });
}

/** The last full hour at or before a server timestamp; text that is no timestamp comes back as it is. */
export function wholeHour(text: string): string {
  const instant = parse(text);
  if (instant === null) return text;
  return print({ seconds: Math.floor(instant.seconds / 3600) * 3600, micros: 0 });
}

/** Server time of a response's `Date` header as a server timestamp; null when there is none. Whole seconds. */
export function httpDateToServerTime(header: string | undefined): string | null {
  const match = header === undefined ? null : httpDate.exec(header.trim());
  if (match === null) return null;
  const [, day, monthName = '', year, hour, minute, second] = match;
  const month = monthNames.indexOf(monthName) + 1;
  if (month === 0) return null;
  const days = daysFromCivil(Number(year), month, Number(day));
  return print({
    seconds: days * 86_400 + Number(hour) * 3600 + Number(minute) * 60 + Number(second),
    micros: 0,
  });
}

/** Milliseconds since the epoch of a server timestamp, rounded down; null when it is none. Never for cursors. */
export function serverTimeToMs(text: string | null): number | null {
  const instant = text === null ? null : parse(text);
  return instant === null ? null : instant.seconds * 1000 + Math.floor(instant.micros / 1000);
}

/** Microseconds since the epoch of a server timestamp, exact; null when it is none. Never for cursors. */
export function serverTimeToMicros(text: string | null): number | null {
  const instant = text === null ? null : parse(text);
  return instant === null ? null : instant.seconds * 1_000_000 + instant.micros;
}

/** Device time as a timestamp, for rows that have not reached the server yet. Display only (I30). */
export function deviceTimestamp(nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  return print({ seconds, micros: Math.floor(nowMs - seconds * 1000) * 1000 });
}
