import type { ReactElement, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { useDelayedLoading } from './delayed-loading.ts';

/** A grey bar in the place of a text. Still: nothing pulses but a running job. */
export function SkeletonBar({ className }: { className?: string }): ReactElement {
  return <span aria-hidden className={cx('block h-3 rounded-[4px] bg-skeleton', className)} />;
}

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3'] as const;

/** Rows in the rhythm of the data table. */
export function SkeletonRows({ count = 8 }: { count?: number }): ReactElement {
  return (
    <div aria-hidden className="flex flex-col">
      {Array.from({ length: count }, (_, at) => (
        <div className="flex h-row items-center gap-6 border-b border-line px-3" key={at}>
          <SkeletonBar className="w-12 shrink-0" />
          <div className="flex-1">
            <SkeletonBar className={WIDTHS[at % WIDTHS.length] ?? 'w-1/2'} />
          </div>
          <SkeletonBar className="w-16 shrink-0" />
          <SkeletonBar className="w-8 shrink-0" />
        </div>
      ))}
    </div>
  );
}

export interface LoadingRegionProps {
  isLoading: boolean;
  /** What is being loaded, for assistive technology. */
  label: string;
  /** The final layout in grey. */
  skeleton: ReactNode;
  /** Where the wait is mostly over before a skeleton would help. */
  delayMs?: number | undefined;
  children: ReactNode;
}

/** Skeleton after 150 ms and for at least 300 ms, then the children. Never both. */
export function LoadingRegion(props: LoadingRegionProps): ReactElement {
  const { isLoading, label, skeleton, delayMs, children } = props;
  const isShown = useDelayedLoading(isLoading, delayMs);
  if (isShown) {
    return (
      <div aria-busy="true" className="min-h-0 min-w-0">
        <output className="sr-only">{label}</output>
        {skeleton}
      </div>
    );
  }
  return <>{isLoading ? null : children}</>;
}
