import { formatDuration } from './durations.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How far two moments lie apart, in as many parts as one takes in at a glance: "40s", "12m", "3h 5m", "2d 4h". */
export function distanceWords(distanceMs: number): string {
  const ms = Math.abs(distanceMs);
  if (ms < 1000) return 'less than a second';
  const stepMs = ms < MINUTE_MS ? 1000 : ms < DAY_MS ? MINUTE_MS : HOUR_MS;
  return formatDuration(Math.floor(ms / stepMs) * stepMs);
}
