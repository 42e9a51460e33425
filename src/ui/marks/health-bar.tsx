import type { ReactElement } from 'react';
import { formatPercent, uptimePercent, type HealthCounts } from '../../lib/health.ts';
import { cx } from '../class-names.ts';

export interface HealthBarProps extends HealthCounts {
  /** Neither passed nor failed. */
  warning?: number;
  /** What is counted: "Uptime", "Checks". */
  label: string;
  /** Beside the bar: the share that passed, the counts, or nothing. The accessible name always has the counts. */
  text?: 'percent' | 'counts' | 'none';
  /** The counts are older than their limit: outlined and hatched, never the solid bar of a live value. */
  isStale?: boolean;
  className?: string | undefined;
}

const PERCENT = 100;
/** A single failure among thousands is still seen. */
const MIN_SEGMENT_PERCENT = 4;

/** Passed and failed side by side; a failed share is taller, so that it does not depend on colour. Without samples it says so. */
export function HealthBar(props: HealthBarProps): ReactElement {
  const {
    label,
    passed,
    failed,
    warning = 0,
    unknown = 0,
    text = 'percent',
    isStale = false,
    className,
  } = props;
  const total = passed + failed + warning + unknown;
  if (total === 0) {
    return (
      <span className={cx('text-muted', className)}>
        <span className="sr-only">{label}: </span>No data
      </span>
    );
  }
  const words = countWords(props);
  return (
    <span
      className={cx('inline-flex max-w-full min-w-0 items-center gap-2 align-middle', className)}
      title={`${label}: ${words}`}
    >
      <span aria-hidden className="inline-flex h-3 w-14 min-w-8 shrink items-center gap-0.5">
        {segmentsOf({ passed, failed, warning, unknown }).map(({ kind, percent }) => (
          <span
            className={cx('rounded-[1px]', SEGMENTS[kind], isStale && STALE[kind])}
            data-segment={kind}
            key={kind}
            style={{ flexBasis: `${percent}%`, flexShrink: 1, flexGrow: 1 }}
          />
        ))}
      </span>
      <span className="sr-only">{`${label}: ${words}${isStale ? ', out of date' : ''}`}</span>
      <Beside {...props} text={text} words={words} />
    </span>
  );
}

const SEGMENTS = {
  passed: 'h-1.5 bg-healthy forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas]',
  failed: 'h-3 bg-unhealthy forced-colors:bg-[CanvasText]',
  warning: 'h-2 bg-warning forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas]',
  unknown: 'h-1 bg-unknown forced-colors:bg-[GrayText]',
} as const;

const HATCH =
  'bg-transparent! border border-current bg-[repeating-linear-gradient(135deg,currentColor_0_1px,transparent_1px_4px)]';
const STALE = {
  passed: `${HATCH} text-healthy`,
  failed: `${HATCH} text-unhealthy`,
  warning: `${HATCH} text-warning`,
  unknown: `${HATCH} text-unknown`,
} as const;

type Kind = keyof typeof SEGMENTS;

function segmentsOf(counts: Readonly<Record<Kind, number>>): { kind: Kind; percent: number }[] {
  const total = counts.passed + counts.failed + counts.warning + counts.unknown;
  const kinds: readonly Kind[] = ['passed', 'warning', 'failed', 'unknown'];
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({ kind, percent: Math.max(MIN_SEGMENT_PERCENT, (counts[kind] / total) * PERCENT) }));
}

function countWords({ passed, failed, warning = 0, unknown = 0 }: HealthBarProps): string {
  return [
    `${passed} passed`,
    ...(warning > 0 ? [`${warning} with a warning`] : []),
    `${failed} failed`,
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ].join(', ');
}

function Beside(props: HealthBarProps & { words: string }): ReactElement | null {
  const { text, passed, failed, isStale = false } = props;
  if (text === 'none') return null;
  const percent = uptimePercent(props);
  const shown =
    text === 'counts' ? `${passed}/${passed + failed}` : percent === undefined ? '–' : formatPercent(percent);
  return (
    <span aria-hidden className={cx('tabular whitespace-nowrap', isStale && 'text-muted')}>
      {shown}
    </span>
  );
}
