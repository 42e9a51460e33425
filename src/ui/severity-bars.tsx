import type { ReactElement } from 'react';
import { cx } from './class-names.ts';

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
  return (
    <span
      className={cx(
        'inline-flex min-w-0 items-center gap-1.5 align-middle',
        isNotSet ? 'text-muted' : 'text-fg',
        className,
      )}
      title={isWordHidden ? known.word : undefined}
    >
      <svg
        aria-hidden
        className="shrink-0"
        data-level={known.level}
        height="16"
        viewBox="0 0 16 16"
        width="16"
      >
        {BARS.map((bar) => {
          const height = 4 + bar * 2;
          return (
            <rect
              fill="currentColor"
              height={height}
              key={bar}
              opacity={bar < known.level ? 1 : 0.22}
              rx="0.75"
              width="2"
              x={1 + bar * 3}
              y={14 - height}
            />
          );
        })}
      </svg>
      <span className={isWordHidden ? 'sr-only' : 'truncate'}>{known.word}</span>
      <span className="sr-only">{`(${known.level} of ${BAR_COUNT})${isNotSet ? ', not set' : ''}`}</span>
    </span>
  );
}

function isSeverity(key: string): key is keyof typeof LEVELS {
  return Object.hasOwn(LEVELS, key);
}
