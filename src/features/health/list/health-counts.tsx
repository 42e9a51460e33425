import { Clock } from 'lucide-react';
import type { ReactElement } from 'react';
import type { HealthCounts } from '#sync/protocol/health.ts';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { StatusGlyph, type StatusShape } from '#src/ui/marks/status-glyph.tsx';

interface Part {
  readonly shape: StatusShape;
  readonly colour: string;
  readonly count: number;
  readonly word: string;
  /** Said even when it is none. */
  readonly isAlways: boolean;
}

/** Counts of passing and failing checks (spec 2.4), and how many of them are past their time. */
export function HealthCountLine({ counts }: { counts: HealthCounts }): ReactElement {
  const { total, passing, failing, unknown, stale } = counts;
  const isAllStale = total > 0 && stale === total;
  const parts: readonly Part[] = [
    { shape: 'disc', colour: 'text-healthy', count: passing, word: 'passing', isAlways: true },
    { shape: 'octagon', colour: 'text-unhealthy', count: failing, word: 'failing', isAlways: true },
    { shape: 'ring', colour: 'text-unknown', count: unknown, word: 'unknown', isAlways: false },
  ];
  return (
    <output className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {parts.map(
        ({ shape, colour, count, word, isAlways }) =>
          (isAlways || count > 0) && (
            <span className="inline-flex items-center gap-1.5" key={word}>
              <span className={cx('inline-flex', colour)}>
                <StatusGlyph isStale={isAllStale && shape !== 'ring'} shape={shape} />
              </span>
              <span className="tabular text-fg">
                {count} {word}
              </span>
            </span>
          ),
      )}
      {stale > 0 && (
        <span className="inline-flex items-center gap-1.5" title={`${stale} of ${total} overdue`}>
          <Icon icon={Clock} size={13} />
          <span className="tabular">{stale} overdue</span>
        </span>
      )}
    </output>
  );
}
