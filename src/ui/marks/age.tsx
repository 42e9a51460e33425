import type { ReactElement } from 'react';
import { instantMs, longAge, shortAge, type Instant } from '../../lib/age.ts';
import { cx } from '../class-names.ts';
import { useAgeNow } from './minute-clock.ts';

const FULL_TIME = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'long',
  hourCycle: 'h23',
});

/** Enough for every row of some screens. */
const MAX_KEPT = 500;
const fullTimes = new Map<number, string>();

/** Kept, because a list shows the same times with every answer and writing one takes longer than the cell around it. */
function fullTime(atMs: number): string {
  const known = fullTimes.get(atMs);
  if (known !== undefined) return known;
  if (fullTimes.size >= MAX_KEPT) fullTimes.clear();
  const text = FULL_TIME.format(atMs);
  fullTimes.set(atMs, text);
  return text;
}

export interface AgeProps {
  at: Instant | null | undefined;
  /** Before the age in the accessible name and title, e.g. "Created". */
  label?: string | undefined;
  className?: string | undefined;
}

/** A short age (5m, 2h, 1d, 1mo, 1y) with the full time in its title and accessible name; "–" for no time. */
export function Age({ at, label, className }: AgeProps): ReactElement {
  const atMs = instantMs(at);
  const nowMs = useAgeNow(atMs);
  if (atMs === undefined) {
    return (
      <span className={cx('text-muted', className)}>
        <span aria-hidden>–</span>
        <span className="sr-only">{label === undefined ? 'no time' : `${label}: no time`}</span>
      </span>
    );
  }
  const full = fullTime(atMs);
  const prefix = label === undefined ? '' : `${label} `;
  return (
    <time
      className={cx('tabular whitespace-nowrap', className)}
      dateTime={new Date(atMs).toISOString()}
      title={`${prefix}${full}`}
    >
      <span aria-hidden>{shortAge(atMs, nowMs)}</span>
      <span className="sr-only">{`${prefix}${longAge(atMs, nowMs)}, ${full}`}</span>
    </time>
  );
}
