import type { ReactElement } from 'react';
import { cx } from '#src/ui/class-names.ts';

export type ProgressShape = 'dashed' | 'ring' | 'quarter' | 'half' | 'three-quarters' | 'tick' | 'cross';

const SECTORS: Readonly<Partial<Record<ProgressShape, string>>> = {
  quarter: 'M8 8V4.4A3.6 3.6 0 0 1 11.6 8Z',
  half: 'M8 8V4.4a3.6 3.6 0 0 1 0 7.2Z',
  'three-quarters': 'M8 8V4.4A3.6 3.6 0 1 1 4.4 8Z',
};

/** The same chords as the status marks have, written out so that no pattern id is needed per row. */
const HATCH = 'm2.4 8.6 6.2-6.2M3.9 12.1l8.2-8.2M7.4 13.6l6.2-6.2';

const OUTLINE = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.15 } as const;

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
  isStale = false,
  className,
}: {
  shape: ProgressShape;
  /** Known to be so only some time ago: hatched instead of filled. */
  isStale?: boolean;
  className?: string;
}): ReactElement {
  const isClosed = shape === 'tick' || shape === 'cross';
  const isFilled = isClosed && !isStale;
  const sector = SECTORS[shape];
  // A stale shape is drawn in outline, so that it stays the one it was.
  const inner = isStale ? { ...KNOCKOUT, stroke: 'currentColor' } : KNOCKOUT;
  return (
    <svg
      aria-hidden
      className={cx('shrink-0', className)}
      data-shape={shape}
      data-stale={isStale || undefined}
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
      {sector !== undefined && <path d={sector} {...(isStale ? OUTLINE : { fill: 'currentColor' })} />}
      {isStale && <path d={HATCH} {...OUTLINE} opacity={0.6} />}
      {shape === 'tick' && <path {...inner} d="m5.4 8.2 1.9 1.9 3.4-3.9" />}
      {shape === 'cross' && <path {...inner} d="m6 6 4 4M10 6l-4 4" />}
    </svg>
  );
}
