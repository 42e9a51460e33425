import type { Clock } from '#sync/ports.ts';

/** The device's wall clock, and the ticks of this page or worker. */
export const deviceClock: Clock = { nowMs: () => Date.now(), ticksMs: () => performance.now() };
