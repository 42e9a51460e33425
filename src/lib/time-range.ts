import { isDateMath, lastWords, resolveDateMath } from './date-math.ts';

/** Named ranges: both ends as date math, as the catalog's server reads them. */
export const MAPPED_RANGES = {
  Today: ['now/d', 'now/d'],
  'Today so far': ['now/d', 'now'],
  Yesterday: ['now-1d/d', 'now-1d/d'],
  'Day before yesterday': ['now-2d/d', 'now-2d/d'],
  'This day last week': ['now-7d/d', 'now-7d/d'],
  'This week': ['now/w', 'now/w'],
  'This week so far': ['now/w', 'now'],
  'Previous week': ['now-1w/w', 'now-1w/w'],
  'This month': ['now/M', 'now/M'],
  'This month so far': ['now/M', 'now'],
  'Previous month': ['now-1M/M', 'now-1M/M'],
  'This year': ['now/y', 'now/y'],
  'This year so far': ['now/y', 'now'],
  'Previous year': ['now-1y/y', 'now-1y/y'],
} as const;

export type MappedRange = keyof typeof MAPPED_RANGES;

export const MAPPED_RANGE_NAMES = Object.keys(MAPPED_RANGES).filter(isMappedRange);

/** The relative list of the picker. */
export const RELATIVE_RANGES: readonly string[] = [
  'now-5m',
  'now-15m',
  'now-30m',
  'now-1h',
  'now-3h',
  'now-6h',
  'now-12h',
  'now-24h',
  'now-2d',
  'now-7d',
  'now-30d',
  'now-90d',
  'now-6M',
  'now-1y',
  'now-2y',
  'now-5y',
];

export interface RelativeRange {
  readonly type: 'relative';
  /** Date math, "now-2d". */
  readonly range: string;
}

export interface AbsoluteRange {
  readonly type: 'absolute';
  /** RFC 3339, both ends within the range. */
  readonly from: string;
  readonly to: string;
}

export interface NamedRange {
  readonly type: 'mapped';
  readonly timeRange: MappedRange;
}

export type TimeRange = RelativeRange | AbsoluteRange | NamedRange;

/** The query parameters of a range, as links carry them. */
export interface TimeRangeSearch {
  readonly rangeType?: string | undefined;
  readonly display?: string | undefined;
  readonly range?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeRange?: string | undefined;
}

export function isMappedRange(name: unknown): name is MappedRange {
  return typeof name === 'string' && Object.hasOwn(MAPPED_RANGES, name);
}

/** Why the parameters are no range; undefined when they are one, or when there are none. */
export function timeRangeProblem(search: TimeRangeSearch): string | undefined {
  if (timeRangeOf(search) !== undefined) return undefined;
  switch (search.rangeType) {
    case undefined:
      return undefined;
    case 'mapped':
      return 'Invalid mapped time range';
    case 'relative':
      return 'Invalid relative time range';
    default:
      return 'Invalid time range';
  }
}

/** Reads the parameters; undefined for none and for what is no range (see `timeRangeProblem`). `display` is for people only. */
export function timeRangeOf(search: TimeRangeSearch): TimeRange | undefined {
  const { rangeType, range, from, to, timeRange } = search;
  switch (rangeType) {
    case 'relative':
      return range !== undefined && range !== 'now' && isDateMath(range)
        ? { type: 'relative', range }
        : undefined;
    case 'mapped':
      return isMappedRange(timeRange) ? { type: 'mapped', timeRange } : undefined;
    case 'absolute': {
      const fromMs = Date.parse(from ?? '');
      const toMs = Date.parse(to ?? '');
      return fromMs < toMs
        ? { type: 'absolute', from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
        : undefined;
    }
    default:
      return undefined;
  }
}

/** Every parameter of a range, those of other types as undefined, so that spreading it into a search clears them. No range clears all. */
export function timeRangeSearch(range: TimeRange | undefined): Required<TimeRangeSearch> {
  const none = {
    rangeType: undefined,
    display: undefined,
    range: undefined,
    from: undefined,
    to: undefined,
    timeRange: undefined,
  };
  if (range === undefined) return none;
  const { type: rangeType, ...fields } = range;
  return { ...none, ...fields, rangeType, display: timeRangeDisplay(range) };
}

export interface Bounds {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Both ends as moments. A named range ends with the last millisecond of its unit: "Yesterday" is a whole day.
 * Throws for a name or expression from elsewhere than `timeRangeOf`.
 */
export function timeRangeBounds(range: TimeRange, nowMs: number, timeZone?: string): Bounds {
  switch (range.type) {
    case 'absolute':
      return { fromMs: Date.parse(range.from), toMs: Date.parse(range.to) };
    case 'relative': {
      const fromMs = resolveDateMath(range.range, nowMs, 'start', timeZone);
      if (fromMs === undefined) throw new RangeError('Invalid relative time range');
      return { fromMs, toMs: nowMs };
    }
    case 'mapped': {
      if (!isMappedRange(range.timeRange)) throw new RangeError('Invalid mapped time range');
      const [from, to] = MAPPED_RANGES[range.timeRange];
      const fromMs = resolveDateMath(from, nowMs, 'start', timeZone) ?? nowMs;
      return { fromMs, toMs: resolveDateMath(to, nowMs, 'end', timeZone) ?? nowMs };
    }
  }
}

/** Both ends as a server with date math takes them (catalog changes). */
export function timeRangeWire(range: TimeRange): { readonly from: string; readonly to: string } {
  switch (range.type) {
    case 'absolute':
      return { from: range.from, to: range.to };
    case 'relative':
      return { from: range.range, to: 'now' };
    case 'mapped': {
      const [from, to] = MAPPED_RANGES[range.timeRange];
      return { from, to };
    }
  }
}

const MOMENT = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const MOMENT_WITH_YEAR = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What the picker's button says: "Last 2 days", "Yesterday", "20 Nov, 14:00 – 21 Nov, 02:00". The year is said when the range is not of `thisYear`. */
export function timeRangeDisplay(range: TimeRange, thisYear = new Date().getFullYear()): string {
  switch (range.type) {
    case 'relative':
      return lastWords(range.range) ?? range.range;
    case 'mapped':
      return range.timeRange;
    case 'absolute': {
      const ends = [new Date(range.from), new Date(range.to)];
      const isThisYear = ends.every((end) => end.getFullYear() === thisYear);
      const format = isThisYear ? MOMENT : MOMENT_WITH_YEAR;
      return ends.map((end) => format.format(end)).join(' – ');
    }
  }
}

export function isSameTimeRange(one: TimeRange | undefined, other: TimeRange | undefined): boolean {
  return (
    one === other ||
    (one !== undefined &&
      other !== undefined &&
      JSON.stringify(timeRangeKey(one)) === JSON.stringify(timeRangeKey(other)))
  );
}

function timeRangeKey(range: TimeRange): readonly string[] {
  const { from, to } = timeRangeWire(range);
  return [range.type, from, to];
}
