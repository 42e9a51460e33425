import { Temporal } from 'temporal-polyfill';

const LOCAL = /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ]+(?<time>\d{1,2}:\d{2}(?::\d{2})?))?$/u;

/** How a field shows a moment: "2026-11-21 14:05", seconds only where there are any. */
export function formatTimeInput(atMs: number, timeZone: string = Temporal.Now.timeZoneId()): string {
  const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDateTime();
  const smallestUnit = at.second === 0 ? 'minute' : 'second';
  return at.toString({ smallestUnit, roundingMode: 'floor' }).replace('T', ' ');
}

/**
 * Reads what a person types: "2026-11-21", "2026-11-21 14:05", with seconds, or an ISO moment with a zone.
 * A bare date begins at midnight and, as the end of a range, ends with its last second. Undefined for anything else.
 */
export function parseTimeInput(
  text: string,
  edge: 'start' | 'end',
  timeZone: string = Temporal.Now.timeZoneId(),
): number | undefined {
  const typed = text.trim();
  const match = LOCAL.exec(typed);
  const zone = match === null ? typed : undefined;
  try {
    if (zone !== undefined) return Temporal.Instant.from(zone).epochMilliseconds;
    const date = match?.groups?.['date'] ?? '';
    const time = match?.groups?.['time'] ?? (edge === 'start' ? '00:00' : '23:59:59');
    const padded = time.length % 3 === 1 ? `0${time}` : time;
    return Temporal.PlainDateTime.from(`${date}T${padded}`).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    // Temporal refuses by throwing: there is no 30 February.
    return undefined;
  }
}
