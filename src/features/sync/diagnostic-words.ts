import type { Coverage } from '#sync/protocol/stored.ts';
import type { Completeness } from '#sync/read/types.ts';
import { formatDuration } from '#src/lib/durations.ts';

/** Clocks closer than this count as the same: an answer is on its way for that long. */
const SAME_CLOCK_MS = 2000;

/** How this device's clock stands to the server's, in a sentence. */
export function skewWords(skewMs: number | null): string {
  if (skewMs === null) return 'Not compared with the server yet';
  if (Math.abs(skewMs) < SAME_CLOCK_MS) return 'Agrees with the server';
  const by = roughly(Math.abs(skewMs));
  return skewMs > 0 ? `${by} behind the server` : `${by} ahead of the server`;
}

/** "in 12s", "now", or that the group rests. */
export function dueWords(dueAt: number | null, nowMs: number, isResting: boolean): string {
  if (isResting) return 'resting';
  if (dueAt === null) return 'paused';
  return dueAt - nowMs < 1000 ? 'now' : `in ${roughly(dueAt - nowMs)}`;
}

/** A duration in its largest two units at most, seconds and up: "1m 30s", "3h 2m". */
export function roughly(durationMs: number): string {
  const whole = Math.max(1000, Math.round(durationMs / 1000) * 1000);
  return formatDuration(whole).split(' ').slice(0, 2).join(' ');
}

const STATUS_WORDS: Readonly<Record<Completeness, string>> = {
  never: 'Not on this device',
  partial: 'Downloading',
  complete: 'All of it',
  forbidden: 'Not for your role',
  skew: 'Other version of the server',
};

/** How much of a collection is here; only what is complete may be called all of it (I23). */
export function coverageWords(status: Completeness, windows: readonly Coverage[], nowMs: number): string {
  const [first] = windows;
  if (status !== 'complete' || first === undefined) return STATUS_WORDS[status];
  if (windows.length > 1 || first.scopeKey !== '') {
    return windows.length === 1
      ? 'What was opened, of 1 item'
      : `What was opened, of ${windows.length} items`;
  }
  if (first.from === null) return first.complete ? STATUS_WORDS.complete : 'The newest part';
  const days = Math.max(1, Math.round((nowMs - Date.parse(first.from)) / 86_400_000));
  const span = days === 1 ? 'Last day' : `Last ${days} days`;
  return first.complete ? span : `${span}, as far as there was room`;
}

/** Name of a compression as the header said it. */
export function encodingWords(encoding: string | null): string {
  if (encoding === null) return 'not seen';
  return encoding === 'none' ? 'none' : encoding;
}
