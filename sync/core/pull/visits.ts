const DAY_MS = 24 * 3_600_000;
/** So long after the last visit a collection that is visited is still pulled, as seldom as what hardly changes. */
export const COLD_FOR_MS = 14 * DAY_MS;
/** So long after the last visit it leaves the device. */
export const KEPT_FOR_MS = 30 * DAY_MS;

/**
 * How a collection is kept that is visited: `watched` while a screen of it is in front, then `cold`, then `resting`, when its
 * rows are here and are not asked for, then `over`. Never visited it is not asked for either.
 */
export type Visit = 'never' | 'watched' | 'cold' | 'resting' | 'over';

/** Moment of the last visit; one in the future was noted by a clock that has been set back, and counts as now (I30). */
export function lastVisit(
  visitedAt: number | undefined,
  isWatched: boolean,
  nowMs: number,
): number | undefined {
  if (isWatched) return nowMs;
  return visitedAt === undefined ? undefined : Math.min(visitedAt, nowMs);
}

/** How a collection that was last visited then is kept now. Device ms. */
export function visitOf(visitedAt: number | undefined, isWatched: boolean, nowMs: number): Visit {
  if (isWatched) return 'watched';
  if (visitedAt === undefined) return 'never';
  const ageMs = nowMs - visitedAt;
  if (ageMs < COLD_FOR_MS) return 'cold';
  return ageMs < KEPT_FOR_MS ? 'resting' : 'over';
}
