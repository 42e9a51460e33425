import { resolveDateMath } from './date-math.ts';
import { TIME_RANGE_MINUTES, TIME_RANGE_OPTIONS, type TimeRangeOption } from './time-range-options.ts';

const MINUTE_MS = 60_000;
/** The ladder of the health default begins here (spec 9: "on a ladder from 1h to 5y"). */
const FIRST_RUNG: TimeRangeOption = '1h';
const LAST_RUNG: TimeRangeOption = '5y';

function isByCalendar(option: TimeRangeOption): boolean {
  return option.endsWith('mo') || option.endsWith('y');
}

/** Where the range begins. Ranges of months and years go back by the calendar, the others by their minutes. */
export function timeRangeStartMs(option: TimeRangeOption, nowMs: number, timeZone?: string): number {
  const minutes = TIME_RANGE_MINUTES[option];
  if (!isByCalendar(option)) return nowMs - minutes * MINUTE_MS;
  return resolveDateMath(`now-${option}`, nowMs, 'start', timeZone) ?? nowMs - minutes * MINUTE_MS;
}

/** The shortest range from 1h up that holds the last run; without a run the first, older than all the last. */
export function healthDefaultRange(
  lastRunMs: number | undefined,
  nowMs: number,
  timeZone?: string,
): TimeRangeOption {
  if (lastRunMs === undefined) return FIRST_RUNG;
  const ladder = TIME_RANGE_OPTIONS.slice(TIME_RANGE_OPTIONS.indexOf(FIRST_RUNG));
  return ladder.find((option) => timeRangeStartMs(option, nowMs, timeZone) <= lastRunMs) ?? LAST_RUNG;
}
