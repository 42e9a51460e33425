import type { ReactElement } from 'react';
import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';

export interface ProgressBarProps {
  label: string;
  /** "1,200 of 99,274" */
  valueText: string;
  /** 0 to 1; 0 while nobody knows how much there is, which the text says. */
  share: number;
}

/** How far something long is, with its numbers over the line. */
export function ProgressBar({ label, valueText, share }: ProgressBarProps): ReactElement {
  return (
    <AriaProgressBar
      aria-label={label}
      className="flex flex-col gap-1"
      maxValue={1}
      value={share}
      valueLabel={valueText}
    >
      <span aria-hidden className="flex flex-wrap justify-between gap-x-3 text-table">
        <span>{label}</span>
        <span className="tabular text-muted">{valueText}</span>
      </span>
      <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-chip forced-colors:border">
        <span
          className="block h-full rounded-full bg-accent-solid forced-colors:bg-[Highlight]"
          style={{ width: `${Math.min(1, share) * 100}%` }}
        />
      </span>
    </AriaProgressBar>
  );
}
