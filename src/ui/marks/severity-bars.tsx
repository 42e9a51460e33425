import type { ReactElement } from 'react';
import { cx } from '../class-names.ts';
import { GLYPH_BEFORE_WORD, GLYPH_IN_LINE, GLYPH_WORD } from './glyph-word.ts';

/** Level = number of filled bars. Info and warning exist for insights and evidence links. */
const LEVELS = {
  info: { level: 1, word: 'Info' },
  low: { level: 1, word: 'Low' },
  medium: { level: 2, word: 'Medium' },
  warning: { level: 2, word: 'Warning' },
  high: { level: 3, word: 'High' },
  blocker: { level: 4, word: 'Blocker' },
  critical: { level: 5, word: 'Critical' },
} as const;

const BAR_COUNT = 5;
const BARS = [0, 1, 2, 3, 4] as const;

/** Outline of the bars from one to another, each with its corners rounded. */
function barsPath(from: number, to: number): string {
  return BARS.slice(from, to)
    .map((bar) => `M${1 + bar * 3} 13.25${pathUp(2.5 + bar * 2)}`)
    .join('');
}

/** One bar from the lower end of its left side. */
function pathUp(side: number): string {
  const corner = (x: number, y: number): string => `a.75.75 0 0 1 ${x} ${y}`;
  return `v-${side}${corner(0.75, -0.75)}h.5${corner(0.75, 0.75)}v${side}${corner(-0.75, 0.75)}h-.5${corner(-0.75, -0.75)}z`;
}

/** The filled and the empty bars of each level: two shapes instead of five, in every row of a list. */
const SHAPES = [0, 1, 2, 3, 4, 5].map((level) => ({
  filled: barsPath(0, level),
  empty: barsPath(level, BAR_COUNT),
}));

export interface SeverityBarsProps {
  /** As the server spells it; read without regard to case. Unknown values are shown as they are, with empty bars. */
  severity: string;
  isWordHidden?: boolean;
  /** The value is a default that nobody chose. */
  isNotSet?: boolean;
  className?: string | undefined;
}

/** Severity as bars and a word, never as a hue. */
export function SeverityBars({
  severity,
  isWordHidden = false,
  isNotSet = false,
  className,
}: SeverityBarsProps): ReactElement {
  const key = severity.toLowerCase();
  const known = isSeverity(key) ? LEVELS[key] : { level: 0, word: severity };
  const shape = SHAPES[known.level];
  return (
    <span
      className={cx(GLYPH_WORD, isNotSet ? 'text-muted' : 'text-fg', className)}
      title={isWordHidden ? known.word : undefined}
    >
      <svg
        aria-label={`${known.level} of ${BAR_COUNT}${isNotSet ? ', not set' : ''}`}
        className={isWordHidden ? GLYPH_IN_LINE : GLYPH_BEFORE_WORD}
        data-level={known.level}
        height="16"
        role="img"
        viewBox="0 0 16 16"
        width="16"
      >
        <path d={shape?.filled} fill="currentColor" />
        <path d={shape?.empty} fill="currentColor" opacity="0.22" />
      </svg>
      {isWordHidden ? <span className="sr-only">{known.word}</span> : known.word}
    </span>
  );
}

function isSeverity(key: string): key is keyof typeof LEVELS {
  return Object.hasOwn(LEVELS, key);
}
