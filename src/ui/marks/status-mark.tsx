import { Clock } from 'lucide-react';
import type { ReactElement } from 'react';
import { instantMs, longAge, shortAge, type Instant } from '../../lib/age.ts';
import type { HealthState } from '../../lib/health.ts';
import { cx } from '../class-names.ts';
import { Icon } from './icon.tsx';
import { useAgeNow } from './minute-clock.ts';
import { StatusGlyph, type StatusShape } from './status-glyph.tsx';

export type Status = HealthState;

const LOOKS: Record<Status, { shape: StatusShape; word: string; colour: string }> = {
  healthy: { shape: 'disc', word: 'Healthy', colour: 'text-healthy' },
  warning: { shape: 'triangle', word: 'Warning', colour: 'text-warning' },
  mixed: { shape: 'half', word: 'Mixed', colour: 'text-warning' },
  unhealthy: { shape: 'octagon', word: 'Unhealthy', colour: 'text-unhealthy' },
  degraded: { shape: 'octagon', word: 'Degraded', colour: 'text-unhealthy' },
  missing: { shape: 'octagon', word: 'Missing', colour: 'text-unhealthy' },
  unknown: { shape: 'ring', word: 'Unknown', colour: 'text-unknown' },
  suspended: { shape: 'bars', word: 'Suspended', colour: 'text-unknown' },
};

export interface StatusMarkProps {
  status: Status;
  /** Another word for the same state ("Running", "CrashLoopBackOff"). */
  word?: string | undefined;
  /** The value is older than its limit: hatched, with a clock and its age. */
  isStale?: boolean | undefined;
  /** When the value was known to be true. */
  asOf?: Instant | null | undefined;
  /** "10h" in place of "as of 10h ago", for table cells; the accessible name keeps the whole. */
  isAgeShort?: boolean;
  /** Only the shape is seen; the word stays in the accessible name and the title. */
  isWordHidden?: boolean;
  className?: string | undefined;
}

/** Shape, word and colour of a state; no two states differ by colour alone. */
export function StatusMark(props: StatusMarkProps): ReactElement {
  const { status, word = LOOKS[status].word, isStale = false, asOf, isWordHidden = false, className } = props;
  const { isAgeShort = isWordHidden } = props;
  const { shape, colour } = LOOKS[status];
  return (
    <span
      className={cx('inline-flex min-w-0 items-center gap-1.5 align-middle text-fg', className)}
      data-status={status}
      title={isWordHidden ? word : undefined}
    >
      <span className={cx('inline-flex', colour)}>
        <StatusGlyph isStale={isStale} shape={shape} />
      </span>
      {/* Beside a label the word stands on its line, and not the shape. */}
      <span className={isWordHidden ? 'sr-only' : 'self-baseline truncate'}>{word}</span>
      {isStale && <AsOf asOf={asOf} isShort={isAgeShort} />}
    </span>
  );
}

function AsOf({ asOf, isShort }: { asOf: Instant | null | undefined; isShort: boolean }): ReactElement {
  const atMs = instantMs(asOf);
  const nowMs = useAgeNow(atMs);
  const age = atMs === undefined ? '' : shortAge(atMs, nowMs);
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-muted">
      <Icon icon={Clock} size={13} />
      {atMs === undefined ? (
        <span className={isShort ? 'sr-only' : ''}>age unknown</span>
      ) : (
        <>
          <span aria-hidden className="tabular whitespace-nowrap">
            {isShort ? age : `as of ${age}${age === 'now' ? '' : ' ago'}`}
          </span>
          <span className="sr-only">, as of {longAge(atMs, nowMs)}</span>
        </>
      )}
    </span>
  );
}
