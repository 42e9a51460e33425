import type { ReactElement } from 'react';
import { formatDuration } from '../../lib/durations.ts';
import { cx } from '../class-names.ts';

export interface DurationProps {
  /** Milliseconds; null and what is no length show "–". */
  ms: number | null | undefined;
  /** Before the length in the accessible name: "Latency p95". */
  label?: string | undefined;
  className?: string | undefined;
}

/** How long something took: 250ms, 1m 30s, 1d 2h. */
export function Duration({ ms, label, className }: DurationProps): ReactElement {
  const text = ms === null || ms === undefined ? '' : formatDuration(ms);
  const prefix = label === undefined ? '' : `${label}: `;
  return (
    <span className={cx('tabular whitespace-nowrap', text === '' && 'text-muted', className)}>
      <span className="sr-only">{prefix}</span>
      {text === '' ? (
        <>
          <span aria-hidden>–</span>
          <span className="sr-only">not known</span>
        </>
      ) : (
        text
      )}
    </span>
  );
}
