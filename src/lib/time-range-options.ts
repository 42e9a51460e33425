import { own } from '#sync/protocol/own.ts';

/** Spec 9: "Time-range options: 15m, 1h, … 5y (minutes: 15, 60, … 2592000; month-based ranges computed by calendar months)". */
export const TIME_RANGE_MINUTES = {
  '15m': 15,
  '1h': 60,
  '2h': 120,
  '3h': 180,
  '6h': 360,
  '12h': 720,
  '1d': 1440,
  '2d': 2880,
  '3d': 4320,
  '1w': 10_080,
  '2w': 20_160,
  '3w': 30_240,
  '1mo': 43_200,
  '2mo': 86_400,
  '3mo': 129_600,
  '6mo': 259_200,
  '1y': 518_400,
  '2y': 1_036_800,
  '3y': 1_555_200,
  '5y': 2_592_000,
} as const;

export type TimeRangeOption = keyof typeof TIME_RANGE_MINUTES;

/** In the order of the list, shortest first. */
export const TIME_RANGE_OPTIONS = Object.keys(TIME_RANGE_MINUTES).filter(isTimeRangeOption);

/** What links to a check carry (spec 2.4: `/health?checkId={id}&timeRange=1h`). */
export const LINK_TIME_RANGE: TimeRangeOption = '1h';

export function isTimeRangeOption(value: unknown): value is TimeRangeOption {
  return typeof value === 'string' && Object.hasOwn(TIME_RANGE_MINUTES, value);
}

/** "Last hour", "Last 3 months". */
export function timeRangeWords(option: TimeRangeOption): string {
  const count = Number.parseInt(option, 10);
  const unit = option.slice(String(count).length);
  const word = own({ m: 'minute', h: 'hour', d: 'day', w: 'week', mo: 'month', y: 'year' }, unit) ?? unit;
  return count === 1 ? `Last ${word}` : `Last ${count} ${word}s`;
}
