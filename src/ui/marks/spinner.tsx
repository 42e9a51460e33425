import type { ReactElement } from 'react';

/** A running job. Reduced motion leaves a still three-quarter ring. */
export function Spinner({ label, size = 16 }: { label: string; size?: number }): ReactElement {
  return (
    <svg
      aria-label={label}
      className="spin-motion shrink-0"
      height={size}
      role="img"
      viewBox="0 0 16 16"
      width={size}
    >
      <circle cx="8" cy="8" fill="none" opacity="0.25" r="6" stroke="currentColor" strokeWidth="2" />
      <path d="M8 2a6 6 0 0 1 6 6" fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="2" />
    </svg>
  );
}
