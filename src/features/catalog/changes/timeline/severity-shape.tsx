import type { ReactElement } from 'react';
import { cx } from '#src/ui/class-names.ts';
import type { Level } from './timeline-model.ts';

/** A shape and a colour each: no two levels differ by the colour alone. Centred on 0 0, within 12 pixels. */
const SHAPES: Readonly<Record<Level, { readonly path: string; readonly className: string }>> = {
  critical: { path: 'M0-6.5 6.5 0 0 6.5-6.5 0Z', className: 'fill-danger-solid stroke-danger-solid' },
  high: { path: 'M0-5.5 6 5H-6Z', className: 'fill-danger stroke-danger' },
  medium: { path: 'M-4.5-4.5H4.5V4.5H-4.5Z', className: 'fill-accent stroke-accent' },
  low: {
    path: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z',
    className: 'fill-current stroke-current text-muted',
  },
  info: {
    path: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z',
    className: 'fill-(--surface-page) stroke-current text-muted',
  },
  none: { path: 'M-4-1H4V1H-4Z', className: 'fill-current stroke-current text-muted' },
};

/** The shape of a severity, for a picture. */
export function SeverityShape({ level, className }: { level: Level; className?: string }): ReactElement {
  const { path, className: look } = SHAPES[level];
  return <path className={cx(look, className)} d={path} strokeLinejoin="round" strokeWidth="1.5" />;
}
