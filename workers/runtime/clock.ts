import type { Clock } from '#sync/ports.ts';

/** The device's wall clock. */
export const deviceClock: Clock = { nowMs: () => Date.now() };
