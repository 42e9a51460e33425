import type { ReactElement } from 'react';
import { cx } from '#src/ui/class-names.ts';

export type ProgressShape = 'dashed' | 'ring' | 'quarter' | 'half' | 'three-quarters' | 'tick' | 'cross';

const SECTORS: Readonly<Partial<Record<ProgressShape, string>>> = {
  quarter: 'M8 8V4.4A3.6 3.6 0 0 1 11.6 8Z',
  half: 'M8 8V4.4a3.6 3.6 0 0 1 0 7.2Z',
  'three-quarters': 'M8 8V4.4A3.6 3.6 0 1 1 4.4 8Z',
};

const KNOCKOUT = {
  fill: 'none',
  stroke: 'var(--status-knockout)',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  strokeWidth: 1.6,
} as const;

/** How far something has come, as a shape: no two steps differ by colour alone. The word stands beside it. */
export function ProgressGlyph({
  shape,
  className,
}: {
  shape: ProgressShape;
  className?: string;
}): ReactElement {
  const isFilled = shape === 'tick' || shape === 'cross';
  const sector = SECTORS[shape];
  return (
    <svg
      aria-hidden
      className={cx('shrink-0', className)}
      data-shape={shape}
      height="16"
      viewBox="0 0 16 16"
      width="16"
    >
      <circle
        cx="8"
        cy="8"
        fill={isFilled ? 'currentColor' : 'none'}
        r="5.9"
        stroke="currentColor"
        strokeWidth="1.5"
        {...(shape === 'dashed' ? { strokeDasharray: '2.2 2.4' } : {})}
      />
      {sector !== undefined && <path d={sector} fill="currentColor" />}
      {shape === 'tick' && <path {...KNOCKOUT} d="m5.4 8.2 1.9 1.9 3.4-3.9" />}
      {shape === 'cross' && <path {...KNOCKOUT} d="m6 6 4 4M10 6l-4 4" />}
    </svg>
  );
}
