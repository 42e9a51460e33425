import { Temporal } from 'temporal-polyfill';

/** Units of an expression: `M` and `mo` are months, `m` are minutes. */
type Unit = 's' | 'm' | 'h' | 'd' | 'w' | 'M' | 'mo' | 'y';
type Edge = 'start' | 'end';

const DURATION_FIELDS = {
  s: 'seconds',
  m: 'minutes',
  h: 'hours',
  d: 'days',
  w: 'weeks',
  M: 'months',
  mo: 'months',
  y: 'years',
} as const;

const UNIT_WORDS: Record<Unit, string> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  M: 'month',
  mo: 'month',
  y: 'year',
};

const EXPRESSION = /^now(?<shifts>(?:[+-]\d{1,6}(?:mo|[smhdwMy]))*)(?:\/(?<round>mo|[smhdwMy]))?$/u;
const SHIFT = /(?<sign>[+-])(?<count>\d+)(?<unit>mo|[smhdwMy])/gu;

interface DateMath {
  readonly shifts: readonly { readonly sign: 1 | -1; readonly count: number; readonly unit: Unit }[];
  readonly round: Unit | undefined;
}

function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(DURATION_FIELDS, text);
}

function parse(expression: string): DateMath | undefined {
  const match = EXPRESSION.exec(expression);
  if (match === null) return undefined;
  const round = match.groups?.['round'];
  const shifts: { sign: 1 | -1; count: number; unit: Unit }[] = [];
  for (const { groups } of (match.groups?.['shifts'] ?? '').matchAll(SHIFT)) {
    const unit = groups?.['unit'];
    if (!isUnit(unit)) return undefined;
    shifts.push({ sign: groups?.['sign'] === '-' ? -1 : 1, count: Number(groups?.['count']), unit });
  }
  return { shifts, round: isUnit(round) ? round : undefined };
}

/** Whether the text is date math this client and the server read alike: `now`, `now-2d`, `now-1w/w`. */
export function isDateMath(expression: string): boolean {
  return parse(expression) !== undefined;
}

/** The moment an expression means. `/unit` goes to the start of that unit, or to its last millisecond for the end of a range. Undefined for what is no expression. */
export function resolveDateMath(
  expression: string,
  nowMs: number,
  edge: Edge,
  timeZone: string = Temporal.Now.timeZoneId(),
): number | undefined {
  const math = parse(expression);
  if (math === undefined) return undefined;
  let at = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
  for (const { sign, count, unit } of math.shifts) at = at.add({ [DURATION_FIELDS[unit]]: sign * count });
  if (math.round === undefined) return at.epochMilliseconds;
  const start = startOf(at, math.round);
  if (edge === 'start') return start.epochMilliseconds;
  return start.add({ [DURATION_FIELDS[math.round]]: 1 }).epochMilliseconds - 1;
}

/** Weeks begin on Monday (ISO 8601). */
function startOf(at: Temporal.ZonedDateTime, unit: Unit): Temporal.ZonedDateTime {
  switch (unit) {
    case 's':
      return at.round({ smallestUnit: 'second', roundingMode: 'floor' });
    case 'm':
      return at.round({ smallestUnit: 'minute', roundingMode: 'floor' });
    case 'h':
      return at.round({ smallestUnit: 'hour', roundingMode: 'floor' });
    case 'd':
      return at.startOfDay();
    case 'w':
      return at.subtract({ days: at.dayOfWeek - 1 }).startOfDay();
    case 'M':
    case 'mo':
      return at.with({ day: 1 }).startOfDay();
    case 'y':
      return at.with({ month: 1, day: 1 }).startOfDay();
  }
}

/** "Last 2 days" for `now-2d`; undefined for anything but one step back. */
export function lastWords(expression: string): string | undefined {
  const math = parse(expression);
  const [shift, ...more] = math?.shifts ?? [];
  if (math?.round !== undefined || shift === undefined || more.length > 0 || shift.sign === 1)
    return undefined;
  const word = UNIT_WORDS[shift.unit];
  return shift.count === 1 ? `Last ${word}` : `Last ${shift.count} ${word}s`;
}
