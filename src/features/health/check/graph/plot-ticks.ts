import { formatDuration } from '#src/lib/durations.ts';

const SECOND_MS = 1000;
const MAX_DECIMALS = 6;
const DAY_MS = 86_400_000;
const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });

/** Labels of a time axis: times, with the day where it begins; days, or months, for longer stretches. */
export function timeTicks(atMs: readonly number[]): string[] {
  const [first, second] = atMs;
  if (first === undefined) return [];
  const stepMs = second === undefined ? 0 : second - first;
  if (stepMs >= 27 * DAY_MS) return atMs.map((at) => MONTH.format(at));
  if (stepMs >= DAY_MS) return atMs.map((at) => DAY.format(at));
  return atMs.map((at) => {
    const moment = new Date(at);
    const isMidnight = moment.getHours() === 0 && moment.getMinutes() === 0;
    return isMidnight ? DAY.format(at) : TIME.format(at);
  });
}

/**
 * Labels of an axis of durations, no two the same: as many decimals as their distance needs, in milliseconds while all
 * are under a second.
 */
export function durationTicks(atMs: readonly number[]): string[] {
  const stepMs = atMs
    .slice(1)
    .reduce((least, at, index) => Math.min(least, at - (atMs[index] ?? 0)), Infinity);
  const isShort = Math.max(...atMs) < SECOND_MS;
  if (!isShort && atMs.every((at) => at % SECOND_MS === 0)) {
    return atMs.map((at) => (at === 0 ? '0s' : formatDuration(at)));
  }
  const unitMs = isShort ? 1 : SECOND_MS;
  const decimals = decimalsOf(stepMs / unitMs);
  return atMs.map((at) => `${at === 0 ? '0' : (at / unitMs).toFixed(decimals)}${isShort ? 'ms' : 's'}`);
}

/** Decimals that say a step to the end: 0.25 has two. */
function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < MAX_DECIMALS; decimals += 1) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 && scaled > 0.5) return decimals;
  }
  return MAX_DECIMALS;
}
