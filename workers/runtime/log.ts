import type { JsonRow } from '#sync/protocol/op.ts';
import type { Clock, Log } from '#sync/ports.ts';

/** Events kept for the diagnostics page (D23). */
const KEPT_EVENTS = 5_000;

/** One event: ids, codes and durations, never row contents. */
export interface LogEntry {
  readonly atMs: number;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly code: string;
  readonly fields: JsonRow | undefined;
}

/** Log that keeps the newest events in memory; errors also go to the console, where a developer looks first. */
export interface RingLog extends Log {
  /** The kept events, oldest first. */
  entries(): readonly LogEntry[];
}

/** A ring buffer of `capacity` events. */
export function createLog(clock: Clock, capacity: number = KEPT_EVENTS): RingLog {
  const ring: LogEntry[] = [];
  let next = 0;
  return {
    event: (level, code, fields) => {
      ring[next % capacity] = { atMs: clock.nowMs(), level, code, fields };
      next += 1;
      if (level === 'error') console.error(code, fields ?? '');
    },
    entries: () => {
      const start = next > capacity ? next % capacity : 0;
      return [...ring.slice(start), ...ring.slice(0, start)];
    },
  };
}
