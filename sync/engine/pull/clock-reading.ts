import { hasPassed } from '../../core/pull/schedule.ts';
import type { Clock } from '../../ports.ts';

/**
 * A moment on both clocks of a device: the wall clock may be set back, and the ticks may stand still while the device
 * sleeps. More than some time has passed when either says so (I30).
 */
export interface ClockReading {
  readonly wallMs: number;
  readonly ticksMs: number;
}

/** The present moment. */
export function readingOf(clock: Clock): ClockReading {
  const wallMs = clock.nowMs();
  return { wallMs, ticksMs: clock.ticksMs?.() ?? wallMs };
}

/** True while less than `ms` have passed since the moment on both clocks; false for no moment at all. */
export function isWithin(since: ClockReading | null, ms: number, now: ClockReading): boolean {
  if (since === null) return false;
  return !hasPassed(since.wallMs, ms, now.wallMs) && !hasPassed(since.ticksMs, ms, now.ticksMs);
}
