import type { ReactElement } from 'react';

// Drawn in public/icon.svg and public/icons/maskable.svg too. The gaps are where something passes in front: the line over the bar, the bar over the line, the line over the bar.
const BAR = 'M2 12h3M10 12h4M19 12h3';
const LINE =
  'M3.5 20.5c2.3 0 3-2 3.5-5.5l1-6.2C8.5 5.5 9.3 3.5 11.3 3.5c2.4 0 2.7 2.6 2.3 5.2m-3.2 6.6c-.4 2.6-.1 5.2 2.3 5.2 2 0 2.8-2 3.3-5.3l1-6.2c.5-3.5 1.2-5.5 3.5-5.5';

export interface MarkProps {
  size?: number;
  /** Absent beside the product's name, which then says it. */
  label?: string | undefined;
  className?: string | undefined;
}

/** The mark: a cleat hitch. The line takes the accent, the bar the colour of the text. */
export function Mark({ size = 24, label, className }: MarkProps): ReactElement {
  return (
    <svg
      className={className}
      fill="none"
      height={size}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 24 24"
      width={size}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={BAR} opacity="0.75" stroke="currentColor" />
      <path d={LINE} stroke="var(--accent)" />
    </svg>
  );
}
