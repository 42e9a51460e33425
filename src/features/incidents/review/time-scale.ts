const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const STEPS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  2 * DAY_MS,
  7 * DAY_MS,
  28 * DAY_MS,
];

/** Time range on the axis, in ms. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Tick {
  readonly atMs: number;
  readonly label: string;
}

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** Round moments of this device's clock, at most `most`; a day's first one names the day. */
export function ticksOf({ fromMs, toMs }: TimeRange, most: number): readonly Tick[] {
  const lengthMs = toMs - fromMs;
  if (lengthMs <= 0 || most < 1) return [];
  const stepMs =
    STEPS_MS.find((step) => lengthMs / step <= most) ?? Math.ceil(lengthMs / most / DAY_MS) * DAY_MS;
  const ticks: Tick[] = [];
  let day = '';
  for (let atMs = firstTick(fromMs, stepMs); atMs <= toMs && ticks.length <= most; atMs += stepMs) {
    const today = DAY.format(atMs);
    ticks.push({ atMs, label: stepMs >= DAY_MS ? today : tickLabel(atMs, today !== day) });
    day = today;
  }
  return ticks;
}

/** A time; with its day where that is new, and the day alone at its midnight. */
function tickLabel(atMs: number, isNewDay: boolean): string {
  if (!isNewDay) return TIME.format(atMs);
  const at = new Date(atMs);
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0;
  return isMidnight ? DAY.format(atMs) : `${DAY.format(atMs)}, ${TIME.format(atMs)}`;
}

/** The first round moment from `fromMs` on. Rounded by local time, so that a day begins at its midnight. */
function firstTick(fromMs: number, stepMs: number): number {
  const offsetMs = new Date(fromMs).getTimezoneOffset() * MINUTE_MS;
  return Math.ceil((fromMs - offsetMs) / stepMs) * stepMs + offsetMs;
}

/** Where a moment lies on `width` pixels; may be outside. */
export function positionOf(atMs: number, { fromMs, toMs }: TimeRange, width: number): number {
  return toMs === fromMs ? 0 : ((atMs - fromMs) / (toMs - fromMs)) * width;
}

export interface Cluster<T> {
  readonly x: number;
  readonly items: readonly T[];
}

/** Marks that would touch become one with a count. `items` oldest first. */
export function clustersOf<T>(
  items: readonly T[],
  xOf: (item: T) => number,
  minGap: number,
): readonly Cluster<T>[] {
  const clusters: { x: number; items: T[] }[] = [];
  for (const item of items) {
    const x = xOf(item);
    const last = clusters.at(-1);
    if (last !== undefined && x - last.x < minGap) last.items.push(item);
    else clusters.push({ x, items: [item] });
  }
  return clusters;
}
