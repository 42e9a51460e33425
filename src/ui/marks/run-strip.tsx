import type { ReactElement } from 'react';
import { cx } from '../class-names.ts';

export interface StripRun {
  /** RFC 3339. */
  readonly time: string;
  /** Null: it did not say. */
  readonly status: boolean | null;
}

/** Runs of a check side by side, oldest first. A failed run is taller, not only of another colour. */
export function RunStrip({ runs, label }: { runs: readonly StripRun[]; label: string }): ReactElement {
  const failed = runs.filter(({ status }) => status === false).length;
  const words = `${label}: ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}, ${failed} failed`;
  return (
    <span className="inline-flex h-4 items-end gap-px" title={words}>
      <span className="sr-only">{words}</span>
      {runs.map(({ time, status }) => (
        <span
          aria-hidden
          className={cx(
            'w-[3px] rounded-[1px] forced-colors:bg-[CanvasText]',
            status === false ? 'h-4 bg-unhealthy' : status === null ? 'h-1 bg-unknown' : 'h-2 bg-healthy',
          )}
          key={time}
        />
      ))}
    </span>
  );
}
