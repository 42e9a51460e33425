import type { ReactElement } from 'react';

export type StatusShape = 'disc' | 'triangle' | 'half' | 'octagon' | 'ring' | 'bars';

const TRIANGLE = 'M8 2.2 14.4 13.4H1.6Z';
const OCTAGON = 'M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4Z';

const ROUND_JOIN = { stroke: 'currentColor', strokeLinejoin: 'round', strokeWidth: 1.4 } as const;
const KNOCKOUT = {
  fill: 'none',
  stroke: 'var(--status-knockout)',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** Filled shapes of fresh states. Each has its own outline, so that no two rely on hue. */
function FreshShape({ shape }: { shape: StatusShape }): ReactElement {
  switch (shape) {
    case 'disc':
      return (
        <>
          <circle cx="8" cy="8" fill="currentColor" r="6.6" />
          <path {...KNOCKOUT} d="m5.2 8.2 2 2 3.7-4.2" strokeWidth="1.6" />
        </>
      );
    case 'triangle':
      return (
        <>
          <path {...ROUND_JOIN} d={TRIANGLE} fill="currentColor" />
          <path {...KNOCKOUT} d="M8 6.2v3.2M8 11.7v.01" strokeWidth="1.6" />
        </>
      );
    case 'half':
      return (
        <>
          <circle cx="8" cy="8" fill="none" r="5.9" stroke="currentColor" strokeWidth="1.5" />
          <path d="M8 2.1a5.9 5.9 0 0 0 0 11.8Z" fill="currentColor" />
        </>
      );
    case 'octagon':
      return (
        <>
          <path {...ROUND_JOIN} d={OCTAGON} fill="currentColor" strokeWidth="0.8" />
          <path {...KNOCKOUT} d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" strokeWidth="1.6" />
        </>
      );
    case 'ring':
      return (
        <circle
          cx="8"
          cy="8"
          fill="none"
          r="5.9"
          stroke="currentColor"
          strokeDasharray="2.7 1.93"
          strokeWidth="1.6"
        />
      );
    case 'bars':
      return (
        <>
          <circle cx="8" cy="8" fill="none" r="5.9" stroke="currentColor" strokeWidth="1.4" />
          <path
            d="M6.3 5.8v4.4M9.7 5.8v4.4"
            fill="none"
            stroke="currentColor"
            strokeLinecap="round"
            strokeWidth="1.7"
          />
        </>
      );
  }
}

/** The same outlines, hatched: chords are written out, so that no pattern id is needed per row. */
function StaleShape({ shape }: { shape: StatusShape }): ReactElement {
  const line = { fill: 'none', stroke: 'currentColor', strokeLinejoin: 'round', strokeWidth: 1.4 } as const;
  const hatch = { ...line, strokeLinecap: 'butt', strokeWidth: 1.15 } as const;
  switch (shape) {
    case 'triangle':
      return (
        <>
          <path {...line} d={TRIANGLE} />
          <path {...hatch} d="m2.6 13.2 6.9-6.9M6 13.3l4.9-4.9M9.4 13.3l3-3" />
        </>
      );
    case 'octagon':
      return (
        <>
          <path {...line} d={OCTAGON} />
          <path {...hatch} d="m2 8.4 6.4-6.4M3.4 12.4l9-9M7.6 14 14 7.6" />
        </>
      );
    case 'ring':
      return (
        <>
          <FreshShape shape="ring" />
          <path {...hatch} d="m5.6 10.4 4.8-4.8" />
        </>
      );
    case 'bars':
      return (
        <>
          <circle cx="8" cy="8" {...line} r="5.9" />
          <path {...hatch} d="M6.3 5.4v5.2M9.7 5.4v5.2" />
          <path {...hatch} d="m2.5 10 1.9-1.9M11.6 7.9l1.9-1.9" />
        </>
      );
    case 'half':
      return (
        <>
          <circle cx="8" cy="8" {...line} r="5.9" />
          <path {...hatch} d="M8 2.2v11.6M2.5 9.5 8 4M4 12l4-4" />
        </>
      );
    case 'disc':
      return (
        <>
          <circle cx="8" cy="8" {...line} r="5.9" />
          <path {...hatch} d="m2.4 8.6 6.2-6.2M3.9 12.1l8.2-8.2M7.4 13.6l6.2-6.2" />
        </>
      );
  }
}

/** A 16 px status shape in the current colour; silent, its word stands beside it. */
export function StatusGlyph({
  shape,
  isStale = false,
  size = 16,
}: {
  shape: StatusShape;
  isStale?: boolean;
  size?: number;
}): ReactElement {
  return (
    <svg
      aria-hidden
      className="shrink-0"
      data-shape={shape}
      data-stale={isStale || undefined}
      height={size}
      viewBox="0 0 16 16"
      width={size}
    >
      {isStale ? <StaleShape shape={shape} /> : <FreshShape shape={shape} />}
    </svg>
  );
}
