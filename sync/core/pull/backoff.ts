/** First step of the full-jitter backoff (D7). */
export const BACKOFF_BASE_MS = 1000;
/** Longest step while a tab is visible (D7). */
export const BACKOFF_CAP_VISIBLE_MS = 60_000;
/** Longest step while every tab is hidden (D7). */
export const BACKOFF_CAP_HIDDEN_MS = 300_000;
/** Longest wait a server may ask for with Retry-After; more is cut, because a person is waiting. */
export const RETRY_AFTER_CAP_MS = 900_000;
/** Beyond this a stored due time can only come from a clock that jumped; it counts as due (I30). */
export const MAX_WAIT_MS = 1_200_000;
/** After `online`, a visible page or "retry", waits end within this time, spread so that clients do not march (D7). */
export const RESET_SPREAD_MS = 2000;

/** Full jitter: uniform between 0 and base × 2^streak, capped. `streak` counts failures in a row, from 0. */
export function backoffMs(streak: number, isVisible: boolean, random: number): number {
  const cap = isVisible ? BACKOFF_CAP_VISIBLE_MS : BACKOFF_CAP_HIDDEN_MS;
  return Math.floor(random * Math.min(cap, BACKOFF_BASE_MS * 2 ** Math.min(streak, 20)));
}

/** True when a stored due time has come, or lies so far ahead that only a clock jump explains it (I30). */
export function isDue(dueAt: number | null, nowMs: number): boolean {
  return dueAt === null || dueAt <= nowMs || dueAt - nowMs > MAX_WAIT_MS;
}

/** Milliseconds until a stored due time; 0 when due. */
export function msUntil(dueAt: number | null, nowMs: number): number {
  return isDue(dueAt, nowMs) || dueAt === null ? 0 : dueAt - nowMs;
}
