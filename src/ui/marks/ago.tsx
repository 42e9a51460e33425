import type { ReactElement } from 'react';
import { instantMs, shortAge, type Instant } from '../../lib/age.ts';
import { Age } from './age.tsx';
import { useAgeNow } from './minute-clock.ts';

export interface AgoProps {
  at: Instant | null | undefined;
  label?: string | undefined;
  /** "ago" after a verb, "old" for a thing. */
  suffix?: 'ago' | 'old';
}

/** An age inside a sentence: "2m ago", but "now" and "–" stand alone. */
export function Ago({ at, label, suffix = 'ago' }: AgoProps): ReactElement {
  const atMs = instantMs(at);
  const nowMs = useAgeNow(atMs);
  const isPlain = atMs === undefined || shortAge(atMs, nowMs) === 'now';
  return (
    <span className="whitespace-nowrap">
      <Age at={at} label={label} />
      {!isPlain && <span aria-hidden> {suffix}</span>}
    </span>
  );
}
