import type { ReactElement } from 'react';

export interface ProgressBarProps {
  label: string;
  /** "1,200 of 99,274" */
  valueText: string;
  /** 0 to 1; 0 while nobody knows how much there is, which the text says. */
  share: number;
}

/** How far something long is, with its numbers over the line. Not the widget library's, whose file each start would load. */
export function ProgressBar({ label, valueText, share }: ProgressBarProps): ReactElement {
  const done = Math.max(0, Math.min(1, share));
  return (
    <div
      aria-label={label}
      aria-valuemax={1}
      aria-valuemin={0}
      aria-valuenow={done}
      aria-valuetext={valueText}
      className="flex flex-col gap-1"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element for it draws a bar of its own and holds no lines
      role="progressbar"
    >
      <span aria-hidden className="flex flex-wrap justify-between gap-x-3 text-table">
        <span>{label}</span>
        <span className="tabular text-muted">{valueText}</span>
      </span>
      <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-chip forced-colors:border">
        <span
          className="block h-full rounded-full bg-accent-solid forced-colors:bg-[Highlight]"
          style={{ width: `${done * 100}%` }}
        />
      </span>
    </div>
  );
}
